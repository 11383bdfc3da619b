/**
 * `npm run drill:fuzz`: hostile requests to every call of the contract, with every kind of session. No answer may be 5xx or malformed, no
 * refusal may change a row, and the server must survive.
 */
import fc from 'fast-check'
import pLimit from 'p-limit'
import sharp from 'sharp'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { errors } from '#contract/errors.ts'
import { row, workbook } from '#tests/workbooks.ts'
import { type Answer, NoAnswer, openBrowser, type Sent } from './browser.ts'
import { hostileRequests, type Stage } from './fuzz/hostile-request.ts'
import { findFailure, RANDOM } from './random-runs.ts'
import { printVerdict, runDrill } from './run-drill.ts'
import { openDatabase, query, startShop } from './start-shop.ts'
import { addProducts, formOf, makePeople, noisePhoto } from './trade.ts'

/** The most bytes of a body without files. With a larger one the connection may be closed during the upload, and the answer lost. */
const BODY_LIMIT = 1024 * 1024
const CONCURRENCY = 8
const RESTORED_SESSIONS =
  'insert into sessions select * from first_sessions where user_id in (select id from users) on conflict do nothing'
/** Requests of a round that are sent alone, to compare the database before and after. */
const COMPARED = 3
/** Streams of events are left out: they don't end. */
const FUZZED = Object.entries<Call>(calls).filter(([, { answer }]) => answer !== 'events')
const STATUSES = new Set<number>(Object.values(errors).map(({ status }) => status))
/** Words that people of the shop never read: English, a stack, SQL, a path of this machine. */
const LEAKS =
  /\b(must|invalid|expected|required|cannot|unexpected|client error|not found|internal server|bad request)\b|\n\s+at |node_modules|\.ts:\d|\b(select|insert|update|delete) .*\b(from|into|set)\b|relation "/i

await runDrill({ requests: 10_000, ...RANDOM }, async (drill, { requests, seed, path }) => {
  const { url } = await openDatabase(drill)
  const server = await startShop(drill, url)
  const stage = await setStage(server.url, url)
  const browser = openBrowser(server.url, CONCURRENCY)
  const limit = pLimit(CONCURRENCY)
  const statuses = new Map<number, number>()
  const sum = { sent: 0, compared: 0, cut: 0 }

  /** Sends a request. @throws Error with the broken promise */
  const fire = async (at: number, sent: Sent): Promise<Answer | undefined> => {
    const { 'x-access-token': token, ...headers } = sent.headers ?? {}
    const shown = `${sent.path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${sent.body?.slice(0, 400)}`
    const report = (problem: string) =>
      new Error(`${FUZZED[at]![0]}: ${problem}\n${sent.method} ${token?.slice(0, 8)} ${shown}`)
    sum.sent += 1
    const answer = await browser.send(sent).catch((error) => {
      const isCut = error instanceof NoAnswer && ['EPIPE', 'ECONNRESET'].includes(error.code)
      if (!isCut || (sent.body?.length ?? 0) < BODY_LIMIT) throw report(String(error))
      sum.cut += 1
    })
    if (!answer) return
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const problem = brokenPromise(answer)
    if (problem) throw report(problem)
    return answer
  }
  const each = fc.tuple(...FUZZED.map(([, call]) => hostileRequests(call, stage)))
  const alone = fc.array(fc.nat(FUZZED.length - 1), { minLength: COMPARED, maxLength: COMPARED })
  const property = fc.asyncProperty(each, alone, async (round, alone) => {
    // Resets rate limits and restores ended sessions, so that the round's requests reach the handlers.
    await query(url, 'delete from rate_limits')
    await query(url, RESTORED_SESSIONS)
    for (const at of alone) {
      const before = await fingerprint(url)
      const { status = 0 } = (await fire(at, round[at]!)) ?? {}
      if (status < 400) continue
      sum.compared += 1
      if ((await fingerprint(url)) !== before)
        throw new Error(`${FUZZED[at]![0]}: ${status}, and the database changed`)
    }
    const rest = round.map((sent, at) => limit(async () => (alone.includes(at) ? undefined : fire(at, sent))))
    const broken = (await Promise.allSettled(rest)).flatMap((one) =>
      one.status === 'rejected' ? [one.reason.message] : [],
    )
    if (broken.length > 0) throw new Error(broken.join('\n'))
  })
  const runs = Math.ceil(requests / FUZZED.length)
  const failure = await findFailure(property, { runs, seed, path })
  browser.close()
  await server.stop()
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`)
  return printVerdict(!failure && server.deaths === 0 && sum.compared > 0 && statuses.has(200), [
    `${sum.sent} peticiones hostiles a ${FUZZED.length} llamadas`,
    counts.join(', '),
    `${sum.compared} rechazos sin cambios en la base`,
    `${sum.cut} demasiado grandes cortadas`,
    `${server.deaths} muertes`,
    `semilla ${seed}`,
  ])
})

/** Fills the shop with rows and files that requests may name, and opens sessions. */
async function setStage(base: string, url: string): Promise<Stage> {
  const products = (await addProducts(url, Array(40).fill(1_000_000))).map(({ id }) => id)
  const { admin, customers } = await makePeople(url, 3)
  const [customer, , marketing] = customers
  await query(url, "update users set role = 'Marketing' where id = $1", [marketing!.id])
  const files = [await noisePhoto(80), await workbook([row(), row()])]
  const browser = openBrowser(base)
  for (const name of ['1.jpg', '2.jpg', '3.jpg']) {
    const form = formOf({}, 'files', files[0], name)
    await browser.call({ path: '/admin/add-image-carousel', form, token: admin.token })
  }
  browser.close()
  const orders = `insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total)
    select $1, 'Ana', 'Soto', 'Los Aromos 123', 'Talca', '3460000', '912345678', 'ana@fuzz.cl', 0 from generate_series(1, 20)`
  await query(url, orders, [customer!.id])
  await query(url, 'create table first_sessions as table sessions')
  const images = await query<{ photo: string }>(url, 'select photo from carousel_images')
  const tables = ['orders', 'carousel_images', 'categories', 'suppliers']
  const others = tables.map((table) => `select id from ${table}`).join(' union all ')
  // Without the administrator: a profile saved by chance would end the administrator's sessions.
  const users = customers.map(({ id }) => id)
  const ids = (await query<{ id: string }>(url, others)).map(({ id }) => id)
  const badFiles = ['', '%PDF-1.7', '<svg onload="alert(1)"/>', '\u0007'.repeat(5_000)]
  const bomb = sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#2e7d5b' } })
  return {
    ...{ users, products, files },
    ids: [...users, ...products, ...ids],
    images: images.map(({ photo }) => photo),
    badFiles: [await bomb.png().toBuffer(), ...badFiles.map((text) => Buffer.from(text))],
    tokens: [admin.token, admin.token, customer!.token, marketing!.token],
  }
}

/** A fingerprint of the database, without rate limits and the content of mails, which change without a successful call. */
async function fingerprint(url: string): Promise<string> {
  const tables = await query<{ name: string }>(
    url,
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('rate_limits', 'mails')",
  )
  const prints = tables.map(
    ({ name }) => `(select md5(string_agg(md5(t::text), '' order by md5(t::text))) from ${name} t)`,
  )
  const all = `select array[(select count(*)::text from mails), ${prints.join(', ')}] as prints`
  return JSON.stringify(await query(url, all))
}

/** Describes the promise that an answer breaks; undefined for none. */
function brokenPromise({ status, headers, body }: Answer): string | undefined {
  if (status < 400) return undefined
  const shown = `${status} ${headers['content-type']} ${body.subarray(0, 200)}`
  if (!STATUSES.has(status) || status >= 500) return `a status that no refusal has: ${shown}`
  if (!headers['content-type']?.startsWith('application/json')) return `no JSON: ${shown}`
  const { code, message, issues = [] } = JSON.parse(body.toString())
  if (!(code in errors) || !message) return `no code and message: ${shown}`
  const messages = [message, ...issues.map((issue: { message: string }) => issue.message)]
  const leak = messages.find((one) => LEAKS.test(one))
  return leak && `it says: ${leak.slice(0, 200)}`
}

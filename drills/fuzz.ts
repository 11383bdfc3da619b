/**
 * `npm run drill:fuzz`: hostile requests to every call of the contract, with every kind of session. No answer may be 5xx or malformed, no
 * refusal may change a row, and the server must survive.
 */
import fc from 'fast-check'
import pLimit from 'p-limit'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { errors } from '#contract/errors.ts'
import { bomb, multipart, noise } from '#tests/images.ts'
import { query } from '#tests/postgres-server.ts'
import { row, workbook } from '#tests/workbooks.ts'
import { type Answer, call, type Sent, send } from './browser.ts'
import { hostileRequests, type Stage } from './fuzz/hostile-request.ts'
import { playRuns, RANDOM } from './random-runs.ts'
import { printVerdict, runDrill } from './run-drill.ts'
import { openDatabase, startShop } from './start-shop.ts'
import { addProducts, makePeople } from './trade.ts'

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
  const limit = pLimit(CONCURRENCY)
  const statuses = new Map<number, number>()
  let compared = 0

  /** Sends a request. @throws Error with the broken promise */
  const fire = async ({ name, sent }: { name: string; sent: Sent }) => {
    const { 'x-access-token': token, ...headers } = sent.headers ?? {}
    const shown = `${sent.path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${sent.body?.slice(0, 400)}`
    const report = (problem: string) =>
      new Error(`${name}: ${problem}\n${sent.method} ${token?.slice(0, 8)} ${shown}`)
    const answer = await send(server.url, sent)
    const { status, code = '' } = answer
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const isCut = ['EPIPE', 'ECONNRESET'].includes(code) && (sent.body?.length ?? 0) >= BODY_LIMIT
    const problem = status === 0 ? !isCut && code : brokenPromise(answer)
    if (problem) throw report(problem)
    return status
  }
  const each = FUZZED.map(([name, call]) => hostileRequests(call, stage).map((sent) => ({ name, sent })))
  const place = fc.nat(FUZZED.length - COMPARED)
  const property = fc.asyncProperty(fc.tuple(...each), place, async (round, place) => {
    // Resets rate limits and restores ended sessions, so that the round's requests reach the handlers.
    await query(url, 'delete from rate_limits')
    await query(url, RESTORED_SESSIONS)
    for (const one of round.slice(place, place + COMPARED)) {
      const before = await fingerprint(url)
      const status = await fire(one)
      if (status < 400) continue
      compared += 1
      if ((await fingerprint(url)) !== before)
        throw new Error(`${one.name}: ${status}, and the database changed`)
    }
    await Promise.all(round.toSpliced(place, COMPARED).map((one) => limit(fire, one)))
  })
  const runs = Math.ceil(requests / FUZZED.length)
  await playRuns(property, { runs, seed, path })
  await server.stop()
  // Cut ones count as 0.
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`)
  return printVerdict(server.deaths === 0 && compared > 0 && statuses.has(200), [
    `${runs} rondas de peticiones hostiles a ${FUZZED.length} llamadas`,
    counts.join(', '),
    `${compared} rechazos sin cambios en la base`,
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
  const files = [await noise(80, 80), await workbook([row(), row()])]
  for (const name of ['1.jpg', '2.jpg', '3.jpg']) {
    const form = multipart({}, ['files', files[0]!, name])
    await call(base, { path: '/admin/add-image-carousel', form, token: admin.token })
  }
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
  return {
    ...{ users, products, files },
    ids: [...users, ...products, ...ids],
    images: images.map(({ photo }) => photo),
    badFiles: [bomb(9_000, 9_000), ...badFiles.map((text) => Buffer.from(text))],
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

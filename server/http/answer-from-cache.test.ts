import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createTestApp } from '#tests/app.ts'
import { makeProduct } from '#tests/factories.ts'
import { registerPages } from '../pages/routes.ts'

// On the built application: `npm test` builds it first.
const PUBLIC_URL = 'https://botica.example'
const { app, database } = await createTestApp({ PUBLIC_URL })
await registerPages(app, { dev: false, publicUrl: PUBLIC_URL })
for (const tradename of ['Paracetamol 500 mg', 'Ibuprofeno 400 mg'])
  await makeProduct(database, { tradename, category: 'Dolor y fiebre' })
let seenByFastify = 0
app.addHook('onRequest', (_request, _reply, done) => {
  seenByFastify += 1
  done()
})
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

type Asked = { url: string; method?: 'GET' | 'HEAD'; headers?: Record<string, string> }
type Answer = { status: number; headers: Record<string, unknown>; body: string; seen: number }

/** As a browser asks, over a connection. */
async function ask({ url, method = 'GET', headers = {} }: Asked): Promise<Answer> {
  const before = seenByFastify
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ port, path: url, method, headers, agent: false }, resolve).on('error', reject).end(),
  )
  const body = (await buffer(answer)).toString('base64')
  return { status: answer.statusCode!, headers: answer.headers, body, seen: seenByFastify - before }
}

/** The same from Fastify, which isn't asked over a connection. */
async function askFastify({ url, method = 'GET', headers = {} }: Asked): Promise<Answer> {
  const before = seenByFastify
  const { statusCode, rawPayload, ...answer } = await app.inject({ url, method, headers })
  const body = rawPayload.toString('base64')
  return { status: statusCode, headers: answer.headers, body, seen: seenByFastify - before }
}

/** Without what belongs to the connection, and with a sign for what is random. */
function comparable({ status, headers, body }: Answer) {
  const { date, connection, 'keep-alive': _, ...rest } = headers
  const text = JSON.stringify({ ...rest, 'set-cookie': [rest['set-cookie']].flat() })
    .replace(/"x-request-id":"[0-9a-f]{8}-[0-9a-f-]{27}"/, '"x-request-id":"new"')
    .replace(/XSRF-TOKEN=[\w-]{32};/, 'XSRF-TOKEN=new;')
  return { status, headers: JSON.parse(text), body }
}

const LIST = '/api/products/category/%20/%20/all/all'
const PAGE = '/tienda'
const headers: Record<string, string>[] = [
  {},
  { 'accept-encoding': 'gzip, deflate, br, zstd' },
  { 'accept-encoding': 'gzip, deflate, br' },
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'br;q=0, gzip;q=0.5' },
  { 'accept-encoding': 'deflate' },
  { 'if-none-match': 'W/"another"' },
  { 'x-request-id': 'a-proxy-id-0123' },
  { 'x-request-id': 'ana@correo.cl' },
  { cookie: 'a=1; XSRF-TOKEN=abc' },
  { cookie: 'XSRF-TOKEN=' },
  { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
]
const cases: Asked[] = [
  ...[LIST, PAGE].flatMap((url) => headers.map((headers) => ({ url, headers }))),
  ...headers.slice(0, 3).map((headers) => ({ url: PAGE, method: 'HEAD' as const, headers })),
  { url: '/no/existe' },
  { url: '/dashboard' },
  { url: PAGE, headers: { 'x-access-token': 'x'.repeat(43) } },
]

describe('an answer from the cache is the one that Fastify gives', () => {
  test.each(cases)('$method $url $headers', async (asked) => {
    // The first one makes it, in this encoding.
    await askFastify(asked)
    const cached = await ask(asked)
    expect(cached.seen).toBe(0)
    const expected = await askFastify(asked)
    expect(expected.seen).toBe(1)
    expect(comparable(cached)).toEqual(comparable(expected))
  })

  test.each([LIST, PAGE])('%s isn’t sent to who has it', async (url) => {
    const { headers } = await ask({ url })
    const known = { url, headers: { 'if-none-match': String(headers.etag) } }
    const cached = await ask(known)
    expect(cached).toMatchObject({ status: 304, body: '', seen: 0 })
    expect(comparable(cached)).toEqual(comparable(await askFastify(known)))
  })
})

test.each<Asked>([
  { url: LIST, headers: { 'x-access-token': 'x'.repeat(43) } },
  { url: LIST, method: 'HEAD' },
  { url: '/api/health' },
  { url: '/favicon.svg' },
])('$method $url $headers is left to Fastify', async (asked) => {
  await ask({ url: asked.url })
  expect((await ask(asked)).seen).toBe(1)
})

test('an answer that visitors asked for is made ahead after a sale, with what is true then', async () => {
  const { id } = await makeProduct(database, { stock: 50 })
  const path = `/api/products/${id}`
  await ask({ url: path })
  const before = app.cacheCounts.calls!.misses
  await sql`update products set stock = 49 where id = ${id}`.execute(database)
  const stock = async () => {
    const { body } = app.cachedAnswers.calls!.find(path) ?? {}
    return body && JSON.parse(String(await body.form('identity'))).data.stock
  }
  await vi.waitUntil(async () => (await stock()) === 49, { timeout: 10_000, interval: 10 })
  expect(app.cacheCounts.calls!.misses).toBe(before)
})

test('a change of a product reaches all that shows it, and nothing else', async () => {
  const fields = { category: 'Alergias', dcm: 'Loratadina 10 mg', form: 'comprimidos' }
  const { id } = await makeProduct(database, { ...fields, tradename: 'Loratadina A' })
  const equal = await makeProduct(database, { ...fields, tradename: 'Loratadina B', laboratory: 'Otro' })
  const lists = ['/tienda', '/tienda?categoria=Alergias', '/tienda?buscar=loratadina']
  const others = ['/sobre-nosotros', '/tienda?buscar=paracetamol']
  const all = [`/descripcion?producto=${id}`, `/api/products/${equal.id}/alternatives`, ...lists]
  const read = async (url: string) => Buffer.from((await ask({ url })).body, 'base64').toString()
  const missesOf = async (urls: string[]) => {
    const before = app.cacheCounts.pages!.misses
    for (const url of urls) await ask({ url })
    return app.cacheCounts.pages!.misses - before
  }
  // The new products must be known: they change lists.
  app.publicChanges.expire()
  await app.publicChanges.confirm()
  for (const url of [...all, ...others]) await ask({ url })
  for (const [cost, shown] of [
    [4_990, /4\.?990/],
    [5_990, /5\.?990/],
  ] as const) {
    await database.updateTable('products').set({ cost }).where('id', '=', id).execute()
    for (const url of all) await expect.poll(() => read(url), { message: url }).toMatch(shown)
    expect(await missesOf(others)).toBe(0)
  }
  await sql`update products set retired_at = now() where id = ${id}`.execute(database)
  for (const url of lists) await expect.poll(() => read(url), { message: url }).not.toContain('Loratadina A')
  expect(await missesOf(['/sobre-nosotros'])).toBe(0)
})

test('a changed product is in the next answer', async () => {
  const { id } = await makeProduct(database, { tradename: 'Naproxeno 550 mg' })
  const url = `/api/products/${id}`
  for (const units of [7, 8]) {
    await database.updateTable('products').set({ stock: units }).where('id', '=', id).execute()
    await expect
      .poll(async () => JSON.parse(Buffer.from((await ask({ url })).body, 'base64').toString()).data.stock)
      .toBe(units)
  }
})

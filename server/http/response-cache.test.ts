import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { categoryCalls } from '#contract/categories.ts'
import { createDatabase, createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { countWaiting } from '#tests/locks.ts'
import { countLookups, stopClock } from '#tests/response-cache.ts'
import { ResponseCache } from './response-cache.ts'

const { app, database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })
const cache = app.responseCache
const LIST = '/api/products/category/%20/%20/all/all'

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const costOf = async (id: string) => (await get(`/api/products/${id}`)).json().data.cost
const setCost = (id: string, cost: number) =>
  database.updateTable('products').set({ cost }).where('id', '=', id).execute()
const saveCategory = (categoryName: string) =>
  send(categoryCalls.createCategory, { body: { categoryName, status: true }, token })

/** Locks the products until the returned function is called; readers of them wait. */
async function holdProducts() {
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const transaction = database.transaction().execute(async (tx) => {
    await sql`lock table products in access exclusive mode`.execute(tx)
    held.resolve()
    await release.promise
  })
  await held.promise
  return async () => {
    release.resolve()
    await transaction
  }
}

const readersWait = (count: number) => expect.poll(() => countWaiting(database)).toBe(count)

test('an answer is kept for a second from the moment when its computation began', async () => {
  const { id, cost } = await makeProduct(database)
  const pass = stopClock()
  const release = await holdProducts()
  const first = costOf(id)
  await readersWait(1)
  pass(700)
  await release()
  expect(await first).toBe(cost)
  await setCost(id, 2_500)
  pass(299)
  expect(await costOf(id)).toBe(cost)
  pass(2)
  expect(await costOf(id)).toBe(2_500)
})

test('requests at the same time share one computation', async () => {
  await makeProduct(database)
  cache.clear()
  const lookups = await countLookups(cache, async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(LIST)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  })
  expect(lookups).toEqual({ hits: 49, misses: 1 })
})

test('a computation that takes longer than a second isn’t shared with later requests, nor kept', async () => {
  const { id } = await makeProduct(database)
  const pass = stopClock()
  const release = await holdProducts()
  const slow = get(`/api/products/${id}`)
  await readersWait(1)
  pass(1_001)
  const next = get(`/api/products/${id}`)
  await readersWait(2)
  await release()
  expect((await slow).statusCode).toBe(200)
  await next
  expect(await countLookups(cache, () => costOf(id))).toEqual({ hits: 1, misses: 0 })
})

test('a write by staff shows at once', async () => {
  const names = async () => JSON.stringify((await get('/api/category')).json().data)
  expect(await names()).not.toContain('Ópticas')
  await saveCategory('Ópticas')
  expect(await names()).toContain('Ópticas')
})

test('a computation under way during a write by staff isn’t shared afterwards', async () => {
  const { id } = await makeProduct(database)
  const release = await holdProducts()
  const before = costOf(id)
  await readersWait(1)
  await saveCategory('Nueva')
  const after = costOf(id)
  await readersWait(2)
  await release()
  expect(await before).toBe(await after)
})

test('a computation under way during a write by staff isn’t kept', async () => {
  const { id } = await makeProduct(database)
  stopClock()
  const release = await holdProducts()
  const before = costOf(id)
  await readersWait(1)
  await saveCategory('Otra nueva')
  await release()
  await before
  expect(await countLookups(cache, () => costOf(id))).toEqual({ hits: 0, misses: 1 })
})

test('a request with a token is answered from the database, and its answer isn’t kept', async () => {
  const { id } = await makeProduct(database)
  await costOf(id)
  await setCost(id, 3_000)
  const answer = await get(`/api/products/${id}`, { 'x-access-token': 'x'.repeat(43) })
  expect(answer.json().data.cost).toBe(3_000)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a failure isn’t kept', async () => {
  const { id } = await makeProduct(database)
  await sql`alter table suppliers rename to suppliers_away`.execute(database)
  const failed = await get(`/api/products/${id}`)
  await sql`alter table suppliers_away rename to suppliers`.execute(database)
  expect(failed.statusCode).toBe(500)
  expect((await get(`/api/products/${id}`)).statusCode).toBe(200)
})

test('addresses with unknown parameters of any length share one entry', async () => {
  const { id } = await makeProduct(database)
  const paths = [
    `/api/products/${id}`,
    `/api/products/${id}/alternatives`,
    '/api/category',
    '/api/category/menu',
    '/api/products/home',
    '/api/admin/list-image-carousel',
  ]
  cache.clear()
  stopClock()
  const noise = () => crypto.randomUUID().repeat(380)
  const lookups = await countLookups(cache, async () => {
    for (let round = 0; round < 200; round += 1)
      await Promise.all(paths.map((path) => get(`${path}?${noise()}=${round}`)))
  })
  expect(lookups).toEqual({ hits: paths.length * 199, misses: paths.length })
  expect(cache.entries).toBe(paths.length)
  expect(cache.bytes).toBeLessThan(50_000)
})

test('parameters in another order or spelling get the same cached answer', async () => {
  const { hits } = await countLookups(cache, async () => {
    await get(`${LIST}?page=1&pageSize=12&search=analg%C3%A9sico`)
    await get(`${LIST}?search=+analg%C3%A9sico+&pageSize=012&page=1&gclid=1`)
  })
  expect(hits).toBe(1)
})

test('a very long address is answered, but not kept', async () => {
  cache.clear()
  const names = Array.from(
    { length: 50 },
    (_, index) => `Categoría de nombre bastante largo número ${index}`,
  ).join()
  const url = `/api/products/category/%20/%20/${encodeURIComponent(names)}/all`
  expect((await get(url)).statusCode).toBe(200)
  expect(cache.entries).toBe(0)
})

test('limits the bytes of the cached responses, keys included', async () => {
  const full = new ResponseCache()
  const server = Fastify()
  const body = 'x'.repeat(1024 * 1024)
  server.get<{ Querystring: { n: string } }>('/', (request, reply) =>
    full.send(request, reply, request.query.n, async () => ({ status: 200, headers: {}, body })),
  )
  stopClock()
  for (let n = 0; n < 40; n += 1) await server.inject({ url: `/?n=${n}` })
  expect(full.bytes).toBeGreaterThan(30 * 1024 * 1024)
  expect(full.bytes).toBeLessThanOrEqual(32 * 1024 * 1024)
  full.clear()
  expect([full.entries, full.bytes]).toEqual([0, 0])
})

test('an answer is compressed once for each encoding, as the client accepts it', async () => {
  for (let round = 0; round < 10; round += 1) await makeProduct(database)
  cache.clear()
  stopClock()
  const plain = await get(LIST)
  const br = await get(LIST, { 'accept-encoding': 'gzip, deflate, br, zstd' })
  const gzip = await get(LIST, { 'accept-encoding': 'gzip, br;q=0' })
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(cache.entries).toBe(3)
  const lookups = await countLookups(cache, () =>
    Promise.all([get(LIST), get(LIST, { 'accept-encoding': 'br' })]),
  )
  expect(lookups).toEqual({ hits: 2, misses: 0 })
})

test('an answer isn’t sent again to a client that has it', async () => {
  const { headers } = await get(LIST)
  expect(headers).toMatchObject({
    'cache-control': 'public, no-cache',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding, x-access-token',
  })
  const again = await get(LIST, { 'if-none-match': String(headers.etag) })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
})

test('an open transaction, also in another database, leaves the cache as it is', async () => {
  const other = await createDatabase()
  for (const opened of [database, other])
    await opened.transaction().execute(async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx)
      stopClock()
      await get(LIST)
      expect(await countLookups(cache, () => get(LIST))).toEqual({ hits: 1, misses: 0 })
    })
})

test('a repeated request gets the same answer with the same headers, under its own id', async () => {
  for (let round = 0; round < 10; round += 1) await makeProduct(database)
  cache.clear()
  stopClock()
  for (const encoding of ['identity', 'br']) {
    const asked = { 'accept-encoding': encoding, 'x-request-id': 'one' }
    const first = await get(LIST, asked)
    const again = await get(LIST, { ...asked, 'x-request-id': 'two' })
    const { date: _, ...headers } = first.headers
    expect(again.headers).toMatchObject({ ...headers, 'x-request-id': 'two' })
    expect(again.rawPayload).toEqual(first.rawPayload)
    const known = await get(LIST, { ...asked, 'if-none-match': String(first.headers.etag) })
    expect(known).toMatchObject({ statusCode: 304, body: '' })
  }
})

test('a cached address doesn’t answer another method, a prefetch or a request with a token', async () => {
  stopClock()
  await get(LIST)
  expect((await app.inject({ method: 'POST', url: LIST })).statusCode).toBe(404)
  expect((await get(LIST, { 'sec-purpose': 'prefetch' })).statusCode).toBe(400)
  expect((await get(LIST, { 'x-access-token': 'x'.repeat(43) })).headers['cache-control']).toBe('no-store')
})

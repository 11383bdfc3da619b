import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { productCalls } from '#contract/products.ts'
import { createDatabase, createTestApp, openDatabase } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { startOwnPostgres } from '#tests/own-postgres.ts'
import { registerPages } from '../pages/routes.ts'

const postgres = await startOwnPostgres()
const { app, database, send } = await createTestApp({}, openDatabase(postgres.url, { max: 4 }))

/** A request in a transaction waits until the test resolves this promise. */
const gate = Promise.withResolvers<void>()
app.get('/api/test/sleep', async () => sql`select pg_sleep(60)`.execute(database))
app.get('/api/test/idle', async () =>
  database.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    await gate.promise
    await sql`select 1`.execute(tx)
  }),
)

/** A call without a token that no cache answers. */
const browse = () =>
  send(productCalls.listShop, {
    params: { a: ' ', b: ' ', category: 'all', supplier: 'all' },
    query: { search: `p${Math.random()}` },
  })

test('a request that loses its connection in a statement or a transaction is answered 503, and the next ones work', async () => {
  expect((await browse()).status).toBe(200)
  const operator = new pg.Client({ connectionString: postgres.url })
  await operator.connect()
  const inFlight = [app.inject({ url: '/api/test/sleep' }), app.inject({ url: '/api/test/idle' })]
  const busy = `from pg_stat_activity where application_name = 'botica'
    and (state = 'idle in transaction' or query like '%pg_sleep%')`
  await expect.poll(async () => (await operator.query(`select count(*)::int as n ${busy}`)).rows[0].n).toBe(2)
  await operator.query(`select pg_terminate_backend(pid) ${busy}`)
  await expect.poll(async () => (await operator.query(`select count(*)::int as n ${busy}`)).rows[0].n).toBe(0)
  gate.resolve()
  for (const answer of await Promise.all(inFlight)) {
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  // One request for each connection of the pool: none of the connections is dead.
  for (const { status } of await Promise.all(Array.from({ length: 4 }, browse))) expect(status).toBe(200)
  await operator.end()
})

test('while PostgreSQL is stopped every call is answered 503, never 401; the same process works again after its start', async () => {
  const { token, id } = await makeUser(database)
  const withToken = () => send(calls.findUser, { params: { id }, token })
  expect((await withToken()).status).toBe(200)
  await postgres.stop()
  for (const answer of [await browse(), await withToken(), await browse(), await withToken()]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await app.inject({ url: '/api/health' })).statusCode).toBe(503)
  await postgres.start()
  await expect.poll(async () => (await browse()).status, { timeout: 10_000 }).toBe(200)
  expect((await withToken()).status).toBe(200)
  expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200)
}, 60_000)

test('while the database is down its replica serves visitors, and readiness reports it', async () => {
  const replica = await createDatabase()
  const shop = await createTestApp({}, openDatabase(postgres.url, { max: 4 }), replica)
  await registerPages(shop.app, { dev: false, publicUrl: 'http://127.0.0.1' })
  const { id } = await makeProduct(replica, { tradename: 'De la copia' })
  const statuses = async () => {
    const paths = ['/api/health', '/api/health/reads', `/api/products/${id}`, '/tienda', '/']
    const answers = await Promise.all(paths.map((url) => shop.app.inject({ url })))
    return answers.map(({ statusCode }) => statusCode)
  }
  expect(await statuses()).toEqual([200, 200, 200, 200, 200])
  await postgres.stop()
  expect(await statuses()).toEqual([503, 200, 200, 200, 200])
  expect((await shop.app.inject({ url: '/tienda' })).body).toContain('De la copia')
  expect((await shop.app.inject({ url: '/api/health' })).json()).toMatchObject({
    ok: false,
    reads: true,
    writes: false,
    database: false,
    replica: true,
  })
  const { token } = await makeUser(replica)
  const { status } = await shop.send(productCalls.getProduct, { params: { id }, token })
  expect(status).toBe(503)
  await postgres.start()
  await expect.poll(statuses, { timeout: 10_000 }).toEqual([200, 200, 200, 200, 200])
}, 60_000)

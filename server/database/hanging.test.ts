import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { productCalls } from '#contract/products.ts'
import { createTestApp, openDatabase } from '#tests/app.ts'
import { startOwnPostgres } from '#tests/own-postgres.ts'
import { inTransaction } from './in-transaction.ts'
import { MAINTENANCE_TIMEOUTS, SHOP_TIMEOUTS } from './timeouts.ts'

const CONNECTIONS = 4
const postgres = await startOwnPostgres()
const timeouts = { ...SHOP_TIMEOUTS, connect: 1_000, answer: 4_000 }
const database = openDatabase(postgres.url, { max: CONNECTIONS, timeouts })
const { app, send } = await createTestApp({}, database)
app.get<{ Params: { seconds: string } }>('/api/test/order/:seconds', ({ params }) =>
  inTransaction(database, async (tx) => sql`select pg_sleep(${params.seconds}::text::float)`.execute(tx)),
)
const order = (seconds: number) => app.inject({ url: `/api/test/order/${seconds}` })

const browse = () =>
  send(productCalls.listShop, {
    params: { a: ' ', b: ' ', category: 'all', supplier: 'all' },
    query: { search: `p${Math.random()}` },
  })

test('while the database hangs every request is answered 503 in bounded time, and afterwards every connection of the pool works', async () => {
  // The pool is full, half of it in transactions.
  expect(
    (await Promise.all(Array.from({ length: CONNECTIONS }, browse))).map(({ status }) => status),
  ).toEqual(Array(CONNECTIONS).fill(200))
  const transactions = Array.from({ length: CONNECTIONS / 2 }, () => order(20))
  const operator = openDatabase(postgres.url, { max: 1 })
  const sleeping = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where state = 'active' and query like 'select pg_sleep(%'`.execute(operator)
    return rows[0]!.n
  }
  await expect.poll(sleeping).toBe(CONNECTIONS / 2)
  onTestFinished(postgres.thaw)
  postgres.freeze()
  const requests = Array.from({ length: 5 * CONNECTIONS }, browse)
  const answers = await Promise.all([
    ...transactions.map(async (answer) => (await answer).statusCode),
    ...requests.map(async (answer) => (await answer).status),
  ])
  expect(new Set(answers)).toEqual(new Set([503]))
  // The frozen connections don't fill the pool: further requests are refused as quickly.
  for (const { status } of await Promise.all([browse(), browse()])) expect(status).toBe(503)

  postgres.thaw()
  await expect.poll(async () => (await browse()).status, { timeout: 10_000 }).toBe(200)
  const together = Array.from({ length: CONNECTIONS }, () => order(0.1))
  expect((await Promise.all(together)).map(({ statusCode }) => statusCode)).toEqual(
    Array(CONNECTIONS).fill(200),
  )
}, 60_000)

test('PostgreSQL ends statements that wait too long for a lock, and idle transactions', async () => {
  const brief = openDatabase(postgres.url, {
    max: 1,
    timeouts: { ...SHOP_TIMEOUTS, lock: 300, idleInTransaction: 300 },
  })
  const operator = openDatabase(postgres.url, { max: 2, timeouts: MAINTENANCE_TIMEOUTS })
  await inTransaction(operator, async (holder) => {
    await sql`lock table orders`.execute(holder)
    const waiting = inTransaction(brief, async (tx) => sql`lock table orders`.execute(tx))
    await expect(waiting).rejects.toMatchObject({ code: '55P03' })
  })
  const idle = inTransaction(brief, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const { pid } = rows[0]!
    await expect
      .poll(async () => (await sql`select from pg_stat_activity where pid = ${pid}`.execute(operator)).rows, {
        timeout: 10_000,
      })
      .toEqual([])
    await sql`select 1`.execute(tx)
  })
  await expect(idle).rejects.toThrow('The database is unavailable')
  expect((await sql`select 1`.execute(brief)).rows).toHaveLength(1)
})

test('the shop has every timeout, maintenance only the one for connecting', async () => {
  const limits = async (options: object) => {
    const { rows } = await sql<Record<string, string>>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(
      openDatabase(postgres.url, { max: 1, ...options }),
    )
    return rows[0]
  }
  expect(await limits({})).toEqual({ statement: '30s', lock: '20s', idle: '1min' })
  expect(await limits({ timeouts: MAINTENANCE_TIMEOUTS })).toEqual({ statement: '0', lock: '0', idle: '0' })
  expect(SHOP_TIMEOUTS.answer).toBeGreaterThan(SHOP_TIMEOUTS.statement)
})

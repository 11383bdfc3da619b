import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { productCalls } from '#contract/products.ts'
import { readConfig } from '#server/config.ts'
import { prepareDatabase } from '#server/start/prepare-database.ts'
import { createTestApp, openDatabase } from '#tests/app.ts'
import { makeCategory, makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { noPgbouncer, startPgbouncer } from '#tests/pgbouncer.ts'
import { query, withDatabaseName } from '#tests/postgres-server.ts'
import { startServerProcess } from '#tests/server-process.ts'
import { inTransaction } from './in-transaction.ts'

const NOT_NAMED = 'DATABASE_URL lleva a un pgbouncer: define también DATABASE_POOLER=transaction.'

describe.skipIf(noPgbouncer)(`behind a pgbouncer (${noPgbouncer ?? 'transaction mode'})`, async () => {
  if (noPgbouncer) return
  const name = `botica_test_pooler_${process.pid}`
  const direct = inject('postgresUrl')
  await query(direct, `create database ${name}`)
  afterAll(() => query(direct, `drop database ${name} with (force)`))
  const url = await startPgbouncer(withDatabaseName(direct, name))
  const config = readConfig({
    DATABASE_URL: url,
    DATABASE_POOLER: 'transaction',
    ADMIN_EMAIL: 'admin@correo.cl',
    DEMO: 'on',
  })
  const pooled = () => openDatabase(url, { pooler: config.databasePooler, max: 20 })

  test('without DATABASE_POOLER a server ends with one sentence that names the variable', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const server = await startServerProcess({ DATABASE_URL: url, DATA_DIR: dataDir })
    expect(await server.ended).toBe(1)
    expect(server.output()).toBe(`${NOT_NAMED}\n`)
  }, 60_000)

  test('without DATABASE_POOLER queries fail with the same sentence when the pooler ignores the settings', async () => {
    const ignoring = await startPgbouncer(
      withDatabaseName(direct, name),
      'ignore_startup_parameters = options',
    )
    const database = openDatabase(ignoring)
    const queries = Array.from({ length: 50 }, () => sql`select 1`.execute(database))
    await expect(Promise.all(queries)).rejects.toThrow(NOT_NAMED)
  })

  test('two servers prepare the empty database at once, and sell at once', async () => {
    let demos = 0
    const prepare = () =>
      prepareDatabase({
        url,
        config,
        log: () => {},
        seedDemo: async (database) => {
          demos += 1
          await makeCategory(database)
        },
      })
    const passwords = await Promise.all([prepare(), prepare()])
    expect(passwords.filter((password) => password !== null)).toHaveLength(1)
    expect(demos).toBe(1)

    const servers = [await createTestApp({}, pooled()), await createTestApp({}, pooled())]
    const { database } = servers[0]!
    const product = await makeProduct(database, { stock: 15 })
    const buyers = await Promise.all(Array.from({ length: 20 }, () => makeUser(database)))
    const statuses = await Promise.all(
      buyers.map(async ({ id, token }, index) => {
        const { send } = servers[index % 2]!
        const items = [{ productId: product.id, quantity: 1 }]
        const { body } = await send(cartCalls.updateCart, { body: { cart: id, items }, token })
        const params = { a: ' ', b: ' ', category: 'all', supplier: 'all' }
        const query = { search: product.tradename, pageSize: index + 1 }
        expect((await send(productCalls.listShop, { params, query, token })).status).toBe(200)
        const order = { ...SHIPPING, id, products: body.data }
        return (await send(orderCalls.createOrder, { body: order, token })).status
      }),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(15)
    expect(statuses.filter((status) => status === 409)).toHaveLength(5)
    const { rows } = await sql<{ stock: number; orders: number }>`
      select stock, (select count(*) from orders) as orders from products where id = ${product.id}`.execute(
      database,
    )
    expect(rows).toEqual([{ stock: 0, orders: 15 }])
  }, 60_000)

  test('every transaction has its timeouts, and no timeout stays on a shared connection', async () => {
    const database = pooled()
    const limits = sql<{ statement: string; lock: string; idle: string }>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`
    const inside = await inTransaction(database, (tx) => limits.execute(tx))
    expect(inside.rows).toEqual([{ statement: '30s', lock: '20s', idle: '1min' }])
    const outside = await Promise.all(Array.from({ length: 10 }, () => limits.execute(database)))
    for (const { rows } of outside) expect(rows).toEqual([{ statement: '0', lock: '0', idle: '0' }])
    const prepared = await sql`select from pg_prepared_statements`.execute(database)
    expect(prepared.rows).toEqual([])
  })
})

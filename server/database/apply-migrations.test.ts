import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createDatabase } from '#tests/app.ts'
import { makeOrder, makeProduct, makeUser } from '#tests/factories.ts'
import { moveStock } from '../features/stock/move-stock.ts'
import { OperatorError } from '../operator-error.ts'
import { applyMigrations, type MarkedMigration, readMigrations } from './apply-migrations.ts'
import { inTransaction } from './in-transaction.ts'
import { migrate, migrationNames } from './migrate.ts'
import type { Db, Tx } from './schema.ts'

/** Migrates like a newer version, which has more migrations. */
const migrateAsNewer = (database: Db, added: Record<string, MarkedMigration>, patience?: number) =>
  applyMigrations(
    database,
    { ...Object.fromEntries(migrationNames.map((name) => [name, NONE])), ...added },
    patience,
  )

const NONE: MarkedMigration = { up: async () => {} }

const statements = (...list: string[]): MarkedMigration => ({
  up: async (database) => {
    for (const statement of list) await sql.raw(statement).execute(database)
  },
})
const addTable = (name: string) => statements(`create table ${name} (id int)`)

const failureOf = (migrating: Promise<void>) =>
  migrating.then(
    () => undefined,
    (error) => error,
  )

/** Resolves when a transaction waits for a table. */
const somebodyWaits = (database: Db, table: string) =>
  vi.waitUntil(
    async () => {
      const { rows } = await sql`
        select from pg_locks where not granted and relation = ${table}::regclass`.execute(database)
      return rows.length > 0
    },
    { timeout: 20_000, interval: 10 },
  )

test('an older server starts on a newer database whose new migrations are compatible', async () => {
  const database = await createDatabase()
  await migrateAsNewer(database, { '998-new': { ...addTable('new'), compatible: true } })
  expect(await readMigrations(database)).toEqual([...migrationNames, '998-new'])
  await migrate(database)
  expect(await readMigrations(database)).toEqual([...migrationNames, '998-new'])
})

test('an older server refuses a newer database, names the migration and changes nothing', async () => {
  const database = await createDatabase()
  await migrateAsNewer(database, {
    '998-new': { ...addTable('new'), compatible: true },
    '999-other': addTable('other'),
  })
  const refused = await failureOf(migrate(database))
  expect(refused).toBeInstanceOf(OperatorError)
  expect(refused.message).toMatch(/^Una versión más nueva de Botica cambió esta base de datos \(999-other\)/)
  expect(await readMigrations(database)).toEqual([...migrationNames, '998-new', '999-other'])
})

test('a failed migration reports one sentence and changes nothing; the next start tries it again', async () => {
  const database = await createDatabase()
  const before = { '997-new': { ...addTable('new'), compatible: true } as const }
  const failed = await failureOf(
    migrateAsNewer(database, {
      ...before,
      '998-fails': { ...statements('create table half (id int)', 'select 1 / 0'), compatible: true },
      '999-later': addTable('later'),
    }),
  )
  expect(failed).toBeInstanceOf(OperatorError)
  expect(failed.message).toMatch(
    /^No se pudo hacer la migración 998-fails de la base de datos: division by zero \(22012\)\. /,
  )
  expect(await readMigrations(database)).toEqual([...migrationNames, '997-new'])
  await migrate(database)
  await migrateAsNewer(database, { ...before, '998-fails': addTable('half'), '999-later': addTable('later') })
  expect(await readMigrations(database)).toEqual([...migrationNames, '997-new', '998-fails', '999-later'])
})

test('a table that stays locked ends the migration with one sentence, and nothing is changed', async () => {
  const database = await createDatabase()
  const added = {
    '998-two': statements('create table first (id int)', 'alter table users add column extra int'),
  }
  await database.transaction().execute(async (tx) => {
    await sql`lock table users in access share mode`.execute(tx)
    const failed = await failureOf(migrateAsNewer(database, added, 0))
    expect(failed).toBeInstanceOf(OperatorError)
    expect(failed.message).toMatch(
      /^No se pudo hacer la migración 998-two de la base de datos: otras conexiones no sueltan lo que cambia\. /,
    )
  })
  expect(await readMigrations(database)).toEqual(migrationNames)
  await migrateAsNewer(database, added)
  expect(await readMigrations(database)).toEqual([...migrationNames, '998-two'])
})

/** Adds a column to products, and a count of orders that a trigger maintains: this needs exclusive locks of both tables. */
const countOrders = statements(
  'alter table products add column extra int',
  'alter table orders add column counted boolean not null default true',
  'create table order_count (orders int not null)',
  'insert into order_count select count(*) from orders',
  `create function count_order() returns trigger language plpgsql as $$
    begin update order_count set orders = orders + 1; return null; end $$`,
  'create trigger count_order after insert on orders for each row execute function count_order()',
)

test('a database is migrated during purchases: all of them succeed, and every order is counted', async () => {
  const database = await createDatabase()
  const { id: userId } = await makeUser(database)
  const { id: productId } = await makeProduct(database, { stock: 100_000 })
  const { id: otherId } = await makeProduct(database, { stock: 100_000 })
  const first = await makeOrder(database, { userId })
  const takeStock = async (tx: Db, id: string) => {
    await sql`select from products where id = ${id} for no key update`.execute(tx)
    await moveStock(tx as Tx, sql`select ${id}::uuid as product_id, -1 as units`, { cause: 'sale' })
  }
  /** Writes product, order and lines, in the checkout's order. */
  const sell = async (tx: Db) => {
    await takeStock(tx, productId)
    await makeOrder(tx, { userId, lines: [{ productId, quantity: 1 }] })
  }
  /** Writes order and product, in the order of a status change. */
  const change = async (tx: Db) => {
    await sql`update orders set city = city || '.' where id = ${first.id}`.execute(tx)
    await takeStock(tx, otherId)
  }
  let isMigrating = true
  let placed = 0
  let changed = 0
  const trade = async () => {
    while (isMigrating) {
      await inTransaction(database, sell)
      placed += 1
      if (placed % 5 > 0) continue
      await inTransaction(database, change)
      changed += 1
    }
  }
  const migrating = database.transaction().execute(async (tx) => {
    await sql`lock table orders in row exclusive mode`.execute(tx)
    const migrating = migrateAsNewer(database, { '998-count': countOrders })
    await somebodyWaits(database, 'orders')
    // This would be a deadlock if the migration didn't give up its locks.
    await change(tx)
    changed += 1
    return { migrating }
  })
  const trading = Promise.all([trade(), trade(), trade()])
  await (await migrating).migrating.finally(() => {
    isMigrating = false
  })
  await trading
  expect(await readMigrations(database)).toEqual([...migrationNames, '998-count'])
  const { rows } = await sql`
    select (select count(*) from orders) as orders, (select orders from order_count) as kept, (select sum(stock)::int from products) as stock,
      (select sum(change)::int from stock_movements) as book`.execute(database)
  const stock = 200_000 - placed - changed
  expect(rows).toEqual([{ orders: placed + 1, kept: placed + 1, stock, book: stock }])
}, 120_000)

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { productCalls } from '#contract/products.ts'
import { createDatabaseUrl, createTestApp, openDatabase } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { MAX_PREPARED } from './statement-names.ts'

const url = await createDatabaseUrl()
// One connection, so that the test sees the statements of the one that all requests use.
const database = openDatabase(url, { max: 1 })
const { send } = await createTestApp({}, database)
await makeProduct(database)

type Prepared = { name: string; statement: string; uses: number }
const prepared = async () =>
  (
    await sql<Prepared>`select name, statement, generic_plans + custom_plans as uses from pg_prepared_statements`.execute(
      database,
    )
  ).rows

/** An anonymous request that differs from all others in its page size, its filters or the number of its words. */
function visit(index: number) {
  const params = {
    a: ' ',
    b: ' ',
    category: index % 2 ? 'all' : 'Dolor y fiebre',
    supplier: index % 3 ? 'all' : 'Laboratorio Andino',
  }
  const search =
    index % 4
      ? Array(1 + (index % 7))
          .fill('producto')
          .join(' ')
      : undefined
  return send(productCalls.listShop, {
    params,
    query: { page: 1 + index, pageSize: 1 + (index % 100), search },
  })
}

test('2,000 visits with different page sizes and filters prepare a bounded number of statements; those in use stay prepared', async () => {
  const { id, token } = await makeUser(database)
  const inUse = () => send(cartCalls.getCart, { params: { userId: id }, token })
  await inUse()
  const ofSession = (rows: Prepared[]) => rows.filter(({ statement }) => statement.includes('from sessions'))
  const [first] = ofSession(await prepared())
  for (let index = 0; index < 2_000; index += 1) {
    expect((await visit(index)).status).toBe(200)
    if (index % 50 === 0) await inUse()
  }
  const after = await prepared()
  expect(after.length).toBeLessThanOrEqual(MAX_PREPARED)
  expect(after.length).toBeGreaterThan(MAX_PREPARED / 2)
  const [last] = ofSession(after)
  // The same statement, still prepared, and used by each request.
  expect(last).toMatchObject({ name: first!.name })
  expect(last!.uses).toBeGreaterThan(first!.uses + 39)

  // A statement that had to make room is prepared again when it is used again.
  expect((await visit(0)).status).toBe(200)
  expect((await prepared()).length).toBeLessThanOrEqual(MAX_PREPARED)
}, 120_000)

test('names are hashes of the text, the same in every server', async () => {
  const other = openDatabase(url, { max: 1 })
  const query = sql`select ${1}::int as one`
  await query.execute(database)
  await query.execute(other)
  const names = async (db: typeof database) =>
    (await sql<Prepared>`select name, statement from pg_prepared_statements`.execute(db)).rows
      .filter(({ statement }) => statement === 'select $1::int as one')
      .map(({ name }) => name)
  expect(await names(other)).toEqual([expect.stringMatching(/^b[0-9a-f]{24}$/)])
  expect(await names(database)).toEqual(await names(other))
})

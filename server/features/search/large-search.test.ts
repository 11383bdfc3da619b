import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#tests/app.ts'
import { makeCategory, makeSupplier } from '#tests/factories.ts'
import { listProducts } from '../products/list-products.ts'
import { listShop } from '../shop/list-shop.ts'

const database = await createDatabase()

const MAX_COUNTED = 10_000
const PRODUCTS = MAX_COUNTED + 400
const BATCH = 800
const CATEGORIES = ['Lociones', 'Analgésicos', 'Piel']

beforeAll(async () => {
  const supplier = await makeSupplier(database)
  const categories: string[] = []
  for (const name of CATEGORIES) categories.push(await makeCategory(database, name))
  for (let from = 1; from <= PRODUCTS; from += BATCH)
    await sql`
      insert into products (tradename, category_id, supplier_id, cost, discount, stock)
      select 'Calmex ' || n * 7919 % 100000 || ' comprimidos', (${categories}::uuid[])[1 + n % 3], ${supplier},
        100 + n * 31 % 900, n % 3 * 10, n % 40
      from generate_series(${from}::int, ${from + BATCH - 1}::int) n`.execute(database)
}, 120_000)

const shop = (query: object) =>
  listShop(database, { category: 'all', supplier: 'all', page: 1, pageSize: 12, ...query })

/** The ids of all products in an order of SQL. */
async function idsBy(order: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from products order by ${sql.raw(order)}`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}

test('a search of the shop that finds more than 10,000 products says so, and has the facets of all', async () => {
  const [found, all] = [await shop({ search: 'comprimidos', facets: true }), await shop({ facets: true })]
  expect(found).toMatchObject({ total: MAX_COUNTED, more: true, facets: all.facets })
  expect(all.total).toBe(PRODUCTS)
  expect(all.more).toBeUndefined()
  // A filter makes them so few that everything is counted.
  const some = await shop({ search: 'comprimidos', category: 'Piel', facets: true })
  expect(some.total).toBe(some.facets!.categories.top.find(({ name }) => name === 'Piel')!.products)
  expect(some.more).toBeUndefined()
})

test.each([
  ['relevance', 'sort_key, id'],
  ['price', 'discounted_price, sort_key, id'],
  ['discount', 'discount desc, sort_key, id'],
] as const)(
  'its pages by %s are in order up to the last one; without ranks, relevance is trade name',
  async (order, by) => {
    const ids = await idsBy(by)
    for (const page of [1, 2, 834]) {
      const { products, total, more } = await shop({ search: 'comprimidos', order, page })
      expect(products.map(({ _id }) => _id)).toEqual(ids.slice(12 * page - 12, 12 * page))
      expect({ total, more }).toEqual({ total: MAX_COUNTED, more: true })
    }
  },
)

test('a search of the staff that finds more than 10,000 products says so, and has its pages by name', async () => {
  const ids = await idsBy('sort_key, id')
  for (const page of [1, 2, 1_000]) {
    const { data, ...counted } = await listProducts(database, { search: 'comprimidos', page, pageSize: 10 })
    expect(data.map(({ _id }) => _id)).toEqual(ids.slice((page - 1) * 10, page * 10))
    expect(counted).toEqual({ total: MAX_COUNTED, more: true })
  }
  expect(await listProducts(database, { search: 'comprimidos', category: 'Piel', page: 1 })).toMatchObject({
    total: Math.floor((PRODUCTS + 1) / 3),
  })
})

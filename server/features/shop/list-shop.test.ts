import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { categoryCalls } from '#contract/categories.ts'
import { type Facets, productCalls, SHOP_ORDERS } from '#contract/products.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { joinNames } from '#domain/name-list.ts'
import { discountedPrice } from '#domain/price.ts'
import { fold } from '#domain/text.ts'
import type { Db } from '#server/database/schema.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser } from '#tests/factories.ts'

const { database, send } = await createTestApp()

const CATEGORIES = ['Dolor', 'Vitaminas, minerales', 'Óptica', 'Bebé', 'Piel', 'Sin productos']
const SUPPLIERS = Array.from({ length: 14 }, (_, index) => `Laboratorio ${index}`)
/** Words that are contained in no other field, so that a search finds exactly the names that have them. */
const WORDS = ['xantofenol', 'quebrazol', 'murtilina']
const SWITCHES = ['inStock', 'onSale', 'bioequivalent', 'generic', 'noPrescription'] as const
const TOP = 10

const product = fc.record({
  tradename: fc.tuple(fc.constantFrom(...WORDS, 'Ácido'), fc.nat(30)).map((parts) => parts.join(' ')),
  category: fc.constantFrom(...CATEGORIES.slice(0, 5)),
  laboratory: fc.constantFrom(...SUPPLIERS),
  stock: fc.constantFrom(0, 0, 1, 50),
  cost: fc.nat(40).map((hundreds) => Math.max(0, hundreds * 100 - 10)),
  discount: fc.constantFrom(0, 0, 0, 5, 12.5, 100),
  unit_count: fc.constantFrom(null, 10, 30),
  bioequivalent: fc.boolean(),
  generic: fc.boolean(),
  prescription: fc.boolean(),
})
type Row = Awaited<ReturnType<typeof readRows>>[number]

const query = fc.record(
  {
    categories: fc.uniqueArray(fc.constantFrom(...CATEGORIES, 'No existe'), { maxLength: 3 }),
    suppliers: fc.uniqueArray(fc.constantFrom(...SUPPLIERS), { maxLength: 3 }),
    switches: fc.subarray([...SWITCHES], { maxLength: 3 }),
    minPrice: fc.integer({ min: 0, max: 3_000 }),
    maxPrice: fc.integer({ min: 1_000, max: 4_000 }),
    order: fc.constantFrom(...SHOP_ORDERS),
    search: fc.constantFrom(...WORDS),
    page: fc.integer({ min: 1, max: 4 }),
    facets: fc.boolean(),
  },
  { requiredKeys: ['categories', 'suppliers', 'switches', 'page', 'facets'] },
)
type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never

/** The rows of the database, from which the tests compute the expected answers. */
async function readRows() {
  const { rows } = await sql<{
    id: string
    tradename: string
    category: string
    laboratory: string
    stock: number
    cost: number
    discount: number
    unitCount: number | null
    bioequivalent: boolean
    generic: boolean
    prescription: boolean
    atCounter: boolean
  }>`
    select p.id, tradename, c.name as category, s.name as laboratory, stock, cost, discount, unit_count::float as "unitCount", bioequivalent, generic, prescription,
      sale_hold <> 'none' or sale_condition = 'check' as "atCounter"
    from products p join categories c on c.id = category_id join suppliers s on s.id = supplier_id
    where retired_at is null`.execute(database)
  return rows.map((row) => ({
    ...row,
    price: row.cost > 0 ? discountedPrice(row.cost, row.discount) : null,
    inStock: row.stock > 0,
    buyable: row.stock > 0 && row.cost > 0 && !row.atCounter,
    onSale: row.discount > 0,
    noPrescription: !row.prescription,
  }))
}

const byName = (a: Row, b: Row) => compare(fold(a.tradename), fold(b.tradename)) || compare(a.id, b.id)
/** Products without a price, or a price per unit, come last. */
const priceOf = ({ price }: Row) => price ?? Infinity
const unitPrice = (row: Row) => (row.unitCount ? priceOf(row) / row.unitCount : Infinity)
const compare = <Value>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0)
const buyableFirst = (a: Row, b: Row) => compare(b.buyable, a.buyable) || byName(a, b)
const ORDERS = {
  name: byName,
  price: (a: Row, b: Row) => compare(priceOf(a), priceOf(b)) || byName(a, b),
  unitPrice: (a: Row, b: Row) => compare(unitPrice(a), unitPrice(b)) || byName(a, b),
  discount: (a: Row, b: Row) => compare(b.discount, a.discount) || byName(a, b),
}

/** The expected answer, with `ids` in place of the products; null where a search by relevance decides their order. */
function expected(
  rows: Row[],
  { categories, suppliers, switches, minPrice, maxPrice, search, order, page, facets }: Query,
) {
  const filters = {
    search: (row: Row) => search === undefined || row.tradename.startsWith(search),
    category: (row: Row) => categories.length === 0 || categories.includes(row.category),
    supplier: (row: Row) => suppliers.length === 0 || suppliers.includes(row.laboratory),
    price: ({ price }: Row) =>
      (minPrice === undefined || (price !== null && price >= minPrice)) &&
      (maxPrice === undefined || (price !== null && price <= maxPrice)),
    switches: (row: Row) => switches.every((name) => row[name]),
  }
  const found = (except?: keyof typeof filters) =>
    rows.filter((row) => Object.entries(filters).every(([name, fits]) => name === except || fits(row)))
  const counts = (names: string[], key: 'category' | 'laboratory', chosen: string[]) => {
    const list = found(key === 'category' ? 'category' : 'supplier')
    const counted = names
      .map((name) => ({ name, products: list.filter((row) => row[key] === name).length }))
      .filter(({ name, products }) => products > 0 || chosen.includes(name))
      .sort((a, b) => b.products - a.products || compare(fold(a.name), fold(b.name)))
    return {
      top: counted.filter(({ name }, index) => index < TOP || chosen.includes(name)),
      total: names.length,
    }
  }
  const prices = found('price').flatMap(({ price }) => price ?? [])
  const list = found()
  const sorted = order && order !== 'relevance' ? ORDERS[order] : search ? null : buyableFirst
  return {
    ids:
      sorted &&
      list
        .sort(sorted)
        .slice((page - 1) * 20, page * 20)
        .map(({ id }) => id),
    total: list.length,
    facets: facets
      ? ({
          ...(Object.fromEntries(
            SWITCHES.map((name) => [name, list.filter((row) => row[name]).length]),
          ) as Record<(typeof SWITCHES)[number], number>),
          price: prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) },
          categories: counts(CATEGORIES, 'category', categories),
          laboratories: counts(SUPPLIERS, 'laboratory', suppliers),
        } satisfies Facets)
      : undefined,
  }
}

async function answered({ categories, suppliers, switches, ...query }: Query, sorted: boolean) {
  const { status, body } = await send(productCalls.listShop, {
    params: {
      a: ' ',
      b: ' ',
      category: joinNames(categories) || 'all',
      supplier: joinNames(suppliers) || 'all',
    },
    query: {
      ...query,
      ...Object.fromEntries(switches.map((name) => [name, true])),
      pageSize: 20,
    },
    // Not from the cache, which may be older than the last change.
    token: 'x'.repeat(43),
  })
  expect(status).toBe(200)
  const { products, total, facets } = body.data
  return { ids: sorted ? products.map(({ _id }) => _id) : null, total, facets }
}

const expectEqual = async (rows: Row[], asked: Query) => {
  const wanted = expected(rows, asked)
  expect(await answered(asked, wanted.ids !== null)).toEqual(wanted)
}

const expectEqualLists = (rows: Row[]) =>
  fc.assert(
    fc.asyncProperty(query, (asked) => expectEqual(rows, asked)),
    { numRuns: 80 },
  )

describe('filters, orders and facets of the shop match its products', () => {
  beforeAll(async () => {
    const categories = new Map<string, string>()
    for (const name of CATEGORIES) categories.set(name, await makeCategory(database, name))
    const suppliers = new Map<string, string>()
    for (const name of SUPPLIERS) suppliers.set(name, await makeSupplier(database, name))
    const values = fc.sample(product, 300).map(({ category, laboratory, ...row }) => ({
      ...row,
      category_id: categories.get(category)!,
      supplier_id: suppliers.get(laboratory)!,
    }))
    await database.insertInto('products').values(values).execute()
    await sql`update products set retired_at = now() where substr(id::text, 33, 1) = '7'`.execute(database)
  })

  test('as they were created', async () => {
    await expectEqualLists(await readRows())
  })

  test('after products were sold out, changed, moved and removed', async () => {
    await sql`update products set stock = 0 where substr(id::text, 36) < '4'`.execute(database)
    await sql`update products set discount = 40, bioequivalent = not bioequivalent, prescription = not prescription
      where substr(id::text, 35, 1) < '5'`.execute(database)
    await sql`update products set category_id = (select id from categories where name = 'Bebé') where generic`.execute(
      database,
    )
    await sql`delete from products where substr(id::text, 34, 1) < '3'`.execute(database)
    await expectEqualLists(await readRows())
  })

  test('while sales that sell out two products of one category don’t wait for each other', async () => {
    const values = { category: 'Dolor', laboratory: 'Laboratorio 1', stock: 1 }
    const [first, second] = [await makeProduct(database, values), await makeProduct(database, values)]
    const sellOut = (db: Db, id: string) =>
      db.updateTable('products').set({ stock: 0 }).where('id', '=', id).execute()
    await database.transaction().execute(async (tx) => {
      await sellOut(tx, first.id)
      await sellOut(database, second.id)
    })
    await expectEqualLists(await readRows())
  })

  test('on pages far from the start', async () => {
    await sql`insert into products (tradename, category_id, supplier_id, cost, discount, unit_count, stock)
      select 'Lejano ' || n % 700, (array(select id from categories where name in ('Dolor', 'Piel')))[1 + n % 2],
        (select id from suppliers where name = 'Laboratorio 3'), 100 + n % 90, n % 4, nullif(n % 5, 0), n % 3
      from generate_series(1, 2200) n`.execute(database)
    const rows = await readRows()
    for (const categories of [[], ['Dolor', 'Piel', 'Óptica']])
      for (const order of ['name', 'price', 'unitPrice', 'discount'] as const) {
        const asked = { categories, suppliers: ['Laboratorio 3'], switches: [], order, facets: false }
        const { total } = expected(rows, { ...asked, page: 1 })
        for (const page of [52, Math.ceil(total / 20) - 1, Math.ceil(total / 20), Math.ceil(total / 20) + 1])
          await expectEqual(rows, { ...asked, page })
      }
  })

  test('for a search without words, which finds nothing', async () => {
    const params = { a: ' ', b: ' ', category: 'all', supplier: 'all' }
    const { body } = await send(productCalls.listShop, { params, query: { search: '%', facets: true } })
    expect(body.data).toMatchObject({ products: [], total: 0, facets: { inStock: 0, price: null } })
  })
})

describe('lists of names', () => {
  const { length } = Array.from({ length: 1_200 })
  beforeAll(async () => {
    await sql`insert into suppliers (name, status)
      select 'Marca ' || lpad(n::text, 4, '0'), case when n % 10 = 0 then 'Inactivo' else 'Activo' end
      from generate_series(1, ${length}::int) n`.execute(database)
    for (let index = 0; index < 60; index += 1) await makeProduct(database, { laboratory: 'Marca 0777' })
    for (let index = 0; index < 61; index += 1) await makeProduct(database, { laboratory: 'Marca 0770' })
  })

  test('put those with most products first, page by page, without the inactive ones', async () => {
    const list = async (query: object) => (await send(supplierCalls.listSuppliers, { query })).body
    const first = await list({ order: 'products', search: 'marca', page: 1, pageSize: 2 })
    expect(first.total).toBe(1_080)
    expect(first.data.map(({ name, products }) => [name, products])).toEqual([
      ['Marca 0777', 60],
      ['Marca 0001', 0],
    ])
    const last = await list({ search: 'marca', active: true, page: 22, pageSize: 50 })
    expect(last.data.map(({ name }) => name)).toEqual(
      Array.from({ length: 34 }, (_, index) => index)
        .map((index) => `Marca ${1_167 + index}`)
        .filter((name) => !name.endsWith('0')),
    )
    const { token } = await makeUser(database, { role: 'Administrador' })
    const all = await send(supplierCalls.listSuppliers, {
      query: { order: 'products', search: 'marca', page: 1, pageSize: 2 },
      token,
    })
    expect(all.body).toMatchObject({
      total: 1_200,
      data: [{ name: 'Marca 0770', products: 61 }, { name: 'Marca 0777' }],
    })
  })

  test('reach the last of them, which a list cut at 1,000 names would not', async () => {
    const params = { a: ' ', b: ' ', category: 'all', supplier: 'Marca 1199' }
    await makeProduct(database, { laboratory: 'Marca 1199' })
    const { body } = await send(productCalls.listShop, { params, query: { facets: true } })
    expect(body.data.total).toBe(1)
    expect(body.data.facets!.laboratories.top.at(-1)).toEqual({ name: 'Marca 1199', products: 1 })
    expect(body.data.facets!.laboratories.top).toHaveLength(11)
    const { body: found } = await send(supplierCalls.listSuppliers, {
      query: { search: 'marca 1199', page: 1 },
    })
    expect(found.data).toMatchObject([{ name: 'Marca 1199', products: 1 }])
  })

  test('can leave out inactive categories, and those that customers don’t see', async () => {
    await database.updateTable('categories').set({ status: false }).where('name', '=', 'Piel').execute()
    const names = async (query: object) =>
      (await send(categoryCalls.listCategories, { query })).body.data.map(({ categoryName }) => categoryName)
    expect(await names({ page: 1, pageSize: 50 })).toContain('Piel')
    expect(await names({ page: 1, pageSize: 50, active: true })).not.toContain('Piel')
    await makeCategory(database, 'SIN CLASIFICAR')
    expect(await names({ active: true })).toContain('SIN CLASIFICAR')
    expect(await names({ shown: true })).not.toContain('SIN CLASIFICAR')
  })
})

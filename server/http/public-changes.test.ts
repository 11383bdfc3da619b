import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { productCalls } from '#contract/products.ts'
import { createDatabaseUrl, createTestApp, openDatabase } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser } from '#tests/factories.ts'

const url = await createDatabaseUrl()
const database = openDatabase(url)
const one = await createTestApp({}, database)
const other = await createTestApp({}, openDatabase(url))

const CATEGORIES = ['Dolor', 'Vitaminas']
const LABORATORIES = ['Andino', 'Boreal', 'Con, coma']
const products: string[] = []
for (let index = 0; index < 8; index += 1) {
  const { id } = await makeProduct(database, {
    tradename: `${index % 2 ? 'Paracetamol' : 'Ibuprofeno'} 500 mg ${index} comprimidos`,
    dcm: index % 2 ? 'Paracetamol 500 mg' : 'Ibuprofeno 500 mg',
    form: 'comprimidos',
    quantity: `${10 * (1 + (index % 3))} comprimidos`,
    category: CATEGORIES[index % 2],
    laboratory: LABORATORIES[index % 3],
    discount: index % 4 ? 0 : 10,
    cost: 1_000 + 500 * index,
  })
  products.push(id)
}
await sql`update products set photo = 'a.webp' where id = any(${products.slice(0, 5)}::uuid[])`.execute(
  database,
)
await sql`insert into product_sales (product_id, units) select id, stock from products`.execute(database)
await sql`insert into carousel_images (photo, name, state, position) values ('a.webp', 'a', true, 1)`.execute(
  database,
)

const list = (category: string, supplier: string, query = '') =>
  `/api/products/category/%20/%20/${encodeURIComponent(category)}/${encodeURIComponent(supplier)}${query}`
const FILTERS = ['', 'inStock', 'onSale', 'generic', 'noPrescription'].map((name) => name && `&${name}=true`)
const URLS = [
  ...['', '?order=products&active=true&page=1&pageSize=40', '/menu'].map((rest) => `/api/category${rest}`),
  '/api/admin/suppliers',
  '/api/admin/list-image-carousel',
  '/api/products/home',
  ...products.flatMap((id) => [`/api/products/${id}`, `/api/products/${id}/alternatives`]),
  ...FILTERS.map((filter) => list('all', 'all', `?facets=true&page=1&pageSize=3${filter}`)),
  list('all', 'all', '?page=1&pageSize=3'),
  list('all', 'all', '?page=2&pageSize=3&facets=true'),
  list('dolor', 'all', '?facets=true'),
  list('Vitaminas', 'all', '?order=price&page=1&pageSize=2'),
  list('Vitaminas', 'boreal', '?facets=true'),
  list('all', 'Andino', '?facets=true&order=unitPrice'),
  list('Dolor,Vitaminas', 'all', '?facets=true'),
  list('all', 'Con%2C coma', '?facets=true'),
  list('Dolor', 'Nadie', '?facets=true'),
  list('all', 'all', '?facets=true&minPrice=1200&maxPrice=2600'),
  list('all', 'all', '?facets=true&order=discount&page=1&pageSize=4'),
  list('all', 'all', '?search=paracetamol&page=1&pageSize=3'),
  list('all', 'all', '?search=naproxeno&facets=true'),
  list('all', 'boreal', '?search=paracetamol&facets=true&order=price'),
  list('all', 'all', '?search=nada&facets=true'),
  list('Dolor', 'all', '?search=ibuprofeno&facets=true'),
  list('all', 'all', '?search=parasetamol&suggest=true&page=1&pageSize=3'),
]

type Shop = typeof one
const read = async ({ app }: Shop, path: string, headers = {}) =>
  (await app.inject({ url: path, headers })).body
/** An invalid token counts as none, and nothing is read from the cache for it. */
const readFresh = (shop: Shop, path: string) => read(shop, path, { 'x-access-token': 'x'.repeat(43) })
const misses = ({ app }: Shop) => app.cacheCounts.calls!.misses

/** What staff, customers and time change, by SQL: the triggers don't depend on who does it. */
const CHANGES: [name: string, statement: (value: number) => ReturnType<typeof sql>][] = [
  ['sells', () => sql`stock = greatest(stock - 1, 0)`],
  ['empties', () => sql`stock = 0`],
  ['fills', (value) => sql`stock = ${value + 1}`],
  ['prices', (value) => sql`cost = ${value * 300}, version = version + 1`],
  ['prices silently', (value) => sql`cost = ${value * 300}`],
  ['discounts', (value) => sql`discount = ${value}, version = version + 1`],
  ['names', (value) => sql`tradename = ${`Naproxeno ${value}`}, version = version + 1`],
  [
    'moves',
    (value) => sql`category_id = (select id from categories order by id offset ${value % 2} limit 1)`,
  ],
  [
    'relabels',
    (value) => sql`supplier_id = (select id from suppliers order by id offset ${value % 3} limit 1)`,
  ],
  ['retires', (value) => sql`retired_at = case ${value % 2}::int when 0 then now() end`],
  ['marks', (value) => sql`generic = ${value % 2 === 0}, prescription = ${value % 3 === 0}`],
  ['describes', (value) => sql`legal_warning = ${`Aviso ${value}`}, health_register = ${`F-${value}`}`],
  ['derives', (value) => sql`equivalence = ${`igual ${value % 3}`}, unit_count = ${value + 1}`],
  ['pictures', (value) => sql`photo = ${value % 2 ? '' : `${value}.webp`}`],
]
const OTHERS: [name: string, change: (value: number) => Promise<unknown>][] = [
  ['adds', (value) => makeProduct(database, { category: CATEGORIES[value % 2], discount: value })],
  ['removes', () => sql`delete from products where tradename like 'Producto %'`.execute(database)],
  [
    'renames',
    (value) =>
      sql`update categories set name = ${`Dolor ${value}`} where id = (select min(id::text)::uuid from categories)`.execute(
        database,
      ),
  ],
  [
    'closes',
    (value) =>
      sql`update suppliers set status = ${value % 2 ? 'Activo' : 'Inactivo'} where name = 'Boreal'`.execute(
        database,
      ),
  ],
  ['hides', (value) => sql`update carousel_images set state = ${value % 2 === 0}`.execute(database)],
  ['founds', (value) => makeSupplier(database, `Nuevo ${value}`)],
]

test('no cached answer is wrong after any change', async () => {
  const step = fc.record({
    change: fc.nat(CHANGES.length + OTHERS.length - 1),
    product: fc.nat(products.length - 1),
    value: fc.integer({ min: 1, max: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const { change, product, value } of steps) {
        const ofProduct = CHANGES[change]
        if (ofProduct)
          await sql`update products set ${ofProduct[1](value)} where id = ${products[product]}`.execute(
            database,
          )
        else await OTHERS[change - CHANGES.length]![1](value)
        one.app.publicChanges.expire()
        for (const path of URLS)
          expect([path, await read(one, path)]).toEqual([path, await readFresh(one, path)])
      }
    }),
    { numRuns: 10 },
  )
}, 60_000)

test('a sale evicts what shows the product and nothing else; a price also what is sorted or counted by it', async () => {
  const dolor = await makeProduct(database, { category: 'Gripe', tradename: 'Gripol 10' })
  const vitaminas = await makeProduct(database, { category: 'Piel' })
  // What is made ahead isn't missed.
  await one.app.refreshAhead.stop()
  const paths = {
    product: `/api/products/${dolor.id}`,
    other: `/api/products/${vitaminas.id}`,
    list: list('Gripe', 'all', '?facets=true'),
    otherList: list('Piel', 'all', '?facets=true'),
    search: list('all', 'all', '?search=gripol&facets=true'),
    categories: '/api/category?order=products',
    menu: '/api/category/menu',
  }
  const missed = async () => {
    one.app.publicChanges.expire()
    const found: string[] = []
    for (const [name, path] of Object.entries(paths)) {
      const before = misses(one)
      await read(one, path)
      if (misses(one) > before) found.push(name)
    }
    return found
  }
  await missed()
  expect(await missed()).toEqual([])
  await sql`update products set stock = stock - 1 where id = ${dolor.id}`.execute(database)
  expect(await missed()).toEqual(['product', 'list', 'search'])
  await sql`update products set cost = cost + 1 where id = ${vitaminas.id}`.execute(database)
  expect(await missed()).toEqual(['other', 'otherList'])
  await sql`update products set retired_at = now() where id = ${vitaminas.id}`.execute(database)
  expect(await missed()).toEqual(['other', 'list', 'otherList', 'search', 'categories'])
})

test('a change through one server shows at the other within half a second, and at its own at once', async () => {
  const { token } = await makeUser(database, { role: 'Administrador' })
  const { id } = await makeProduct(database)
  const path = `/api/products/${id}`
  const { data } = JSON.parse(await readFresh(one, path))
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...data, cost: '2990', _id: undefined, retired: undefined }))
    if (value !== undefined) form.set(name, String(value))
  for (const shop of [one, other]) await read(shop, path)
  expect((await one.send(productCalls.updateProduct, { params: { id }, form, token })).status).toBe(200)
  expect(JSON.parse(await read(one, path)).data.cost).toBe(2_990)
  await vi.waitUntil(async () => JSON.parse(await read(other, path)).data.cost === 2_990, {
    timeout: 500,
    interval: 10,
  })
})

test('what commits late is not missed, however much was read before', async () => {
  const [late, early] = [await makeProduct(database), await makeProduct(database)]
  const costOf = async ({ id }: { id: string }) => {
    one.app.publicChanges.expire()
    return JSON.parse(await read(one, `/api/products/${id}`)).data.cost
  }
  const change = (db: typeof database, { id }: { id: string }, cost: number) =>
    sql`update products set cost = ${cost} where id = ${id}`.execute(db)
  await costOf(late)
  await costOf(early)
  await database.transaction().execute(async (tx) => {
    await change(tx, late, 500)
    // Begun later and ended sooner.
    for (const cost of [600, 700]) {
      await change(database, early, cost)
      expect(await costOf(early)).toBe(cost)
    }
    expect(await costOf(late)).toBe(1_990)
    const before = misses(one)
    await costOf(early)
    expect(misses(one)).toBe(before)
  })
  expect(await costOf(late)).toBe(500)
})

test('sales of the same product at once, read meanwhile, leave no old answer behind', async () => {
  const { id } = await makeProduct(database, { stock: 1_000 })
  const stockAt = async (shop: Shop) => JSON.parse(await read(shop, `/api/products/${id}`)).data.stock
  let ended = false
  const reading = [one, other].map(async (shop) => {
    let last = 1_000
    while (!ended) {
      const stock = await stockAt(shop)
      expect(stock).toBeLessThanOrEqual(last)
      last = stock
    }
  })
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let times = 0; times < 10; times += 1)
        await sql`update products set stock = stock - 1 where id = ${id}`.execute(database)
    }),
  )
  ended = true
  await Promise.all(reading)
  for (const shop of [one, other])
    await vi.waitUntil(async () => (await stockAt(shop)) === 960, { timeout: 500, interval: 10 })
})

test('an import is one change of everything', async () => {
  const horizon = await sql<{
    now: string
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as now`.execute(database)
  await database.transaction().execute(async (tx) => {
    await sql`select note_all_changes()`.execute(tx)
    await sql`update products set cost = cost + 1, version = version + 1`.execute(tx)
    await makeCategory(tx, 'Importada')
  })
  const { rows } = await sql`
    select topics from public_changes where transaction >= ${horizon.rows[0]!.now}::xid8`.execute(database)
  expect(rows).toEqual([{ topics: ['all'] }])
})

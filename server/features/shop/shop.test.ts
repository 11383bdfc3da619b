import { describe, expect, test } from 'vitest'
import { categoryCalls } from '#contract/categories.ts'
import { productCalls } from '#contract/products.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser } from '#tests/factories.ts'

const { app, database, send } = await createTestApp()

type Filter = { category?: string; supplier?: string; search?: string; page?: number; pageSize?: number }

async function shop({ category = 'all', supplier = 'all', ...query }: Filter = {}) {
  const { status, body } = await send(productCalls.listShop, {
    params: { a: ' ', b: ' ', category, supplier },
    query,
  })
  expect(status).toBe(200)
  return { names: body.data.products.map((product) => product.tradename), total: body.data.total }
}

await makeProduct(database, {
  tradename: 'Losartán potásico 50 mg × 30 comprimidos',
  dcm: 'Losartán potásico 50 mg',
  category: 'Cardiovascular',
  laboratory: 'Biosur',
  barcode: '7801234567894',
})
await makeProduct(database, {
  tradename: 'Presartán 50 mg',
  dcm: 'Losartán potásico 50 mg',
  category: 'Cardiovascular',
  laboratory: 'Quillay',
})
await makeProduct(database, { tradename: 'Ácido fólico 5 mg', category: 'Vitaminas', laboratory: 'Biosur' })
await makeProduct(database, {
  tradename: 'Paracetamol 500 mg',
  category: 'Dolor y fiebre',
  laboratory: 'Quillay',
})
await makeProduct(database, {
  tradename: 'Paracetamol',
  category: 'Dolor y fiebre',
  laboratory: 'Biosur',
  barcode: '7801111111111',
})
await makeProduct(database, { tradename: 'Crema 100% urea_', category: 'Piel', laboratory: 'Quillay' })

describe('the shop', () => {
  test('is sorted by trade name, ignoring accents and case', async () => {
    expect((await shop()).names).toEqual([
      'Ácido fólico 5 mg',
      'Crema 100% urea_',
      'Losartán potásico 50 mg × 30 comprimidos',
      'Paracetamol',
      'Paracetamol 500 mg',
      'Presartán 50 mg',
    ])
  })

  test('filters by comma lists of categories and suppliers, ignoring case and accents', async () => {
    expect(await shop({ category: 'cardiovascular,VITAMINAS', supplier: 'biosur' })).toEqual({
      names: ['Ácido fólico 5 mg', 'Losartán potásico 50 mg × 30 comprimidos'],
      total: 2,
    })
    expect(await shop({ category: 'No existe' })).toEqual({ names: [], total: 0 })
    expect(await shop({ category: "%' or 1=1 --" })).toEqual({ names: [], total: 0 })
  })

  test('every page has the total, also a page past the last one', async () => {
    expect(await shop({ page: 2, pageSize: 4 })).toMatchObject({
      names: ['Paracetamol 500 mg', 'Presartán 50 mg'],
      total: 6,
    })
    expect(await shop({ page: 9, pageSize: 4 })).toEqual({ names: [], total: 6 })
    expect(await shop({ page: 9, pageSize: 4, search: 'paracetamol' })).toEqual({ names: [], total: 2 })
  })

  test.each([
    ['losartan', ['Losartán potásico 50 mg × 30 comprimidos', 'Presartán 50 mg']],
    ['LOSARTÁN 50', ['Losartán potásico 50 mg × 30 comprimidos', 'Presartán 50 mg']],
    ['lozartan', ['Losartán potásico 50 mg × 30 comprimidos', 'Presartán 50 mg']],
    ['parasetamol', ['Paracetamol', 'Paracetamol 500 mg']],
    ['paracetamol', ['Paracetamol', 'Paracetamol 500 mg']],
    ['paracetamol 500', ['Paracetamol 500 mg']],
    ['quillay cardiovascular', ['Presartán 50 mg']],
    ['7801234567894', ['Losartán potásico 50 mg × 30 comprimidos']],
    ['100%', ['Crema 100% urea_']],
    ['urea_', ['Crema 100% urea_']],
    ['zzzzzz', []],
    ['_', []],
  ])('a search for %j finds the most relevant first', async (search, names) => {
    expect(await shop({ search })).toEqual({ names, total: names.length })
  })

  test('the path may have forty category names', async () => {
    const category = Array.from({ length: 40 }, (_, index) => `Categoría de nombre largo ${index}`).join(',')
    expect((await shop({ category })).total).toBe(0)
  })

  test('products of a renamed category are found by its new name', async () => {
    await makeProduct(database, { tradename: 'Termómetro', category: 'Aparatos' })
    const { token } = await makeUser(database, { role: 'Administrador' })
    const { body } = await send(categoryCalls.listCategories, { query: {} })
    const { _id: id } = body.data.find(({ categoryName }) => categoryName === 'Aparatos')!
    await send(categoryCalls.updateCategory, {
      body: { id, categoryName: 'Instrumentos', status: true },
      token,
    })
    expect((await shop({ category: 'Instrumentos' })).names).toEqual(['Termómetro'])
    expect((await shop({ search: 'instrumentos' })).names).toEqual(['Termómetro'])
    await database.deleteFrom('products').where('tradename', '=', 'Termómetro').execute()
    // Another URL: the answer of the first one may still be cached.
    expect((await shop({ category: 'Instrumentos', page: 1 })).total).toBe(0)
  })

  test('bad paging and bad filters are bad input', async () => {
    const queries: object[] = [
      { page: 0 },
      { page: -1 },
      { page: 1.5 },
      { pageSize: 101 },
      { search: 'a'.repeat(101) },
      { minPrice: -1 },
      { maxPrice: '1e9' },
      { inStock: 'maybe' },
      { order: 'cost; drop table' },
    ]
    for (const query of queries) {
      const params = { a: ' ', b: ' ', category: 'all', supplier: 'all' }
      const answer = await send(productCalls.listShop, { params, query })
      expect(answer, JSON.stringify(query)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } })
    }
  })

  test('is answered to a visitor with an invalid token', async () => {
    const params = { a: ' ', b: ' ', category: 'all', supplier: 'all' }
    expect((await send(productCalls.listShop, { params, query: {}, token: 'x'.repeat(43) })).status).toBe(200)
  })

  test('has an ETag, and is answered with 304 to a client that has it', async () => {
    const url = '/api/products/category/%20/%20/all/all?page=1&pageSize=12'
    const first = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, no-cache' })
    const again = await app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } })
    expect(again.statusCode).toBe(304)
  })
})

test('a product has all its fields; a malformed or unknown id is answered with 404', async () => {
  const { id } = await makeProduct(database, { tradename: 'Omeprazol 20 mg', discount: 12.5, cost: 1_490 })
  const { body } = await send(productCalls.getProduct, { params: { id } })
  expect(body.data).toMatchObject({
    _id: id,
    tradename: 'Omeprazol 20 mg',
    discount: 12.5,
    cost: 1_490,
    directSale: false,
  })
  for (const unknown of ['abc', crypto.randomUUID(), '1\0', '..%2f']) {
    expect((await send(productCalls.getProduct, { params: { id: unknown } })).status).toBe(404)
  }
})

test('visitors see the names of the active suppliers, administrators all fields of all suppliers', async () => {
  await makeSupplier(database, 'Farmaustral')
  const id = await makeSupplier(database, 'Los Lagos')
  await database.updateTable('suppliers').set({ status: 'Inactivo' }).where('id', '=', id).execute()
  const visitor = await send(supplierCalls.listSuppliers, { query: {} })
  expect(visitor.body.data.map((row) => Object.keys(row).sort())).toContainEqual([
    '_id',
    'name',
    'products',
    'status',
  ])
  expect(visitor.body.data.every((row) => row.address === undefined && row.status === 'Activo')).toBe(true)
  expect(visitor.body.data.map((row) => row.name)).not.toContain('Los Lagos')

  const { token } = await makeUser(database, { role: 'Administrador' })
  const admin = await send(supplierCalls.listSuppliers, { query: { search: 'lagos', page: 1 }, token })
  expect(admin.body).toMatchObject({ data: [{ name: 'Los Lagos', address: 'Calle Uno 1' }], total: 1 })
  const { token: customer } = await makeUser(database)
  const seen = await send(supplierCalls.listSuppliers, { query: {}, token: customer })
  expect(seen.body.data.every((row) => row.address === undefined)).toBe(true)
})

test('categories are sorted by name, each with its status', async () => {
  const { body } = await send(categoryCalls.listCategories, { query: {} })
  expect(body.data.map((row) => row.categoryName)).toEqual([
    'Cardiovascular',
    'Dolor y fiebre',
    'Instrumentos',
    'Piel',
    'Vitaminas',
  ])
  expect(body.total).toBe(5)
})

test.each(['../secret', '%2e%2e%2fsecret', 'a\0b.webp', 'no-such.webp', '..\\x'])(
  'the image %j is unknown',
  async (photo) => {
    expect((await send(productCalls.productImage, { params: { photo }, query: {} })).status).toBe(404)
  },
)

test('the menu has the forty active categories with most products, by name, and says if there are others', async () => {
  const menu = async () => (await send(categoryCalls.categoryMenu, {})).body.data
  const few = ['Cardiovascular', 'Dolor y fiebre', 'Instrumentos', 'Piel', 'Vitaminas']
  expect(await menu()).toEqual({ names: few, hasMore: false })
  await makeProduct(database, { category: 'Óptica' })
  for (let index = 10; index < 50; index += 1) await makeCategory(database, `Área ${index}`)
  await database.updateTable('categories').set({ status: false }).where('name', '=', 'Piel').execute()
  app.responseCache.clear()
  const { names, hasMore } = await menu()
  expect([names.length, hasMore]).toEqual([40, true])
  // Names without products are in alphabetical order too, and the last ones are left out.
  const others = names.filter((name) => !name.startsWith('Área'))
  expect(others).toEqual(['Cardiovascular', 'Dolor y fiebre', 'Óptica', 'Vitaminas'])
  expect(names[0]).toBe('Área 10')
})

import { describe, expect, test } from 'vitest'
import { categoryCalls } from '#contract/categories.ts'
import { productChangeCalls } from '#contract/product-changes.ts'
import { productCalls } from '#contract/products.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

describe('the product list', () => {
  const list = async (query: object) => {
    const { body } = await send(productCalls.listProducts, { query, token })
    return { names: body.data.map((product) => product.tradename), total: body.total }
  }
  const category = 'Listado'

  test('is sorted by name, filtered and searched, with the total', async () => {
    const laboratory = 'Ñandú Labs'
    await makeProduct(database, { tradename: 'Ácido fólico', category, laboratory, stock: 0, dcm: 'Fólico' })
    await makeProduct(database, { tradename: 'Zinc', category, laboratory, stock: 5, barcode: '555000111' })
    await makeProduct(database, { tradename: 'Magnesio', category, stock: 6 })
    expect(await list({ category: 'LISTADO' })).toEqual({
      names: ['Ácido fólico', 'Magnesio', 'Zinc'],
      total: 3,
    })
    expect(await list({ category, page: 2, pageSize: 2 })).toEqual({ names: ['Zinc'], total: 3 })
    expect(await list({ search: 'nandu acido' })).toEqual({ names: ['Ácido fólico'], total: 1 })
    expect(await list({ search: '555000111' })).toEqual({ names: ['Zinc'], total: 1 })
    expect(await list({ category, stock: 'low' })).toEqual({ names: ['Ácido fólico', 'Zinc'], total: 2 })
    expect(await list({ category, stock: 'none' })).toEqual({ names: ['Ácido fólico'], total: 1 })
    expect((await list({ category, missing: 'dcm' })).names).toEqual(['Magnesio', 'Zinc'])
    expect((await list({ category, missing: 'photo' })).total).toBe(3)
    expect((await list({ category: 'all' })).total).toBe((await list({})).total)
    expect(await list({ search: "%' or 1=1 --" })).toEqual({ names: [], total: 0 })
    expect(await list({ category: 'Ninguna' })).toEqual({ names: [], total: 0 })
  })

  test('is sorted by each column, both ways, by name among equals', async () => {
    const category = 'Orden'
    const make = (tradename: string, values: object) => makeProduct(database, { tradename, ...values })
    await make('Uno', { category, barcode: '9', dcm: 'ácido', laboratory: 'Beta', cost: 300, stock: 2 })
    await make('Dos', { category, barcode: '5', dcm: 'Zinc', laboratory: 'Alfa', cost: 100, stock: 30 })
    await make('Tres', { category, barcode: '7', dcm: 'Biotina', laboratory: 'Alfa', cost: 300, stock: 9 })
    const sorted: Record<string, string[]> = {
      name: ['Dos', 'Tres', 'Uno'],
      barcode: ['Dos', 'Tres', 'Uno'],
      dcm: ['Uno', 'Tres', 'Dos'],
      laboratory: ['Dos', 'Tres', 'Uno'],
      price: ['Dos', 'Tres', 'Uno'],
      stock: ['Uno', 'Tres', 'Dos'],
      register: ['Dos', 'Tres', 'Uno'],
      category: ['Dos', 'Tres', 'Uno'],
    }
    for (const [sort, names] of Object.entries(sorted)) {
      expect(await list({ category, sort }), sort).toEqual({ names, total: 3 })
      expect((await list({ category, sort, direction: 'desc' })).names, sort).toEqual(names.toReversed())
    }
    expect((await list({ category, sort: 'price', page: 2, pageSize: 2 })).names).toEqual(['Uno'])
    const bad = { query: { sort: 'photo' as 'name' }, token }
    expect((await send(productCalls.listProducts, bad)).status).toBe(400)
  })

  test('is the same list in each combination of filters and orders', async () => {
    const category = 'Combinado'
    const rows = Array.from({ length: 40 }, (_, n) => ({
      tradename: `Combinado ${String((n * 17) % 40).padStart(2, '0')}`,
      laboratory: `Lab ${n % 3}`,
      stock: [0, 0, 1, 5, 6, 7, 30, 200][n % 8]!,
      cost: 1000 + (n % 7),
      dcm: n % 4 ? `DCM ${n % 5}` : '',
    }))
    for (const row of rows) await makeProduct(database, { category, ...row })
    const filters = {
      all: () => true,
      none: (row: (typeof rows)[number]) => row.stock === 0,
      low: (row: (typeof rows)[number]) => row.stock <= LOW_STOCK,
    }
    for (const [stock, fits] of Object.entries(filters))
      for (const missing of [undefined, 'dcm'])
        for (const sort of ['name', 'stock', 'laboratory', 'price', 'dcm', 'category'] as const) {
          const by = sort === 'price' ? 'cost' : sort === 'name' || sort === 'category' ? 'tradename' : sort
          const names = rows
            .filter((row) => fits(row) && (!missing || row.dcm === ''))
            .sort((a, b) => (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : a.tradename < b.tradename ? -1 : 1))
            .map(({ tradename }) => tradename)
          const query = { category, sort, ...(stock !== 'all' && { stock }), ...(missing && { missing }) }
          const asked = JSON.stringify(query)
          expect(await list({ ...query, page: 2, pageSize: 7 }), asked).toEqual({
            names: names.slice(7, 14),
            total: names.length,
          })
          expect((await list({ ...query, direction: 'desc', search: 'combinado' })).names, asked).toEqual(
            names.toReversed(),
          )
        }
  })

  test('has correct pages from both ends of the index', async () => {
    await database
      .insertInto('products')
      .values(
        await Promise.all(
          Array.from({ length: 2_105 }, async (_, index) => ({
            tradename: `Fila ${String(index).padStart(5, '0')}`,
            category_id: await makeCategory(database, 'Larga'),
            supplier_id: await makeSupplier(database),
            cost: 1,
          })),
        ),
      )
      .execute()
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `Fila ${String(from + index).padStart(5, '0')}`)
    const page = (number: number) => list({ category: 'Larga', page: number, pageSize: 100 })
    expect(await page(11)).toEqual({ names: rows(1_000, 1_100), total: 2_105 })
    expect(await page(12)).toEqual({ names: rows(1_100, 1_200), total: 2_105 })
    expect(await page(22)).toEqual({ names: rows(2_100, 2_105), total: 2_105 })
    expect(await page(23)).toEqual({ names: [], total: 2_105 })
    const last = { category: 'Larga', sort: 'stock', direction: 'desc', page: 22, pageSize: 100 }
    expect((await list(last)).names).toEqual(rows(0, 5).toReversed())
  })

  test('of one category equals the list filtered by that category', async () => {
    const answer = await send(productCalls.listProductsByCategory, {
      params: { category },
      query: { page: 1 },
      token,
    })
    expect(answer.body.data.map((product) => product.tradename)).toEqual(['Ácido fólico', 'Magnesio', 'Zinc'])
  })
})

test('only administrators may make these calls', async () => {
  const calls = [
    () => send(productCalls.listProducts, { query: {}, ...who }),
    () => send(productCalls.listProductsByCategory, { params: { category: 'x' }, query: {}, ...who }),
    () => send(productCalls.createProduct, { form: new FormData(), ...who }),
    () => send(productCalls.updateProduct, { params: { id: 'x' }, form: new FormData(), ...who }),
    () =>
      send(productChangeCalls.changeProductField, {
        params: { id: 'x' },
        body: { field: 'stock', value: 1, version: '1-1' },
        ...who,
      }),
    () =>
      send(productChangeCalls.changeProducts, {
        body: { selection: { ids: ['x'] }, change: { kind: 'stock', stock: 1 } },
        ...who,
      }),
    () => send(categoryCalls.createCategory, { body: { categoryName: 'Z', status: true }, ...who }),
    () => send(categoryCalls.updateCategory, { body: { id: 'x', categoryName: 'Z', status: true }, ...who }),
    () => send(supplierCalls.createSupplier, { body: { name: 'Z', address: 'Z' }, ...who }),
    () => send(supplierCalls.updateSupplier, { body: { id: 'x', name: 'Z', address: 'Z' }, ...who }),
  ]
  let who: { token?: string } = {}
  for (const call of calls) expect((await call()).status).toBe(401)
  for (const role of ['Cliente', 'Marketing'] as const) {
    who = { token: (await makeUser(database, { role })).token }
    for (const call of calls) expect((await call()).status).toBe(403)
  }
})

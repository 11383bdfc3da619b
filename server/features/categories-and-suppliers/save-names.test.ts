import { describe, expect, test } from 'vitest'
import { categoryCalls } from '#contract/categories.ts'
import { productCalls } from '#contract/products.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

describe('categories and suppliers', () => {
  const saveCategory = (body: object) =>
    send(categoryCalls.createCategory, { body: body as { categoryName: string; status: boolean }, token })

  test('have unique names, ignoring case and accents, also when saved at once', async () => {
    const answers = await Promise.all(
      ['Óptica', 'optica', 'ÓPTICA', ' Óptica '].map((categoryName) =>
        saveCategory({ categoryName, status: true }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'NAME_TAKEN',
      issues: [{ path: 'categoryName' }],
    })
  })

  test.each(['', '  ', 'all', 'ALL', 'àll', 'a\0', 'x'.repeat(81)])('can not be called %j', async (name) => {
    const category = await saveCategory({ categoryName: name, status: true })
    const supplier = await send(supplierCalls.createSupplier, { body: { name, address: 'Uno 1' }, token })
    expect(category).toMatchObject({ status: 400, body: { issues: [{ path: 'categoryName' }] } })
    expect(supplier).toMatchObject({ status: 400, body: { issues: [{ path: 'name' }] } })
  })

  test.each(['Vitaminas, minerales y otros', 'Curaciones/vendas', '100% natural'])(
    'can be called %j',
    async (name) => {
      expect((await saveCategory({ categoryName: name, status: true })).status).toBe(201)
      const supplier = await send(supplierCalls.createSupplier, { body: { name, address: 'Uno 1' }, token })
      expect(supplier.status).toBe(201)
    },
  )

  test('a new name shows at their products', async () => {
    const id = await makeCategory(database, 'Antes')
    const supplier = await makeSupplier(database, 'Casa vieja')
    await makeProduct(database, { tradename: 'Viajero', category: 'Antes', laboratory: 'Casa vieja' })
    const body = { id, categoryName: 'Después', status: true }
    expect((await send(categoryCalls.updateCategory, { body, token })).body).toEqual({
      message: 'La categoría fue actualizada.',
    })
    const moved = { id: supplier, name: 'Casa nueva', address: 'Dos 2', status: 'Inactivo' as const }
    expect((await send(supplierCalls.updateSupplier, { body: moved, token })).status).toBe(200)
    const found = await send(productCalls.listProducts, { query: { search: 'despues casa nueva' }, token })
    expect(found.body.data).toMatchObject([
      { tradename: 'Viajero', category: 'Después', laboratory: 'Casa nueva' },
    ])
    const shown = await send(supplierCalls.listSuppliers, { query: { search: 'casa' }, token })
    expect(shown.body.data).toMatchObject([{ name: 'Casa nueva', address: 'Dos 2', status: 'Inactivo' }])
  })

  test('keep their names when the new name is taken; an unknown id is answered with 404', async () => {
    const id = await makeCategory(database, 'Uno')
    await makeCategory(database, 'Dos')
    const save = (body: { id: string; categoryName: string; status: boolean }) =>
      send(categoryCalls.updateCategory, { body, token })
    expect(await save({ id, categoryName: 'dós', status: false })).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    })
    expect((await save({ id, categoryName: 'UNO', status: false })).status).toBe(200)
    expect((await save({ id: 'abc', categoryName: 'Tres', status: true })).status).toBe(404)
    expect((await save({ id: crypto.randomUUID(), categoryName: 'Tres', status: true })).status).toBe(404)
    const { body } = await send(categoryCalls.listCategories, { query: { search: 'uno' }, token })
    expect(body.data).toMatchObject([{ categoryName: 'UNO', status: false }])
  })

  test('can be renamed at the URL without the last slash too', async () => {
    const id = await makeCategory(database, 'Con barra')
    const bare = { ...categoryCalls.updateCategory, path: '/category/update-category' } as const
    const body = { id, categoryName: 'Sin barra', status: 'true' as const }
    expect((await send(bare, { body, token })).status).toBe(200)
  })

  test('a category and a supplier can be renamed at the same time, while their products are being ordered', async () => {
    const category = await makeCategory(database, 'Cruce A')
    const supplier = await makeSupplier(database, 'Cruce B')
    for (let index = 0; index < 30; index += 1)
      await makeProduct(database, { category: 'Cruce A', laboratory: 'Cruce B' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? send(categoryCalls.updateCategory, {
              body: { id: category, categoryName: `Cruce A${index}`, status: true },
              token,
            })
          : send(supplierCalls.updateSupplier, {
              body: { id: supplier, name: `Cruce B${index}`, address: 'Tres 3' },
              token,
            }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })
})

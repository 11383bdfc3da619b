import { describe, expect, test } from 'vitest'
import { categoryCalls } from '#contract/categories.ts'
import { importCalls } from '#contract/imports.ts'
import { productCalls } from '#contract/products.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { row, workbook } from '#tests/workbooks.ts'
import { placeOrder } from '../orders/purchase/place-order.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })
const { entries, clear } = openAuditTrail(database)

const form = (changes: Record<string, string> = {}) =>
  multipart({
    barcode: `75${unique()}`,
    tradename: 'Losartán 50 mg',
    category: 'Dolor y fiebre',
    laboratory: 'Laboratorio Andino',
    cost: '1990',
    stock: '10',
    ...changes,
  })

describe('products', () => {
  test('records a created product with all fields', async () => {
    await makeCategory(database)
    await makeSupplier(database)
    const { body } = await send(productCalls.createProduct, { form: form(), token })
    const { _id: id } = body.data
    expect(await entries()).toMatchObject([
      {
        action: 'product.create',
        kind: 'product',
        id,
        label: 'Losartán 50 mg',
        before: null,
        after: { cost: 1_990, stock: 10, category: 'Dolor y fiebre', laboratory: 'Laboratorio Andino' },
      },
    ])
  })

  test('records only the changed fields of an update; sales write no entry', async () => {
    const product = await makeProduct(database, { tradename: 'Losartán 50 mg', stock: 10 })
    const save = (changes: Record<string, string>) =>
      send(productCalls.updateProduct, {
        params: { id: product.id },
        form: form({ barcode: product.barcode, ...changes }),
        token,
      })
    expect((await save({ cost: '2490', discount: '10', stock: '8' })).status).toBe(200)
    expect(await entries()).toEqual([
      {
        action: 'product.update',
        kind: 'product',
        id: product.id,
        label: 'Losartán 50 mg',
        before: { cost: 1_990, discount: 0, stock: 10 },
        after: { cost: 2_490, discount: 10, stock: 8 },
      },
    ])
    await clear()
    expect((await save({ cost: '2490', discount: '10', stock: '8' })).status).toBe(200)
    const buyer = await makeUser(database)
    const line = { productId: product.id, quantity: 2 }
    await database
      .insertInto('cart_lines')
      .values({ user_id: buyer.id, product_id: product.id, quantity: 2 })
      .execute()
    await placeOrder(database, {
      userId: buyer.id,
      details: SHIPPING,
      shownLines: [line],
      idempotencyKey: null,
    })
    expect(await entries()).toEqual([])
  })

  test('a new category and laboratory have their own entries; a refused product leaves none', async () => {
    const taken = await makeProduct(database)
    const names = { category: `Nueva ${unique()}`, laboratory: `Nuevo ${unique()}` }
    const refused = await send(productCalls.createProduct, {
      form: form({ ...names, barcode: taken.barcode }),
      token,
    })
    expect(refused.body.code).toBe('BARCODE_TAKEN')
    expect(await entries()).toEqual([])
    await send(productCalls.createProduct, { form: form(names), token })
    expect((await entries()).map(({ action, label }) => [action, label])).toEqual([
      ['category.create', names.category],
      ['supplier.create', names.laboratory],
      ['product.create', 'Losartán 50 mg'],
    ])
  })

  test('an import has one entry with file name and counts, and one for each created or changed product', async () => {
    const product = await makeProduct(database, { tradename: 'Viejo', stock: 3, cost: 1_000 })
    const same = { Categoría: 'Dolor y fiebre', Laboratorio: 'Laboratorio Andino' }
    const file = await workbook([
      row({ ...same, 'Código de barras': product.barcode, Nombre: 'Viejo', Precio: 1_200, Stock: 7 }),
      row({ ...same, Nombre: 'Nuevo' }),
      row({ ...same, Nombre: '' }),
    ])
    const upload = () =>
      send(importCalls.uploadProducts, {
        form: multipart({}, ['fileExcel', file, '../precios\u0007 marzo.xlsx']),
        token,
      })
    expect((await upload()).body.data).toMatchObject({ created: 1, updated: 1 })
    const [created, updated, imported, ...rest] = await entries()
    expect(created).toMatchObject({ action: 'product.create', label: 'Nuevo' })
    expect(updated).toMatchObject({
      action: 'product.update',
      id: product.id,
      before: { cost: 1_000, stock: 3 },
      after: { cost: 1_200, stock: 7 },
    })
    expect(imported).toMatchObject({
      action: 'product.import',
      label: 'precios marzo.xlsx',
      after: { created: 1, updated: 1, unchanged: 0, rejected: 1 },
    })
    expect(rest).toEqual([])
    await clear()
    await upload()
    expect(await entries()).toMatchObject([{ action: 'product.import', after: { unchanged: 2 } }])
  })
})

test('records a category’s creation and change, but nothing when nothing differs or the name is taken', async () => {
  const name = `Vitaminas ${unique()}`
  const create = () =>
    send(categoryCalls.createCategory, { body: { categoryName: name, status: true }, token })
  await create()
  const [{ id } = { id: '' }] = await entries()
  const update = () =>
    send(categoryCalls.updateCategory, { body: { id, categoryName: `${name} B`, status: true }, token })
  await update()
  expect((await update()).status).toBe(200)
  expect(
    (await send(categoryCalls.createCategory, { body: { categoryName: `${name} b`, status: true }, token }))
      .status,
  ).toBe(409)
  const subject = { kind: 'category', id }
  expect(await entries()).toEqual([
    { action: 'category.create', ...subject, label: name, before: null, after: { name, status: true } },
    {
      action: 'category.update',
      ...subject,
      label: `${name} B`,
      before: { name },
      after: { name: `${name} B` },
    },
  ])
})

test('records a supplier’s creation and change, but nothing when nothing differs', async () => {
  const supplier = {
    name: `Casa ${unique()}`,
    address: 'Uno 1',
    contact: '',
    phone: '',
    status: 'Activo' as const,
  }
  await send(supplierCalls.createSupplier, { body: supplier, token })
  const [{ id } = { id: '' }] = await entries()
  const update = () =>
    send(supplierCalls.updateSupplier, { body: { ...supplier, id, status: 'Inactivo' }, token })
  await update()
  await update()
  const subject = { kind: 'supplier', id, label: supplier.name }
  expect(await entries()).toEqual([
    { action: 'supplier.create', ...subject, before: null, after: supplier },
    { action: 'supplier.update', ...subject, before: { status: 'Activo' }, after: { status: 'Inactivo' } },
  ])
})

import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { importCalls } from '#contract/imports.ts'
import { productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { row, workbook } from '#tests/workbooks.ts'
import { placeOrder } from '../orders/purchase/place-order.ts'

const { app, database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

const upload = (bytes: Buffer) =>
  send(importCalls.uploadProducts, { form: multipart({}, ['fileExcel', bytes, 'productos.xlsx']), token })

test('only one import runs at a time', async () => {
  const file = await workbook(Array.from({ length: 400 }, () => row()))
  const answers = await Promise.all([upload(file), upload(file), upload(file)])
  const done = answers.filter(({ status }) => status === 200)
  expect(done.length).toBe(1)
  expect(answers.filter(({ status }) => status === 429).length).toBe(2)
  expect(answers.find(({ status }) => status === 429)?.body.message).toMatch(/importación en curso/)
  expect((await upload(file)).body.data).toMatchObject({ unchanged: 400 })
})

test('fifteen hundred rows are imported while the shop keeps answering', async () => {
  const lists = ['Dolor', 'Alergia', 'Digestivo']
  const rows = Array.from({ length: 1_500 }, (_, index) =>
    row({
      Categoría: lists[index % 3] ?? '',
      Laboratorio: `Casa ${index % 12}`,
      DCM: `Principio ${index % 450}`,
    }),
  )
  const file = await workbook(rows)
  let running = true
  const importing = upload(file).finally(() => {
    running = false
  })
  let answered = 0
  while (running) {
    const url = `/api/products/category/%20/%20/all/all?page=${(answered % 50) + 1}`
    expect((await app.inject({ url })).statusCode).toBe(200)
    answered += 1
    // Twenty visits a second: without a pause, cached answers would keep one core busy.
    await pause(50)
  }
  expect((await importing).body.data).toMatchObject({ created: 1_500, errors: [] })
  expect(answered).toBeGreaterThan(5)
  const raised = await workbook(rows.map((cells) => ({ ...cells, Precio: 2_990 })))
  expect((await upload(raised)).body.data).toMatchObject({ updated: 1_500 })
  expect((await upload(raised)).body.data).toMatchObject({ unchanged: 1_500 })
  const { body } = await send(productCalls.listProducts, {
    query: { category: 'Alergia', search: 'casa 7' },
    token,
  })
  expect(body.total).toBeGreaterThan(0)
}, 120_000)

test('products are imported while they are being ordered, without blocking the orders', async () => {
  const products = []
  for (let index = 0; index < 40; index += 1) products.push(await makeProduct(database, { stock: 1_000 }))
  const buyers = await Promise.all(Array.from({ length: 24 }, () => makeUser(database)))
  for (const [index, buyer] of buyers.entries()) {
    const lines = index % 2 === 0 ? products : [...products].reverse()
    await database
      .insertInto('cart_lines')
      .values(lines.map(({ id }) => ({ user_id: buyer.id, product_id: id, quantity: 1 })))
      .execute()
  }
  const file = await workbook(
    products.map(({ barcode, tradename, cost }) =>
      row({ 'Código de barras': barcode, Nombre: `${tradename} mejor`, Precio: cost, Stock: 500 }),
    ),
  )
  const shownLines = products.map(({ id }) => ({ productId: id, quantity: 1 }))
  const [imported, ...orders] = await Promise.all([
    upload(file),
    ...buyers.map(({ id }) =>
      placeOrder(database, { userId: id, details: SHIPPING, shownLines, idempotencyKey: null }),
    ),
  ])
  expect(imported.body.data).toMatchObject({ updated: 40, errors: [] })
  expect(orders.length).toBe(24)
  const { stock } = await database
    .selectFrom('products')
    .select('stock')
    .where('id', '=', products[0]!.id)
    .executeTakeFirstOrThrow()
  // The import sets the stock to 500; only the orders after it lower that, by 24 at most.
  expect(stock).toBeGreaterThanOrEqual(476)
  expect(stock).toBeLessThanOrEqual(500)
})

import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { stockCalls } from '#contract/stock.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador', name: 'Julia' })
const audit = openAuditTrail(database)

/** A product whose stock was counted by staff. */
async function makeCounted(stock: number) {
  const product = await makeProduct(database, { stock })
  await database.updateTable('products').set({ counted_stock: stock }).where('id', '=', product.id).execute()
  return product
}

const purchaseList = async () =>
  (await send(stockCalls.readPurchaseList, { query: { days: 30 }, token })).body

const lineOf = async (id: string) => (await purchaseList()).data.find(({ _id }) => _id === id)

const type = (id: string, quantity: number | string | null) =>
  send(stockCalls.setPurchaseQuantity, { params: { id }, body: { quantity }, token })

const receive = (...lines: { _id: string; version: string; units: number }[]) =>
  send(stockCalls.receiveStock, { body: { lines }, token })

const stockOf = (id: string) =>
  database
    .selectFrom('products')
    .select(['stock', 'counted_stock as counted'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const bookOf = async (id: string) =>
  (await send(stockCalls.listStockMovements, { params: { id }, query: {}, token })).body.data.map(
    ({ cause, change, balance, who }) => [cause, change, balance, who],
  )

test('a typed quantity is kept, also of a product that would not be on the list, until it is emptied', async () => {
  const { id } = await makeProduct(database, { stock: 80 })
  expect(await lineOf(id)).toBeUndefined()
  expect((await type(id, '12')).status).toBe(200)
  expect((await type(id, 0)).status).toBe(200)
  expect(await lineOf(id)).toMatchObject({ quantity: 0, typed: 0 })
  expect((await type(id, 'doce')).status).toBe(400)
  expect((await type(id, 1_000_001)).status).toBe(400)
  expect(await lineOf(id)).toMatchObject({ typed: 0 })
  expect((await type(id, null)).status).toBe(200)
  expect(await lineOf(id)).toBeUndefined()
  expect((await type('01900000-0000-7000-8000-000000000000', 3)).status).toBe(404)
})

test('the list has the contacts of its laboratories', async () => {
  const laboratory = 'Quillay de los Contactos'
  await makeProduct(database, { stock: 1, laboratory })
  await database
    .updateTable('suppliers')
    .set({ contact: 'Ana Rojas', phone: '912345678' })
    .where('name', '=', laboratory)
    .execute()
  const { suppliers } = await purchaseList()
  expect(suppliers.filter(({ name }) => name === laboratory)).toEqual([
    { name: laboratory, contact: 'Ana Rojas', phone: '912345678' },
  ])
})

test('adds arrived units to the stock with a movement and an audit entry, all or none, and never twice', async () => {
  const [one, two] = [await makeCounted(2), await makeCounted(0)]
  await type(one.id, 30)
  const [first, second] = [(await lineOf(one.id))!, (await lineOf(two.id))!]
  const lines = [
    { _id: one.id, version: first.version, units: 30 },
    { _id: two.id, version: second.version, units: 1 },
  ] as const
  const refused = await receive(lines[0], { ...lines[1], units: 1_000_000 }, lines[0])
  expect(refused.status).toBe(400)
  expect((await receive(lines[0], { ...lines[1], version: '99-0' })).status).toBe(409)
  expect((await receive(lines[0], { ...lines[1], units: 0 })).status).toBe(400)
  expect(await stockOf(one.id)).toEqual({ stock: 2, counted: 2 })

  const { body } = await receive(...lines)
  expect(body.message).toBe('Stock al día: 31 unidades más.')
  expect(await stockOf(one.id)).toEqual({ stock: 32, counted: 32 })
  expect((await bookOf(one.id))[0]).toEqual(['arrival', 30, 32, 'Julia Soto'])
  expect((await bookOf(two.id))[0]).toEqual(['arrival', 1, 1, 'Julia Soto'])
  expect(await lineOf(one.id)).toBeUndefined()
  expect((await audit.entries()).filter(({ id }) => id === one.id)).toMatchObject([
    { action: 'product.update', before: { stock: 2 }, after: { stock: 32 } },
  ])

  const again = await receive(...lines)
  expect([again.status, again.body]).toMatchObject([409, { code: 'PRODUCT_CHANGED' }])
  expect(await stockOf(one.id)).toEqual({ stock: 32, counted: 32 })
})

test('units that arrive while customers buy are all added, and no sold unit comes back', async () => {
  const { id } = await makeCounted(40)
  await type(id, 100)
  const { version } = (await lineOf(id))!
  const buy = async () => {
    const buyer = await makeUser(database)
    const items = [{ productId: id, quantity: 2 }]
    const { body } = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
    return send(orderCalls.createOrder, {
      body: { ...SHIPPING, id: buyer.id, products: body.data },
      token: buyer.token,
    })
  }
  const arrive = () => receive({ _id: id, version, units: 100 })
  const [arrived, twice, ...bought] = await Promise.all([
    arrive(),
    arrive(),
    ...Array.from({ length: 12 }, buy),
  ])
  expect([arrived!.status, twice!.status].toSorted()).toEqual([200, 409])
  const sold = bought.filter(({ status }) => status === 201).length * 2
  expect(sold).toBe(24)
  expect(await stockOf(id)).toEqual({ stock: 40 + 100 - sold, counted: 140 })
  const book = await bookOf(id)
  expect(book.filter(([cause]) => cause === 'arrival')).toHaveLength(1)
})

test('only administrators order and receive', async () => {
  const { id } = await makeProduct(database, { stock: 5 })
  for (const role of ['Cliente', 'Marketing'] as const) {
    const { token } = await makeUser(database, { role })
    const answers = await Promise.all([
      send(stockCalls.setPurchaseQuantity, { params: { id }, body: { quantity: 3 }, token }),
      send(stockCalls.receiveStock, { body: { lines: [{ _id: id, version: '1-5', units: 3 }] }, token }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
  }
  expect(await stockOf(id)).toMatchObject({ stock: 5 })
})

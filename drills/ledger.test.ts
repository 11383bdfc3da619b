import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { addressOf, createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { brokenRules, closeBook, Ledger } from './ledger.ts'

const { database, send } = await createTestApp()
const url = await addressOf(database)

let ledger: Ledger
let orderId: string

beforeEach(async () => {
  for (const table of ['mails', 'orders', 'products', 'users'])
    await sql`delete from ${sql.table(table)}`.execute(database)
  ledger = new Ledger()
  const buyer = await makeUser(database)
  const product = await makeProduct(database, { stock: 10, discount: 33, cost: 999 })
  const items = [{ productId: product.id, quantity: 3 }]
  const cart = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
  const key = crypto.randomUUID()
  const { body } = await send(orderCalls.createOrder, {
    body: { ...SHIPPING, id: buyer.id, products: cart.body.data },
    headers: { 'idempotency-key': key },
    token: buyer.token,
  })
  orderId = body.data._id
  const lines = cart.body.data
  ledger.acknowledge({ customer: buyer.id, key, id: orderId, number: body.data.nro_delivery, lines })
})

const broken = async () => [...(await brokenRules(url, ledger)).keys()]

test('accepts a book that balances, and rejects one with a death', async () => {
  expect(await broken()).toEqual([])
  expect(await closeBook(url, ledger, { deaths: 0 })).toBe(true)
  expect(await closeBook(url, ledger, { deaths: 1 })).toBe(false)
})

const [LOST, UNKNOWN] = ['pedidos perdidos', 'pedidos que nadie confirmó']
const STOCKS = 'stocks distintos de la suma de sus movimientos'
const UNITS = 'productos con otras unidades en pedidos que en movimientos'

test.each([
  ['an acknowledged order that is gone', [LOST, UNKNOWN], "update orders set idempotency_key = 'x'"],
  ['one under another number', [LOST], 'update orders set number = 7'],
  [
    'the same purchase twice',
    [UNKNOWN],
    `insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total)
      select user_id, name, last_name, address, city, postal_code, phone, email, 0 from orders`,
  ],
  ['stock that moved', [STOCKS], 'update products set stock = stock - 1'],
  [
    'a movement without a cause',
    ['movimientos de stock sin causa'],
    "update stock_movements set cause = 'other' where cause = 'opening'",
  ],
  ['a movement that is missing', [STOCKS, UNITS], "delete from stock_movements where cause = 'sale'"],
  ['a total that isn’t its lines’', ['totales distintos de sus líneas'], 'update orders set total = 1'],
  [
    'a line that the customer didn’t see',
    ['líneas distintas de las que vio el cliente', UNITS],
    'update order_lines set quantity = 4',
  ],
  [
    'a mail that is not owed',
    ['pedidos sin sus dos correos'],
    "delete from mails where cause like 'order-received.%'",
  ],
])('finds %s', async (_, rules, change) => {
  await sql.raw(change).execute(database)
  expect(await broken()).toEqual(expect.arrayContaining(rules))
  expect(await closeBook(url, ledger, { deaths: 0 })).toBe(false)
})

test.each<[string, () => unknown]>([
  ['a status that the office wasn’t told', () => ledger.statuses.set(orderId, 'delivered')],
  ['a proof that is gone', () => ledger.proofs.add(orderId)],
  ['an open submit', () => ledger.open.add('key')],
])('finds %s', async (_, tell) => {
  tell()
  expect(await closeBook(url, ledger, { deaths: 0 })).toBe(false)
})

test('finds a request that failed without a fault', async () => {
  ledger.failures.unavailable = 1
  expect(await closeBook(url, ledger, { deaths: 0 })).toBe(true)
  expect(await closeBook(url, ledger, { deaths: 0, faultless: true })).toBe(false)
})

test('rejects a repeated submit that was answered with another order', async () => {
  const [sale] = ledger.sales.values()
  ledger.acknowledge({ ...sale!, id: crypto.randomUUID() })
  ledger.acknowledge(sale!)
  expect(await broken()).toEqual([])
  expect(await closeBook(url, ledger, { deaths: 0 })).toBe(false)
})

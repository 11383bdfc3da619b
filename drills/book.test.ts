import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { addressOf, createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { type Book, balance } from './book.ts'
import { STOCK } from './fill-shop.ts'
import { Ledger } from './ledger.ts'
import { isClean } from './report.ts'

const { database, send } = await createTestApp()
const url = await addressOf(database)

let ledger: Ledger
let orderId: string

beforeEach(async () => {
  await sql`truncate products, users, orders, mails cascade`.execute(database)
  ledger = new Ledger()
  const buyer = await makeUser(database)
  const product = await makeProduct(database, { stock: STOCK, discount: 33, cost: 999 })
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

test('a book that balances is clean', async () => {
  const book = await balance(url, ledger)
  expect(book).toMatchObject({ acknowledged: 1, found: 1, mails: { queued: 2 }, statuses: { pending: 1 } })
  expect(isClean(book, ledger, 0)).toBe(true)
  expect(isClean(book, ledger, 1)).toBe(false)
})

const order = () => database.updateTable('orders').where('id', '=', orderId)

test.each<[what: string, figures: Partial<Book>, change: () => Promise<unknown>]>([
  [
    'an acknowledged order that is gone',
    { lost: 1, found: 0 },
    () => order().set({ idempotency_key: 'x' }).execute(),
  ],
  ['one under another number', { lost: 1 }, () => order().set({ number: 7 }).execute()],
  [
    'the same purchase twice',
    { duplicated: 1, unacknowledged: 1 },
    () =>
      sql`insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total)
        select user_id, name, last_name, address, city, postal_code, phone, email, 0 from orders`.execute(
        database,
      ),
  ],
  ['stock that moved', { unbalanced: 1 }, () => sql`update products set stock = stock - 1`.execute(database)],
  ['a total that isn’t its lines’', { wrongTotals: 1 }, () => order().set({ total: 1 }).execute()],
  [
    'a line that the customer didn’t see',
    { wrongTotals: 1, unbalanced: 1 },
    () => sql`update order_lines set quantity = 4`.execute(database),
  ],
  [
    'a mail that is not owed',
    { mails: { queued: 1, missing: 1, sent: 0 } },
    () => sql`delete from mails where cause like 'order-received.%'`.execute(database),
  ],
  [
    'a status that the office wasn’t told',
    { wrongStatuses: 1 },
    async () => ledger.statuses.set(orderId, 'delivered'),
  ],
  ['a proof that is gone', { proofs: { acknowledged: 1, lost: 1 } }, async () => ledger.proofs.add(orderId)],
])('finds %s', async (_, figures, change) => {
  await change()
  const book = await balance(url, ledger)
  expect(book).toMatchObject(figures)
  expect(isClean(book, ledger, 0)).toBe(false)
})

test('a repeated submit that names another order is a doubled one', async () => {
  const [sale] = ledger.sales.values()
  ledger.acknowledge({ ...sale!, id: crypto.randomUUID() })
  ledger.acknowledge(sale!)
  expect(await balance(url, ledger)).toMatchObject({ acknowledged: 1, found: 1, duplicated: 1 })
})

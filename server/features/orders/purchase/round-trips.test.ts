import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { createDatabaseUrl, createTestApp, openDatabase } from '#tests/app.ts'
import { startDatabaseProxy } from '#tests/database-proxy.ts'
import { makeLastingPrescription, makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'

const url = await createDatabaseUrl()
const proxy = await startDatabaseProxy(url)
// The pool has a single connection, which the first purchase opens. The limits are those of a real shop.
const { send } = await createTestApp({ LIMIT_PER_ADDRESS: 'on' }, openDatabase(proxy.url, { max: 1 }))
/** A connection that bypasses the proxy. */
const database = openDatabase(url)

async function count<Answer extends { status: number }>(work: () => Promise<Answer>) {
  const before = proxy.roundTrips.length
  const answer = await work()
  expect(answer.status).toBeLessThan(300)
  const sent = proxy.roundTrips.slice(before)
  return { answer, trips: sent.length }
}

/** Adds two products to a customer's cart and orders them. */
async function purchase(values: Parameters<typeof makeProduct>[1], email?: string) {
  const customer = await makeUser(database)
  const { id, token } = customer
  const products = [await makeProduct(database, values), await makeProduct(database, values)]
  await makeLastingPrescription(database, { userId: id, products: products.slice(1) })
  const add = (productId: string) =>
    send(cartCalls.addToCart, { body: { user: id, items: [{ productId, quantity: 1 }] }, token })
  const first = await count(() => add(products[0]!.id))
  const second = await count(() => add(products[1]!.id))
  const body = { ...SHIPPING, email: email ?? customer.email, id, products: second.answer.body.data }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const order = await count(() => send(orderCalls.createOrder, { body, token, headers }))
  return { adds: [first.trips, second.trips], order: order.trips, id: order.answer.body.data._id }
}

test('an addition to the cart makes at most 4 round trips to the database, an order at most 9, with session, limits and transaction', async () => {
  await purchase({})
  const plain = await purchase({})
  const toSomebodyElse = await purchase({}, 'regalo@correo.cl')
  const prescribed = await purchase({ sale_condition: 'simple' })
  // The prescription's dispensing was taken in these round trips.
  const uses = await sql`select from prescription_uses where order_id = ${prescribed.id}`.execute(database)
  expect(uses.rows).toHaveLength(1)
  for (const { adds, order } of [plain, toSomebodyElse, prescribed]) {
    expect(Math.max(...adds)).toBeLessThanOrEqual(4)
    expect(order).toBeLessThanOrEqual(9)
    // Fewer would mean that round trips aren't counted.
    expect(Math.min(...adds, order)).toBeGreaterThan(1)
  }
})

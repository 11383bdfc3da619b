import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { createDatabaseUrl, createTestApp, openDatabase } from '#tests/app.ts'
import { startDatabaseProxy } from '#tests/database-proxy.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'

const url = await createDatabaseUrl()
const proxy = await startDatabaseProxy(url)
const { send } = await createTestApp({}, openDatabase(proxy.url))
/** A connection that bypasses the proxy. */
const database = openDatabase(url)

test.each([
  ['sent-lost', 0],
  ['answer-lost', 1],
] as const)(
  'answers 503 when the connection is cut at the commit of an order (%s), and a repetition with the same key gives one order',
  async (cut, written) => {
    const { id, token } = await makeUser(database)
    const product = await makeProduct(database, { stock: 10 })
    const items = [{ productId: product.id, quantity: 3 }]
    const { body: cart } = await send(cartCalls.updateCart, { body: { cart: id, items }, token })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const order = () =>
      send(orderCalls.createOrder, { body: { ...SHIPPING, id, products: cart.data }, token, headers })
    const orders = () =>
      database.selectFrom('orders').select(['id', 'number']).where('user_id', '=', id).execute()

    proxy.cutNext('commit', cut)
    const first = await order()
    expect(first).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(await orders()).toHaveLength(written)

    const repeated = await order()
    expect(repeated.status).toBe(201)
    expect(await orders()).toEqual([{ id: repeated.body.data._id, number: repeated.body.data.nro_delivery }])
    const { stock } = await database
      .selectFrom('products')
      .select('stock')
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    expect(stock).toBe(7)
  },
)

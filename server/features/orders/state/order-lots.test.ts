import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { lotCalls } from '#contract/lots.ts'
import { orderCalls } from '#contract/orders.ts'
import { productBatchCalls } from '#contract/product-batch.ts'
import { productChangeCalls } from '#contract/product-changes.ts'
import { productCalls } from '#contract/products.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

const receive = async (
  productId: string,
  ...lots: [lot: string, expires: string | null, units: number][]
) => {
  const lines = lots.map(([lot, expires, units]) => ({ productId, lot, expires, units }))
  expect((await send(lotCalls.receiveGoods, { body: { lines }, token })).status).toBe(201)
}
const idsOf = async (id: string) => {
  const { body } = await send(lotCalls.listProductLots, { params: { id }, token })
  return Object.fromEntries(body.data.map(({ _id, lot }) => [lot, _id]))
}
const unitsOf = async (id: string) => {
  const { body } = await send(lotCalls.listProductLots, { params: { id }, token })
  return Object.fromEntries(body.data.map(({ lot, units }) => [lot, units]))
}
async function buy(productId: string, quantity: number) {
  const buyer = await makeUser(database)
  const items = [{ productId, quantity }]
  const { body } = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
  return send(orderCalls.createOrder, {
    body: { ...SHIPPING, id: buyer.id, products: body.data },
    token: buyer.token,
  })
}
const order = async (productId: string, quantity: number) => (await buy(productId, quantity)).body.data._id
const setStatus = (id: string, state: OrderStatus) =>
  send(orderCalls.updateOrderStatus, { body: { id, state }, token })
const linesOf = async (id: string) => {
  const { body } = await send(orderCalls.getOrder, { params: { id }, token })
  return body.data.products[0]!.lots.map(({ lot, units }) => [lot, units])
}
const choose = (id: string, productId: string, lots: { _id: string; units: number }[]) =>
  send(lotCalls.setOrderLots, { params: { id }, body: { lines: [{ productId, lots }] }, token })
const deskOf = async (id: string) => {
  const { stock, sellable, expired, recalled } = (
    await send(productCalls.getProduct, { params: { id }, token })
  ).body.data
  return { stock, sellable, expired, recalled }
}
const expire = (id: string, lot: string) =>
  sql`update lots set expires_on = (now() at time zone 'America/Santiago')::date - 1 where product_id = ${id} and code = ${lot}`
    .execute(database)
    .then(() =>
      sql`update products set blocked_from = (now() at time zone 'America/Santiago')::date where id = ${id}`.execute(
        database,
      ),
    )

test('an order takes the units that expire first, returns them to the same lots, and records them when it is delivered', async () => {
  const { id } = await makeProduct(database, { stock: 2 })
  await receive(id, ['TARDE', '2099-12', 3], ['SIN', null, 1], ['PRONTO', '2098-01', 2])
  const placed = await order(id, 7)
  expect(await linesOf(placed)).toEqual([
    ['PRONTO', 2],
    ['TARDE', 3],
    ['SIN', 1],
  ])
  expect(await unitsOf(id)).toEqual({ PRONTO: 0, TARDE: 0, SIN: 0 })
  await setStatus(placed, 'cancelled')
  expect(await linesOf(placed)).toEqual([])
  expect(await unitsOf(id)).toEqual({ PRONTO: 2, TARDE: 3, SIN: 1 })
  const other = await order(id, 2)
  expect((await setStatus(placed, 'pending')).body.code).toBe('NO_STOCK')
  await setStatus(other, 'cancelled')
  expect((await setStatus(placed, 'delivered')).status).toBe(200)
  expect(await linesOf(placed)).toHaveLength(3)
  expect(await deskOf(id)).toEqual({ stock: 1, sellable: 1, expired: 0, recalled: 0 })
})

test('lots of a pending order can be changed, but never to units that don’t exist', async () => {
  const { id } = await makeProduct(database, { stock: 1 })
  await receive(id, ['A', '2098-01', 4], ['B', '2099-01', 3])
  const placed = await order(id, 3)
  const { A, B } = await idsOf(id)
  expect((await choose(placed, id, [{ _id: B!, units: 2 }])).status).toBe(200)
  expect(await linesOf(placed)).toEqual([['B', 2]])
  expect(await unitsOf(id)).toEqual({ A: 4, B: 1 })
  const another = await order(id, 1)
  const refusals: [{ _id: string; units: number }[], number, string][] = [
    [[], 409, 'UNITS_GONE'],
    [[{ _id: B!, units: 4 }], 400, 'BAD_INPUT'],
    [[{ _id: placed, units: 1 }], 404, 'NOT_FOUND'],
  ]
  for (const [lots, status, code] of refusals)
    expect(await choose(placed, id, lots)).toMatchObject({ status, body: { code } })
  expect(await choose(another, id, [{ _id: B!, units: 1 }])).toMatchObject({ status: 200 })
  expect(await choose(placed, id, [{ _id: B!, units: 3 }])).toMatchObject({
    status: 409,
    body: { code: 'UNITS_GONE' },
  })
  expect((await choose(placed, id, [{ _id: A!.toUpperCase(), units: 3 }])).status).toBe(200)
  expect((await choose(another, id, [])).status).toBe(200)
  // `hasLots` lets the screen offer the product's lots to a line that takes none.
  const { body: read } = await send(orderCalls.getOrder, { params: { id: another }, token })
  expect(read.data.products).toMatchObject([{ lots: [], hasLots: true }])
  await setStatus(placed, 'delivered')
  expect((await choose(placed, id, [])).body.code).toBe('ORDER_CLOSED')
  const { token: customer } = await makeUser(database)
  const body = { lines: [{ productId: id, lots: [] }] }
  expect((await send(lotCalls.setOrderLots, { params: { id: another }, body, token: customer })).status).toBe(
    403,
  )
})

test('two orders never take the last unit of a lot twice, whatever acts run at once', async () => {
  const { id } = await makeProduct(database, { stock: 0 })
  await receive(id, ['A', '2098-01', 1], ['B', '2099-01', 1])
  const [first, second] = [await order(id, 1), await order(id, 1)]
  const { A, B } = await idsOf(id)
  const both = await Promise.all([
    choose(first, id, [{ _id: B!, units: 1 }]),
    choose(second, id, [{ _id: A!, units: 1 }]),
    setStatus(first, 'delivered'),
    setStatus(second, 'delivered'),
  ])
  expect(both.slice(0, 2).every(({ status }) => status === 409)).toBe(true)
  expect([...(await linesOf(first)), ...(await linesOf(second))]).toEqual([
    ['A', 1],
    ['B', 1],
  ])
})

test('an expired lot is not sold and is replaced in pending orders; without other units the delivery is refused', async () => {
  const { id, tradename } = await makeProduct(database, { stock: 0 })
  await receive(id, ['A', '2098-01', 3], ['B', '2099-01', 2])
  const [placed, late] = [await order(id, 2), await order(id, 1)]
  await expire(id, 'A')
  expect(await deskOf(id)).toEqual({ stock: 2, sellable: 2, expired: 0, recalled: 0 })
  expect(await linesOf(placed)).toEqual([['B', 2]])
  expect((await setStatus(placed, 'delivered')).status).toBe(200)
  expect(await unitsOf(id)).toEqual({ A: 2, B: 0 })
  expect(await deskOf(id)).toEqual({ stock: 2, sellable: 0, expired: 2, recalled: 0 })
  const refused = await setStatus(late, 'delivered')
  expect([refused.status, refused.body.code]).toEqual([409, 'LOT_BLOCKED'])
  expect(refused.body.message).toContain(tradename)
  expect((await buy(id, 1)).body.code).toBe('CART_EMPTY')
  const shop = await send(productCalls.listShop, {
    params: { a: 'c', b: 'b', category: 'all', supplier: 'all' },
    query: { search: tradename, inStock: true, facets: true } as never,
  })
  expect(shop.body.data).toMatchObject({ total: 0 })
  const all = await send(productCalls.listShop, {
    params: { a: 'c', b: 'b', category: 'all', supplier: 'all' },
    query: { search: tradename, facets: true } as never,
  })
  expect(all.body.data.products[0]).toMatchObject({ stock: 0 })
  expect(all.body.data.facets).toMatchObject({ inStock: 0 })
})

test('a count below the sum of the lots takes units from those that expire last, and says so', async () => {
  const { id, barcode } = await makeProduct(database, { stock: 1 })
  await receive(id, ['A', '2098-01', 3], ['B', '2099-01', 3])
  const { version } = (await send(productCalls.getProduct, { params: { id }, token })).body.data
  const change = { field: 'stock', value: 5, version } as const
  const counted = await send(productChangeCalls.changeProductField, { params: { id }, body: change, token })
  expect(counted.body.message).toBe(
    'El producto fue actualizado. Las unidades salieron de los lotes que vencen al final: 1 del lote B (vence 31-01-2099).',
  )
  const { body } = await send(productBatchCalls.saveBatch, {
    body: { items: [{ barcode, stock: 2 }] },
    token,
  })
  expect(body.data.results).toMatchObject([
    {
      status: 'saved',
      lots: expect.arrayContaining([
        { lot: 'B', expires: '2099-01-31', units: 2 },
        { lot: 'A', expires: '2098-01-31', units: 1 },
      ]),
    },
  ])
  expect(await unitsOf(id)).toEqual({ A: 2 })
})

import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { lotCalls } from '#contract/lots.ts'
import { orderCalls } from '#contract/orders.ts'
import { productCalls } from '#contract/products.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

const receive = (productId: string, ...lots: [lot: string, expires: string | null, units: number][]) =>
  send(lotCalls.receiveGoods, {
    body: { lines: lots.map(([lot, expires, units]) => ({ productId, lot, expires, units })) },
    token,
  })
async function order(productId: string, quantity: number, email = `cliente${unique()}@correo.cl`) {
  const buyer = await makeUser(database)
  const items = [{ productId, quantity }]
  const { body } = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
  const details = { ...SHIPPING, email, id: buyer.id, products: body.data }
  return (await send(orderCalls.createOrder, { body: details, token: buyer.token })).body.data?._id
}
const setStatus = (id: string, state: OrderStatus) =>
  send(orderCalls.updateOrderStatus, { body: { id, state }, token })
const lotsOf = async (id: string) =>
  (await send(lotCalls.listProductLots, { params: { id }, token })).body.data
const recall = (productId: string, lots: string[] | null) =>
  send(lotCalls.createRecall, { body: { productId, lots, reason: 'Alerta del ISP' }, token })
const read = async (id: string) => (await send(lotCalls.getRecall, { params: { id }, token })).body.data
const deskOf = async (id: string) => {
  const { stock, sellable, expired, recalled } = (
    await send(productCalls.getProduct, { params: { id }, token })
  ).body.data
  return { stock, sellable, expired, recalled }
}
const linesOf = async (id: string) => {
  const { body } = await send(orderCalls.getOrder, { params: { id }, token })
  return body.data.products[0]!.lots.map(({ lot, units }) => [lot, units])
}

test('a recalled lot is not sold, its orders are found, and pending ones get other units', async () => {
  const { id } = await makeProduct(database, { stock: 10 })
  const before = await order(id, 1)
  await setStatus(before, 'delivered')
  await receive(id, ['A', '2098-01', 4], ['B', '2099-01', 2])
  const [had, other, waits] = [await order(id, 2), await order(id, 1), await order(id, 1)]
  await setStatus(had, 'delivered')
  const { A } = Object.fromEntries((await lotsOf(id)).map(({ _id, lot }) => [lot, _id]))
  const none = { lines: [{ productId: id, lots: [] }] }
  await send(lotCalls.setOrderLots, { params: { id: other }, body: none, token })
  await setStatus(other, 'delivered')
  const { status, body } = await recall(id, [A!])
  expect(status).toBe(201)
  const found = await read(body.data._id)
  expect(found).toMatchObject({
    reason: 'Alerta del ISP',
    whole: false,
    units: 2,
    lots: [{ lot: 'A', expires: '2098-01-31' }],
  })
  expect(found.orders.map(({ _id, certainty, units }) => [_id, certainty, units])).toEqual([
    [had, 'recorded', 2],
    [other, 'possible', 1],
  ])
  expect(await linesOf(waits)).toEqual([['B', 1]])
  expect(await deskOf(id)).toEqual({ stock: 11, sellable: 9, expired: 0, recalled: 2 })
  expect((await recall(id, [before])).status).toBe(404)
  // A lot both recalled and expired counts once.
  await sql`update lots set expires_on = '2020-01-01' where id = ${A!}`.execute(database)
  expect(await deskOf(id)).toEqual({ stock: 11, sellable: 9, expired: 0, recalled: 2 })
  await sql`update lots set expires_on = '2098-01-31' where id = ${A!}`.execute(database)
  expect((await send(lotCalls.liftRecall, { params: { id: found._id }, token })).status).toBe(200)
  expect((await send(lotCalls.liftRecall, { params: { id: found._id }, token })).body.code).toBe(
    'RECALL_LIFTED',
  )
  expect(await deskOf(id)).toMatchObject({ sellable: 11, recalled: 0 })
})

test('a whole recall includes units without a lot but no later ones, and stops pending orders and carts', async () => {
  const { id, tradename } = await makeProduct(database, { stock: 5 })
  const [delivered, waits] = [await order(id, 1), await order(id, 1)]
  await setStatus(delivered, 'delivered')
  const buyer = await makeUser(database)
  const items = [{ productId: id, quantity: 1 }]
  await send(cartCalls.addToCart, { body: { user: buyer.id, items }, token: buyer.token })
  const { body } = await recall(id, null)
  expect((await read(body.data._id)).orders).toMatchObject([{ _id: delivered, certainty: 'possible' }])
  expect(await deskOf(id)).toEqual({ stock: 3, sellable: 0, expired: 0, recalled: 3 })
  expect((await setStatus(waits, 'delivered')).body).toMatchObject({
    code: 'LOT_BLOCKED',
    message: expect.stringContaining(tradename),
  })
  const cart = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
  expect(cart.body).toMatchObject({ data: [], adjusted: [{ reason: 'stock', quantity: 0 }] })
  await receive(id, ['', null, 2])
  expect(await deskOf(id)).toEqual({ stock: 5, sellable: 2, expired: 0, recalled: 3 })
  expect((await setStatus(waits, 'delivered')).status).toBe(200)
  expect(await deskOf(id)).toEqual({ stock: 5, sellable: 1, expired: 0, recalled: 4 })
  await send(lotCalls.liftRecall, { params: { id: body.data._id }, token })
  expect(await deskOf(id)).toEqual({ stock: 5, sellable: 5, expired: 0, recalled: 0 })
  expect((await lotsOf(id)).filter(({ units }) => units > 0)).toEqual([])
})

test('each customer is mailed once, marked when answering, and the authority gets a workbook', async () => {
  const { id } = await makeProduct(database, { stock: 0 })
  await receive(id, ['A', '2098-01', 9])
  const email = `doble${unique()}@correo.cl`
  const orders = [await order(id, 1, email), await order(id, 1, email.toUpperCase()), await order(id, 1)]
  for (const one of orders) await setStatus(one, 'delivered')
  const recallId = (await recall(id, null)).body.data._id
  const mail = () =>
    send(lotCalls.mailRecall, {
      params: { id: recallId },
      body: { subject: 'Aviso', message: 'Devuélvelo.' },
      token,
    })
  const pressed = await Promise.all([mail(), mail(), mail()])
  expect(pressed.map(({ body }) => body.data.queued).toSorted()).toEqual([0, 0, 2])
  const { rows } = await sql`select message from mails where cause like ${`recall.${recallId}.%`}`.execute(
    database,
  )
  expect(rows).toHaveLength(2)
  const mark = (orderId: string) =>
    send(lotCalls.markRecallAnswered, { params: { id: recallId }, body: { orderId, answered: true }, token })
  expect((await mark(orders[0]!)).status).toBe(200)
  expect((await mark(id)).status).toBe(404)
  const found = await read(recallId)
  expect(found.orders.every(({ mailedAt, mail }) => mailedAt !== null && mail !== null)).toBe(true)
  expect(found).toMatchObject({ toTell: 3, answered: 1 })
  const { body, status } = await send(lotCalls.exportRecall, { params: { id: recallId }, token })
  expect(status).toBe(200)
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(body as unknown as Buffer)]), { trim: false })
  expect(sheet?.data).toHaveLength(4)
  const { body: listed } = await send(lotCalls.listRecalls, { query: {}, token })
  expect(listed.data[0]).toMatchObject({ _id: recallId, toTell: 3 })
})

test('only administrators recall', async () => {
  const { id } = await makeProduct(database)
  for (const role of ['Cliente', 'Marketing'] as const) {
    const { token } = await makeUser(database, { role })
    const answers = await Promise.all([
      send(lotCalls.createRecall, { body: { productId: id, lots: null, reason: 'x' }, token }),
      send(lotCalls.listRecalls, { query: {}, token }),
      send(lotCalls.getRecall, { params: { id }, token }),
      send(lotCalls.mailRecall, { params: { id }, body: { subject: 'x', message: 'x' }, token }),
      send(lotCalls.markRecallAnswered, { params: { id }, body: { orderId: id, answered: true }, token }),
      send(lotCalls.liftRecall, { params: { id }, token }),
      send(lotCalls.exportRecall, { params: { id }, token }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 403))
  }
})

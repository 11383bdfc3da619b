import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderCalls } from '#contract/orders.ts'
import { paymentCalls } from '#contract/payments.ts'
import { createTestApp } from '#tests/app.ts'
import { makeOrder, makeUser } from '#tests/factories.ts'
import { collectMails } from '#tests/mailbox.ts'
import { makeTransfer } from '#tests/transfers.ts'

const app = await createTestApp()
const { database, send } = app
const admin = await makeUser(database, { role: 'Administrador' })

const match = (id: string, orders: string[], token = admin.token) =>
  send(paymentCalls.matchPayment, { params: { id }, body: { orders }, token })
const unmatch = (id: string) => send(paymentCalls.unmatchPayment, { params: { id }, token: admin.token })
const orderOf = async (id: string) =>
  (await send(orderCalls.getOrder, { params: { id }, token: admin.token })).body.data

async function makeDue(total: number) {
  const customer = await makeUser(database)
  const order = await makeOrder(database, { userId: customer.id })
  await sql`update orders set total = ${total} where id = ${order.id}`.execute(database)
  return { ...order, customer }
}

test('a match pays the order and is in its timeline, and undoing reverts both', async () => {
  const order = await makeDue(10_000.4)
  const id = await makeTransfer(database, { amount: 9_500 })
  const { status, body } = await match(id, [order.id])
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    state: 'matched',
    offers: [],
    orders: [{ _id: order.id, nro_delivery: order.number, due: 10_000, amount: 9_500 }],
  })
  expect(await orderOf(order.id)).toMatchObject({
    paid: { at: '2030-01-15', amount: 9_500, difference: -500 },
    staff: { transfers: [{ _id: id, amount: 9_500 }] },
  })
  expect(await match(id, [order.id])).toMatchObject({ status: 409, body: { code: 'ALREADY_MATCHED' } })
  const rest = await makeTransfer(database, { amount: 500, date: '2030-01-16' })
  expect((await match(rest, [order.id])).status).toBe(200)
  expect((await orderOf(order.id)).paid).toEqual({ at: '2030-01-16', amount: 10_000, difference: 0 })
  const more = await makeTransfer(database, { amount: 500 })
  expect(await match(more, [order.id])).toMatchObject({ status: 409, body: { code: 'ALREADY_PAID' } })
  for (let times = 0; times < 2; times += 1) expect((await unmatch(rest)).status).toBe(200)
  const { paid, timeline } = await orderOf(order.id)
  expect(paid).toEqual({ at: '2030-01-15', amount: 9_500, difference: -500 })
  expect(timeline.map(({ kind }) => kind)).toEqual(['placed', 'paid', 'paid', 'unpaid'])
})

test('a transfer pays several orders one after the other, the last gets the rest; an order that would get nothing is refused', async () => {
  const [first, second] = [await makeDue(4_000), await makeDue(5_000)]
  const short = await makeTransfer(database, { amount: 3_000 })
  expect((await match(short, [first.id, second.id])).status).toBe(400)
  expect((await orderOf(first.id)).paid).toBeNull()
  const id = await makeTransfer(database, { amount: 10_000 })
  expect((await match(id, [first.id, second.id, first.id])).status).toBe(200)
  expect((await orderOf(first.id)).paid).toMatchObject({ amount: 4_000, difference: 0 })
  expect((await orderOf(second.id)).paid).toMatchObject({ amount: 6_000, difference: 1_000 })
})

test('parallel matches of one order pay it once', async () => {
  const order = await makeDue(7_777)
  const ids = await Promise.all(Array.from({ length: 6 }, () => makeTransfer(database, { amount: 7_777 })))
  const answers = await Promise.all(ids.map((id) => match(id, [order.id])))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect((await orderOf(order.id)).paid).toMatchObject({ amount: 7_777, difference: 0 })
})

test('the customer gets one mail, even if the same match is made again', async () => {
  const order = await makeDue(3_210)
  const id = await makeTransfer(database, { amount: 3_210 })
  await match(id, [order.id])
  const isOf = ({ subject }: { subject: string }) =>
    subject === `Recibimos tu pago del pedido N° ${order.number}`
  expect((await collectMails(app)).filter(isOf)).toHaveLength(1)
  await unmatch(id)
  await match(id, [order.id])
  expect((await collectMails(app)).filter(isOf)).toHaveLength(1)
})

test('a transfer put aside isn’t undecided until it is taken back', async () => {
  const id = await makeTransfer(database, { amount: 123 })
  const setAside = (aside: boolean) =>
    send(paymentCalls.setPaymentAside, { params: { id }, body: { aside }, token: admin.token })
  expect((await setAside(true)).body.data.state).toBe('aside')
  expect((await setAside(false)).body.data.state).not.toBe('aside')
  const order = await makeDue(123)
  await match(id, [order.id])
  expect(await setAside(true)).toMatchObject({ status: 409, body: { code: 'ALREADY_MATCHED' } })
})

test('refuses a transfer for cancelled orders, and answers unknown orders and transfers with 404', async () => {
  const order = await makeDue(1_000)
  await sql`update orders set status = 'cancelled' where id = ${order.id}`.execute(database)
  const id = await makeTransfer(database, { amount: 1_000 })
  expect(await match(id, [order.id])).toMatchObject({ status: 409, body: { code: 'ORDER_CLOSED' } })
  for (const wrong of ['x', crypto.randomUUID()]) {
    expect((await match(id, [wrong])).status).toBe(404)
    expect((await match(wrong, [order.id])).status).toBe(404)
    expect((await unmatch(wrong)).status).toBe(404)
  }
})

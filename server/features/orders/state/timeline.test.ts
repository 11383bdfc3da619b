import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ALL_ORDERS, orderCalls } from '#contract/orders.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import { createTestApp } from '#tests/app.ts'
import { erase } from '#tests/erasure.ts'
import { makeOrder, makeUser } from '#tests/factories.ts'
import { uploadProof } from '#tests/person.ts'

const app = await createTestApp()
const { database, send } = app

async function timelineOf(id: string, { token }: { token: string }) {
  const { body } = await send(orderCalls.getOrder, { params: { id }, token })
  return body.data.timeline
}

test('the timeline has each event with its time; administrators also see the member of the staff', async () => {
  const [customer, chief, helper] = [
    await makeUser(database),
    await makeUser(database, { role: 'Administrador', name: 'Jefa' }),
    await makeUser(database, { role: 'Administrador', name: 'Ayudante' }),
  ]
  const order = await makeOrder(database, { userId: customer.id })
  const setStatus = (state: OrderStatus, { token }: { token: string }) =>
    send(orderCalls.updateOrderStatus, { body: { id: order.id, state }, token })
  const before = Date.now()
  await uploadProof(app, customer, order.id)
  await setStatus('delivered', helper)
  await setStatus('delivered', chief)
  await setStatus('cancelled', chief)

  const seen = await timelineOf(order.id, customer)
  expect(seen.map((step) => Object.keys(step).toSorted())).toEqual(Array(4).fill(['at', 'kind']))
  expect(seen.map(({ kind }) => kind)).toEqual(['placed', 'proof', 'delivered', 'cancelled'])
  const times = seen.slice(1).map(({ at }) => Date.parse(at!))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(times[0]).toBeGreaterThanOrEqual(before - 1_000)

  const names = async () => (await timelineOf(order.id, chief)).map(({ by }) => by)
  expect(await names()).toEqual([undefined, undefined, 'Ayudante Soto', 'Jefa Soto'])
  const list = await send(orderCalls.listOrders, {
    params: { id: ALL_ORDERS },
    query: { search: String(order.number) },
    token: chief.token,
  })
  expect(list.body.data[0]!.timeline.at(-1)).toMatchObject({ kind: 'cancelled', by: 'Jefa Soto' })

  await erase(app, helper.email)
  expect(await names()).toEqual([undefined, undefined, undefined, 'Jefa Soto'])
})

test('the timeline names an administrator who uploads a proof for the customer, and leaves out a newer server’s events', async () => {
  const [customer, admin] = [await makeUser(database), await makeUser(database, { role: 'Administrador' })]
  const order = await makeOrder(database, { userId: customer.id })
  await uploadProof(app, admin, order.id)
  await sql`insert into order_events (order_id, kind) values (${order.id}, 'from-the-future')`.execute(
    database,
  )
  expect(await timelineOf(order.id, admin)).toMatchObject([
    { kind: 'placed' },
    { kind: 'proof', by: 'Ana Soto' },
  ])
})

test('the timeline of an order without events shows its status without a time', async () => {
  const customer = await makeUser(database)
  const order = await makeOrder(database, { userId: customer.id, status: 'delivered', payment: 'x.webp' })
  expect(await timelineOf(order.id, customer)).toEqual([
    { kind: 'placed', at: order.created_at },
    { kind: 'proof', at: null },
    { kind: 'delivered', at: null },
  ])
})

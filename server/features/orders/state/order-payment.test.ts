import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { boardCalls } from '#contract/board.ts'
import type { OrderFilter } from '#contract/order-filters.ts'
import { ALL_ORDERS, type Order, orderCalls } from '#contract/orders.ts'
import {
  dueOf,
  meetsPaymentRule,
  PAYMENT_RULES,
  type PaidOrder,
  type PaymentRule,
} from '#domain/order-payment.ts'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { createTestApp } from '#tests/app.ts'
import { makeOrder, makeUser, unique } from '#tests/factories.ts'
import { makeStatement, makeTransfer, payByTransfer } from '#tests/transfers.ts'
import { DUE, meetsRule } from './order-payment.ts'

const app = await createTestApp()
const { database, send } = app
const admin = await makeUser(database, { role: 'Administrador' })

type Query = {
  paid?: OrderFilter['paid']
  proof?: 'missing' | 'unchecked'
  status?: Order['status']
}

/** The numbers of the orders that the filters find among all orders, newest first. Also checks the total. */
async function found(query: Query) {
  const { status, body } = await send(orderCalls.listOrders, {
    params: { id: ALL_ORDERS },
    query: { ...query, pageSize: 50 },
    token: admin.token,
  })
  expect(status).toBe(200)
  expect(body.total).toBe(body.data.length)
  return body.data.map(({ nro_delivery }) => nro_delivery)
}

const read = async (id: string) =>
  (await send(orderCalls.getOrder, { params: { id }, token: admin.token })).body.data

async function make(total: number, values: Omit<Parameters<typeof makeOrder>[1], 'userId' | 'total'> = {}) {
  const { id: userId } = await makeUser(database)
  return makeOrder(database, { userId, total, ...values })
}

const proof = () => ({ payment: `pago-${unique()}.webp` })

const openTasks = async () => (await send(boardCalls.readOpenTasks, { token: admin.token })).body.data
const board = async () => (await send(boardCalls.readBoard, { token: admin.token })).body.data

test('filters orders by the amount that transfers pay', async () => {
  const [exact, short, over, none] = [
    await make(1_000.4, { hours: 8 }),
    await make(2_000, { hours: 7 }),
    await make(3_000, { hours: 6 }),
    await make(4_000, { hours: 5 }),
  ]
  const delivered = await make(5_000, { hours: 4, status: 'delivered' })
  const cancelled = await make(6_000, { hours: 3, status: 'cancelled' })
  const returned = await make(7_000, { hours: 2 })
  await payByTransfer(app, exact, { amount: 1_000 })
  await payByTransfer(app, short, { amount: 1_500 })
  await payByTransfer(app, over, { amount: 3_001 })
  await payByTransfer(app, returned, { amount: 7_000 })
  await database.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', returned.id).execute()
  await makeTransfer(database, { amount: 9_000, offered: [delivered.id, cancelled.id] })
  await makeTransfer(database, { amount: 500, offered: [short.id] })

  expect(await found({ paid: 'paid' })).toEqual([returned.number, over.number, exact.number])
  expect(await found({ paid: 'paid', status: 'pending' })).toEqual([over.number, exact.number])
  expect(await found({ paid: 'difference' })).toEqual([over.number, short.number])
  expect(await found({ paid: 'unpaid' })).toEqual([none.number])
  expect(await found({ paid: 'unpaid', status: 'delivered' })).toEqual([delivered.number])
  expect(await found({ paid: 'unpaid', status: 'cancelled' })).toEqual([cancelled.number])
  expect(await found({ paid: 'to-confirm' })).toEqual([delivered.number, short.number])
  expect(await found({ paid: 'to-confirm', status: 'cancelled' })).toEqual([])
  expect((await read(delivered.id)).staff).toMatchObject({ toConfirm: true, statementsUntil: '' })
  expect((await read(cancelled.id)).staff?.toConfirm).toBe(false)
  expect((await openTasks()).paymentsToDecide).toBe(2)
})

test('customers can’t filter by transfers, and see the paid amount without the transfers', async () => {
  const customer = await makeUser(database)
  const order = await makeOrder(database, { userId: customer.id, total: 8_000 })
  await payByTransfer(app, order, { amount: 7_500, description: 'TRANSF DE ANA SOTO' })
  const { status, body } = await send(orderCalls.listOrders, {
    params: { id: customer.id },
    query: { paid: 'paid' },
    token: customer.token,
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({ issues: [{ path: 'paid' }] })
  const own = await send(orderCalls.getOrder, { params: { id: order.id }, token: customer.token })
  expect(own.body.data.paid).toEqual({ at: '2030-01-15', amount: 7_500, difference: -500 })
  expect(own.body.data.staff).toBeNull()
  expect(JSON.stringify(own.body)).not.toContain('TRANSF DE')
  expect(own.body.data.timeline.map(({ kind, by }) => [kind, by])).toEqual([
    ['placed', undefined],
    ['paid', undefined],
  ])
})

test('a paid order needs no proof and no check of one, until its match is undone', async () => {
  const [with_, without, partly] = [
    await make(10_000, proof()),
    await make(20_000),
    await make(30_000, proof()),
  ]
  const before = (await board()).tasks
  expect(await found({ proof: 'unchecked' })).toEqual([partly.number, with_.number])
  expect(await found({ proof: 'missing' })).toContain(without.number)
  for (const { id } of [with_, without]) await payByTransfer(app, { id }, { amount: 20_000 })
  await payByTransfer(app, partly, { amount: 29_999 })
  expect(await found({ proof: 'unchecked' })).toEqual([partly.number])
  expect(await found({ proof: 'missing' })).not.toContain(without.number)
  expect((await board()).tasks).toMatchObject({
    proofsToCheck: before.proofsToCheck - 1,
    missingProofs: before.missingProofs - 1,
    pendingOrders: before.pendingOrders,
  })
  await database
    .updateTable('orders')
    .set({ paid_amount: 0, paid_on: null })
    .where('id', '=', with_.id)
    .execute()
  expect(await found({ proof: 'unchecked' })).toEqual([partly.number, with_.number])
})

test('points out a proof without a transfer when statements cover three working days after it', async () => {
  /** A proof that was sent on a day at noon. */
  const sentOn = async (day: string, values: Parameters<typeof make>[1] = {}) => {
    const order = await make(1_500, { ...proof(), ...values })
    const at = new Date(`${day}T15:00:00Z`)
    await database.updateTable('orders').set({ created_at: at }).where('id', '=', order.id).execute()
    await sql`insert into order_events (order_id, kind, happened_at) values (${order.id}, 'proof', ${at})`.execute(
      database,
    )
    return order
  }
  const early = await sentOn('2026-10-30')
  const friday = await sentOn('2026-11-13')
  const monday = await sentOn('2026-11-16', { status: 'delivered' })
  const tuesday = await sentOn('2026-11-17')
  const paid = await sentOn('2026-11-12')
  const cancelled = await sentOn('2026-11-12', { status: 'cancelled' })
  await payByTransfer(app, paid, { amount: 1_400 })
  expect(await found({ paid: 'proof-only' })).toEqual([])
  expect((await read(friday.id)).staff?.proofWithoutTransfer).toBe(false)
  // 18 November is the third working day after Friday, and the second after Monday.
  await makeStatement(database, { from: '2026-11-02', until: '2026-11-18' })
  expect(await found({ paid: 'proof-only' })).toEqual([friday.number])
  await makeStatement(database, { from: '2026-11-18', until: '2026-11-19' })
  expect(await found({ paid: 'proof-only' })).toEqual([monday.number, friday.number])
  expect(await found({ paid: 'proof-only', status: 'delivered' })).toEqual([monday.number])
  for (const [order, points] of [
    [early, false],
    [friday, true],
    [monday, true],
    [tuesday, false],
    [paid, false],
    [cancelled, false],
  ] as const)
    expect((await read(order.id)).staff).toMatchObject({
      proofWithoutTransfer: points,
      statementsUntil: '2026-11-19',
    })
  // While a transfer that may pay the order waits for a decision, the proof isn't overdue.
  const maybe = await makeTransfer(database, { amount: 1_500, offered: [monday.id] })
  expect(await found({ paid: 'proof-only' })).toEqual([friday.number])
  expect((await read(monday.id)).staff).toMatchObject({ proofWithoutTransfer: false, toConfirm: true })
  expect((await board()).tasks.proofsWithoutTransfer).toBe(1)
  await sql`delete from payments where id = ${maybe}`.execute(database)
  // Another proof starts its wait on its own day.
  await sql`insert into order_events (order_id, kind, happened_at) values (${friday.id}, 'proof', '2026-11-18T15:00:00Z')`.execute(
    database,
  )
  expect(await found({ paid: 'proof-only' })).toEqual([monday.number])
})

test('the board has no figures of transfers without a statement; with one, it has the due, received and undecided money', async () => {
  await sql`truncate orders, payments, bank_statements cascade`.execute(database)
  expect((await board()).transfers).toBeNull()
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  await makeStatement(database, { from: day(20), until: day(1) })
  await make(1_000.4)
  await make(10_000, { status: 'delivered', hours: 24 * 10 })
  await make(100_000, { status: 'cancelled' })
  await make(200_000, { hours: 24 * 25 })
  const partly = await make(5_000)
  await payByTransfer(app, partly, { amount: 3_000, date: day(2) })
  const old = await make(700)
  await payByTransfer(app, old, { amount: 700, date: day(40) })
  await makeTransfer(database, { amount: 40, offered: [partly.id] })
  await makeTransfer(database, { amount: 2 })
  expect((await board()).transfers).toEqual({ expected: 13_000, received: 3_000, undecided: 42 })
})

test('each payment rule selects the same orders in the database and in the code', async () => {
  const { id: userId } = await makeUser(database)
  const cases: PaidOrder[] = ORDER_STATUSES.flatMap((status) =>
    ['', proof().payment].flatMap((payment) =>
      [0, 0.4, 999.5, 1_000].flatMap((total) =>
        [0, 1, 999, 1_000, 1_001].map((amount) => ({
          ...{ status, payment, total },
          paid: amount === 0 ? null : { amount },
        })),
      ),
    ),
  )
  const ids = await Promise.all(
    cases.map(async ({ paid, ...values }) => {
      const { id } = await makeOrder(database, { userId, ...values })
      await sql`update orders set paid_amount = ${paid?.amount ?? 0} where id = ${id}`.execute(database)
      return id
    }),
  )
  for (const rule of Object.keys(PAYMENT_RULES) as PaymentRule[]) {
    const { rows } = await sql<{ id: string; due: number }>`
      select id from orders where user_id = ${userId} and ${meetsRule(rule)}`.execute(database)
    const expected = ids.filter((_, place) => meetsPaymentRule(rule, cases[place]!))
    expect(expected.length, rule).toBeGreaterThan(0)
    expect(rows.map(({ id }) => id).toSorted(), rule).toEqual(expected.toSorted())
  }
  const { rows } = await sql<{ id: string; due: number }>`
    select id, ${DUE} as due from orders where user_id = ${userId}`.execute(database)
  const dues = new Map(rows.map(({ id, due }) => [id, Math.max(0, due)]))
  expect(ids.map((id) => dues.get(id))).toEqual(cases.map(dueOf))
  await sql`update orders set status = 'cancelled' where user_id = ${userId}`.execute(database)
})

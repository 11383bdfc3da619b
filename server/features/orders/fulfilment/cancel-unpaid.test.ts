import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { fulfilmentCalls } from '#contract/fulfilment.ts'
import { orderCalls } from '#contract/orders.ts'
import { paymentCalls } from '#contract/payments.ts'
import { readConfig } from '#server/config.ts'
import { sweepHourly } from '#server/hourly-sweep.ts'
import { createTestApp } from '#tests/app.ts'
import { makeOrder, makeProduct, makeUser } from '#tests/factories.ts'
import { image, multipart } from '#tests/images.ts'
import { countWaiting } from '#tests/locks.ts'
import { collectMails } from '#tests/mailbox.ts'
import { uploadProof } from '#tests/person.ts'
import { makeTransfer, payByTransfer } from '#tests/transfers.ts'
import { announceCancellations, cancelUnpaid } from './cancel-unpaid.ts'

const app = await createTestApp()
const { database, send } = app
const admin = await makeUser(database, { role: 'Administrador' })

const DAYS = 5
const DAY = 24

/** An unpaid order of a new account, of two units whose stock was taken. Its age is in hours. */
async function makeUnpaid(hours: number, values: Omit<Parameters<typeof makeOrder>[1], 'userId'> = {}) {
  const customer = await makeUser(database)
  const product = await makeProduct(database, { stock: 8 })
  const lines = [{ productId: product.id, quantity: 2 }]
  const order = await makeOrder(database, { userId: customer.id, hours, lines, ...values })
  return { ...order, customer, product }
}
type Unpaid = Awaited<ReturnType<typeof makeUnpaid>>

const sweep = async (cancelUnpaidDays: number | undefined) => {
  const errors: unknown[] = []
  const config = { ...app.config, cancelUnpaidDays }
  await sweepHourly({ ...app, config }, { log: () => {}, warn: () => {}, onError: (e) => errors.push(e) })
  expect(errors).toEqual([])
}

/** Makes the queued notices `hours` older, and moves their day of cancellation one day back. */
const letDayPass = (hours = DAY) =>
  sql`
  update mails set queued_at = queued_at - make_interval(hours => ${hours}),
    message = message || jsonb_build_object('day', ((message ->> 'day')::date - 1)::text)
  where cause like 'order-cancelling.%'`.execute(database)

const mailsAbout = async ({ number }: { number: number }, subject = 'se cancelará mañana') =>
  (await collectMails(app)).filter((mail) => mail.subject.includes(`N° ${number} ${subject}`))

async function stateOf({ id, product }: Unpaid) {
  const { body } = await send(orderCalls.getOrder, { params: { id }, token: admin.token })
  const { stock } = await database
    .selectFrom('products')
    .select('stock')
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow()
  const kinds = body.data.timeline.map(({ kind }) => kind)
  return { status: body.data.status, stock, cancelled: kinds.filter((kind) => kind === 'cancelled').length }
}
const WAITING = { status: 'pending', stock: 8, cancelled: 0 }
const CANCELLED = { status: 'cancelled', stock: 10, cancelled: 1 }

/** An order whose notice was queued a day ago, and which is due. */
async function makeDue(values?: Parameters<typeof makeUnpaid>[1]) {
  const order = await makeUnpaid(DAYS * DAY, values)
  await announceCancellations(database, DAYS)
  await letDayPass()
  return order
}

test('announces an unpaid order the day before and then cancels it, once, even with several servers at work', async () => {
  const order = await makeUnpaid((DAYS - 1) * DAY)
  const young = await makeUnpaid((DAYS - 1) * DAY - 1)
  await Promise.all(Array.from({ length: 4 }, () => sweep(DAYS)))
  const [notice, ...more] = await mailsAbout(order)
  expect(more).toEqual([])
  for (const part of ['$1.990', `Pedido ${order.number}`, '00-123-45678-9', `?pedido=${order.id}`])
    expect(notice!.text).toContain(part)
  expect(await mailsAbout(young)).toEqual([])
  await letDayPass()
  await sweep(DAYS)
  expect(await stateOf(order)).toEqual(WAITING)
  await sql`update orders set created_at = created_at - interval '1 day' where id = ${order.id}`.execute(
    database,
  )
  // The mail's cause has the beginning of the wait: the purchase, which was just made older.
  await sql`update mails set cause = 'order-cancelling.' || ${order.id} || '.' ||
      (select floor(extract(epoch from created_at) * 1000)::bigint from orders where id = ${order.id})
    where cause like ${`order-cancelling.${order.id}.%`}`.execute(database)
  await Promise.all(Array.from({ length: 4 }, () => sweep(DAYS)))
  expect(await stateOf(order)).toEqual(CANCELLED)
  const told = await mailsAbout(order, 'fue cancelado')
  expect(told).toHaveLength(1)
  expect(told[0]!.text).toContain('porque no recibimos tu transferencia')
  expect(await mailsAbout(order)).toHaveLength(1)
  const { rows: entries } = await sql<{ actor_name: string }>`
    select actor_name from audit_entries where subject_id = ${order.id}`.execute(database)
  expect(entries).toEqual([{ actor_name: 'operador' }])
})

test('cancels nothing without a notice that is twenty hours old and from an earlier day, nor by default', async () => {
  expect(readConfig({}).cancelUnpaidDays).toBeUndefined()
  const order = await makeUnpaid(50 * DAY)
  await sweep(undefined)
  expect(await mailsAbout(order)).toEqual([])
  await sweep(DAYS)
  await sweep(DAYS)
  expect(await stateOf(order)).toEqual(WAITING)
  expect(await mailsAbout(order)).toHaveLength(1)
  await letDayPass(19)
  await sweep(DAYS)
  expect(await stateOf(order)).toEqual(WAITING)
  await sql`update mails set queued_at = queued_at - interval '1 hour' where cause like 'order-cancelling.%'`.execute(
    database,
  )
  await sql`update mails set message = message || jsonb_build_object('day', (current_date + 2)::text)
    where cause like 'order-cancelling.%'`.execute(database)
  await sweep(DAYS)
  expect(await stateOf(order)).toEqual(WAITING)
  await sql`update mails set message = message || jsonb_build_object('day', (current_date - 1)::text)
    where cause like 'order-cancelling.%'`.execute(database)
  await sweep(undefined)
  expect(await stateOf(order)).toEqual(WAITING)
  await sweep(DAYS)
  expect(await stateOf(order)).toEqual(CANCELLED)
})

test('neither announces nor cancels an order that is paid or may be, has a proof, or whose account is disabled', async () => {
  const prevent: ((order: Unpaid) => Promise<unknown>)[] = [
    ({ id, customer }) => uploadProof(app, customer, id),
    (order) => payByTransfer(app, order, { amount: 1_000 }),
    ({ id }) => makeTransfer(database, { amount: 1_990, offered: [id] }),
    ({ id }) => send(orderCalls.updateOrderStatus, { body: { id, state: 'delivered' }, token: admin.token }),
    ({ customer }) =>
      database.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', customer.id).execute(),
  ]
  for (const act of prevent) {
    const [before, after] = [await makeUnpaid(DAYS * DAY), await makeDue()]
    await act(before)
    await act(after)
    await sweep(DAYS)
    expect(await mailsAbout(before)).toEqual([])
    expect(await mailsAbout(after)).toEqual([])
    expect((await stateOf(after)).stock).toBe(8)
    expect((await stateOf(after)).status).not.toBe('cancelled')
  }
})

test('the days begin again when a proof is rejected, a match is undone or the order is reopened', async () => {
  const restart: ((order: Unpaid) => Promise<unknown>)[] = [
    async ({ id, customer }) => {
      await uploadProof(app, customer, id)
      const { payment: file } = await database
        .selectFrom('orders')
        .select('payment')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const body = { file, reason: 'No se lee' }
      await send(fulfilmentCalls.rejectProof, { params: { id }, body, token: admin.token })
    },
    async (order) => {
      const id = await payByTransfer(app, order, { amount: 1_990 })
      await send(paymentCalls.unmatchPayment, { params: { id }, token: admin.token })
    },
    async ({ id }) => {
      for (const state of ['cancelled', 'pending'] as const)
        await send(orderCalls.updateOrderStatus, { body: { id, state }, token: admin.token })
    },
  ]
  for (const act of restart) {
    const order = await makeDue()
    await act(order)
    await sweep(DAYS)
    expect((await stateOf(order)).status).toBe('pending')
    const later = sql`- make_interval(days => ${DAYS})`
    await sql`update rejected_proofs set rejected_at = rejected_at ${later} where order_id = ${order.id}`.execute(
      database,
    )
    await sql`update order_events set happened_at = happened_at ${later} where order_id = ${order.id}`.execute(
      database,
    )
    await sweep(DAYS)
    expect((await stateOf(order)).status).toBe('pending')
    expect(await mailsAbout(order)).toHaveLength(1)
    await letDayPass()
    await sweep(DAYS)
    expect((await stateOf(order)).status).toBe('cancelled')
  }
})

test('announces an order again before it cancels it, if a transfer seemed to pay the order in between', async () => {
  const order = await makeDue()
  const transfer = await makeTransfer(database, { amount: 1_990, offered: [order.id] })
  // The notice isn't sent, because money may have come.
  expect(await mailsAbout(order)).toEqual([])
  await sweep(DAYS)
  await sql`update payments set state = 'aside', offers = '[]' where id = ${transfer}`.execute(database)
  await sweep(DAYS)
  expect(await stateOf(order)).toEqual(WAITING)
  expect(await mailsAbout(order)).toHaveLength(1)
  await letDayPass()
  await sweep(DAYS)
  expect(await stateOf(order)).toEqual(CANCELLED)
})

test('cancels an order whose prescription is missing, but not one whose prescription waits for the pharmacist', async () => {
  const onPrescription = async () => {
    const order = await makeUnpaid(DAYS * DAY)
    await database
      .updateTable('products')
      .set({ sale_condition: 'simple' })
      .where('id', '=', order.product.id)
      .execute()
    return order
  }
  const [sent, missing] = [await onPrescription(), await onPrescription()]
  const form = multipart({ id: sent.id }, ['photo', await image(), 'receta.jpg'])
  await send(orderCalls.uploadPrescription, { form, token: sent.customer.token })
  await sweep(DAYS)
  await letDayPass()
  await sweep(DAYS)
  expect(await mailsAbout(sent)).toEqual([])
  expect((await stateOf(sent)).status).toBe('pending')
  expect(await stateOf(missing)).toEqual(CANCELLED)
})

test.each([
  ['proof', 'the cancellation'],
  ['transfer', 'the cancellation'],
  ['the cancellation', 'proof'],
  ['the cancellation', 'transfer'],
] as const)('when %s and %s come at the same moment, the first one counts', async (first, second) => {
  const order = await makeDue()
  const { id, customer } = order
  const acts = {
    proof: async () => {
      const form = multipart({ id }, ['photo', await image(), 'pago.jpg'])
      return (await send(orderCalls.uploadProof, { form, token: customer.token })).status === 200
    },
    transfer: async () => {
      const params = { id: await makeTransfer(database, { amount: 1_990 }) }
      const body = { orders: [id] }
      return (await send(paymentCalls.matchPayment, { params, body, token: admin.token })).status === 200
    },
    'the cancellation': async () => (await cancelUnpaid(database, DAYS)) === 1,
  }
  // Both acts wait for this transaction's lock, `first` ahead of the other.
  const outcomes = await database.transaction().execute(async (tx) => {
    await sql`select from orders where id = ${id} for update`.execute(tx)
    const one = acts[first]()
    await vi.waitFor(async () => expect(await countWaiting(database)).toBe(1), 20_000)
    const other = acts[second]()
    await vi.waitFor(async () => expect(await countWaiting(database)).toBe(2), 20_000)
    return { settled: Promise.all([one, other]) }
  })
  expect(await outcomes.settled).toEqual([true, false])
  const { body } = await send(orderCalls.getOrder, { params: { id }, token: customer.token })
  const isCancelled = first === 'the cancellation'
  expect(body.data.payment !== '' || body.data.paid !== null).toBe(!isCancelled)
  expect(await stateOf(order)).toEqual(isCancelled ? CANCELLED : WAITING)
})

test('with a cancellation after up to three days, the notice replaces the reminder; with more days, the reminder announces the cancellation', async () => {
  const [soon, later] = [await makeUnpaid(49), await makeUnpaid(49)]
  await database.updateTable('orders').set({ status: 'delivered' }).where('id', '=', later.id).execute()
  await sweep(3)
  expect(await mailsAbout(soon)).toHaveLength(1)
  expect(await mailsAbout(soon, 'espera tu transferencia')).toEqual([])
  await database.updateTable('orders').set({ status: 'pending' }).where('id', '=', later.id).execute()
  await sweep(7)
  const [reminder] = await mailsAbout(later, 'espera tu transferencia')
  expect(reminder!.text).toContain('cancelaremos el pedido a los 7 días')
})

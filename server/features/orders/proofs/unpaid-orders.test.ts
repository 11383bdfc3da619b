import { expect, test } from 'vitest'
import { orderCalls } from '#contract/orders.ts'
import { sweepHourly } from '#server/hourly-sweep.ts'
import { createTestApp } from '#tests/app.ts'
import { erase } from '#tests/erasure.ts'
import { makeOrder, makeUser } from '#tests/factories.ts'
import { collectMails } from '#tests/mailbox.ts'
import { uploadProof } from '#tests/person.ts'
import { makeTransfer, payByTransfer } from '#tests/transfers.ts'
import { queueUnpaidMails } from './unpaid-orders.ts'

const app = await createTestApp()
const { database, send } = app

/** An unpaid order of a new account; its age is in hours. */
async function makeUnpaid(hours: number, values: Omit<Parameters<typeof makeOrder>[1], 'userId'> = {}) {
  const customer = await makeUser(database)
  const order = await makeOrder(database, { userId: customer.id, hours, ...values })
  return { ...order, customer }
}

const mailsAbout = async ({ number }: { number: number }) =>
  (await collectMails(app)).filter(
    ({ subject }) => subject === `Tu pedido N° ${number} espera tu transferencia`,
  )

test('sends one mail about an order unpaid for 48 hours, even with several servers at work', async () => {
  const due = [await makeUnpaid(49), await makeUnpaid(49), await makeUnpaid(6 * 24)]
  const errors: unknown[] = []
  const sweep = () => sweepHourly(app, { log: () => {}, warn: () => {}, onError: (e) => errors.push(e) })
  await Promise.all([...Array.from({ length: 6 }, () => queueUnpaidMails(database)), sweep(), sweep()])
  expect(errors).toEqual([])
  for (const order of due) expect(await mailsAbout(order)).toHaveLength(1)
  await queueUnpaidMails(database)
  for (const order of due) expect(await mailsAbout(order)).toHaveLength(1)
})

test('the mail has the exact amount, the order’s number as the transfer’s message, and the link to the upload', async () => {
  const order = await makeUnpaid(50, { total: 24_691, email: 'otra@correo.cl' })
  await queueUnpaidMails(database)
  const [mail] = await mailsAbout(order)
  expect(mail!.headers.to).toContain('otra@correo.cl')
  for (const part of [
    '$24.691',
    `Pedido ${order.number}`,
    '00-123-45678-9',
    `/finalizar-compra?pedido=${order.id}`,
  ])
    expect(mail!.text).toContain(part)
})

test.each([
  ['of less than 48 hours', 47, {}],
  ['of more than 7 days', 7 * 24 + 1, {}],
  ['with a proof', 49, { payment: 'x.webp' }],
  ['that was cancelled', 49, { status: 'cancelled' }],
  ['that was delivered', 49, { status: 'delivered' }],
] as const)('sends no mail about an order %s', async (_, hours, values) => {
  const order = await makeUnpaid(hours, values)
  await queueUnpaidMails(database)
  expect(await mailsAbout(order)).toEqual([])
})

test('sends no mail about an order that is paid or may be, is cancelled, or whose account is disabled or erased, before or after the mail was queued', async () => {
  const admin = await makeUser(database, { role: 'Administrador' })
  const prevent: ((order: Awaited<ReturnType<typeof makeUnpaid>>) => Promise<unknown>)[] = [
    ({ id, customer }) => uploadProof(app, customer, id),
    ({ id }) => send(orderCalls.updateOrderStatus, { body: { id, state: 'cancelled' }, token: admin.token }),
    ({ customer }) =>
      database.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', customer.id).execute(),
    ({ customer }) => erase(app, customer.email),
    (order) => payByTransfer(app, order, { amount: 500 }),
    ({ id }) => makeTransfer(database, { amount: 1_990, offered: [id] }),
  ]
  for (const act of prevent) {
    const [before, after] = [await makeUnpaid(49), await makeUnpaid(49)]
    await act(before)
    await queueUnpaidMails(database)
    await act(after)
    expect(await mailsAbout(before)).toEqual([])
    expect(await mailsAbout(after)).toEqual([])
  }
})

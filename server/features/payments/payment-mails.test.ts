import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paymentCalls } from '#contract/payments.ts'
import { createTestApp } from '#tests/app.ts'
import { erase } from '#tests/erasure.ts'
import { makeOrder, makeUser } from '#tests/factories.ts'
import { collectMails } from '#tests/mailbox.ts'
import { payByTransfer } from '#tests/transfers.ts'

const app = await createTestApp()
const { database, send } = app
const admin = await makeUser(database, { role: 'Administrador' })

async function makeDue(total: number, email?: string) {
  const customer = await makeUser(database)
  const order = await makeOrder(database, { userId: customer.id, total, email: email ?? customer.email })
  return { ...order, customer }
}

const mailsAbout = async ({ number }: { number: number }) =>
  (await collectMails(app)).filter(({ subject }) => subject === `Recibimos tu pago del pedido N° ${number}`)

test('the mail of a whole payment has amount and day, and asks for nothing', async () => {
  const order = await makeDue(21_070.6)
  await payByTransfer(app, order, { amount: 21_071, date: '2026-11-23' })
  const [mail, ...more] = await mailsAbout(order)
  expect(more).toEqual([])
  expect(mail!.headers.to).toContain(order.customer.email)
  for (const part of ['$21.071', '23/11/2026']) expect(mail!.text).toContain(part)
  for (const part of ['Falta', 'Datos para transferir', '00-123-45678-9'])
    expect(mail!.text).not.toContain(part)
})

test('the mail of a partial payment has the missing pesos and the bank details; the rest gets another mail', async () => {
  const order = await makeDue(10_000)
  await payByTransfer(app, order, { amount: 9_500, date: '2026-11-23' })
  const [mail] = await mailsAbout(order)
  for (const part of ['$9.500', 'transfiere los $500 que faltan', '00-123-45678-9', `Pedido ${order.number}`])
    expect(mail!.text).toContain(part)
  expect(mail!.text).not.toContain('$10.000')
  await payByTransfer(app, order, { amount: 500, date: '2026-11-24' })
  const [, rest] = await mailsAbout(order)
  expect(rest!.text).toContain('24/11/2026')
  expect(rest!.text).not.toContain('faltan')
})

test('the mail goes to the order’s address and explains whose order it is; past the limit it goes to the account', async () => {
  const address = `otra.${crypto.randomUUID()}@correo.cl`
  const orders = []
  for (let index = 0; index < 11; index += 1) {
    const order = await makeDue(1_000, address)
    await payByTransfer(app, order, { amount: 1_000 })
    orders.push(order)
  }
  const [first] = await mailsAbout(orders[0]!)
  expect(first!.headers.to).toContain(address)
  expect(first!.text).toContain('se hizo desde la cuenta de otra persona')
  expect(first!.text).not.toContain(orders[0]!.customer.email)
  const [last] = await mailsAbout(orders[10]!)
  expect(last!.headers.to).toContain(orders[10]!.customer.email)
  expect(last!.headers.to).not.toContain(address)
})

test('sends no mail when the person was erased or the match undone, and none about the undoing', async () => {
  const [erased, undone, before] = [await makeDue(1_000), await makeDue(1_000), await makeDue(1_000)]
  await payByTransfer(app, erased, { amount: 1_000 })
  await erase(app, erased.customer.email)
  expect(await mailsAbout(erased)).toEqual([])
  // An erasure cancels unpaid pending orders, so this one must be delivered.
  await database.updateTable('orders').set({ status: 'delivered' }).where('id', '=', before.id).execute()
  await erase(app, before.customer.email)
  await payByTransfer(app, before, { amount: 1_000 })
  expect(await mailsAbout(before)).toEqual([])
  const payment = await payByTransfer(app, undone, { amount: 1_000 })
  const all = (await collectMails(app)).length
  await send(paymentCalls.unmatchPayment, { params: { id: payment }, token: admin.token })
  expect(await collectMails(app)).toHaveLength(all)
  const again = await payByTransfer(app, undone, { amount: 400 })
  await send(paymentCalls.unmatchPayment, { params: { id: again }, token: admin.token })
  expect((await collectMails(app)).filter(({ text }) => text.includes('$400'))).toEqual([])
  const { rows } =
    await sql`select from mails where cause like ${`order-paid.${undone.id}.${again}%`}`.execute(database)
  expect(rows).toEqual([])
})

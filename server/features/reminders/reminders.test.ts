import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderCalls } from '#contract/orders.ts'
import { reminderCalls } from '#contract/reminders.ts'
import { store } from '#store'
import { createTestApp } from '#tests/app.ts'
import { erase, traces } from '#tests/erasure.ts'
import { makeOrder, makeProduct, makeUser } from '#tests/factories.ts'
import { collectMails } from '#tests/mailbox.ts'
import { deleteExpiredRows } from '../../hourly-sweep.ts'
import { queueDueReminders } from './order-reminders.ts'

const app = await createTestApp({ PUBLIC_URL: 'https://botica.cl' })
const { database, send } = app

type Customer = Awaited<ReturnType<typeof makeUser>>

async function makeCustomerOrder(values: Omit<Parameters<typeof makeOrder>[1], 'userId'> = {}) {
  const customer = await makeUser(database)
  return { customer, order: await makeOrder(database, { userId: customer.id, ...values }) }
}

const setReminder = (id: string, days: number, { token }: { token: string }) =>
  send(reminderCalls.setReminder, { params: { id }, body: { days: days as 15 }, token })

const cancelReminder = (id: string, { token }: { token: string }) =>
  send(reminderCalls.cancelReminder, { params: { id }, token })

const cancelByLink = (token: string) => send(reminderCalls.cancelReminders, { params: { token } })

const reminderOf = async (id: string, { token }: Customer) =>
  (await send(orderCalls.getOrder, { params: { id }, token })).body.data.reminder

/** The day and hour of an instant in the pharmacy's time zone. */
const shopTime = (instant: string) =>
  new Intl.DateTimeFormat('sv', { timeZone: store.timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(instant),
  )

const makeDue = (orderId: string) =>
  sql`update order_reminders set due_at = now() - interval '1 minute' where order_id = ${orderId}`.execute(
    database,
  )

const mailsAbout = async ({ number }: { number: number }) =>
  (await collectMails(app)).filter(({ subject }) => subject === `Tu recordatorio del pedido N° ${number}`)

const linkIn = (text: string) => /https:\/\/botica\.cl\/recordatorios\/([\w-]{43})/.exec(text)![1]!

test('a reminder is due at 9:00 of its day; another one replaces it, and cancelling removes it', async () => {
  const { customer, order } = await makeCustomerOrder()
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone ${store.timeZone})::date + 30)::text as day`.execute(database)
  for (const days of [15, 30]) expect((await setReminder(order.id, days, customer)).status).toBe(200)
  const reminder = await reminderOf(order.id, customer)
  expect(shopTime(reminder!)).toBe(`${rows[0]!.day} 09:00`)
  const { rows: all } = await sql`select from order_reminders where order_id = ${order.id}`.execute(database)
  expect(all).toHaveLength(1)
  for (let times = 0; times < 2; times += 1)
    expect((await cancelReminder(order.id, customer)).status).toBe(200)
  expect(await reminderOf(order.id, customer)).toBeNull()
})

test('a reminder is the customer’s own: others get 404, administrators neither set nor see it, other days are refused', async () => {
  const { customer, order } = await makeCustomerOrder()
  const [other, admin] = [await makeUser(database), await makeUser(database, { role: 'Administrador' })]
  for (const stranger of [other, admin]) {
    expect((await setReminder(order.id, 15, stranger)).status).toBe(404)
    expect((await cancelReminder(order.id, stranger)).status).toBe(404)
  }
  for (const id of ['x', crypto.randomUUID()]) expect((await setReminder(id, 15, customer)).status).toBe(404)
  for (const days of [0, 14, 91, -15, '15' as never])
    expect((await setReminder(order.id, days, customer)).status).toBe(400)
  expect(await reminderOf(order.id, customer)).toBeNull()
  await setReminder(order.id, 15, customer)
  expect(await reminderOf(order.id, admin)).toBeNull()
  await cancelReminder(order.id, other)
  expect(await reminderOf(order.id, customer)).not.toBeNull()
})

test('a reminder becomes one mail, however many servers run; the mail links to the order and says what is in stock', async () => {
  const [plenty, scarce, sold] = [
    await makeProduct(database, { stock: 20 }),
    await makeProduct(database, { stock: 1 }),
    await makeProduct(database, { stock: 0 }),
  ]
  const lines = [plenty, scarce, sold].map(({ id }) => ({ productId: id, quantity: 3 }))
  const { customer, order } = await makeCustomerOrder({ lines, email: 'otra@correo.cl' })
  const later = await makeOrder(database, { userId: customer.id })
  for (const { id } of [order, later]) await setReminder(id, 15, customer)
  await queueDueReminders(database)
  expect(await mailsAbout(order)).toEqual([])
  await makeDue(order.id)
  await Promise.all(Array.from({ length: 6 }, () => queueDueReminders(database)))
  const [mail, ...more] = await mailsAbout(order)
  expect(more).toEqual([])
  expect(await mailsAbout(later)).toEqual([])
  expect(mail!.headers.to).toContain(customer.email)
  const text = mail!.text.replace(/\s+/g, ' ')
  for (const part of [
    `${plenty.tradename}: 3 unidades`,
    `${scarce.tradename}: Queda 1 unidad de 3`,
    `${sold.tradename}: Sin existencias`,
    `https://botica.cl/repetir-pedido?pedido=${order.id}`,
  ])
    expect(text).toContain(part)
  expect(await reminderOf(order.id, customer)).toBeNull()

  await setReminder(order.id, 30, customer)
  await makeDue(order.id)
  await queueDueReminders(database)
  expect(await mailsAbout(order)).toHaveLength(2)
})

test('the mail’s link cancels all reminders of the account, by POST only, as often as it is used; only its hash is stored', async () => {
  const { customer, order } = await makeCustomerOrder()
  const other = await makeCustomerOrder()
  const next = await makeOrder(database, { userId: customer.id })
  await setReminder(order.id, 15, customer)
  await makeDue(order.id)
  await queueDueReminders(database)
  const token = linkIn((await mailsAbout(order))[0]!.text)
  expect(await traces(database, token)).toEqual({})
  await setReminder(next.id, 60, customer)
  await setReminder(other.order.id, 60, other.customer)

  const url = `/api/account/reminders/${token}/cancel`
  expect((await app.app.inject({ method: 'GET', url })).statusCode).toBe(404)
  expect((await app.app.inject({ method: 'HEAD', url })).statusCode).toBe(404)
  expect(await reminderOf(next.id, customer)).not.toBeNull()
  for (let times = 0; times < 2; times += 1) expect((await cancelByLink(token)).status).toBe(200)
  expect(await reminderOf(next.id, customer)).toBeNull()
  expect(await reminderOf(other.order.id, other.customer)).not.toBeNull()

  for (const dead of ['x', `${token}x`, customer.token])
    expect(await cancelByLink(dead)).toMatchObject({ status: 400, body: { code: 'DEAD_LINK' } })
  await database
    .updateTable('tokens')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', customer.id)
    .execute()
  expect((await cancelByLink(token)).body.code).toBe('DEAD_LINK')
  await deleteExpiredRows(database)
  expect(await traces(database, customer.id)).not.toHaveProperty('tokens')
})

test('a reminder of a disabled or erased account is not mailed, whether it was queued before or afterwards', async () => {
  const disable = ({ id }: Customer) =>
    database.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', id).execute()
  for (const act of [disable, ({ email }: Customer) => erase(app, email)])
    for (const queueFirst of [true, false]) {
      const { customer, order } = await makeCustomerOrder()
      await setReminder(order.id, 15, customer)
      await makeDue(order.id)
      if (queueFirst) await queueDueReminders(database)
      await act(customer)
      await queueDueReminders(database)
      expect(await mailsAbout(order)).toEqual([])
      const left = await sql`select from order_reminders where order_id = ${order.id}`.execute(database)
      expect(left.rows).toEqual([])
    }
})

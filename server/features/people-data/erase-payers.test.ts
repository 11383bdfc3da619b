import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { auditCalls } from '#contract/audit.ts'
import { orderCalls } from '#contract/orders.ts'
import { paymentCalls, salesBookCalls } from '#contract/payments.ts'
import { createTestApp } from '#tests/app.ts'
import { erase, expectNoTrace } from '#tests/erasure.ts'
import { makeOrder, makeUser } from '#tests/factories.ts'
import { makePerson, PASSWORD, type Person, placeOrder } from '#tests/person.ts'
import { makeTransfer } from '#tests/transfers.ts'
import { forgetErasedPayers } from '../payments/expire-payments.ts'
import { exportPerson } from './export-person.ts'

const app = await createTestApp()
const { database, send } = app
const admin = await makeUser(database, { role: 'Administrador' })
const { token } = admin

const pay = async (payment: string, orders: string[]) => {
  const answer = await send(paymentCalls.matchPayment, { params: { id: payment }, body: { orders }, token })
  expect(answer.status).toBe(200)
}

const ordersOf = async ({ id }: { id: string }) => {
  const { rows } = await sql<{ id: string; number: number; status: string; due: number }>`
    select id, number, status, round(total)::int as due from orders where user_id = ${id} order by number`.execute(
    database,
  )
  return rows
}

const textOf = async (id: string) => {
  const { rows } = await sql<{ description: string; search: string; reasons: string[][] }>`
    select description, document, search, state, (select json_agg(reasons) from payment_matches where payment_id = payments.id) as reasons
    from payments where id = ${id}`.execute(database)
  return rows[0]!
}

/** A transfer as a bank describes it; the person's name in it makes its match sure. */
const transferOf = ({ name, lastName, rut }: Person, amount: number, date = '2030-02-05') =>
  makeTransfer(database, {
    amount,
    date,
    description: `TRANSF DE ${name} ${lastName} ${rut}`.toUpperCase(),
    document: `77${rut}`,
  })

test('the export has the transfers of the person’s orders, and the erasure empties the bank’s texts about the payer', async () => {
  const person = await makePerson(app)
  const friend = await makePerson(app)
  const friends = await placeOrder(app, friend)
  const [delivered, pending] = await ordersOf(person)
  const alone = await transferOf(person, delivered!.due)
  const shared = await transferOf(person, pending!.due + 1)
  await pay(alone, [delivered!.id])
  await sql`update payment_matches set reasons = ${JSON.stringify([{ code: 'same-name', name: person.name }])}`.execute(
    database,
  )
  await pay(shared, [pending!.id, friends])
  const gap = { after: `05-02-2030 ${(await textOf(alone)).description}`, missing: 5 }
  await sql`
    insert into bank_statements (account, file_name, actor_id, actor_name, credits, repeated, gaps, refused)
    values ('', 'cartola.xlsx', ${admin.id}, 'Ana Soto', 1, 0, ${JSON.stringify([{ after: 'fila 7', missing: 1 }, gap])}, '[]')`.execute(
    database,
  )
  const exported = await exportPerson(database, person.email)
  expect(exported?.data.pedidos).toMatchObject([
    {
      numero: delivered!.number,
      dinero_devuelto: null,
      transferencias: [
        {
          fecha: '2030-02-05',
          monto: delivered!.due,
          descripcion: (await textOf(alone)).description,
          documento: `77${person.rut}`,
        },
      ],
    },
    { transferencias: [{ monto: pending!.due }] },
  ])
  expect(JSON.stringify(await exportPerson(database, friend.email))).toContain(person.name.toUpperCase())

  await erase(app, person.email)
  await expectNoTrace(app, person)
  for (const id of [alone, shared])
    expect(await textOf(id)).toMatchObject({ description: '', document: '', state: 'matched' })
  expect((await textOf(alone)).reasons).toEqual([[]])
  expect((await textOf(alone)).search).toBe(String(delivered!.due))
  const { rows: statements } = await sql`select gaps from bank_statements`.execute(database)
  expect(statements).toEqual([
    {
      gaps: [
        { after: 'fila 7', missing: 1 },
        { after: '05-02-2030', missing: 5 },
      ],
    },
  ])
  const { body } = await send(orderCalls.getOrder, { params: { id: delivered!.id }, token })
  expect(body.data.paid).toEqual({ at: '2030-02-05', amount: delivered!.due, difference: 0 })
})

test('the erasure compares undecided transfers again with the remaining orders', async () => {
  const person = await makePerson(app)
  const [, pending] = await ordersOf(person)
  await sql`update orders set total = 54321 where id = ${pending!.id}`.execute(database)
  const payment = await transferOf(person, 54_321, new Date().toISOString().slice(0, 10))
  const list = async () => {
    const { body } = await send(paymentCalls.listPayments, { query: { search: '54321' }, token })
    return body.data.find(({ _id }) => _id === payment)
  }
  expect(await list()).toMatchObject({ state: 'sure', orders: [{ _id: pending!.id }] })
  await erase(app, person.email)
  const { rows } = await sql`select state, offers from payments where id = ${payment}`.execute(database)
  expect(rows[0]).not.toMatchObject({ state: 'sure' })
  expect(JSON.stringify(rows)).not.toContain(person.name.toUpperCase())
  await sql`delete from payments where id = ${payment}`.execute(database)
  await expectNoTrace(app, person)
})

test('a transfer matched with the order of an erased person loses its texts after a day', async () => {
  const person = await makePerson(app)
  const [, pending] = await ordersOf(person)
  await erase(app, person.email)
  const payment = await transferOf(person, pending!.due)
  const other = await makeTransfer(database, { amount: 700, description: 'Transf de otra persona' })
  await pay(payment, [pending!.id])
  await pay(other, [(await makeOrder(database, { userId: admin.id })).id])
  expect(await forgetErasedPayers(database)).toBe(0)
  await sql`update payment_matches set matched_at = now() - interval '25 hours'`.execute(database)
  expect(await forgetErasedPayers(database)).toBe(1)
  expect(await forgetErasedPayers(database)).toBe(0)
  await expectNoTrace(app, person)
  expect(await textOf(other)).toMatchObject({ description: 'Transf de otra persona' })
})

test('refuses to erase an account with a paid order until it is delivered or its money is returned', async () => {
  const person = await makePerson(app)
  const [, pending] = await ordersOf(person)
  // Without a proof, only the transfer says that the order is paid.
  await sql`update orders set payment = '' where id = ${pending!.id}`.execute(database)
  await pay(await transferOf(person, pending!.due), [pending!.id])
  const eraseOwn = () =>
    send(accountCalls.eraseAccount, { body: { password: PASSWORD }, token: person.token })
  expect(await eraseOwn()).toMatchObject({ status: 409, body: { code: 'ORDER_PENDING' } })
  const state = { id: pending!.id, state: 'cancelled' as const }
  expect((await send(orderCalls.updateOrderStatus, { body: state, token })).status).toBe(200)
  const { body } = await eraseOwn()
  expect(body).toMatchObject({ code: 'ORDER_PENDING' })
  expect(body.message).toContain(`N° ${pending!.number}`)
  await send(salesBookCalls.markReturned, { body: { order: pending!.id, returned: true }, token })
  expect((await eraseOwn()).status).toBe(200)
  await expectNoTraceOfPayer(person)
})

test('the operator’s erasure doesn’t cancel a paid order, and reports money that is owed', async () => {
  const person = await makePerson(app)
  const [delivered, pending] = await ordersOf(person)
  await sql`update orders set payment = '' where id = ${pending!.id}`.execute(database)
  await pay(await transferOf(person, pending!.due), [pending!.id])
  await pay(await transferOf(person, delivered!.due), [delivered!.id])
  await sql`update orders set status = 'cancelled' where id = ${delivered!.id}`.execute(database)
  expect(await erase(app, person.email)).toMatchObject({
    cancelledOrders: [],
    pendingOrders: [pending!.number],
    owedOrders: [delivered!.number],
  })
  await expectNoTrace(app, person)
})

test('statements that an erased member of the staff uploaded keep neither name nor account', async () => {
  const staff = await makeUser(database, { role: 'Administrador', name: 'Eufrasia' })
  const { rows } = await sql<{ id: string }>`
    insert into bank_statements (account, file_name, actor_id, actor_name, credits, repeated, gaps, refused)
    values ('', 'otra.xlsx', ${staff.id}, 'Eufrasia Soto', 0, 0, '[]', '[]') returning id`.execute(database)
  await erase(app, staff.email)
  const kept = sql`select actor_id, actor_name from bank_statements where id = ${rows[0]!.id}`
  expect((await kept.execute(database)).rows).toEqual([{ actor_id: null, actor_name: 'Persona eliminada' }])
})

test('audit entries of transfers don’t name the payer', async () => {
  const person = await makePerson(app)
  const [delivered] = await ordersOf(person)
  const payment = await transferOf(person, delivered!.due)
  await pay(payment, [delivered!.id])
  await send(paymentCalls.unmatchPayment, { params: { id: payment }, token })
  await send(paymentCalls.setPaymentAside, { params: { id: payment }, body: { aside: true }, token })
  const { body } = await send(auditCalls.listAudit, { query: { what: 'payments' }, token })
  const own = body.data.filter(({ subjectId }) => [payment, delivered!.id].includes(subjectId))
  expect(own.map(({ action }) => action)).toEqual(['payment.aside', 'payment.unmatch', 'payment.match'])
  expect(JSON.stringify(own)).not.toMatch(new RegExp(`${person.name}|${person.lastName}|${person.rut}`, 'i'))
})

/**
 * Expects no text about the payer. It can't use `expectNoTrace`: form requests with the person's address stay after the customer's own
 * erasure.
 */
async function expectNoTraceOfPayer({ name, rut }: Person) {
  const { rows } = await sql`
    select from payments where search like ${`%${name.toLowerCase()}%`} or search like ${`%${rut}%`}`.execute(
    database,
  )
  expect(rows).toEqual([])
}

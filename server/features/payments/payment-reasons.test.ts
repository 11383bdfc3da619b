import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paymentCalls } from '#contract/payments.ts'
import { type PaymentReason, reasonInWords } from '#domain/payment-reasons.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Db } from '#server/database/schema.ts'
import { createDatabase, createTestApp } from '#tests/app.ts'
import { makeOrder, makeUser } from '#tests/factories.ts'
import { makeTransfer, payByTransfer } from '#tests/transfers.ts'

const app = await createTestApp()
const admin = await makeUser(app.database, { role: 'Administrador' })

const FOR_IT: PaymentReason[] = [
  { code: 'same-amount' },
  { code: 'part', pesos: 7_990, day: `${new Date().getFullYear()}-11-12` },
  { code: 'exact-sum', orders: 2 },
  { code: 'number', number: 1_042 },
  { code: 'same-rut' },
  { code: 'same-name', name: 'PÉREZ SOTO JUAN' },
  { code: 'similar-name', name: 'J PEREZ' },
  { code: 'same-last-name', name: 'PEREZ' },
]
const AGAINST_IT: PaymentReason[] = [
  { code: 'difference', pesos: -7_990 },
  { code: 'difference', pesos: 1 },
  { code: 'digit-slip' },
  { code: 'other-rut' },
  { code: 'early' },
  { code: 'taken' },
  { code: 'rival', number: 1_050 },
  { code: 'more-rivals', orders: 12 },
]
const REASONS = [...FOR_IT, ...AGAINST_IT]

const setReasons = (database: Db, payment: string, reasons: readonly unknown[]) =>
  sql`update payment_matches set reasons = ${JSON.stringify(reasons)} where payment_id = ${payment}`.execute(
    database,
  )

test('answers the reasons of a match in words, the warnings apart, and a sentence of an older version as it is', async () => {
  const { database, send } = app
  const order = await makeOrder(database, { userId: admin.id, total: 3_000 })
  const payment = await payByTransfer(app, order, { amount: 3_000 })
  await setReasons(database, payment, [...REASONS, 'dice otra cosa'])
  const { body } = await send(paymentCalls.listPayments, { query: { state: 'matched' }, token: admin.token })
  const [matched] = body.data.find(({ _id }) => _id === payment)!.orders
  expect(matched?.reasons).toEqual([...REASONS.map(reasonInWords), 'dice otra cosa'])
  expect(matched?.warnings).toEqual(AGAINST_IT.map(reasonInWords))
})

test('a migration turns the sentences of older versions into codes', async () => {
  const older = await createDatabase()
  for (const statement of ['drop schema public cascade', 'create schema public'])
    await sql.raw(statement).execute(older)
  await migrate(older, '059-tokens')
  const { id: userId } = await makeUser(older)
  const order = await makeOrder(older, { userId })
  const sentences = [...REASONS.map(reasonInWords), 'dice otra cosa']
  const transfers = await Promise.all(
    [1, 2].map((amount) => makeTransfer(older, { amount, offered: [order.id] })),
  )
  const offers = [
    { orders: [order.id], reasons: sentences, difference: 5 },
    { orders: [], reasons: [], difference: 0 },
  ]
  await sql`update payments set offers = ${JSON.stringify(offers)} where id = ${transfers[0]}`.execute(older)
  await sql`
    insert into payment_matches (payment_id, order_id, position, amount, due, reasons)
    values (${transfers[1]}, ${order.id}, 0, 2, 2, ${JSON.stringify(sentences)})`.execute(older)

  await migrate(older)
  const codes = [...REASONS, 'dice otra cosa']
  const matches = await sql`select reasons from payment_matches`.execute(older)
  expect(matches.rows).toEqual([{ reasons: codes }])
  const payment = await older
    .selectFrom('payments')
    .select('offers')
    .where('id', '=', transfers[0]!)
    .executeTakeFirst()
  expect(payment?.offers).toEqual([{ ...offers[0], reasons: codes }, offers[1]])
})

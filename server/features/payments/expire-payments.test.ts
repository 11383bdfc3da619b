import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paymentCalls } from '#contract/payments.ts'
import { createTestApp } from '#tests/app.ts'
import { makeOrder, makeUser } from '#tests/factories.ts'
import { makeTransfer } from '#tests/transfers.ts'
import { sweepHourly } from '../../hourly-sweep.ts'

const app = await createTestApp()
const { database, send } = app
const { id: userId, token } = await makeUser(database, { role: 'Administrador' })

async function runSweep() {
  const lines: string[] = []
  const report = {
    log: (text: string) => lines.push(text),
    warn: () => {},
    onError: (error: unknown) => {
      throw error
    },
  }
  await sweepHourly(app, report)
  return lines
}

const makeStatement = async (fileName: string, age: number) => {
  const { rows } = await sql<{ id: string }>`
    insert into bank_statements (account, file_name, actor_id, actor_name, credits, repeated, gaps, refused, created_at)
    values ('', ${fileName}, ${userId}, 'Ana Soto', 1, 0, ${JSON.stringify([{ after: '01-02-2026 TRANSF DE ANA', missing: 1 }])},
      ${JSON.stringify([{ row: 3, column: 'Abono', value: '7.300,55', reason: 'No es un monto.' }])},
      now() - make_interval(days => ${age}))
    returning id`.execute(database)
  return rows[0]!.id
}

test('removes transfers without an order and statements without a transfer 365 days after they were read', async () => {
  const order = await makeOrder(database, { userId })
  const [kept, emptied, recent] = [
    await makeStatement('con pago.xlsx', 366),
    await makeStatement('sin pago.xlsx', 366),
    await makeStatement('reciente.xlsx', 364),
  ]
  const matched = await makeTransfer(database, { amount: 1_990, statementId: kept, age: 366 })
  const [, aside] = [
    await makeTransfer(database, { amount: 500, statementId: kept, age: 366 }),
    await makeTransfer(database, { amount: 600, statementId: emptied, age: 366 }),
  ]
  const undecided = await makeTransfer(database, { amount: 700, statementId: recent, age: 364 })
  await send(paymentCalls.setPaymentAside, { params: { id: aside }, body: { aside: true }, token })
  await send(paymentCalls.matchPayment, { params: { id: matched }, body: { orders: [order.id] }, token })
  expect(await runSweep()).toEqual(['Limpieza: 2 transferencias sin pedido, 1 cartolas'])
  const { rows } = await sql<{ id: string }>`select id from payments order by amount`.execute(database)
  expect(rows.map(({ id }) => id)).toEqual([undecided, matched])
  const { rows: statements } = await sql`
    select id, jsonb_array_length(gaps) as gaps, jsonb_array_length(refused) as refused from bank_statements order by file_name`.execute(
    database,
  )
  expect(statements).toEqual([
    { id: kept, gaps: 0, refused: 0 },
    { id: recent, gaps: 1, refused: 1 },
  ])
  expect(await runSweep()).toEqual([])
})

import { sql } from 'kysely'
import { paymentCalls } from '#contract/payments.ts'
import type { Offer } from '#domain/payment-offers.ts'
import type { Db } from '#server/database/schema.ts'
import type { TestApp } from './app.ts'
import { makeUser, unique } from './factories.ts'

type TransferValues = {
  amount: number
  /** The day of the bank, `YYYY-MM-DD`. */
  date?: string
  description?: string
  document?: string
  statementId?: string | null
  /** How long ago it was read, in days. */
  age?: number
  /** The ids of the orders that the transfer may pay: with one, the transfer waits for a decision. */
  offered?: string[]
}

/** Adds a transfer as a bank statement brings it, undecided, and returns its id. */
export async function makeTransfer(
  database: Db,
  {
    amount,
    date = '2030-01-15',
    description = 'Transferencia desde otro banco',
    document = '',
    statementId = null,
    age = 0,
    offered,
  }: TransferValues,
): Promise<string> {
  const offers: Offer[] = offered
    ? [{ orders: offered, reasons: [{ code: 'same-amount' }], difference: 0 }]
    : []
  const { rows } = await sql<{ id: string }>`
    insert into payments (statement_id, digest, occurrence, paid_on, amount, document, description, state, offers, created_at)
    values (${statementId}, decode(md5(${`${unique()}`}), 'hex'), 1, ${date}, ${amount}, ${document}, ${description},
      ${offered ? 'proposed' : 'unknown'}, ${JSON.stringify(offers)}, now() - make_interval(days => ${age}))
    returning id`.execute(database)
  return rows[0]!.id
}

/** A transfer that pays this order. */
export async function payByTransfer(
  { database, send }: TestApp,
  { id }: { id: string },
  values: Omit<TransferValues, 'offered'>,
): Promise<string> {
  const admin = await makeUser(database, { role: 'Administrador' })
  const payment = await makeTransfer(database, values)
  const { status } = await send(paymentCalls.matchPayment, {
    params: { id: payment },
    body: { orders: [id] },
    token: admin.token,
  })
  if (status !== 200) throw new Error(`The transfer wasn't matched: ${status}`)
  return payment
}

/** A bank statement whose movements are of these days. */
export const makeStatement = (database: Db, { from, until }: { from: string; until: string }) =>
  sql`insert into bank_statements (account, file_name, actor_name, first_day, last_day, credits, repeated, gaps, refused)
    values ('', 'cartola.xlsx', 'Ana', ${from}, ${until}, 0, 0, '[]', '[]')`.execute(database)

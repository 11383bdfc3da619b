import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { unique } from './factories.ts'

type PaymentValues = {
  amount: number
  /** The day of the bank, `YYYY-MM-DD`. */
  date?: string
  description?: string
  document?: string
  statementId?: string | null
  /** How long ago it was read, in days. */
  age?: number
}

/** Adds an undecided transfer, as a statement brings it, and returns its id. */
export async function makePayment(
  database: Db,
  {
    amount,
    date = '2030-01-15',
    description = 'Transferencia desde otro banco',
    document = '',
    statementId = null,
    age = 0,
  }: PaymentValues,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into payments (statement_id, digest, occurrence, paid_on, amount, document, description, state, created_at)
    values (${statementId}, decode(md5(${`${unique()}`}), 'hex'), 1, ${date}, ${amount}, ${document}, ${description}, 'unknown',
      now() - make_interval(days => ${age}))
    returning id`.execute(database)
  return rows[0]!.id
}

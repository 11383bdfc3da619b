import { type Kysely, sql } from 'kysely'

/** The version before this migration finds the same orders, by other indexes. */
export const compatible = true

/** Indexes of orders that are paid less than is due (domain/order-payment.ts), so that such orders are counted by the index alone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

const STATEMENTS = [
  'drop index if exists orders_without_proof, orders_to_check',
  `create index orders_without_proof on orders (status, created_at, number) where payment = '' and paid_amount < round(total)`,
  `create index orders_to_check on orders (created_at, number)
    where status = 'pending' and payment <> '' and proof_checked_at is null and paid_amount < round(total)`,
]

import { sql } from 'kysely'
import type { PaymentState } from '#contract/payments.ts'
import { LOCKS } from '../../database/advisory-locks.ts'
import type { Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

/**
 * Takes the lock of the decisions about transfers until the transaction ends: each of them changes what the other transfers may pay.
 * Purchases don't take it.
 */
export const lockPayments = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(${LOCKS.payments}::bigint)`.execute(tx)

/** A transfer that a decision changes. */
type LockedPayment = { state: PaymentState; amount: number; date: string; offers: unknown }

/**
 * Locks a transfer.
 *
 * @throws Refusal NOT_FOUND
 */
export async function lockPayment(tx: Tx, id: string): Promise<LockedPayment> {
  const { rows } = await sql<LockedPayment>`
    select state, amount, paid_on::text as date, offers from payments where id = ${id} for update`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

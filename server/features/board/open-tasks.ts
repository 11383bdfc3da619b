import { sql } from 'kysely'
import type { OpenTasks } from '#contract/board.ts'
import type { Db } from '../../database/schema.ts'
import { IS_TO_REVIEW } from '../orders/prescriptions/prescription-state.ts'
import { IS_OWED, PROOF_CONDITIONS, statusIs } from '../orders/state/order-payment.ts'

/** Counts the staff's open tasks, and the pending orders without a payment proof. */
export async function readOpenTasks(database: Db): Promise<OpenTasks & { missingProofs: number }> {
  const isOpen = statusIs('isOpen')
  const { rows } = await sql<OpenTasks & { missingProofs: number }>`
    select
      (select count(*)::int from orders where ${isOpen}) as "pendingOrders",
      (select count(*)::int from orders where ${isOpen} and ${PROOF_CONDITIONS.unchecked}) as "proofsToCheck",
      (select count(*)::int from orders where ${isOpen} and ${PROOF_CONDITIONS.missing}) as "missingProofs",
      (select count(*)::int from orders where ${isOpen} and ${IS_TO_REVIEW}) as "prescriptionsToReview",
      (select count(*)::int from form_requests where answered_at is null) as "unansweredRequests",
      (select count(*)::int from payments where state in ('sure', 'proposed')) as "paymentsToDecide",
      (select count(*)::int from orders where ${IS_OWED}) as "pendingReturns"`.execute(database)
  return rows[0]!
}

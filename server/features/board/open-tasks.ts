import { sql } from 'kysely'
import type { OpenTasks } from '#contract/board.ts'
import type { Db } from '../../database/schema.ts'
import { IS_OWED, statusIs } from '../orders/order-payment.ts'
import { IS_TO_REVIEW } from '../orders/prescription-state.ts'

/** Counts the staff's open tasks (docs/product.md#open-tasks), and the pending orders without a payment proof. */
export async function readOpenTasks(database: Db): Promise<OpenTasks & { missingProofs: number }> {
  const isOpen = statusIs('isOpen', sql`status`)
  const { rows } = await sql<OpenTasks & { missingProofs: number }>`
    select coalesce(sum(orders), 0)::int as "pendingOrders",
      coalesce(sum(orders) filter (where proof = 'unchecked'), 0)::int as "proofsToCheck",
      coalesce(sum(orders) filter (where proof = 'missing'), 0)::int as "missingProofs",
      (select count(*)::int from orders where ${statusIs('isOpen')} and ${IS_TO_REVIEW}) as "prescriptionsToReview",
      (select count(*)::int from form_requests where answered_at is null) as "unansweredRequests",
      (select count(*)::int from payments where state in ('sure', 'proposed')) as "paymentsToDecide",
      (select count(*)::int from orders where ${IS_OWED}) as "pendingReturns"
    from (
      select proof, orders from order_status_sums where ${isOpen}
      union all select proof, orders from order_sum_changes where ${isOpen}
    ) pending`.execute(database)
  return rows[0]!
}

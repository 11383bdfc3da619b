import { sql } from 'kysely'
import type { OpenTasks } from '#contract/board.ts'
import type { Db } from '../../database/schema.ts'

/** Pending orders with these states of their payment proof, from the maintained sums. */
export const pendingOrders = (...proofs: ('missing' | 'unchecked' | 'checked')[]) =>
  sql`(select coalesce(sum(orders), 0)::int from order_counts
    where status = 'pending' and proof = any(${proofs}::text[]))`

export const UNANSWERED_REQUESTS = sql`(select count(*)::int from form_requests where answered_at is null)`

/** How much waits for staff (docs/product.md#open-tasks). */
export async function readOpenTasks(database: Db): Promise<OpenTasks> {
  const { rows } = await sql<OpenTasks>`
    select ${pendingOrders('missing', 'unchecked', 'checked')} as "pendingOrders",
      ${pendingOrders('unchecked')} as "proofsToCheck",
      ${UNANSWERED_REQUESTS} as "unansweredRequests"`.execute(database)
  return rows[0]!
}

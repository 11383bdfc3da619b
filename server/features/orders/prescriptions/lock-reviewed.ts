import { sql } from 'kysely'
import { type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import type { Tx } from '../../../database/schema.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { NEEDS_PRESCRIPTION } from './prescription-state.ts'

type Reviewed = { number: number; status: OrderStatus }

/**
 * Locks an order for a decision about its prescription, so that parallel decisions, uploads and changes of status wait for each other.
 *
 * @throws Refusal NOT_FOUND; ORDER_CLOSED for a cancelled order; NO_PRESCRIPTION when no line needs one
 */
export async function lockReviewed(tx: Tx, orderId: string): Promise<Reviewed> {
  await sql`select from orders where id = ${orderId} for no key update`.execute(tx)
  // A second statement sees what the lock's previous holder has committed; the locking one may not.
  const { rows } = await sql<Reviewed & { needed: boolean }>`
    select number, status, ${NEEDS_PRESCRIPTION} as needed from orders where orders.id = ${orderId}`.execute(
    tx,
  )
  const order = rows[0]
  if (!order) throw new Refusal('NOT_FOUND')
  if (!orderStatuses[order.status].holdsStock) throw new Refusal('ORDER_CLOSED')
  if (!order.needed) throw new Refusal('NO_PRESCRIPTION')
  return order
}

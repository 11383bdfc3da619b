import type { Tx } from '../../../database/schema.ts'
import { Refusal } from '../../../refusals/refusal.ts'

/**
 * Locks an order, so that parallel changes of it wait for each other.
 *
 * @returns its status, number, payment and shipment
 * @throws Refusal NOT_FOUND
 */
export async function lockOrder(tx: Tx, orderId: string) {
  const order = await tx
    .selectFrom('orders')
    .select([
      'number',
      'status',
      'payment',
      'proof_digest',
      'proof_checked_at',
      'shipment',
      'courier',
      'tracking',
      'paid_amount',
    ])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw new Refusal('NOT_FOUND')
  return order
}

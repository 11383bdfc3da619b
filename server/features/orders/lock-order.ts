import type { Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'

/**
 * Locks an order, so that parallel changes of it follow one another.
 *
 * @returns its status, number, payment proof, and the addresses of its mails
 * @throws Refusal NOT_FOUND
 */
export async function lockOrder(tx: Tx, orderId: string) {
  const order = await tx
    .selectFrom('orders')
    .select(['number', 'status', 'email', 'payment', 'proof_digest', 'proof_checked_at'])
    .select((eb) =>
      eb
        .selectFrom('users')
        .select('email')
        .whereRef('users.id', '=', 'user_id')
        .$asScalar()
        .$notNull()
        .as('accountEmail'),
    )
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw new Refusal('NOT_FOUND')
  return order
}

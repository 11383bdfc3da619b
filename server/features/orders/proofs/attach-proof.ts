import { sql } from 'kysely'
import type { Db } from '../../../database/schema.ts'
import type { ImageStore } from '../../../images/image-store.ts'
import { storeDigestedImage } from '../../../images/store-image.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { statusIs } from '../state/order-payment.ts'

/**
 * Attaches a payment proof to an order that has none and isn't cancelled. Of several simultaneous proofs, the first is saved.
 *
 * @param staffId the member of the staff who uploads it for the customer, or null
 * @throws Refusal PROOF_EXISTS; errors of {@link storeDigestedImage}
 */
export async function attachProof(
  database: Db,
  images: ImageStore,
  {
    orderId,
    userId,
    staffId,
    bytes,
  }: { orderId: string; userId: string; staffId: string | null; bytes: Buffer },
) {
  await storeDigestedImage(images, { kind: 'proof', bytes }, async (payment, digest) => {
    // The owner is compared, because an account that is erased meanwhile loses its orders to another owner.
    const { rows } = await sql`
      with sent as (
        update orders set payment = ${payment}, proof_digest = ${digest}
        where id = ${orderId} and user_id = ${userId} and payment = '' and ${statusIs('holdsStock')} returning id
      )
      insert into order_events (order_id, kind, actor_id) select id, 'proof', ${staffId} from sent
      returning order_id`.execute(database)
    if (rows.length === 0) throw new Refusal('PROOF_EXISTS')
  })
}

import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ImageStore } from '../../images/image-store.ts'
import { storeImage } from '../../images/store-image.ts'

/**
 * Attaches a payment proof to an order that has none (docs/product.md#payment-proof). Of several proofs at once the first
 * one is saved.
 *
 * @throws Refusal PROOF_EXISTS; errors of {@link storeImage}
 */
export async function attachProof(
  database: Db,
  images: ImageStore,
  { orderId, userId, bytes }: { orderId: string; userId: string; bytes: Buffer },
) {
  await storeImage(images, { kind: 'proof', bytes }, async (payment) => {
    const { numUpdatedRows } = await database
      .updateTable('orders')
      .set({ payment })
      .where('id', '=', orderId)
      // An order of an account that was erased meanwhile has another owner.
      .where('user_id', '=', userId)
      .where('payment', '=', '')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('PROOF_EXISTS')
  })
}

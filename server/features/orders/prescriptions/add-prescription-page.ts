import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { orderStatuses } from '#domain/order-status.ts'
import { MAX_PRESCRIPTION_PAGES } from '#domain/prescription.ts'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import type { ImageStore } from '../../../images/image-store.ts'
import { storeImage } from '../../../images/store-image.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { CURRENT_PAGE } from './prescription-state.ts'

/**
 * Adds a page to the prescription of a pending order. A repeated file is refused, so that a
 * page whose answer was lost isn't saved twice.
 *
 * @throws Refusal NOT_FOUND for another user's order; ORDER_CLOSED; PAGE_EXISTS; PRESCRIPTION_FULL; errors of {@link storeImage}
 */
export async function addPrescriptionPage(
  database: Db,
  images: ImageStore,
  { orderId, userId, bytes }: { orderId: string; userId: string; bytes: Buffer },
) {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const page = { orderId, userId, digest }
  // Checks before the expensive encoding of the image; the write checks again.
  await inTransaction(database, (tx) => checkPage(tx, page))
  await storeImage(images, { kind: 'order-prescription', bytes }, (photo) =>
    inTransaction(database, async (tx) => {
      const number = await checkPage(tx, page)
      // Frees the digest, which is unique within an order, from the same page sent before a rejection.
      await sql`
        update order_prescriptions set digest = null where order_id = ${orderId} and digest = ${digest}`.execute(
        tx,
      )
      // The time after the lock, not the transaction's start: a review may have been written in between.
      await sql`
        insert into order_prescriptions (order_id, page, photo, digest, created_at)
        values (${orderId}, ${number}, ${photo}, ${digest}, clock_timestamp())`.execute(tx)
      await sql`
        update orders set prescription_sent = true where id = ${orderId} and not prescription_sent`.execute(
        tx,
      )
    }),
  )
}

/**
 * Locks the order, so that parallel uploads count its pages one after the other, and its status and owner can't change until the write.
 *
 * @returns the number of the new page
 */
async function checkPage(
  tx: Tx,
  { orderId, userId, digest }: { orderId: string; userId: string; digest: string },
): Promise<number> {
  const order = await tx
    .selectFrom('orders')
    .select(['user_id', 'status'])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (order?.user_id !== userId) throw new Refusal('NOT_FOUND')
  if (!orderStatuses[order.status].isOpen) throw new Refusal('ORDER_CLOSED')
  // After a rejection the customer starts again, also with a page that was sent before.
  const { rows } = await sql<{ number: number; pages: number; isKnown: boolean }>`
    select (select coalesce(max(page), 0) + 1 from order_prescriptions where order_id = orders.id) as number,
      (select count(*)::int ${CURRENT_PAGE}) as pages, exists (select ${CURRENT_PAGE} and digest = ${digest}) as "isKnown"
    from orders where id = ${orderId}`.execute(tx)
  const { number, pages, isKnown } = rows[0]!
  if (isKnown) throw new Refusal('PAGE_EXISTS')
  if (pages >= MAX_PRESCRIPTION_PAGES) throw new Refusal('PRESCRIPTION_FULL')
  return number
}

import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'
import { imageSubject } from './queries.ts'

/** Whether an image is shown on the home page, or the path of the shop that a press on it opens. */
type Change = { state: boolean } | { link: string }

/**
 * Changes an image. Setting the current value changes nothing.
 *
 * @throws Refusal NOT_FOUND
 */
export async function changeImage(
  database: Db,
  { id, change, actor }: { id: string; change: Change; actor: Actor },
) {
  await inTransaction(database, async (tx) => {
    const image = await tx
      .selectFrom('carousel_images')
      .select(['name', 'state', 'link'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!image) throw new Refusal('NOT_FOUND')
    const changes = changedFields(image, change)
    if (!changes) return
    await tx.updateTable('carousel_images').set(change).where('id', '=', id).execute()
    await recordAudit(tx, actor, {
      action: 'link' in change ? 'carousel.link' : 'carousel.visibility',
      subject: imageSubject(id, image.name),
      ...changes,
    })
  })
}

import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { imageSubject } from './queries.ts'

/**
 * Shows or hides an image on the home page. Setting the current state changes nothing.
 *
 * @throws Refusal NOT_FOUND
 */
export async function setVisibility(
  database: Db,
  { id, state, actor }: { id: string; state: boolean; actor: Actor },
) {
  await inTransaction(database, async (tx) => {
    const image = await tx
      .selectFrom('carousel_images')
      .select(['name', 'state'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!image) throw new Refusal('NOT_FOUND')
    if (image.state === state) return
    await tx.updateTable('carousel_images').set({ state }).where('id', '=', id).execute()
    await recordAudit(tx, actor, {
      action: 'carousel.visibility',
      subject: imageSubject(id, image.name),
      before: { state: image.state },
      after: { state },
    })
  })
}

/**
 * Sets the path of the shop that a press on an image opens. Setting the current one changes nothing.
 *
 * @throws Refusal NOT_FOUND
 */
export async function setLink(database: Db, { id, link, actor }: { id: string; link: string; actor: Actor }) {
  await inTransaction(database, async (tx) => {
    const image = await tx
      .selectFrom('carousel_images')
      .select(['name', 'link'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!image) throw new Refusal('NOT_FOUND')
    if (image.link === link) return
    await tx.updateTable('carousel_images').set({ link }).where('id', '=', id).execute()
    await recordAudit(tx, actor, {
      action: 'carousel.link',
      subject: imageSubject(id, image.name),
      before: { link: image.link },
      after: { link },
    })
  })
}

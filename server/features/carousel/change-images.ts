import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { queueImageRemovals } from '../../images/image-removals.ts'
import { isId, Refusal } from '../../refusals/refusal.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'
import { imageSubject, lockCarousel, versionOf } from './queries.ts'

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

/**
 * Deletes an image and closes the gap in the positions.
 *
 * @param name the image's id or its file name
 * @throws Refusal NOT_FOUND
 */
export async function deleteImage(database: Db, { name, actor }: { name: string; actor: Actor }) {
  await inTransaction(database, async (tx) => {
    await lockCarousel(tx)
    const deleted = await tx
      .deleteFrom('carousel_images')
      .where(isId(name) ? 'id' : 'photo', '=', name)
      .returning(['id', 'photo', 'name', 'state', 'position'])
      .executeTakeFirst()
    if (!deleted) throw new Refusal('NOT_FOUND')
    await sql`update carousel_images set position = position - 1 where position > ${deleted.position}`.execute(
      tx,
    )
    const { id, photo, ...image } = deleted
    await queueImageRemovals(tx, 'carousel', [photo])
    await recordAudit(tx, actor, {
      action: 'carousel.delete',
      subject: imageSubject(id, image.name),
      before: image,
    })
  })
}

type ImagePosition = { _id: string; position: number }

/**
 * Saves a new order of all images, with the positions 1 to n. Saving the current order again succeeds.
 *
 * @param version of the list that the user saw, so that another user's later change isn't overwritten
 * @throws Refusal LIST_CHANGED when an image is missing, unknown or repeated, a position is missing or repeated, or the version
 *   is out of date
 */
export async function reorderImages(
  database: Db,
  { list, version, actor }: { list: ImagePosition[]; version?: string; actor: Actor },
) {
  await inTransaction(database, async (tx) => {
    const current = await lockCarousel(tx)
    const ids = idsByPosition(list)
    if (!ids || !isSameSet(ids, current)) throw new Refusal('LIST_CHANGED')
    if (versionOf(ids) === versionOf(current)) return
    if (version !== undefined && version !== versionOf(current)) throw new Refusal('LIST_CHANGED')
    await sql`
      update carousel_images set position = place.position
      from unnest(${ids}::uuid[]) with ordinality as place (id, position)
      where carousel_images.id = place.id`.execute(tx)
    await recordAudit(tx, actor, {
      action: 'carousel.order',
      subject: { kind: 'carousel', id: '', label: 'Carrusel' },
      before: { order: current },
      after: { order: ids },
    })
  })
}

/** The ids in order; null when the positions aren't exactly 1 to n. */
function idsByPosition(list: readonly ImagePosition[]): string[] | null {
  const sorted = [...list].sort((a, b) => a.position - b.position)
  return sorted.every(({ position }, index) => position === index + 1)
    ? sorted.map(({ _id }) => _id.toLowerCase())
    : null
}

function isSameSet(ids: readonly string[], others: readonly string[]) {
  const known = new Set(ids)
  return ids.length === others.length && known.size === ids.length && others.every((id) => known.has(id))
}

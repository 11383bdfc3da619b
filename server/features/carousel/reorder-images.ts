import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { lockCarousel, versionOf } from './queries.ts'

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

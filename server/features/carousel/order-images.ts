import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { lockCarousel, versionOf } from './queries.ts'

type Placed = { _id: string; position: number }

/**
 * Puts the images in a new order: the whole list, with the positions 1 to n. With the `version` of the list that somebody
 * saw, an order that another person made since isn't overwritten; asking for the present order again succeeds.
 *
 * @throws Refusal LIST_CHANGED when images are missing, unknown or twice there, a position is, or the version is old
 */
export async function orderImages(database: Db, { list, version }: { list: Placed[]; version?: string }) {
  await database.transaction().execute(async (tx) => {
    const current = await lockCarousel(tx)
    const wanted = inOrder(list)
    if (!wanted || !isSameSet(wanted, current)) throw new Refusal('LIST_CHANGED')
    if (versionOf(wanted) === versionOf(current)) return
    if (version !== undefined && version !== versionOf(current)) throw new Refusal('LIST_CHANGED')
    await sql`
      update carousel_images set position = place.position
      from unnest(${wanted}::uuid[]) with ordinality as place (id, position)
      where carousel_images.id = place.id`.execute(tx)
  })
}

/** The ids by position; null when the positions aren't 1 to n, each once. */
function inOrder(list: readonly Placed[]): string[] | null {
  const sorted = [...list].sort((one, other) => one.position - other.position)
  return sorted.every(({ position }, at) => position === at + 1)
    ? sorted.map(({ _id }) => _id.toLowerCase())
    : null
}

function isSameSet(ids: readonly string[], others: readonly string[]) {
  const known = new Set(ids)
  return ids.length === others.length && known.size === ids.length && others.every((id) => known.has(id))
}

import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

const LISTS = [
  { table: 'pickup_points', label: 'Puntos de retiro' },
  { table: 'delivery_zones', label: 'Zonas de despacho' },
] as const

/**
 * Sorts all pick-up points or all zones. Saving the current order again succeeds.
 *
 * @throws Refusal LIST_CHANGED when the ids aren't exactly those of one of the lists
 */
export async function sortOptions(database: Db, { ids, actor }: { ids: readonly string[]; actor: Actor }) {
  const wanted = ids.map((id) => id.toLowerCase())
  await inTransaction(database, async (tx) => {
    for (const { table, label } of LISTS) {
      const rows = await tx.selectFrom(table).select('id').orderBy('position').orderBy('id').execute()
      const current = rows.map(({ id }) => id)
      if (current.toSorted().join() !== wanted.toSorted().join()) continue
      if (current.join() === wanted.join()) return
      await sql`
        update ${sql.table(table)} as option set position = place.position
        from unnest(${wanted}::uuid[]) with ordinality as place (id, position)
        where option.id = place.id`.execute(tx)
      await recordAudit(tx, actor, {
        action: 'delivery.order',
        subject: { kind: 'delivery', id: '', label },
        before: { order: current },
        after: { order: wanted },
      })
      return
    }
    throw new Refusal('LIST_CHANGED', {
      message: 'La lista cambió mientras la ordenabas. Revísala e intenta nuevamente.',
    })
  })
}

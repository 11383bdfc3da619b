import { sql } from 'kysely'
import type { z } from 'zod'
import type { deliveryOptionCalls } from '#contract/delivery-options.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'

type Fields = z.output<typeof deliveryOptionCalls.createPickup.body>
type Change = z.output<typeof deliveryOptionCalls.updatePickup.body>

const subject = (id: string, label: string) => ({ kind: 'pickup-point', id, label })

/** Adds a pick-up point at the end of the list, and returns its id. */
export const createPickup = (database: Db, { fields, actor }: { fields: Fields; actor: Actor }) =>
  inTransaction(database, async (tx) => {
    const { id } = await tx
      .insertInto('pickup_points')
      .values({ ...fields, position: sql`(select coalesce(max(position), 0) + 1 from pickup_points)` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(tx, actor, {
      action: 'delivery.pickup-create',
      subject: subject(id, fields.name),
      after: fields,
    })
    return id
  })

/**
 * Changes the given fields of a pick-up point.
 *
 * @throws Refusal NOT_FOUND
 */
export async function updatePickup(
  database: Db,
  id: string,
  { change, actor }: { change: Change; actor: Actor },
) {
  await inTransaction(database, async (tx) => {
    const before = await tx
      .selectFrom('pickup_points')
      .select(['name', 'address', 'hours', 'ready', 'active'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw new Refusal('NOT_FOUND')
    const changes = changedFields(before, change)
    if (!changes) return
    await tx.updateTable('pickup_points').set(change).where('id', '=', id).execute()
    await recordAudit(tx, actor, {
      action: 'delivery.pickup-update',
      subject: subject(id, change.name ?? before.name),
      ...changes,
    })
  })
}

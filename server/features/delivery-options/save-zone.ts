import { sql } from 'kysely'
import type { z } from 'zod'
import type { deliveryOptionCalls } from '#contract/delivery-options.ts'
import { takenInWords } from '#domain/communes.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal, refusalAt } from '../../refusals/refusal.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'
import { listOptions } from './list-options.ts'

type Fields = z.output<typeof deliveryOptionCalls.createZone.body>
type Change = z.output<typeof deliveryOptionCalls.updateZone.body>

const subject = (id: string, label: string) => ({ kind: 'delivery-zone', id, label })

/**
 * Locks the zones until the transaction ends, so that two people who save at once don't give a commune to two active zones. Reads and orders
 * don't wait.
 */
export const lockZones = (tx: Tx) => sql`lock table delivery_zones in share row exclusive mode`.execute(tx)

/**
 * Adds a zone at the end of the list, and returns its id.
 *
 * @throws Refusal COMMUNE_TAKEN
 */
export const createZone = (database: Db, { fields, actor }: { fields: Fields; actor: Actor }) =>
  inTransaction(database, async (tx) => {
    await lockZones(tx)
    if (fields.active) await refuseTakenCommunes(tx, fields.communes)
    return insertZone(tx, { fields, actor })
  })

/** Writes a new zone and its audit entry. The zones must be locked. */
export async function insertZone(tx: Tx, { fields, actor }: { fields: Fields; actor: Actor }) {
  const { communes, freeFrom, ...columns } = fields
  const { id } = await tx
    .insertInto('delivery_zones')
    .values({
      ...columns,
      free_from: freeFrom,
      position: sql`(select coalesce(max(position), 0) + 1 from delivery_zones)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addCommunes(tx, id, communes)
  await recordAudit(tx, actor, {
    action: 'delivery.zone-create',
    subject: subject(id, fields.name),
    after: fields,
  })
  return id
}

/**
 * Changes the given fields of a zone.
 *
 * @throws Refusal NOT_FOUND, COMMUNE_TAKEN
 */
export async function updateZone(
  database: Db,
  id: string,
  { change, actor }: { change: Change; actor: Actor },
) {
  await inTransaction(database, async (tx) => {
    await lockZones(tx)
    const before = await readZone(tx, id)
    const { communes, active } = { ...before, ...change }
    if (active) await refuseTakenCommunes(tx, communes, id)
    await writeZone(tx, id, { before, change, actor })
  })
}

/** Writes the fields of a zone that differ from `before`, and audits them. The zones must be locked. */
export async function writeZone(
  tx: Tx,
  id: string,
  { before, change, actor }: { before: Change & { name: string }; change: Change; actor: Actor },
) {
  const changes = changedFields(before, change)
  if (!changes) return
  const { communes, freeFrom, ...columns } = change
  const set = { ...columns, ...(freeFrom !== undefined && { free_from: freeFrom }) }
  if (communes)
    await sql`delete from zone_communes where zone_id = ${id} and commune <> all(${communes}::text[])`.execute(
      tx,
    )
  if (Object.keys(set).length > 0)
    await tx.updateTable('delivery_zones').set(set).where('id', '=', id).execute()
  if (communes) await addCommunes(tx, id, communes)
  await recordAudit(tx, actor, {
    action: 'delivery.zone-update',
    subject: subject(id, change.name ?? before.name),
    ...changes,
  })
}

async function readZone(tx: Tx, id: string) {
  const { zones } = await listOptions(tx, { includeInactive: true })
  const zone = zones.find(({ _id }) => _id === id)
  if (!zone) throw new Refusal('NOT_FOUND')
  return zone
}

/** Adds the communes that a zone doesn't have yet. */
const addCommunes = (tx: Tx, id: string, communes: readonly string[]) =>
  sql`
    insert into zone_communes (zone_id, commune, active)
    select id, commune, active from delivery_zones, unnest(${communes}::text[]) as commune where id = ${id}
    on conflict (zone_id, commune) do nothing`.execute(tx)

/**
 * Refuses communes that another active zone has, with the names of both.
 *
 * @param zone the changed zone; absent for a new one
 */
async function refuseTakenCommunes(tx: Tx, communes: readonly string[], zone?: string) {
  const { rows } = await sql<{ commune: string; zone: string }>`
    select commune, name as zone from zone_communes join delivery_zones on id = zone_id
    where commune = any(${communes}::text[]) and zone_communes.active and zone_id is distinct from ${zone ?? null}::uuid
    order by position, commune`.execute(tx)
  if (rows.length > 0) throw refusalAt('COMMUNE_TAKEN', 'communes', takenInWords(rows))
}

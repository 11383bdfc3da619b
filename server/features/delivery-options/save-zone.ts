import { sql } from 'kysely'
import type { z } from 'zod'
import type { deliveryOptionCalls } from '#contract/delivery-options.ts'
import { takenInWords } from '#domain/communes.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal, refusalAt } from '../../refusals/refusal.ts'
import { type Actor, changedFields, recordAudit } from '../audit/record-audit.ts'

type Fields = z.output<typeof deliveryOptionCalls.createZone.body>
type Change = z.output<typeof deliveryOptionCalls.updateZone.body>

const subject = (id: string, label: string) => ({ kind: 'delivery-zone', id, label })

/**
 * Adds a zone at the end of the list, and returns its id.
 *
 * @throws Refusal COMMUNE_TAKEN
 */
export function createZone(database: Db, { fields, actor }: { fields: Fields; actor: Actor }) {
  const insert = inTransaction(database, (tx) => insertZone(tx, { fields, actor }))
  return refuseTakenCommunes(database, insert, { communes: fields.communes })
}

/** Does the work of {@link createZone} in a transaction. Throws PostgreSQL's own error for a commune that another active zone has. */
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
  const update = inTransaction(database, async (tx) =>
    writeZone(tx, id, { before: await lockZone(tx, id), change, actor }),
  )
  await refuseTakenCommunes(database, update, { zone: id, communes: change.communes })
}

/**
 * Writes the fields of a locked zone that differ from `before`, and audits them. Throws PostgreSQL's own error for a commune that another
 * active zone has.
 */
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
    await tx
      .deleteFrom('zone_communes')
      .where('zone_id', '=', id)
      .$if(communes.length > 0, (query) => query.where('commune', 'not in', communes))
      .execute()
  if (Object.keys(set).length > 0)
    await tx.updateTable('delivery_zones').set(set).where('id', '=', id).execute()
  if (communes) await addCommunes(tx, id, communes)
  await recordAudit(tx, actor, {
    action: 'delivery.zone-update',
    subject: subject(id, change.name ?? before.name),
    ...changes,
  })
}

/** Locks a zone until the transaction ends, and reads its fields. */
async function lockZone(tx: Tx, id: string) {
  const zone = await tx
    .selectFrom('delivery_zones')
    .select(['name', 'price', 'free_from as freeFrom', 'days', 'cold', 'active'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!zone) throw new Refusal('NOT_FOUND')
  const rows = await tx
    .selectFrom('zone_communes')
    .select('commune')
    .where('zone_id', '=', id)
    .orderBy('commune')
    .execute()
  return { ...zone, communes: rows.map(({ commune }) => commune) }
}

/** Adds the communes that a zone doesn't have yet, in the order of their codes, so that two saves don't deadlock. */
const addCommunes = (tx: Tx, id: string, communes: readonly string[]) =>
  sql`
    insert into zone_communes (zone_id, commune, active)
    select id, commune, active from delivery_zones, unnest(${communes}::text[]) as commune where id = ${id} order by commune
    on conflict (zone_id, commune) do nothing`.execute(tx)

/**
 * Awaits a write of zones, and throws COMMUNE_TAKEN with the names of communes and zones when the unique index refuses it. A query before
 * the write wouldn't be enough, because two people may save at once.
 *
 * @param zone the changed zone; undefined for a new one
 * @param communes the communes of the write; undefined when the zone keeps its own
 */
export async function refuseTakenCommunes<Result>(
  database: Db,
  write: Promise<Result>,
  { zone, communes }: { zone?: string; communes: readonly string[] | undefined },
): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint !== 'zone_communes_active') throw error
    const message = takenInWords(await findTaken(database, zone, communes))
    throw message ? refusalAt('COMMUNE_TAKEN', 'communes', message) : new Refusal('COMMUNE_TAKEN')
  }
}

const findTaken = (database: Db, id: string | undefined, communes: readonly string[] | undefined) =>
  database
    .selectFrom('zone_communes')
    .innerJoin('delivery_zones', 'delivery_zones.id', 'zone_communes.zone_id')
    .select(['commune', 'delivery_zones.name as zone'])
    .where('zone_communes.active', '=', true)
    .$if(id !== undefined, (query) => query.where('zone_id', '<>', id!))
    .where(({ eb, selectFrom }) =>
      eb(
        'commune',
        'in',
        communes ?? selectFrom('zone_communes').select('commune').where('zone_id', '=', id!),
      ),
    )
    .orderBy('delivery_zones.position')
    .orderBy('commune')
    .execute()

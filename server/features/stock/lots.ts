import { sql } from 'kysely'
import type { Lot } from '#domain/lots.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { IS_BLOCKED } from './sellable.ts'

/** Units that come into a lot, negative for those that leave it. */
export type LotChange = { productId: string; lotId: string; change: number }

/** Units of a lot, named. */
export type NamedLot = { productId: string; lot: string; expires: string | null; units: number }

/** A lot's expiry, `YYYY-MM-DD` or null. */
export const EXPIRES = sql`to_char(lots.expires_on, 'YYYY-MM-DD')`

/** The order in which lots are sold. */
export const FIRST_EXPIRED = sql`lots.expires_on nulls last, lots.id`

/**
 * Reads the lots of products, by product, in the order in which they are sold. For a change the products must have been locked by an
 * earlier statement: this one then sees what the last holder of the lock has changed.
 */
export async function readLots(database: Db, productIds: readonly string[]): Promise<Map<string, Lot[]>> {
  const { rows } = await sql<Lot & { productId: string }>`
    select lots.product_id as "productId", lots.id as "_id", lots.code as lot, ${EXPIRES} as expires, lots.units, lots.recalled,
      ${IS_BLOCKED} as blocked
    from lots where lots.product_id = any(${productIds}::uuid[]) order by ${FIRST_EXPIRED}`.execute(database)
  return Map.groupBy(rows, ({ productId }) => productId)
}

/** Finds the lots of locked products, and creates those that are new, without units. */
export async function findOrCreateLots(
  tx: Tx,
  lots: readonly { productId: string; lot: string; expires: string | null }[],
): Promise<string[]> {
  const given = sql`unnest(${lots.map(({ productId }) => productId)}::uuid[], ${lots.map(({ lot }) => lot)}::text[],
    ${lots.map(({ expires }) => expires)}::date[]) with ordinality as given (product_id, code, expires_on, place)`
  await sql`
    insert into lots (product_id, code, expires_on, units) select product_id, code, expires_on, 0 from ${given} order by place
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select lots.id from ${given} join lots on lots.product_id = given.product_id and lots.code = given.code
      and lots.expires_on is not distinct from given.expires_on and set_aside_by is null
    order by place`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * The changes that turn the lots of locked products into the wanted ones; new lots are created without units. Recalled lots stay, and lots
 * that aren't wanted lose their units.
 */
export async function changesTo(
  tx: Tx,
  wanted: readonly { productId: string; lot: string; expires: string | null; units: number }[],
  productIds: readonly string[],
): Promise<LotChange[]> {
  const before = await readLots(tx, productIds)
  const ids = await findOrCreateLots(tx, wanted)
  const changes = new Map<string, LotChange>()
  for (const [productId, lots] of before)
    for (const { _id: lotId, units, recalled } of lots)
      changes.set(lotId, { productId, lotId, change: recalled ? Number.NaN : -units })
  for (const [index, { productId, units }] of wanted.entries()) {
    const lotId = ids[index]!
    changes.set(lotId, { productId, lotId, change: (changes.get(lotId)?.change ?? 0) + units })
  }
  return [...changes.values()].filter(({ change }) => change !== 0 && !Number.isNaN(change))
}

/** Moves units into and out of lots of locked products. `moveStock` writes the stock and the movements, in a later statement. */
export async function moveLots(tx: Tx, changes: readonly LotChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update lots set units = lots.units + moving.change
    from (
      select lot_id, sum(change)::int as change
      from unnest(${changes.map(({ lotId }) => lotId)}::uuid[], ${changes.map(({ change }) => change)}::int[]) one (lot_id, change)
      group by lot_id
    ) moving where lots.id = moving.lot_id`.execute(tx)
  await updateBlockedFrom(tx, [...new Set(changes.map(({ productId }) => productId))])
}

/**
 * Writes `blocked_from`, the day from which some units of these products aren't for sale, after a change of their lots. A sale may leave
 * the day too early.
 */
export async function updateBlockedFrom(tx: Tx, productIds: readonly string[]): Promise<void> {
  await sql`
    update products set blocked_from = found.day
    from (
      select wanted.id, min(case when lots.id is not null then case when recalled then '-infinity' else coalesce(expires_on + 1, 'infinity') end end) as day
      from unnest(${productIds}::uuid[]) wanted (id) left join lots on lots.product_id = wanted.id and lots.units > 0
      group by wanted.id
    ) found where products.id = found.id and products.blocked_from is distinct from found.day`.execute(tx)
}

/**
 * Takes the units beyond the stock from the lots of locked products, after a writer lowered the stock: first from lots that expire last.
 *
 * @returns the units that left lots, for the movements and for the answer
 */
export async function lowerLots(tx: Tx, productIds: readonly string[]): Promise<(LotChange & NamedLot)[]> {
  const { rows } = await sql<NamedLot & { lotId: string }>`
    with held as (
      select lots.id, lots.units, sum(lots.units) over (partition by lots.product_id) - products.stock as excess,
        sum(lots.units) over (partition by lots.product_id order by lots.expires_on desc nulls first, lots.id desc) - lots.units as later
      from unnest(${productIds}::uuid[]) wanted (id) join products on products.id = wanted.id
      join lots on lots.product_id = products.id
      where products.blocked_from is not null and lots.units > 0
    ), leaving as (
      select id, least(units, excess - later)::int as units from held where excess > later
    )
    update lots set units = lots.units - leaving.units from leaving where leaving.id = lots.id
    returning lots.product_id as "productId", lots.id as "lotId", lots.code as lot, ${EXPIRES} as expires, leaving.units`.execute(
    tx,
  )
  return rows.map((row) => ({ ...row, change: -row.units }))
}

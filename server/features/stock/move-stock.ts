import { type RawBuilder, sql } from 'kysely'
import type { StockCause } from '#domain/stock-cause.ts'
import type { Tx } from '../../database/schema.ts'
import { insertEvents } from '../../webhooks/queue-event.ts'
import type { Actor } from '../audit/record-audit.ts'
import { type LotChange, lowerLots, type NamedLot } from './lots.ts'
import { sellable } from './sellable.ts'

type Sql = RawBuilder<unknown>

/** Why stock moves. */
export type Move = {
  cause: StockCause
  /** The id of the order, import, receipt or recall. */
  reference?: string | Sql
  /** The author; absent: a customer. */
  actor?: Actor
  /** Absent: now. */
  at?: Date
}

/**
 * Changes the stock of locked products, and writes in the same statement the movements, the events and the mails of alerts.
 *
 * @param units a query of `product_id` and the `units` that come in, negative for those that go out
 * @param lots the part of the units that `moveLots` has moved already
 */
export async function moveStock(
  tx: Tx,
  units: Sql,
  move: Move,
  lots: readonly LotChange[] = [],
): Promise<void> {
  await sql`
    with moved as (
      update products set stock = stock + units from (${units}) moving where products.id = moving.product_id
      returning ${MOVED}, units as change
    ), ${recordMoves(move, lots)}, ${tellAlerts}
    select from moved`.execute(tx)
}

/**
 * Writes the movements, events and mails for changes of stock that this transaction made to locked products. Every writer of products must
 * call it, also if only prices changed or retired products came back: alerts wait for that, too.
 *
 * @param before the products' stock before the changes; 0 for new products
 * @param moved the changes that `moveLots` has made already
 * @returns the units taken from lots, where the stock is below their sum
 */
export async function recordStock(
  tx: Tx,
  before: ReadonlyMap<string, { stock?: unknown }>,
  move: Move,
  moved: readonly LotChange[] = [],
): Promise<NamedLot[]> {
  const lowered = await lowerLots(tx, [...before.keys()])
  const stocks = [...before.values()].map(({ stock }) => stock)
  await sql`
    with moved as materialized (
      select ${MOVED}, stock - was as change
      from unnest(${[...before.keys()]}::uuid[], ${stocks}::integer[]) before (product_id, was)
      join products on products.id = before.product_id
    ), ${recordMoves(move, [...moved, ...lowered])}, ${tellAlerts}
    select`.execute(tx)
  return lowered
}

/** The columns that the part `moved` of a statement must return for each product, besides the `change` of its stock. */
export const MOVED = sql`products.id, products.barcode, products.stock, ${sellable('products')} as sellable,
  not products.unavailable and products.retired_at is null as is_for_sale`

/**
 * The parts of a statement that write the movements and the events of its part `moved`. A change by SQL since the last movement becomes a
 * movement of its own, so that a product's movements add up to its stock, and those of a lot to its units.
 *
 * @param lots the part of the change that lots have; a change of 0 still writes a movement for its lot
 */
export function recordMoves(move: Move, lots: readonly LotChange[] = []): Sql {
  return sql`recorded as (
    insert into stock_movements (product_id, lot_id, cause, reference, actor_id, change, balance, created_at)
    ${lots.length > 0 ? movementsByLot(move, lots) : movements(move)}
  ), announced as (
    ${insertEvents(
      'product.stock',
      sql`select id, jsonb_build_object('_id', id, 'barcode', barcode, 'stock', stock) from moved
        ${lots.length > 0 ? sql`` : sql`where change <> 0`}`,
    )}
  )`
}

const movements = ({ cause, reference, actor, at }: Move) => sql`
  select moved.id, null::uuid, movement.cause, movement.reference, movement.actor, movement.change, movement.balance,
    coalesce(${at ?? null}::timestamptz, now())
  from moved ${LAST} cross join lateral (values
    (1, case when last.balance is null then 'opening' else 'other' end, null::uuid, null::uuid,
      stock - moved.change - coalesce(last.balance, 0), stock - moved.change),
    (2, ${sql.lit(cause)}, (${reference ?? null})::uuid, ${idOf(actor)}::uuid, moved.change, stock)
  ) movement (place, cause, reference, actor, change, balance)
  where movement.change <> 0 and moved.change <> 0
  order by moved.id, place`

/** Movements for each lot, and one for the rest of a product's change; incoming units come before outgoing ones. */
const movementsByLot = ({ cause, reference, actor, at }: Move, lots: readonly LotChange[]) => sql`
  select id, lot, cause, reference, actor, change,
    start + sum(change) over (partition by id order by place, change desc, lot), coalesce(${at ?? null}::timestamptz, now())
  from (
    with split as materialized (
      select product_id, lot, sum(change)::integer as change
      from unnest(${lots.map(({ productId }) => productId)}::uuid[], ${lots.map(({ lotId }) => lotId)}::uuid[],
        ${lots.map(({ change }) => change)}::integer[]) split (product_id, lot, change)
      group by product_id, lot
    )
    select moved.id, movement.*, coalesce(last.balance, 0) as start
    from moved ${LAST} cross join lateral (
      select 1 as place, null::uuid as lot, case when last.balance is null then 'opening' else 'other' end as cause,
        null::uuid as reference, null::uuid as actor, stock - moved.change - coalesce(last.balance, 0) as change
      where moved.change <> 0 or moved.id in (select product_id from split)
      union all
      select 2, part.lot, ${sql.lit(cause)}, (${reference ?? null})::uuid, ${idOf(actor)}::uuid, part.change
      from (
        select lot, change from split where product_id = moved.id
        union all
        select null, moved.change - coalesce(sum(change), 0) from split where product_id = moved.id
      ) part
    ) movement
  ) movement
  where change <> 0 or lot is not null
  order by id, place, change desc, lot`

/** A product's last movement. */
const LAST = sql`left join lateral (
    select balance from stock_movements where product_id = moved.id order by id desc limit 1
  ) last on true`

const idOf = (actor: Actor | undefined) =>
  actor && actor !== 'operador' ? ('userId' in actor ? actor.userId : actor.keyId) : null

/** The parts of a statement that queue the 'back in stock' mails for the products of `moved` that can be bought, one mail for each alert. */
const tellAlerts = sql`told as (
    update stock_alerts set told_at = now()
    where told_at is null and product_id in (select id from moved where is_for_sale and sellable > 0)
    returning id
  ), mailed as (
    insert into mails (cause, message)
    select 'stock-alert.' || id, jsonb_build_object('kind', 'stock-alert', 'alertId', id) from told
  )`

/** Queues these mails for products that can be bought since their condition of sale was decided: their stock needn't move. */
export const tellStockAlerts = (tx: Tx, ids: readonly string[]) =>
  sql`with moved as (select ${MOVED} from products where id = any(${ids}::uuid[])), ${tellAlerts} select`.execute(
    tx,
  )

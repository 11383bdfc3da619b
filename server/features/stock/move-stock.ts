import { type RawBuilder, sql } from 'kysely'
import type { StockCause } from '#domain/stock-cause.ts'
import type { Tx } from '../../database/schema.ts'
import { eventsOf } from '../../webhooks/queue-event.ts'
import type { Actor } from '../audit/record-audit.ts'

type Sql = RawBuilder<unknown>

/** Why stock moves. */
export type Move = {
  cause: StockCause
  /** The id of the order or import. */
  reference?: string | Sql
  /** The author; absent: a customer. */
  actor?: Actor
  /** Absent: now. */
  at?: Date
}

/**
 * Moves the stock of locked products, in one statement with what follows: the movements, the events, the mails of alerts.
 *
 * @param units a query of `product_id` and the `units` that come in, negative for those that go out
 */
export async function moveStock(tx: Tx, units: Sql, move: Move): Promise<void> {
  await sql`
    with moved as (
      update products set stock = stock + units from (${units}) moving where products.id = moving.product_id
      returning ${MOVED}, units as change
    ), ${recordMoves(move)}, ${tellAlerts}
    select from moved`.execute(tx)
}

/**
 * Records what this transaction changed of the stock of locked products, with the same that follows. Every writer of products calls it, also
 * when only their prices changed or they came back: alerts wait for that, too.
 *
 * @param before the products' stock before; 0 of new ones
 */
export async function recordStock(
  tx: Tx,
  before: ReadonlyMap<string, { stock?: unknown }>,
  move: Move,
): Promise<void> {
  const stocks = [...before.values()].map(({ stock }) => stock)
  await sql`
    with moved as materialized (
      select ${MOVED}, stock - was as change
      from unnest(${[...before.keys()]}::uuid[], ${stocks}::integer[]) before (product_id, was)
      join products on products.id = before.product_id
    ), ${recordMoves(move)}, ${tellAlerts}
    select`.execute(tx)
}

/** What a statement has to return of each product in its part `moved`, besides the `change` of its stock. */
export const MOVED = sql`products.id, products.barcode, products.stock,
  products.stock > 0 and products.cost > 0 and products.retired_at is null as available`

/**
 * The parts of a statement that write the movements and the events of its part `moved`. What was changed by hand since the last movement
 * becomes one of its own, so that a product's movements add up to its stock.
 */
export function recordMoves({ cause, reference, actor, at }: Move): Sql {
  const who = actor && actor !== 'operador' ? ('userId' in actor ? actor.userId : actor.keyId) : null
  return sql`recorded as (
    insert into stock_movements (product_id, cause, reference, actor_id, change, balance, created_at)
    select moved.id, movement.cause, movement.reference, movement.actor, movement.change, movement.balance,
      coalesce(${at ?? null}::timestamptz, now())
    from moved left join lateral (
      select balance from stock_movements where product_id = moved.id order by id desc limit 1
    ) last on true cross join lateral (values
      (1, case when last.balance is null then 'opening' else 'other' end, null::uuid, null::uuid,
        stock - moved.change - coalesce(last.balance, 0), stock - moved.change),
      (2, ${sql.lit(cause)}, (${reference ?? null})::uuid, ${who}::uuid, moved.change, stock)
    ) movement (place, cause, reference, actor, change, balance)
    where movement.change <> 0 and moved.change <> 0
    order by moved.id, place
  ), announced as (
    ${eventsOf('product.stock', sql`select id, jsonb_build_object('_id', id, 'barcode', barcode, 'stock', stock) from moved where change <> 0`)}
  )`
}

/** The parts of a statement that queue the 'back in stock' mails for the products of `moved` that can be bought, one mail an alert. */
const tellAlerts = sql`told as (
    update stock_alerts set told_at = now() where told_at is null and product_id in (select id from moved where available)
    returning id
  ), mailed as (
    insert into mails (cause, message)
    select 'stock-alert.' || id, jsonb_build_object('kind', 'stock-alert', 'alertId', id) from told
  )`

import { sql } from 'kysely'
import type { OrderEventKind } from '#domain/order-events.ts'
import type { Tx } from '../../database/schema.ts'
import type { Actor } from '../audit/record-audit.ts'

/** The member of the staff for an event; null for the operator. */
export const staffIdOf = (actor: Actor): string | null => (actor === 'operador' ? null : actor.userId)

/** Writes an event of an order's timeline, in the transaction of the change (docs/product.md#order-timeline). */
export const recordEvent = (
  tx: Tx,
  { orderId, kind, actor }: { orderId: string; kind: OrderEventKind; actor: Actor },
) =>
  sql`insert into order_events (order_id, kind, actor_id) values (${orderId}, ${kind}, ${staffIdOf(actor)})`.execute(
    tx,
  )

import { sql } from 'kysely'
import type { OrderEventKind } from '#domain/order-events.ts'
import type { Tx } from '../../../database/schema.ts'
import { type Actor, accountOf } from '../../audit/record-audit.ts'

/** Writes an event of an order's timeline, in the transaction of the change. */
export const recordEvent = (
  tx: Tx,
  { orderId, kind, actor }: { orderId: string; kind: OrderEventKind; actor: Actor },
) =>
  sql`insert into order_events (order_id, kind, actor_id) values (${orderId}, ${kind}, ${accountOf(actor)})`.execute(
    tx,
  )

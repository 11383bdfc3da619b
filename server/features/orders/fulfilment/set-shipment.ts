import { sql } from 'kysely'
import type { Store } from '#contract/store.ts'
import type { ShipmentState } from '#domain/shipment.ts'
import { store } from '#store'
import { inTransaction } from '../../../database/in-transaction.ts'
import type { Db } from '../../../database/schema.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { invalidField, Refusal } from '../../../refusals/refusal.ts'
import { insertEvents } from '../../../webhooks/queue-event.ts'
import { type Actor, changedFields, recordAudit } from '../../audit/record-audit.ts'
import { lockOrder } from '../state/lock-order.ts'
import { recordEvent } from '../state/record-event.ts'

const { couriers = [] }: Store = store

/**
 * Sets an order's shipment. Setting the same values again changes nothing. Another courier or tracking number of a sent parcel is mailed
 * again; left out, they stay.
 *
 * @throws Refusal NOT_FOUND; ORDER_CLOSED for a cancelled order; BAD_INPUT for a courier that isn't one of the pharmacy's
 */
export async function setShipment(
  database: Db,
  {
    orderId,
    state,
    actor,
    ...sent
  }: {
    orderId: string
    state: ShipmentState
    courier?: string | undefined
    tracking?: string | undefined
    actor: Actor
  },
) {
  if (sent.courier && !couriers.some(({ name }) => name === sent.courier))
    throw invalidField('courier', 'Elige un transportista de la lista.')
  await inTransaction(database, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status === 'cancelled')
      throw new Refusal('ORDER_CLOSED', { message: 'Este pedido está cancelado.' })
    const isSent = state === 'sent'
    const changed = changedFields(
      { shipment: order.shipment, courier: order.courier, tracking: order.tracking },
      {
        shipment: state,
        courier: isSent ? (sent.courier ?? order.courier) : '',
        tracking: isSent ? (sent.tracking ?? order.tracking) : '',
      },
    )
    if (!changed) return
    const { courier = order.courier, tracking = order.tracking } = changed.after
    const { rows } = await sql<{ since: string }>`
      with changed as (
        update orders set shipment = ${state}, courier = ${courier}, tracking = ${tracking}, shipped_at = clock_timestamp()
        where id = ${orderId} returning id, number, shipment, courier, tracking, shipped_at
      ), told as (
        ${insertEvents(
          'order.shipment',
          sql`select id, jsonb_build_object('_id', id, 'nro_delivery', number, 'state', shipment, 'courier', courier, 'tracking', tracking)
            from changed`,
        )}
      )
      select shipped_at::text as since from changed`.execute(tx)
    if (state !== order.shipment) await recordEvent(tx, { orderId, kind: state, actor })
    await recordAudit(tx, actor, {
      action: 'order.shipment',
      subject: { kind: 'order', id: orderId, label: `Pedido N° ${order.number}` },
      ...changed,
    })
    if (state !== 'waiting')
      await queueMail(tx, { kind: 'order-shipment', orderId, state, since: rows[0]!.since })
  })
}

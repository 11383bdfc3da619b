import { sql } from 'kysely'
import type { Store } from '#contract/store.ts'
import { communeName } from '#domain/communes.ts'
import { fullRut } from '#domain/rut.ts'
import { trackingUrl } from '#domain/shipment.ts'
import { store } from '#store'
import type { Db } from '../../../database/schema.ts'
import type { Block, MailContent } from '../../../mail/render-mail.ts'
import { LACKS_ORIGINAL } from '../../orders/prescriptions/prescription-state.ts'
import { customerMail, linesOf, type MailedOrder, originOf } from './order-blocks.ts'

const { couriers, address, hours }: Store = store

/** The shipment of a mailed order. */
export type MailedShipment = {
  state: 'ready' | 'sent'
  courier: string
  tracking: string
  commune: string
  /** The RUT of a person who picks up the order for the customer; empty without such a person. */
  recipientRut: string
  /** Whether the pharmacy still has to receive the paper original of a prescription. */
  keepsOriginal: boolean
}

/** The shipment that a mail is about; undefined when its state has changed since, or the order is cancelled. */
export async function findShipment(
  database: Db,
  { orderId, state, since }: { orderId: string; state: string; since: string },
): Promise<MailedShipment | undefined> {
  const { rows } = await sql<MailedShipment>`
    select shipment as state, courier, tracking, delivery_commune as commune, recipient_rut as "recipientRut",
      ${LACKS_ORIGINAL} as "keepsOriginal"
    from orders
    where id = ${orderId} and shipment = ${state} and shipped_at = ${since}::timestamptz and status <> 'cancelled'`.execute(
    database,
  )
  return rows[0]
}

/** The mail to the customer about an order that is ready to be picked up, or on its way. */
export function orderShipment(order: MailedOrder, shipment: MailedShipment): MailContent {
  const state = shipment.state === 'ready' ? 'está listo para retiro' : 'va en camino'
  const { preview, blocks } =
    shipment.state === 'ready' ? toPickUp(order, shipment) : onItsWay(order, shipment)
  return customerMail(order, {
    subject: `Tu pedido N° ${order.number} ${state}`,
    preview,
    blocks: [`Hola ${order.name}.`, ...blocks, ...originOf(order), linesOf(order)],
  })
}

type Body = { preview: string; blocks: Block[] }

/** The place for orders without a pick-up point: the pharmacy itself. */
const PHARMACY = {
  name: store.name,
  address: `${address.street}, ${address.city}`,
  hours: hours.map(({ days, hours }) => `${days} de ${hours}`).join(', '),
}

function toPickUp(
  { pickup, delivery_name, recipient_name }: MailedOrder,
  { recipientRut, keepsOriginal }: MailedShipment,
): Body {
  const place = pickup ? { ...pickup, name: delivery_name } : PHARMACY
  const toBring = [
    recipient_name
      ? `La cédula de identidad de ${recipient_name}, RUT ${fullRut(recipientRut)}, que lo retira por ti.`
      : 'Tu cédula de identidad.',
    ...(keepsOriginal ? ['El original de la receta: la farmacia se queda con él.'] : []),
  ]
  return {
    preview: `Te esperamos en ${place.name}, ${place.address}.`,
    blocks: [
      `Tu pedido está listo. Te esperamos en ${place.name}.`,
      {
        facts: [
          ['Retiro', place.name],
          ['Dirección', place.address],
          ['Horario', place.hours],
        ],
      },
      { title: 'Qué traer' },
      toBring.map((thing) => `• ${thing}`).join('\n'),
    ],
  }
}

function onItsWay(order: MailedOrder, { courier, tracking, commune }: MailedShipment): Body {
  const link = trackingUrl(couriers, { courier, tracking })
  const facts: [string, string][] = [
    ...(courier ? [['Transportista', courier] as [string, string]] : []),
    ...(tracking ? [['N° de seguimiento', tracking] as [string, string]] : []),
    ['Dirección', `${order.address}, ${communeName(commune) || order.city}`],
  ]
  return {
    preview: courier ? `Lo lleva ${courier}.` : 'Ya salió de la farmacia.',
    blocks: [
      'Tu pedido ya salió de la farmacia y va en camino.',
      { facts },
      ...(link ? [{ button: 'Seguir mi pedido', path: link }] : []),
    ],
  }
}

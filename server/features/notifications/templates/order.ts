/** The mails about an order as a whole and about its prescription. */
import { type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { formatPhone } from '#domain/phone.ts'
import { formatPrice } from '#domain/price.ts'
import { placedOrderUrl, SCREENS } from '#domain/screen-urls.ts'
import { store } from '#store'
import type { Block, MailContent } from '../../../mail/render-mail.ts'
import { customerMail, customerOf, linesOf, type MailedOrder, originOf, transferOf } from './order-blocks.ts'

/** The mail to the customer about a received order, with the bank details for the payment. */
export function orderReceived(order: MailedOrder): MailContent {
  return customerMail(order, {
    subject: `Recibimos tu pedido N° ${order.number}`,
    preview: `Total ${formatPrice(order.total)}. Te contamos cómo pagarlo.`,
    blocks: [
      `Hola ${order.name}, gracias por tu compra. Para prepararla, transfiere el total y sube el comprobante en tu perfil.`,
      ...originOf(order),
      linesOf(order),
      ...transferOf(order),
      { button: 'Ver mi pedido', path: SCREENS.ownOrders },
      ...arrivalOf(order, 'Dirección de envío'),
    ],
  })
}

/** The mail to the pharmacy about a new order. */
export function orderForPharmacy(order: MailedOrder): MailContent {
  return {
    to: { name: store.name, address: store.email },
    replyTo: customerOf(order),
    subject: `Nuevo pedido N° ${order.number}`,
    preview: `Total ${formatPrice(order.total)}.`,
    heading: `Nuevo pedido N°\u00a0${order.number}`,
    blocks: [
      linesOf(order, (name) => name),
      ...arrivalOf(order, 'Datos de envío'),
      { button: 'Ver los pedidos', path: SCREENS.orders },
      { note: 'Si respondes a este correo, le escribes al cliente.' },
    ],
    reason: 'Este aviso llega al correo de la farmacia cada vez que entra un pedido.',
  }
}

/** The address of a delivery, under the given title, or the pick-up point. */
function arrivalOf(order: MailedOrder, title: string): Block[] {
  const { pickup, delivery_name, recipient_name } = order
  const name = `${order.name} ${order.last_name}`
  const place: [string, string][] = pickup
    ? [
        ['Dónde', `${delivery_name}, ${pickup.address}`],
        ['Horario', pickup.hours],
        ['Listo', pickup.ready],
        ['Retira', recipient_name || name],
      ]
    : [
        ['Nombre', name],
        ['Dirección', order.address],
        ['Ciudad', `${order.city}, ${order.postal_code}`],
        ...(delivery_name ? [['Despacho', delivery_name] as [string, string]] : []),
      ]
  return [
    { title: pickup ? 'Retiro en la farmacia' : title },
    { facts: [...place, ['Teléfono', formatPhone(order.phone)], ['Correo', order.email]] },
  ]
}

const CANCELLED_UNPAID = `Tu pedido fue cancelado porque no recibimos tu transferencia. Si ya transferiste, no transfieras de nuevo: escríbenos a ${store.email} y lo vemos contigo.`

/** The mail to the customer about a changed status. */
export function orderStatus(
  order: MailedOrder,
  { status, unpaid = false }: { status: OrderStatus; unpaid?: boolean },
): MailContent {
  const { state, text: usual } = orderStatuses[status].mail
  const text = unpaid ? CANCELLED_UNPAID : usual
  return customerMail(order, {
    subject: `Tu pedido N° ${order.number} ${state}`,
    preview: text,
    blocks: [
      `Hola ${order.name}.`,
      text,
      ...originOf(order),
      { button: 'Ver mi pedido', path: SCREENS.ownOrders },
      linesOf(order),
    ],
  })
}

/** The mail to the customer about a prescription that the pharmacist couldn't accept. */
export function prescriptionRejected(
  order: MailedOrder,
  { orderId, reason }: { orderId: string; reason: string },
): MailContent {
  return customerMail(order, {
    subject: `Necesitamos otra receta para tu pedido N° ${order.number}`,
    preview: `No pudimos aceptar la que enviaste. ${reason}`,
    blocks: [
      `Hola ${order.name}. Un químico farmacéutico revisó la receta de tu pedido y no la pudo aceptar.`,
      { facts: [['Motivo', reason]] },
      'Envía otra para que podamos preparar tu pedido.',
      ...originOf(order),
      // The linked page asks for the login.
      { button: 'Enviar otra receta', path: placedOrderUrl(orderId) },
      { note: `Si tienes dudas, o ya no quieres el pedido, escríbenos a ${store.email} y lo vemos contigo.` },
    ],
  })
}

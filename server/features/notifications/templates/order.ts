import type { OrderStatus } from '#domain/order-status.ts'
import { formatPrice } from '#domain/price.ts'
import { store } from '#store'
import { batched } from '../../../database/batched.ts'
import { statement } from '../../../database/statement.ts'
import type { Block, MailContent } from '../../../mail/mail-content.ts'

export type MailedOrder = {
  number: number
  name: string
  last_name: string
  address: string
  city: string
  postal_code: string
  phone: string
  email: string
  total: number
  lines: { product_name: string; quantity: number; price: number; discount: number; total: number }[]
}

/** An erased person's order has no address any more. */
const FIND_ORDERS = statement<MailedOrder & { id: string }>()`
  select id, number, name, last_name, address, city, postal_code, phone, email, total,
    (select coalesce(json_agg(json_build_object('product_name', product_name, 'quantity', quantity, 'price', price, 'discount', discount,
        'total', order_lines.total) order by position), '[]')
      from order_lines where order_id = orders.id) as lines
  from orders where id = any(${'ids'}::uuid[]) and email <> ''`

/**
 * The columns of an order that its mails use; undefined when it doesn't exist. Mails that are composed together, such as the two
 * of a new order, share the statement.
 */
export const findOrder = batched(async (run, ids: string[]): Promise<Map<string, MailedOrder>> => {
  const rows = await run(FIND_ORDERS, { ids })
  return new Map(rows.map(({ id, ...order }) => [id, order]))
})

/** To the customer: the order was received, with the bank details to pay for it. */
export function orderReceived(order: MailedOrder): MailContent {
  return {
    to: customerOf(order),
    subject: `Recibimos tu pedido N° ${order.number}`,
    preview: `Total ${formatPrice(order.total)}. Te contamos cómo pagarlo.`,
    heading: `Recibimos tu pedido N°\u00a0${order.number}`,
    blocks: [
      {
        type: 'text',
        text: `Hola ${order.name}, gracias por tu compra. Para prepararla, transfiere el total y sube el comprobante en tu perfil.`,
      },
      linesOf(order),
      { type: 'title', text: 'Datos para transferir' },
      transferOf(order),
      { type: 'button', label: 'Ver mi pedido', path: '/perfil/pedidos' },
      { type: 'title', text: 'Dirección de envío' },
      addressOf(order),
    ],
    reason: `Recibes este correo porque hiciste un pedido en ${store.name}.`,
  }
}

/** To the pharmacy: a new order to prepare. */
export function orderForPharmacy(order: MailedOrder): MailContent {
  return {
    to: { name: store.name, address: store.email },
    replyTo: customerOf(order),
    subject: `Nuevo pedido N° ${order.number}`,
    preview: `Total ${formatPrice(order.total)}.`,
    heading: `Nuevo pedido N°\u00a0${order.number}`,
    blocks: [
      linesOf(order),
      { type: 'title', text: 'Datos de envío' },
      addressOf(order),
      { type: 'button', label: 'Ver los pedidos', path: '/dashboard/deliveries' },
      { type: 'note', text: 'Si respondes a este correo, le escribes al cliente.' },
    ],
    reason: 'Este aviso llega al correo de la farmacia con cada pedido.',
  }
}

/** To the customer: the order still waits for its transfer. */
export function orderUnpaid(order: MailedOrder, orderId: string): MailContent {
  return {
    to: customerOf(order),
    subject: `Tu pedido N° ${order.number} espera tu transferencia`,
    preview: `Total ${formatPrice(order.total)}. Te contamos cómo pagarlo.`,
    heading: `Tu pedido N°\u00a0${order.number} espera tu transferencia`,
    blocks: [
      {
        type: 'text',
        text: `Hola ${order.name}. Aún no recibimos el comprobante de tu pedido. Transfiere el monto exacto y súbelo para que podamos prepararlo.`,
      },
      { type: 'title', text: 'Datos para transferir' },
      transferOf(order),
      // The page asks for the login first.
      { type: 'button', label: 'Subir comprobante', path: `/finalizar-compra?pedido=${orderId}` },
      linesOf(order),
      {
        type: 'note',
        text: 'Si ya transferiste, solo falta que subas el comprobante. No te enviaremos otro aviso.',
      },
      { type: 'note', text: `Si ya no quieres el pedido, escríbenos a ${store.email} y lo cancelamos.` },
    ],
    reason: `Recibes este correo porque hiciste un pedido en ${store.name}.`,
  }
}

const STATUS_WORDS: Record<OrderStatus, { state: string; text: string }> = {
  pending: {
    state: 'está pendiente',
    text: 'Tu pedido está pendiente. Si ya transferiste, sube el comprobante en tu perfil.',
  },
  delivered: { state: 'fue entregado', text: 'Tu pedido fue entregado. Gracias por preferirnos.' },
  cancelled: {
    state: 'fue cancelado',
    text: 'Tu pedido fue cancelado. Si tienes dudas, escríbenos o llámanos.',
  },
}

/** To the customer: the order's status has changed. */
export function orderStatus(order: MailedOrder, status: OrderStatus): MailContent {
  const { state, text } = STATUS_WORDS[status]
  return {
    to: customerOf(order),
    subject: `Tu pedido N° ${order.number} ${state}`,
    preview: text,
    heading: `Tu pedido N°\u00a0${order.number} ${state}`,
    blocks: [
      { type: 'text', text: `Hola ${order.name}.` },
      { type: 'text', text },
      { type: 'button', label: 'Ver mi pedido', path: '/perfil/pedidos' },
      linesOf(order),
    ],
    reason: `Recibes este correo porque hiciste un pedido en ${store.name}.`,
  }
}

const customerOf = (order: MailedOrder) => ({
  name: `${order.name} ${order.last_name}`,
  address: order.email,
})

/** The bank account, and what to write in the transfer: the exact amount, and the order's number as its subject. */
const transferOf = ({ total, number }: MailedOrder): Block => ({
  type: 'facts',
  facts: [
    ['Banco', store.bank.bank],
    ['Titular', store.bank.holder],
    ['RUT', store.bank.taxId],
    ['N° de cuenta', store.bank.account],
    ['Correo', store.bank.email],
    ['Monto', formatPrice(total)],
    ['Mensaje', `Pedido ${number}`],
  ],
})

const addressOf = (order: MailedOrder): Block => ({
  type: 'facts',
  facts: [
    ['Nombre', `${order.name} ${order.last_name}`],
    ['Dirección', order.address],
    ['Ciudad', `${order.city}, ${order.postal_code}`],
    ['Teléfono', order.phone],
    ['Correo', order.email],
  ],
})

const linesOf = (order: MailedOrder): Block => ({
  type: 'lines',
  lines: order.lines.map((line) => ({
    name: line.product_name,
    detail: `${line.quantity} × ${formatPrice(line.price)}${line.discount > 0 ? `, ${line.discount}% de descuento` : ''}`,
    amount: formatPrice(line.total),
  })),
  total: formatPrice(order.total),
})

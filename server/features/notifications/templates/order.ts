import { sql } from 'kysely'
import { keepTogether } from '#domain/keep-together.ts'
import { type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { formatPhone } from '#domain/phone.ts'
import { formatPrice, sumTotals } from '#domain/price.ts'
import { readableName } from '#domain/readable-name.ts'
import { placedOrderUrl, SCREENS } from '#domain/screen-urls.ts'
import { store } from '#store'
import type { Db } from '../../../database/schema.ts'
import type { Block, MailContent, Person } from '../../../mail/render-mail.ts'

export type MailedOrder = {
  number: number
  name: string
  last_name: string
  address: string
  city: string
  postal_code: string
  phone: string
  email: string
  /** Pesos with two decimals; the discount and the delivery's cost are whole. */
  total: number
  coupon_code: string
  discount: number
  delivery_name: string
  delivery_cost: number
  /** The pick-up point; null for a delivery. */
  pickup: { address: string; hours: string; ready: string } | null
  recipient_name: string
  /** The owner of the account that placed the order. */
  account: Person
  /** Whether the customer's mails go to the account, because the order's own address got too many. */
  toAccount?: boolean
  lines: { product_name: string; quantity: number; price: number; discount: number; total: number }[]
}

/** The columns of an order that its mails use; undefined when the order doesn't exist, or its customer was erased. */
export async function findOrder(database: Db, orderId: string): Promise<MailedOrder | undefined> {
  const { rows } = await sql<MailedOrder>`
    select orders.number, orders.name, orders.last_name, orders.address, orders.city, orders.postal_code, orders.phone,
      orders.email, orders.total, orders.coupon_code, orders.discount, orders.delivery_name, orders.delivery_cost, orders.recipient_name,
      (select json_build_object('address', point.address, 'hours', hours, 'ready', ready)
        from pickup_points point where point.id = orders.pickup_id) as pickup,
      json_build_object('name', users.name || ' ' || users.lastname, 'address', users.email) as account,
      (select coalesce(json_agg(json_build_object('product_name', product_name, 'quantity', quantity, 'price', price, 'discount', discount,
          'total', order_lines.total) order by position), '[]')
        from order_lines where order_id = orders.id) as lines
    from orders join users on users.id = orders.user_id
    where orders.id = ${orderId} and orders.email <> ''`.execute(database)
  return rows[0]
}

/** The mail to the customer about a received order, with the bank details for the payment. */
export function orderReceived(order: MailedOrder): MailContent {
  return {
    to: recipientOf(order),
    subject: `Recibimos tu pedido N° ${order.number}`,
    preview: `Total ${formatPrice(order.total)}. Te contamos cómo pagarlo.`,
    heading: `Recibimos tu pedido N°\u00a0${order.number}`,
    blocks: [
      {
        type: 'text',
        text: `Hola ${order.name}, gracias por tu compra. Para prepararla, transfiere el total y sube el comprobante en tu perfil.`,
      },
      ...originOf(order),
      linesOf(order),
      { type: 'title', text: 'Datos para transferir' },
      transferOf(order),
      { type: 'button', label: 'Ver mi pedido', path: SCREENS.ownOrders },
      ...arrivalOf(order, 'Dirección de envío'),
    ],
    reason: reasonOf(order),
  }
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
      { type: 'button', label: 'Ver los pedidos', path: SCREENS.orders },
      { type: 'note', text: 'Si respondes a este correo, le escribes al cliente.' },
    ],
    reason: 'Este aviso llega al correo de la farmacia cada vez que entra un pedido.',
  }
}

/** The mail to the customer about an unpaid order. */
export function orderUnpaid(
  order: MailedOrder,
  { orderId, cancelDays }: { orderId: string; cancelDays?: number },
): MailContent {
  return {
    to: recipientOf(order),
    subject: `Tu pedido N° ${order.number} espera tu transferencia`,
    preview: `Total ${formatPrice(order.total)}. Te contamos cómo pagarlo.`,
    heading: `Tu pedido N°\u00a0${order.number} espera tu transferencia`,
    blocks: [
      {
        type: 'text',
        text: `Hola ${order.name}. Aún no recibimos el comprobante de tu pedido. Transfiere el monto exacto y súbelo para que podamos prepararlo.`,
      },
      ...paymentOf(order, orderId),
      {
        type: 'note',
        text: cancelDays
          ? `Si ya transferiste, solo falta que subas el comprobante. Si no, cancelaremos el pedido a los ${cancelDays} días. Te avisaremos el día antes.`
          : 'Si ya transferiste, solo falta que subas el comprobante. No te enviaremos otro aviso.',
      },
      { type: 'note', text: `Si ya no quieres el pedido, escríbenos a ${store.email} y lo cancelamos.` },
    ],
    reason: reasonOf(order),
  }
}

/** The bank details, the link to upload the proof, and the order's lines. */
const paymentOf = (order: MailedOrder, orderId: string): Block[] => [
  ...originOf(order),
  { type: 'title', text: 'Datos para transferir' },
  transferOf(order),
  // The linked page asks for the login.
  { type: 'button', label: 'Subir comprobante', path: placedOrderUrl(orderId) },
  linesOf(order),
]

/** The mail to the customer on the day before an unpaid order is cancelled. */
export function orderCancelling(
  order: MailedOrder,
  { orderId, day }: { orderId: string; day: string },
): MailContent {
  const subject = (number: string) =>
    `Tu pedido N°${number} se cancelará mañana si no recibimos tu transferencia`
  return {
    to: recipientOf(order),
    subject: subject(` ${order.number}`),
    preview: `Total ${formatPrice(order.total)}. Te contamos cómo pagarlo.`,
    heading: subject(`\u00a0${order.number}`),
    blocks: [
      {
        type: 'text',
        text: `Hola ${order.name}. Aún no recibimos la transferencia de tu pedido ni su comprobante. Si no llegan, el ${day.split('-').reverse().join('/')} lo cancelaremos y sus productos volverán a la venta.`,
      },
      ...paymentOf(order, orderId),
      {
        type: 'note',
        text: `Si ya transferiste, no transfieras de nuevo: sube el comprobante, o escríbenos a ${store.email}.`,
      },
      { type: 'note', text: 'Si ya no quieres el pedido, no tienes que hacer nada.' },
    ],
    reason: reasonOf(order),
  }
}

/** A transfer that pays an order, in whole pesos. */
export type MailedPayment = {
  /** `DD/MM/YYYY`. */
  day: string
  amount: number
  /** The sum of all the order's transfers less its total. */
  difference: number
}

/** The transfer that a mail is about; undefined when it doesn't pay the order any more. */
export async function findMailedPayment(
  database: Db,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<MailedPayment | undefined> {
  const { rows } = await sql<MailedPayment>`
    select to_char(payments.paid_on, 'DD/MM/YYYY') as day, payment_matches.amount,
      paid_amount - round(total)::int as difference
    from payment_matches join payments on payments.id = payment_id join orders on orders.id = order_id
    where payment_id = ${paymentId} and order_id = ${orderId}`.execute(database)
  return rows[0]
}

/** The mail to the customer about a transfer that was found in the pharmacy's account. */
export function orderPaid(order: MailedOrder, { day, amount, difference }: MailedPayment): MailContent {
  const missing = difference < 0 ? formatPrice(-difference) : ''
  return {
    to: recipientOf(order),
    subject: `Recibimos tu pago del pedido N° ${order.number}`,
    preview: missing ? `Aún faltan ${missing}.` : 'Tu transferencia llegó. No tienes que hacer nada más.',
    heading: `Recibimos tu pago del pedido N°\u00a0${order.number}`,
    blocks: [
      { type: 'text', text: `Hola ${order.name}. Tu transferencia llegó a nuestra cuenta.` },
      {
        type: 'facts',
        facts: [
          ['Monto', formatPrice(amount)],
          ['Fecha', day],
          ...(missing ? [['Falta', missing] as [string, string]] : []),
        ],
      },
      ...originOf(order),
      ...(missing
        ? [
            { type: 'text' as const, text: `Para completar el pago, transfiere los ${missing} que faltan.` },
            { type: 'title' as const, text: 'Datos para transferir' },
            transferOf({ ...order, total: -difference }),
          ]
        : []),
      { type: 'button', label: 'Ver mi pedido', path: SCREENS.ownOrders },
    ],
    reason: reasonOf(order),
  }
}

/** The mail to the customer about a payment proof that didn't match the order. */
export function proofRejected(
  order: MailedOrder,
  { orderId, reason }: { orderId: string; reason: string },
): MailContent {
  const asked = 'Necesitamos otro comprobante de tu pedido N°'
  return {
    to: recipientOf(order),
    subject: `${asked} ${order.number}`,
    preview: `El que enviaste no coincide. ${reason}`,
    heading: `${asked}\u00a0${order.number}`,
    blocks: [
      {
        type: 'text',
        text: `Hola ${order.name}. Revisamos el comprobante que enviaste y no coincide con el pago de tu pedido.`,
      },
      { type: 'facts', facts: [['Motivo', reason]] },
      { type: 'text', text: 'Sube otro para que podamos preparar tu pedido.' },
      ...originOf(order),
      // The linked page asks for the login.
      { type: 'button', label: 'Subir otro comprobante', path: placedOrderUrl(orderId) },
      { type: 'title', text: 'Datos para transferir' },
      transferOf(order),
      {
        type: 'note',
        text: `Si ya transferiste el monto exacto, no transfieras de nuevo: escríbenos a ${store.email} y lo vemos contigo.`,
      },
    ],
    reason: reasonOf(order),
  }
}

/** The mail to the customer about a prescription that the pharmacist couldn't accept. */
export function prescriptionRejected(
  order: MailedOrder,
  { orderId, reason }: { orderId: string; reason: string },
): MailContent {
  const asked = 'Necesitamos otra receta para tu pedido N°'
  return {
    to: recipientOf(order),
    subject: `${asked} ${order.number}`,
    preview: `No pudimos aceptar la que enviaste. ${reason}`,
    heading: `${asked}\u00a0${order.number}`,
    blocks: [
      {
        type: 'text',
        text: `Hola ${order.name}. Un químico farmacéutico revisó la receta de tu pedido y no la pudo aceptar.`,
      },
      { type: 'facts', facts: [['Motivo', reason]] },
      { type: 'text', text: 'Envía otra para que podamos preparar tu pedido.' },
      ...originOf(order),
      // The linked page asks for the login.
      { type: 'button', label: 'Enviar otra receta', path: placedOrderUrl(orderId) },
      {
        type: 'note',
        text: `Si tienes dudas, o ya no quieres el pedido, escríbenos a ${store.email} y lo vemos contigo.`,
      },
    ],
    reason: reasonOf(order),
  }
}

const CANCELLED_UNPAID = `Tu pedido fue cancelado porque no recibimos tu transferencia. Si ya transferiste, no transfieras de nuevo: escríbenos a ${store.email} y lo vemos contigo.`

/** The mail to the customer about a changed status. */
export function orderStatus(
  order: MailedOrder,
  { status, unpaid = false }: { status: OrderStatus; unpaid?: boolean },
): MailContent {
  const { state, text: usual } = orderStatuses[status].mail
  const text = unpaid ? CANCELLED_UNPAID : usual
  return {
    to: recipientOf(order),
    subject: `Tu pedido N° ${order.number} ${state}`,
    preview: text,
    heading: `Tu pedido N°\u00a0${order.number} ${state}`,
    blocks: [
      { type: 'text', text: `Hola ${order.name}.` },
      { type: 'text', text },
      ...originOf(order),
      { type: 'button', label: 'Ver mi pedido', path: SCREENS.ownOrders },
      linesOf(order),
    ],
    reason: reasonOf(order),
  }
}

const customerOf = (order: MailedOrder) => ({
  name: `${order.name} ${order.last_name}`,
  address: order.email,
})

export const recipientOf = (order: MailedOrder) => (order.toAccount ? order.account : customerOf(order))

const isToOther = ({ toAccount, account, email }: MailedOrder) => !toAccount && account.address !== email

export const reasonOf = (order: MailedOrder) =>
  isToOther(order)
    ? `Recibes este correo porque alguien indicó tu dirección en un pedido de ${store.name}.`
    : `Recibes este correo porque hiciste un pedido en ${store.name}.`

/**
 * A note for a recipient who may not expect the mail: about somebody else's order, or sent to the account in place of the order's address.
 */
export function originOf(order: MailedOrder): Block[] {
  if (isToOther(order)) {
    const text = `Este pedido se hizo desde la cuenta de otra persona en ${store.name}, que indicó tu correo. Si no sabes de qué se trata, escríbenos a ${store.email}.`
    return [{ type: 'note', text }]
  }
  if (!order.toAccount) return []
  const text = `Este correo va a la dirección de tu cuenta, porque ${order.email} ya recibió varios avisos de pedidos.`
  return [{ type: 'note', text }]
}

/** The bank account, the exact amount, and the order's number as the transfer's subject. */
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
    { type: 'title', text: pickup ? 'Retiro en la farmacia' : title },
    {
      type: 'facts',
      facts: [...place, ['Teléfono', formatPhone(order.phone)], ['Correo', order.email]],
    },
  ]
}

/** The sums between the lines and the total; empty for an order without a coupon and a delivery option. */
function sumsOf({ lines, coupon_code, discount, delivery_name, delivery_cost, pickup }: MailedOrder) {
  if (!coupon_code && !delivery_name) return []
  const sums: [string, string][] = [['Subtotal', formatPrice(sumTotals(lines.map(({ total }) => total)))]]
  if (discount > 0) sums.push([`Descuento ${coupon_code}`, formatPrice(-discount)])
  if (delivery_name)
    sums.push([pickup ? 'Retiro' : 'Despacho', delivery_cost > 0 ? formatPrice(delivery_cost) : 'Gratis'])
  return sums
}

/** @param written formats a product's name; the pharmacy's mail keeps the name as it was typed */
export const linesOf = (
  order: MailedOrder,
  written = (name: string) => keepTogether(readableName(name)),
): Block => ({
  type: 'lines',
  lines: order.lines.map((line) => ({
    name: written(line.product_name),
    detail: keepTogether(
      `${line.quantity} × ${formatPrice(line.price)}${line.discount > 0 ? `, ${String(line.discount).replace('.', ',')} % de descuento` : ''}`,
    ),
    amount: formatPrice(line.total),
  })),
  sums: sumsOf(order),
  total: formatPrice(order.total),
})

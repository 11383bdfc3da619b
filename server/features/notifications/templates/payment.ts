/** The mails about an order's payment: missing, found, and a proof that didn't match. */
import { sql } from 'kysely'
import { formatPrice } from '#domain/price.ts'
import { placedOrderUrl, SCREENS } from '#domain/screen-urls.ts'
import { store } from '#store'
import type { Db } from '../../../database/schema.ts'
import type { Block, MailContent } from '../../../mail/render-mail.ts'
import { customerMail, linesOf, type MailedOrder, originOf, transferOf } from './order-blocks.ts'

/** The mail to the customer about an unpaid order. */
export function orderUnpaid(
  order: MailedOrder,
  { orderId, cancelDays }: { orderId: string; cancelDays?: number },
): MailContent {
  return customerMail(order, {
    subject: `Tu pedido N° ${order.number} espera tu transferencia`,
    preview: `Total ${formatPrice(order.total)}. Te contamos cómo pagarlo.`,
    blocks: [
      `Hola ${order.name}. Aún no recibimos el comprobante de tu pedido. Transfiere el monto exacto y súbelo para que podamos prepararlo.`,
      ...paymentOf(order, orderId),
      {
        note: cancelDays
          ? `Si ya transferiste, solo falta que subas el comprobante. Si no, cancelaremos el pedido a los ${cancelDays} días. Te avisaremos el día antes.`
          : 'Si ya transferiste, solo falta que subas el comprobante. No te enviaremos otro aviso.',
      },
      { note: `Si ya no quieres el pedido, escríbenos a ${store.email} y lo cancelamos.` },
    ],
  })
}

/** The mail to the customer on the day before an unpaid order is cancelled. */
export function orderCancelling(
  order: MailedOrder,
  { orderId, day }: { orderId: string; day: string },
): MailContent {
  return customerMail(order, {
    subject: `Tu pedido N° ${order.number} se cancelará mañana si no recibimos tu transferencia`,
    preview: `Total ${formatPrice(order.total)}. Te contamos cómo pagarlo.`,
    blocks: [
      `Hola ${order.name}. Aún no recibimos la transferencia de tu pedido ni su comprobante. Si no llegan, el ${day.split('-').reverse().join('/')} lo cancelaremos y sus productos volverán a la venta.`,
      ...paymentOf(order, orderId),
      {
        note: `Si ya transferiste, no transfieras de nuevo: sube el comprobante, o escríbenos a ${store.email}.`,
      },
      { note: 'Si ya no quieres el pedido, no tienes que hacer nada.' },
    ],
  })
}

/** The bank details, the link to upload the proof, and the order's lines. */
const paymentOf = (order: MailedOrder, orderId: string): Block[] => [
  ...originOf(order),
  ...transferOf(order),
  // The linked page asks for the login.
  { button: 'Subir comprobante', path: placedOrderUrl(orderId) },
  linesOf(order),
]

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
  return customerMail(order, {
    subject: `Recibimos tu pago del pedido N° ${order.number}`,
    preview: missing ? `Aún faltan ${missing}.` : 'Tu transferencia llegó. No tienes que hacer nada más.',
    blocks: [
      `Hola ${order.name}. Tu transferencia llegó a nuestra cuenta.`,
      {
        facts: [
          ['Monto', formatPrice(amount)],
          ['Fecha', day],
          ...(missing ? [['Falta', missing] as [string, string]] : []),
        ],
      },
      ...originOf(order),
      ...(missing
        ? [
            `Para completar el pago, transfiere los ${missing} que faltan.`,
            ...transferOf({ ...order, total: -difference }),
          ]
        : []),
      { button: 'Ver mi pedido', path: SCREENS.ownOrders },
    ],
  })
}

/** The mail to the customer about a payment proof that didn't match the order. */
export function proofRejected(
  order: MailedOrder,
  { orderId, reason }: { orderId: string; reason: string },
): MailContent {
  return customerMail(order, {
    subject: `Necesitamos otro comprobante de tu pedido N° ${order.number}`,
    preview: `El que enviaste no coincide. ${reason}`,
    blocks: [
      `Hola ${order.name}. Revisamos el comprobante que enviaste y no coincide con el pago de tu pedido.`,
      { facts: [['Motivo', reason]] },
      'Sube otro para que podamos preparar tu pedido.',
      ...originOf(order),
      // The linked page asks for the login.
      { button: 'Subir otro comprobante', path: placedOrderUrl(orderId) },
      ...transferOf(order),
      {
        note: `Si ya transferiste el monto exacto, no transfieras de nuevo: escríbenos a ${store.email} y lo vemos contigo.`,
      },
    ],
  })
}

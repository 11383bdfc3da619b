/** The parts that all mails about an order share: its data, recipient, reason, bank details and lines. */
import { sql } from 'kysely'
import { keepTogether } from '#domain/keep-together.ts'
import { formatDecimal, formatPrice, sumTotals } from '#domain/price.ts'
import { readableName } from '#domain/readable-name.ts'
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

export const customerOf = (order: MailedOrder) => ({
  name: `${order.name} ${order.last_name}`,
  address: order.email,
})

const recipientOf = (order: MailedOrder) => (order.toAccount ? order.account : customerOf(order))

const isToOther = ({ toAccount, account, email }: MailedOrder) => !toAccount && account.address !== email

const reasonOf = (order: MailedOrder) =>
  isToOther(order)
    ? `Recibes este correo porque alguien indicó tu dirección en un pedido de ${store.name}.`
    : `Recibes este correo porque hiciste un pedido en ${store.name}.`

/** A mail about an order to its customer, whose heading is its subject. */
export const customerMail = (
  order: MailedOrder,
  words: Pick<MailContent, 'subject' | 'preview' | 'blocks'>,
): MailContent => ({
  to: recipientOf(order),
  heading: keepTogether(words.subject),
  ...words,
  reason: reasonOf(order),
})

/**
 * A note for a recipient who may not expect the mail: about somebody else's order, or sent to the account in place of the order's address.
 */
export function originOf(order: MailedOrder): Block[] {
  if (isToOther(order)) {
    const text = `Este pedido se hizo desde la cuenta de otra persona en ${store.name}, que indicó tu correo. Si no sabes de qué se trata, escríbenos a ${store.email}.`
    return [{ note: text }]
  }
  if (!order.toAccount) return []
  const text = `Este correo va a la dirección de tu cuenta, porque ${order.email} ya recibió varios avisos de pedidos.`
  return [{ note: text }]
}

/** The bank account, the exact amount, and the order's number as the transfer's subject. */
export const transferOf = ({ total, number }: Pick<MailedOrder, 'total' | 'number'>): Block[] => [
  { title: 'Datos para transferir' },
  {
    facts: [
      ['Banco', store.bank.bank],
      ['Titular', store.bank.holder],
      ['RUT', store.bank.taxId],
      ['N° de cuenta', store.bank.account],
      ['Correo', store.bank.email],
      ['Monto', formatPrice(total)],
      ['Mensaje', `Pedido ${number}`],
    ],
  },
]

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
  lines: order.lines.map((line) => ({
    name: written(line.product_name),
    detail: keepTogether(
      `${line.quantity} × ${formatPrice(line.price)}${line.discount > 0 ? `, ${formatDecimal(line.discount)} % de descuento` : ''}`,
    ),
    amount: formatPrice(line.total),
  })),
  sums: sumsOf(order),
  total: formatPrice(order.total),
})

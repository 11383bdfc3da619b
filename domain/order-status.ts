/**
 * The statuses of an order, each with its meaning, its words and its mail: calls, lists, filters, mails, the timeline, the board and the
 * workbooks read them here. A new status is an entry here, and a migration that adds it to the check of `orders.status`.
 *
 * Any status changes to any other one. What a change does follows from the facts that differ ({@link statusChangeEffects}); besides, every change is
 * a step of the timeline, an audit entry, a mail to the customer and the webhook event `order.updated`.
 *
 * Payment (order-payment.ts), prescription (prescription.ts) and shipment (shipment.ts) aren't part of the status: each has its own column,
 * its own declaration like this one and its own field of the order, so that no combination needs a status.
 */
const STATUSES = {
  pending: {
    name: 'Pendiente',
    word: 'pendiente',
    tone: 'yellow',
    isOpen: true,
    holdsStock: true,
    isHandedOver: false,
    step: { name: 'Pendiente nuevamente', icon: 'clock' },
    mail: {
      state: 'está pendiente',
      text: 'Tu pedido está pendiente. Si ya transferiste, sube el comprobante en tu perfil.',
    },
  },
  delivered: {
    name: 'Entregado',
    word: 'entregado',
    tone: 'green',
    isOpen: false,
    holdsStock: true,
    isHandedOver: true,
    step: { name: 'Entregado', icon: 'truck' },
    mail: { state: 'fue entregado', text: 'Tu pedido fue entregado. Gracias por preferirnos.' },
  },
  cancelled: {
    name: 'Cancelado',
    word: 'cancelado',
    tone: 'red',
    isOpen: false,
    holdsStock: false,
    isHandedOver: false,
    step: { name: 'Cancelado', icon: 'cross' },
    mail: {
      state: 'fue cancelado',
      text: 'Tu pedido fue cancelado. Si tienes dudas, escríbenos o llámanos.',
    },
  },
} as const satisfies Record<string, StatusFacts & StatusWords>

/** The facts of a status that rules depend on. */
type StatusFacts = {
  /** The customer may still send payment proof and prescription, and staff decide about them. */
  isOpen: boolean
  /** The products are the customer's: out of the stock, sold, to be paid. If not, money that came is to be given back. */
  holdsStock: boolean
  /** The customer has the products: lines on prescription are in the register. */
  isHandedOver: boolean
}
type StatusWords = {
  /** On screens, in workbooks and in the audit log. */
  name: string
  /** In the URL of the list. */
  word: string
  tone: 'yellow' | 'green' | 'red' | 'neutral'
  /** The step of the timeline. */
  step: { name: string; icon: string }
  /** `state` follows 'Tu pedido N° 1042'; `text` is the mail's text. */
  mail: { state: string; text: string }
}

export type OrderStatus = keyof typeof STATUSES
export type StatusFact = keyof StatusFacts

export const ORDER_STATUSES = Object.keys(STATUSES) as OrderStatus[]

/** The declaration of each status. */
export const orderStatuses: Readonly<Record<OrderStatus, (typeof STATUSES)[OrderStatus]>> = STATUSES

export const statusesWith = (fact: StatusFact): OrderStatus[] =>
  ORDER_STATUSES.filter((status) => STATUSES[status][fact])

/** Whether the customer still waits for the products. */
export const awaitsHandover = (status: OrderStatus) =>
  STATUSES[status].holdsStock && !STATUSES[status].isHandedOver

/**
 * The effects of a change of status. `stock`: the order's products are taken out of the stock or given back, and with them the dispensings
 * of lasting prescriptions. `register`: its lines on prescription are written to the register or struck. Stock plus held units stays
 * constant.
 */
export function statusChangeEffects(
  from: OrderStatus,
  to: OrderStatus,
): { stock: 'take' | 'release' | 'keep'; register: 'write' | 'strike' | 'keep' } {
  const [before, after]: StatusFacts[] = [STATUSES[from], STATUSES[to]]
  return {
    stock: before!.holdsStock === after!.holdsStock ? 'keep' : after!.holdsStock ? 'take' : 'release',
    register:
      before!.isHandedOver === after!.isHandedOver ? 'keep' : after!.isHandedOver ? 'write' : 'strike',
  }
}

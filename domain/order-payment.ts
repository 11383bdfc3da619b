import { type OrderStatus, type StatusFact, statusesWith } from './order-status.ts'
import { formatPrice } from './price.ts'

/** The facts of an order by which the rules judge its payment. */
export type PaidOrder = {
  status: OrderStatus
  /** The file name of the payment proof, or empty. */
  payment: string
  /** All that the customer pays, in pesos. */
  total: number
  /** The whole pesos that transfers have paid; null for none. */
  paid: { amount: number } | null
}

/**
 * Rules that find orders by their payment (docs/checkout-and-orders.md#unpaid-orders). `status`: a fact that the order's status has.
 * `paid`: transfers have paid nothing, or less than is due; an order of $0 has nothing due. `proof`: with or without a payment proof.
 * {@link meetsPaymentRule} checks a rule for one order, `server/features/orders/state/order-payment.ts` in SQL.
 */
export const PAYMENT_RULES = {
  /** Neither money nor a proof has come. The customer gets mails about such an order, and it may be cancelled. */
  unpaid: { status: 'isOpen', paid: 'nothing', proof: false },
  /** 'Sin pago' */
  withoutTransfer: { status: 'isOpen', paid: 'nothing' },
  /** 'Sin comprobante' */
  withoutProof: { status: 'isOpen', paid: 'less', proof: false },
  /** 'Comprobante por revisar', unless staff have checked it. */
  proofToCheck: { status: 'isOpen', paid: 'less', proof: true },
  /** Transfers may still pay it. */
  payable: { status: 'holdsStock', paid: 'less' },
  /** 'Comprobante sin transferencia', once its transfer has had time to come. */
  proofAlone: { status: 'holdsStock', paid: 'nothing', proof: true },
} as const satisfies Record<string, { status: StatusFact; paid: 'nothing' | 'less'; proof?: boolean }>
export type PaymentRule = keyof typeof PAYMENT_RULES

export function meetsPaymentRule(name: PaymentRule, order: PaidOrder): boolean {
  const rule: { status: StatusFact; paid: 'nothing' | 'less'; proof?: boolean } = PAYMENT_RULES[name]
  return (
    statusesWith(rule.status).includes(order.status) &&
    !isPaid(order) &&
    (rule.paid === 'less' || order.paid === null) &&
    (rule.proof === undefined || rule.proof === (order.payment !== ''))
  )
}

type Amounts = Pick<PaidOrder, 'total' | 'paid'>

/** Whole pesos that are still due. */
export const dueOf = ({ total, paid }: Amounts) => Math.max(0, Math.round(total) - (paid?.amount ?? 0))

export const isPaid = (order: Amounts) => dueOf(order) === 0

/** Whether transfers have paid only a part of the order. */
export const isPartlyPaid = (order: Amounts) => order.paid !== null && !isPaid(order)

/** A payment's difference, paid − due, in words: 'faltan $500', 'sobran $500'; '' without one. */
export function differenceInWords(difference: number): string {
  if (difference === 0) return ''
  const isOne = Math.abs(difference) === 1
  const verb = difference < 0 ? (isOne ? 'falta' : 'faltan') : isOne ? 'sobra' : 'sobran'
  return `${verb} ${formatPrice(Math.abs(difference))}`
}

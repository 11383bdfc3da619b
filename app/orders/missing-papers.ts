import type { Order } from '#contract/orders.ts'
import { dueOf, isPaid, isPartlyPaid } from '#domain/order-payment.ts'
import { formatPrice } from '#domain/price.ts'

/** Whether an order, of any status, has neither a payment proof nor the whole payment. */
export const lacksProof = (order: Order) => order.payment === '' && !isPaid(order)

/** Why an order's prescription isn't approved, in Spanish words for a question; empty for an approved one, and where none is needed. */
export function missingApproval({ prescription: { state } }: Order): string {
  if (state === 'missing') return 'sin receta'
  if (state === 'sent' || state === 'covered') return 'con la receta por revisar'
  return state === 'rejected' ? 'con la receta rechazada' : ''
}

/** The Spanish words for what an order lacks: 'sin comprobante de pago y con la receta por revisar'; empty when nothing is missing. */
export const missingPapers = (order: Order): string =>
  [
    isPartlyPaid(order) ? `con ${formatPrice(dueOf(order))} por pagar` : '',
    lacksProof(order) && !isPartlyPaid(order) ? 'sin comprobante de pago' : '',
    missingApproval(order),
  ]
    .filter((part) => part !== '')
    .join(' y ')

/** Whether the pharmacy keeps the original of an order's prescription. */
export const isRetained = ({ products }: Order) =>
  products.some(({ saleCondition }) => saleCondition === 'retained' || saleCondition === 'check')

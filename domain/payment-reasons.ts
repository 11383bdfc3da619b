import { differenceInWords } from './order-payment.ts'
import { formatPrice } from './price.ts'

/**
 * Why a transfer may pay an order, or may not, as it is stored: a code with its data. Pesos are
 * whole, days `YYYY-MM-DD`, names as the bank wrote them.
 */
export type PaymentReason =
  | { code: 'same-amount' | 'digit-slip' | 'same-rut' | 'other-rut' | 'early' | 'taken' }
  /** Paid less due. */
  | { code: 'difference'; pesos: number }
  /** Another transfer; together they pay the order exactly. */
  | { code: 'part'; pesos: number; day: string }
  | { code: 'exact-sum' | 'more-rivals'; orders: number }
  /** `number`: the order that the text names; `rival`: another order that fits as well. */
  | { code: 'number' | 'rival'; number: number }
  | { code: 'same-name' | 'similar-name' | 'same-last-name'; name: string }

export function reasonInWords(reason: PaymentReason): string {
  switch (reason.code) {
    case 'same-amount':
      return 'mismo monto'
    case 'difference':
      return differenceInWords(reason.pesos)
    case 'digit-slip':
      return 'un dígito distinto'
    case 'part':
      return `con ${formatPrice(reason.pesos)} del ${dayAndMonth(reason.day)} suma el total`
    case 'exact-sum':
      return `suma exacta de ${reason.orders} pedidos`
    case 'number':
      return `dice N° ${reason.number}`
    case 'same-rut':
      return 'mismo RUT'
    case 'same-name':
      return `mismo nombre: ${reason.name}`
    case 'similar-name':
      return `nombre parecido: ${reason.name}`
    case 'same-last-name':
      return `mismo apellido: ${reason.name}`
    case 'other-rut':
      return 'RUT de otra persona'
    case 'early':
      return 'anterior al pedido'
    case 'taken':
      return 'otra transferencia lo paga'
    case 'rival':
      return `también calza el pedido N° ${reason.number}`
    case 'more-rivals':
      return `también calzan otros ${reason.orders} pedidos`
  }
}

const dayAndMonth = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`

export const isWarning = ({ code }: PaymentReason) => WARNINGS.has(code)

const WARNINGS: ReadonlySet<PaymentReason['code']> = new Set([
  ...(['difference', 'digit-slip', 'other-rut', 'early', 'taken', 'rival', 'more-rivals'] as const),
])

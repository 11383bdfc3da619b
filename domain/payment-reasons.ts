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
  const { pesos = 0, day = '', orders = 0, number = 0, name = '' }: ReasonData = reason
  const words: Record<PaymentReason['code'], string> = {
    'same-amount': 'mismo monto',
    difference: differenceInWords(pesos),
    'digit-slip': 'un dígito distinto',
    part: `con ${formatPrice(pesos)} del ${dayAndMonth(day)} suma el total`,
    'exact-sum': `suma exacta de ${orders} pedidos`,
    number: `dice N° ${number}`,
    'same-rut': 'mismo RUT',
    'same-name': `mismo nombre: ${name}`,
    'similar-name': `nombre parecido: ${name}`,
    'same-last-name': `mismo apellido: ${name}`,
    'other-rut': 'RUT de otra persona',
    early: 'anterior al pedido',
    taken: 'otra transferencia lo paga',
    rival: `también calza el pedido N° ${number}`,
    'more-rivals': `también calzan otros ${orders} pedidos`,
  }
  return words[reason.code]
}

type ReasonData = {
  code: string
  pesos?: number
  day?: string
  orders?: number
  number?: number
  name?: string
}

const dayAndMonth = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`

export const isWarning = ({ code }: PaymentReason) => WARNINGS.has(code)

const WARNINGS: ReadonlySet<PaymentReason['code']> = new Set([
  ...(['difference', 'digit-slip', 'other-rut', 'early', 'taken', 'rival', 'more-rivals'] as const),
])

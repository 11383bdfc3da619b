import type { Coupon } from '#contract/coupons.ts'
import { counted, formatPrice } from '#domain/price.ts'
import { writtenDay } from '../../orders/order-date.ts'

type Rule = Omit<Coupon, '_id' | 'code' | 'state' | 'used' | 'given' | 'brought'>

/** A code's discount in words. */
export function discountInWords({ kind, value, maximum }: Pick<Rule, 'kind' | 'value' | 'maximum'>): string {
  if (kind === 'delivery') return 'Despacho gratis'
  const amount = kind === 'percent' ? `${value} %` : formatPrice(value)
  return maximum === null ? amount : `${amount}, hasta ${formatPrice(maximum)}`
}

/** The conditions of a code in one line; empty without any. */
export const conditionsOf = ({ minimum, usesPerCustomer, firstOrder, categories, laboratories }: Rule) =>
  [
    minimum !== null && `Desde ${formatPrice(minimum)}`,
    firstOrder && 'Primera compra',
    usesPerCustomer !== null && counted(usesPerCustomer, 'vez por cliente', 'veces por cliente'),
    categories.length > 0 && `Solo ${categories.join(', ')}`,
    laboratories.length > 0 && `${categories.length > 0 ? 'de' : 'Solo de'} ${laboratories.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** The days on which a code is valid; empty without limits. */
export function periodOf({ from, until }: Pick<Rule, 'from' | 'until'>): string {
  if (from && until) return from === until ? writtenDay(from) : `${writtenDay(from)} al ${writtenDay(until)}`
  if (from) return `Desde el ${writtenDay(from)}`
  return until ? `Hasta el ${writtenDay(until)}` : ''
}

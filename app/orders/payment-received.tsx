import type { Order } from '#contract/orders.ts'
import { differenceInWords, isPaid } from '#domain/order-payment.ts'
import { formatPrice } from '#domain/price.ts'
import { Icon } from '../ui/icons.tsx'
import { writtenDay } from './order-date.ts'

/** Tells the customer what was received, on which day, and what is missing; nothing while nothing came. */
export function PaymentReceived({ order }: { order: Order }) {
  const { paid } = order
  if (!paid) return null
  const isWhole = isPaid(order)
  return (
    <p
      className={`flex gap-2 text-sm ${isWhole ? 'text-brand-deep' : 'rounded-lg bg-amber-pale px-2 py-1.5 text-amber-ink'}`}
    >
      <Icon name={isWhole ? 'check' : 'clock'} className="mt-0.5 size-4" />
      <span className="min-w-0 tabular-nums">
        {isWhole ? 'Recibimos tu pago' : `Recibimos ${formatPrice(paid.amount)}`} el{' '}
        <time dateTime={paid.at}>{writtenDay(paid.at)}</time>
        {!isWhole && (
          <>
            , <strong>{differenceInWords(paid.difference)}</strong>
          </>
        )}
        .
      </span>
    </p>
  )
}

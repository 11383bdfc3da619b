import { Link } from 'react-router'
import type { Offer, Payment } from '#contract/payments.ts'
import { differenceInWords } from '#domain/order-payment.ts'
import { formatPrice } from '#domain/price.ts'
import { fullRut } from '#domain/rut.ts'
import { writtenDay } from '../../orders/order-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ORDERS } from '../orders/order-filters.ts'

type PaymentOrder = Offer['orders'][number]

/** A transfer that came in: amount, day, payer, and the bank's own words. */
export function Received({ payment }: { payment: Payment }) {
  const { amount, date, payer, description, document } = payment
  return (
    <div className="grid gap-0.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="font-bold text-base tabular-nums">{formatPrice(amount)}</strong>
        <time dateTime={date} className="text-soft tabular-nums">
          {writtenDay(date)}
        </time>
      </p>
      {/* Without a RUT the payer's name only repeats the bank's description. */}
      {payer.rut && (
        <p className="wrap-anywhere">
          {payer.name && <span className="font-semibold capitalize">{payer.name} · </span>}
          <span className="whitespace-nowrap tabular-nums">{fullRut(payer.rut)}</span>
        </p>
      )}
      <p className={`wrap-anywhere ${payer.rut ? 'text-soft' : ''}`}>
        {description}
        {document && <span className="whitespace-nowrap tabular-nums"> · Doc. {document}</span>}
      </p>
    </div>
  )
}

/** A transfer that surely pays its orders, in a line of the table. */
export function SureTransfer({ payment: { amount, date, payer, description } }: { payment: Payment }) {
  return (
    <p className="flex items-baseline gap-x-3 as-card:flex-wrap" title={description}>
      <strong className="font-bold tabular-nums">{formatPrice(amount)}</strong>
      <time dateTime={date} className="text-soft tabular-nums">
        {writtenDay(date)}
      </time>
      <span className="min-w-0 as-card:wrap-anywhere as-table:truncate">{payer.name || description}</span>
    </p>
  )
}

/** The orders that a transfer surely pays, and why, in a line of the table. */
export function SureOrders({ orders, reasons }: Offer) {
  return (
    <p className="flex items-baseline gap-x-3 as-card:flex-wrap" title={reasons.join(', ')}>
      {orders.map(({ _id, nro_delivery, name }) => (
        <span
          key={_id}
          className="flex min-w-0 items-baseline gap-x-3 as-table:max-w-[70%] as-table:shrink-0"
        >
          <OrderLink number={nro_delivery} />
          <span className="min-w-0 as-card:wrap-anywhere as-table:truncate">{name}</span>
        </span>
      ))}
      <span className="min-w-0 text-soft as-card:wrap-anywhere as-table:truncate">{reasons.join(', ')}</span>
    </p>
  )
}

/** The orders of an offer or of a match, and the difference in words. */
export function OfferedOrders({ orders, reasons, warnings, difference }: Offer) {
  const words = differenceInWords(difference)
  return (
    <div className="grid gap-1.5">
      <ul className="grid gap-1">
        {orders.map((order) => (
          <li key={order._id}>
            <DueOrder order={order} isPart={orders.length > 1} />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-1 empty:hidden">
        {[...new Set([words, ...reasons])].filter(Boolean).map((reason) => (
          <Reason key={reason} reason={reason} warns={reason === words || warnings.includes(reason)} />
        ))}
      </p>
    </div>
  )
}

const Reason = ({ reason, warns }: { reason: string; warns: boolean }) => (
  <Badge tone={warns ? 'yellow' : 'green'} className="max-w-full whitespace-normal! rounded-lg! font-normal">
    <span className="wrap-anywhere">{reason}</span>
  </Badge>
)

const OrderLink = ({ number }: { number: number }) => (
  <Link
    to={ORDERS.url({ search: String(number) })}
    className="inline-flex min-h-6 items-center whitespace-nowrap font-semibold text-brand tabular-nums underline underline-offset-4"
  >
    N° {number}
  </Link>
)

const DueOrder = ({
  order: { nro_delivery, name, due, amount },
  isPart,
}: {
  order: PaymentOrder
  isPart: boolean
}) => (
  <p className="flex flex-wrap items-baseline gap-x-3">
    <strong className="font-bold text-base tabular-nums">{formatPrice(due)}</strong>
    <OrderLink number={nro_delivery} />
    <span className="wrap-anywhere min-w-0">{name}</span>
    {isPart && amount !== due && <span className="text-soft tabular-nums">recibe {formatPrice(amount)}</span>}
  </p>
)

/** The offers of a transfer that waits: the chosen one, and the others behind a disclosure. */
export function Offers({
  payment,
  chosen,
  onChoose,
}: {
  payment: Payment
  chosen: Offer
  onChoose: (offer: Offer) => void
}) {
  const others = payment.offers.filter((offer) => offer !== chosen)
  return (
    <div className="grid gap-2">
      <OfferedOrders {...chosen} />
      {others.length > 0 && (
        <details className="group">
          <summary className="min-h-6 w-fit rounded-lg font-semibold text-brand leading-6">
            {others.length === 1 ? 'Otra posibilidad' : `Otras ${others.length} posibilidades`}
          </summary>
          <ul className="mt-2 grid gap-2">
            {others.map((offer) => (
              <li
                key={keyOf(offer)}
                className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 rounded-lg border border-line p-2"
              >
                <div className="min-w-0 flex-1 basis-48">
                  <OfferedOrders {...offer} />
                </div>
                <Button look="secondary" small onClick={() => onChoose(offer)}>
                  Elegir<span className="sr-only"> el pedido N° {offer.orders[0]?.nro_delivery}</span>
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** An offer's key, which stays when the list is loaded again. */
export const keyOf = ({ orders }: Offer) => orders.map(({ _id }) => _id).join()

/** The orders of a matched transfer as an offer, whose difference is the paid amount less the amount due. */
export function matchOf({ orders }: Payment): Offer {
  return {
    orders,
    reasons: [...new Set(orders.flatMap(({ reasons }) => reasons))],
    warnings: orders.flatMap(({ warnings }) => warnings),
    difference: orders.reduce((sum, { amount, due }) => sum + amount - due, 0),
  }
}

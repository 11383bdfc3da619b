import { Link } from 'react-router'
import type { Offer, Payment } from '#contract/payments.ts'
import { differenceInWords } from '#domain/order-payment.ts'
import { formatPrice } from '#domain/price.ts'
import { fullRut } from '#domain/rut.ts'
import { writtenDay } from '../../orders/order-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ORDERS } from '../orders/order-filters.ts'

/**
 * A transfer that came in: amount, day and payer, then the bank's own words in a second line. A sure one has a single line, with
 * the payer's name or these words.
 */
export function Received({ payment, isSure }: { payment: Payment; isSure: boolean }) {
  const { amount, date, payer, description, document } = payment
  return (
    <div className="grid grid-cols-1 as-card:gap-0.5">
      <p className={LINE} title={isSure ? description : undefined}>
        <strong className="font-bold tabular-nums">{formatPrice(amount)}</strong>
        <time dateTime={date} className="text-soft tabular-nums">
          {writtenDay(date)}
        </time>
        {isSure && <span className={CUT}>{payer.name || description}</span>}
        {/* Without a RUT the payer's name only repeats the bank's description. */}
        {!isSure && payer.rut && (
          <>
            <span className={`capitalize ${CUT}`} title={payer.name}>
              {payer.name}
            </span>
            <span className="whitespace-nowrap tabular-nums">{fullRut(payer.rut)}</span>
          </>
        )}
      </p>
      {!isSure && (
        <p
          className={`as-card:wrap-anywhere as-table:truncate ${payer.rut ? 'text-soft' : ''}`}
          title={description}
        >
          {description}
          {document && <span className="whitespace-nowrap tabular-nums"> · Doc. {document}</span>}
        </p>
      )}
    </div>
  )
}

/** A line of a table, whose {@link CUT} texts give way; on a card, and where a table is narrow, it wraps. */
const LINE =
  'flex items-baseline gap-x-3 as-card:flex-wrap as-table:leading-6 as-table:@max-[56rem]/regular:flex-wrap'
const CUT = 'min-w-0 as-card:wrap-anywhere as-table:truncate'

/** The orders that a transfer surely pays, and why, in a line of the table. */
export function SureOrders({ orders, reasons }: Offer) {
  return (
    <p className={LINE} title={reasons.join(', ')}>
      {orders.map(({ _id, nro_delivery, name }) => (
        <span
          key={_id}
          className="flex min-w-0 items-baseline gap-x-3 as-table:max-w-[70%] as-table:shrink-0"
        >
          <OrderLink number={nro_delivery} />
          <span className={CUT}>{name}</span>
        </span>
      ))}
      <span className={`text-soft ${CUT}`}>{reasons.join(', ')}</span>
    </p>
  )
}

/** The orders of an offer or of a match, and below them the doubts before the reasons, which give way where a table has no room. */
export function OfferedOrders({
  orders,
  reasons,
  warnings,
  difference,
  children,
}: Offer & { children?: React.ReactNode }) {
  const words = differenceInWords(difference)
  const all = [...new Set([words, ...reasons])].filter(Boolean)
  const doubts = all.filter((reason) => reason === words || warnings.includes(reason))
  const fits = all.filter((reason) => !doubts.includes(reason)).join(', ')
  return (
    <div className="grid grid-cols-1 as-card:gap-0.5">
      <ul className="grid grid-cols-1">
        {orders.map(({ _id, nro_delivery, name, due, amount }) => (
          <li key={_id} className={LINE}>
            <strong className="font-bold tabular-nums">{formatPrice(due)}</strong>
            <OrderLink number={nro_delivery} />
            <span className={CUT} title={name}>
              {name}
            </span>
            {orders.length > 1 && amount !== due && (
              <span className="whitespace-nowrap text-soft tabular-nums">recibe {formatPrice(amount)}</span>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-baseline gap-1 empty:hidden">
        {doubts.map((doubt) => (
          <Badge
            key={doubt}
            tone="yellow"
            className="max-w-full whitespace-normal! rounded-lg! font-normal as-table:py-0!"
          >
            <span className="wrap-anywhere">{doubt}</span>
          </Badge>
        ))}
        {fits && (
          <span
            title={fits}
            className="text-soft as-card:wrap-anywhere as-table:min-w-4 as-table:flex-1 as-table:basis-0 as-table:truncate"
          >
            {fits}
          </span>
        )}
        {children}
      </div>
    </div>
  )
}

const OrderLink = ({ number }: { number: number }) => (
  <Link
    to={ORDERS.url({ search: String(number) })}
    className="inline-flex min-h-6 items-center whitespace-nowrap font-semibold text-brand tabular-nums underline underline-offset-4"
  >
    N° {number}
  </Link>
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
    <OfferedOrders {...chosen}>
      {others.length > 0 && (
        <details className="open:basis-full">
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
    </OfferedOrders>
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

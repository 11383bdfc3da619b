import type { ShownPrice, Sums } from '../../cart/use-price.ts'
import { RetryButton } from '../../ui/button.tsx'
import { formatPrice } from '../../ui/price.tsx'

/**
 * The sums of an order: Subtotal and Total, with a row for the wanted code and a row for the wanted delivery. The rows show
 * before their amounts are known, so that nothing moves when an amount arrives.
 */
export function Totals({ price }: { price: Pick<ShownPrice, 'sums' | 'state' | 'recount'> }) {
  const { sums, state, recount } = price
  return (
    <div className="grid gap-2">
      <dl
        aria-busy={state === 'counting' || undefined}
        className="grid gap-2 tabular-nums transition-opacity aria-busy:opacity-60"
      >
        <Row name="Subtotal">{formatPrice(sums.subtotal)}</Row>
        {sums.coupon && <Row name={`Descuento ${sums.coupon.code}`}>{discountText(sums.coupon)}</Row>}
        {sums.delivery && (
          <Row name={sums.delivery.kind === 'pickup' ? 'Retiro' : 'Despacho'}>
            {costText(sums.delivery.cost)}
          </Row>
        )}
        <div className="flex items-baseline justify-between gap-4 border-line border-t pt-2 font-bold">
          <dt>Total</dt>
          <dd className="text-lg">{formatPrice(sums.total)}</dd>
        </div>
      </dl>
      <div role="status">
        {state === 'failed' && (
          <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <p className="text-amber-ink">No pudimos calcular el total de nuevo.</p>
            <RetryButton small onRetry={recount} />
          </div>
        )}
      </div>
    </div>
  )
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4 text-soft">
      <dt className="min-w-0 wrap-anywhere">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function discountText({ discount, freeDelivery }: NonNullable<Sums['coupon']>) {
  if (discount === null) return '—'
  return freeDelivery && discount === 0 ? 'Despacho gratis' : `−${formatPrice(discount)}`
}

const costText = (cost: number | null) => (cost === null ? '—' : cost === 0 ? 'Gratis' : formatPrice(cost))

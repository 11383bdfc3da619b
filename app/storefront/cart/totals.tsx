import { formatPrice } from '../../ui/price.tsx'

/** Subtotal and Total, which are equal, since there are no fees or shipping rates. */
export function Totals({ total }: { total: number }) {
  return (
    <dl className="grid gap-2 tabular-nums">
      <div className="flex justify-between gap-4 text-soft">
        <dt>Subtotal</dt>
        <dd>{formatPrice(total)}</dd>
      </div>
      <div className="flex items-baseline justify-between gap-4 border-line border-t pt-2 font-bold">
        <dt>Total</dt>
        <dd className="text-lg">{formatPrice(total)}</dd>
      </div>
    </dl>
  )
}

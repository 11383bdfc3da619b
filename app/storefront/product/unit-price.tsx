import { discountedPrice } from '#domain/price.ts'
import { unitPrice } from '#domain/unit-price.ts'
import { formatPrice } from '../../ui/price.tsx'

/** The price of one unit of the pack, "$50 por comprimido". Nothing for a pack with a single unit. */
export function UnitPrice({
  cost,
  discount,
  quantity,
}: {
  cost: number
  discount: number
  quantity: string
}) {
  const unit = unitPrice(discountedPrice(cost, discount), quantity)
  if (!unit) return null
  return (
    <p className="text-sm text-soft tabular-nums">
      {formatPrice(unit.price)} por {unit.unit}
    </p>
  )
}

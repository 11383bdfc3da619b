import { type Described, readPresentation } from '#domain/presentation.ts'
import { discountedPrice } from '#domain/price.ts'
import { unitPrice } from '#domain/unit-price.ts'
import { formatPrice } from '../../ui/price.tsx'

/** The price of one unit of the pack, "$50 por comprimido". Nothing for a single unit and for an unknown content. */
export function UnitPrice({ product }: { product: Described & { cost: number; discount: number } }) {
  const unit = unitPrice(discountedPrice(product.cost, product.discount), readPresentation(product))
  if (!unit) return null
  return (
    <p className="text-sm text-soft tabular-nums">
      {formatPrice(unit.price)} por {unit.unit}
    </p>
  )
}

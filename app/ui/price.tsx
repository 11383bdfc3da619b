import { discountedPrice, formatPrice } from '#domain/price.ts'

export { formatPrice }

/** A product's price. With a discount, the normal price is struck through before the discounted one. */
export function Price({
  cost,
  discount,
  large = false,
}: {
  cost: number
  discount: number
  large?: boolean
}) {
  const paid = (
    <span className={`font-bold tabular-nums ${large ? 'text-xl' : 'text-lg'}`}>
      {formatPrice(discountedPrice(cost, discount))}
    </span>
  )
  if (discount <= 0) return paid
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <s className="text-soft tabular-nums">
        <span className="sr-only">Precio normal: </span>
        {formatPrice(cost)}
      </s>
      <span className="text-coral">
        <span className="sr-only">Precio con descuento: </span>
        {paid}
      </span>
    </span>
  )
}

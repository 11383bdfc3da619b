import { discountedPrice, formatPrice } from '#domain/price.ts'

export { formatPrice }

export const priceTexts = ({ cost, discount }: { cost: number; discount: number }) => ({
  paid: formatPrice(discountedPrice(cost, discount)),
  ...(discount > 0 && { normal: formatPrice(cost) }),
})

/** A product's price. With a discount, the normal price is struck through before the discounted one. */
export function Price({ paid, normal }: { paid: string; normal?: string | undefined }) {
  const shown = <span className="font-bold tabular-nums text-lg">{paid}</span>
  if (!normal) return shown
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <s className="text-soft tabular-nums">
        <span className="sr-only">Precio normal: </span>
        {normal}
      </s>
      <span className="text-coral">
        <span className="sr-only">Precio con descuento: </span>
        {shown}
      </span>
    </span>
  )
}

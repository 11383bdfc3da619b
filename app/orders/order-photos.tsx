import type { Order } from '#contract/orders.ts'
import { keepTogether } from '#domain/keep-together.ts'
import { readableName } from '#domain/readable-name.ts'
import { ProductImage } from '../ui/product-image.tsx'

/** The photos in a row, at most. */
const MAX_PHOTOS = 4

/** The photos of an order's first products, and the names below them. */
export function OrderPhotos({ lines }: { lines: Order['products'] }) {
  const shown = lines.slice(0, lines.length > MAX_PHOTOS ? MAX_PHOTOS - 1 : MAX_PHOTOS)
  return (
    <div className="grid gap-2">
      <div aria-hidden="true" className="grid max-w-96 grid-cols-4 gap-2">
        {shown.map(({ productId, photo }) => (
          <ProductImage key={productId} photo={photo} alt="" sizes="80px" />
        ))}
        {lines.length > shown.length && (
          <span className="grid aspect-square place-items-center rounded-lg bg-mint font-semibold text-brand">
            +{lines.length - shown.length}
          </span>
        )}
      </div>
      <p className="font-semibold [overflow-wrap:anywhere]">{keepTogether(namesOf(lines))}</p>
    </div>
  )
}

/** `Losartán 50 mg, Atenolol 50 mg y 3 más`. */
function namesOf(lines: Order['products']): string {
  const [first = '', second, ...others] = lines.map(({ productName }) => readableName(productName))
  if (second === undefined) return first
  return others.length === 0 ? `${first} y ${second}` : `${first}, ${second} y ${others.length} más`
}

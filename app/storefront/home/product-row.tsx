import { Link } from 'react-router'
import type { CardProduct } from '../shop/product-card.tsx'
import { ProductCard } from '../shop/product-card.tsx'

/**
 * A row of the home page's products: four columns in a wide window, elsewhere a line that scrolls sideways. Renders nothing
 * without products.
 */
export function ProductRow({
  id,
  title,
  products,
  more,
}: {
  id: string
  title: string
  products: CardProduct[]
  /** The link to more products of the same kind. */
  more?: { to: string; label: string }
}) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id} className="frame py-4 md:py-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {more && (
          <Link
            to={more.to}
            className="inline-flex min-h-11 items-center rounded-lg font-semibold text-brand underline"
          >
            {more.label}
          </Link>
        )}
      </div>
      {/* The margin around the cards is for their shadows and focus rings, which the scrolling box would cut. */}
      <ul className="-mx-4 mt-1 grid snap-x scroll-px-4 auto-cols-[min(90%,21rem)] grid-flow-col gap-3 overflow-x-auto px-4 py-2 sm:auto-cols-[14rem] sm:gap-5 xl:grid-flow-row xl:grid-cols-4 xl:overflow-visible">
        {products.map((product) => (
          <ProductCard key={product._id} product={product} heading="h3" />
        ))}
      </ul>
    </section>
  )
}

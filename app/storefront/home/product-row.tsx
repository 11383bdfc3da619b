import { Suspense } from 'react'
import type { ProductCard as Product } from '#contract/products.ts'
import { FOLLOWED } from '../../follow-links.ts'
import type { Priced } from '../product/unit-price.tsx'
import { below } from './lazy-below.ts'

/**
 * A row of the home page's products: four columns in a wide window, elsewhere a line that scrolls sideways. Nothing without
 * products.
 */
export function ProductRow({
  id,
  title,
  products,
  more,
}: {
  id: string
  title: string
  products: Priced<Product>[]
  /** Where there are others of the kind. */
  more?: { to: string; label: string }
}) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id} className="frame py-6 md:py-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {more && (
          <a
            {...FOLLOWED}
            href={more.to}
            className="inline-flex min-h-11 items-center rounded-lg font-semibold text-brand underline"
          >
            {more.label}
          </a>
        )}
      </div>
      {/* The room around the cards is for their shadows and focus rings, which the scrolling box would cut. */}
      <ul className="-mx-4 mt-1 grid snap-x scroll-px-4 auto-cols-[min(90%,21rem)] grid-flow-col gap-3 overflow-x-auto px-4 py-2 sm:auto-cols-[14rem] sm:gap-5 xl:grid-flow-row xl:grid-cols-4 xl:overflow-visible">
        <Suspense>
          <below.ProductCards products={products} />
        </Suspense>
      </ul>
    </section>
  )
}

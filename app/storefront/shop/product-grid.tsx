import { useEffect, useState } from 'react'
import type { CardProduct } from './card-product.ts'
import { ProductCard } from './product-card.tsx'

/** The list is dimmed when the next one takes longer than this, so that quick answers don't flicker. */
const DIM_DELAY_MS = 150

/** Products in 1 to 4 columns. `loading` is true while the next list loads. */
export function ProductGrid({ products, loading }: { products: CardProduct[]; loading: boolean }) {
  const [dimmed, setDimmed] = useState(false)
  useEffect(() => {
    if (!loading) return
    const timer = setTimeout(() => setDimmed(true), DIM_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setDimmed(false)
    }
  }, [loading])
  return (
    <ul
      className={`grid gap-3 transition-opacity sm:grid-cols-2 sm:gap-5 md:grid-cols-3 xl:grid-cols-4 ${dimmed ? 'opacity-45' : ''}`}
    >
      {products.map((product, index) => (
        <ProductCard
          key={product._id}
          product={product}
          load={index === 0 ? 'first' : index < 4 ? 'early' : 'lazy'}
        />
      ))}
    </ul>
  )
}

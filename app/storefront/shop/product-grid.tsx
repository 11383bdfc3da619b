import { useEffect, useState } from 'react'
import type { ProductCard as Product } from '#contract/products.ts'
import { ProductCard } from './product-card.tsx'

/** How long a list may take before the one on the screen says that it is on its way out. */
const PATIENCE_MS = 150

/** Products in 1 to 4 columns. `dimmed` while the next ones are loading; a quick answer never flickers. */
export function ProductGrid({ products, dimmed }: { products: Product[]; dimmed: boolean }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!dimmed) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [dimmed])
  return (
    <ul
      className={`grid gap-3 transition-opacity sm:grid-cols-2 sm:gap-5 md:grid-cols-3 xl:grid-cols-4 ${late ? 'opacity-45' : ''}`}
    >
      {products.map((product, index) => (
        <ProductCard key={product._id} product={product} first={index < 4} />
      ))}
    </ul>
  )
}

import { useEffect, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { browserApi } from '../../api/client.ts'
import { type CardProduct, ProductCard, toCard } from '../shop/product-card.tsx'

const MAX_SHOWN = 4

/**
 * Products that can replace this one, the cheapest per unit first, so that the pharmacy favours none. Loaded after the page; a
 * failure is silent.
 */
export function Alternatives({ product: { _id: id } }: { product: Product }) {
  const [alternatives, setAlternatives] = useState<CardProduct[]>([])
  useEffect(() => {
    const controller = new AbortController()
    browserApi.listAlternatives({ params: { id }, signal: controller.signal }).then(
      ({ data }) => controller.signal.aborted || setAlternatives(data.slice(0, MAX_SHOWN).map(toCard)),
      () => {},
    )
    return () => controller.abort()
  }, [id])
  if (alternatives.length === 0) return null
  return (
    <section aria-labelledby="alternativas" className="mt-12">
      <h2 id="alternativas" className="text-lg">
        Otras alternativas con el mismo principio activo
      </h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-4">
        {alternatives.map((card) => (
          <ProductCard key={card._id} product={card} heading="h3" />
        ))}
      </ul>
    </section>
  )
}

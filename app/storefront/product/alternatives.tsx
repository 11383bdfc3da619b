import type { Product } from '#contract/products.ts'
import { browserApi } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { ProductCard, toCard } from '../shop/product-card.tsx'

const MAX_SHOWN = 4

/**
 * Products that can replace this one, the cheapest per unit first, so that the pharmacy favours none. Loaded after the page; a
 * failure is silent.
 */
export function Alternatives({ product: { _id: id } }: { product: Product }) {
  const found = useLoaded((signal) => browserApi.listAlternatives({ params: { id }, signal }), id)
  const alternatives = found?.data.slice(0, MAX_SHOWN).map(toCard) ?? []
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

import { useEffect, useState } from 'react'
import type { ProductCard as Card, Product } from '#contract/products.ts'
import { discountedPrice } from '#domain/price.ts'
import { ALL } from '#domain/shop.ts'
import { fold } from '#domain/text.ts'
import { browserApi } from '../../api.ts'
import { ProductCard } from '../shop/product-card.tsx'

const SHOWN = 4

/**
 * Products of other laboratories with the same active ingredient, the cheapest first, so that the pharmacy favours none. They
 * load after the page; a failure is silent.
 */
export function Alternatives({ product }: { product: Product }) {
  const [alternatives, setAlternatives] = useState<Card[]>([])
  useEffect(() => {
    if (!product.dcm) return
    const controller = new AbortController()
    findAlternatives(product, controller.signal).then(
      (cards) => controller.signal.aborted || setAlternatives(cards),
      () => {},
    )
    return () => controller.abort()
  }, [product])
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

async function findAlternatives(product: Product, signal: AbortSignal): Promise<Card[]> {
  const { data } = await browserApi.listShop({
    params: { a: ' ', b: ' ', category: ALL, supplier: ALL },
    query: { page: 1, pageSize: 24, search: product.dcm.slice(0, 100) },
    signal,
  })
  const price = ({ cost, discount }: Card) => discountedPrice(cost, discount)
  return data.products
    .filter(
      (card) =>
        card._id !== product._id &&
        card.stock > 0 &&
        card.laboratory !== product.laboratory &&
        fold(card.dcm) === fold(product.dcm),
    )
    .sort((one, other) => price(one) - price(other))
    .slice(0, SHOWN)
}

import { useEffect, useState } from 'react'
import type { ProductCard as Card, Product } from '#contract/products.ts'
import { discountedPrice } from '#domain/price.ts'
import { ALL } from '#domain/shop.ts'
import { fold } from '#domain/text.ts'
import { browserApi } from '../../api.ts'
import { ProductCard } from '../shop/product-card.tsx'

const SHOWN = 4

/**
 * The same active ingredient by other laboratories, the cheapest first: a pharmacy offers the choice and favours nobody. It
 * comes after the page and is simply not there when it can't be had.
 */
export function Alternatives({ product }: { product: Product }) {
  const [found, setFound] = useState<Card[]>([])
  useEffect(() => {
    if (!product.dcm) return
    const gone = new AbortController()
    findAlternatives(product, gone.signal).then(
      (cards) => gone.signal.aborted || setFound(cards),
      () => {},
    )
    return () => gone.abort()
  }, [product])
  if (found.length === 0) return null
  return (
    <section aria-labelledby="alternativas" className="mt-12">
      <h2 id="alternativas" className="text-lg">
        Otras alternativas con el mismo principio activo
      </h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-4">
        {found.map((card) => (
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

import type { ProductCard as Product } from '#contract/products.ts'
import { ProductCard } from '../shop/product-card.tsx'

/** The cards of a row. */
export function ProductCards({ products }: { products: Product[] }) {
  return products.map((product) => <ProductCard key={product._id} product={product} heading="h3" />)
}

import type { ProductCard as Product } from '#contract/products.ts'
import type { Priced } from '../product/unit-price.tsx'
import { ProductCard } from '../shop/product-card.tsx'
import { Agreements } from './agreements.tsx'
import { DutyPharmacy } from './duty-pharmacy.tsx'
import { Teaser } from './teaser.tsx'
import { Visit } from './visit.tsx'

/** The cards of a row. */
export function ProductCards({ products }: { products: Priced<Product>[] }) {
  return products.map((product) => <ProductCard key={product._id} product={product} heading="h3" />)
}

/** The home page's sections about the pharmacy. */
export function PharmacySections() {
  return (
    <>
      <Teaser />
      <Agreements />
      <DutyPharmacy />
      <Visit />
    </>
  )
}

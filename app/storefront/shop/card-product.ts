import type { ProductCard } from '#contract/products.ts'
import { type Priced, withUnitPrices } from '../product/unit-price.tsx'

const FIELDS = [
  '_id',
  'category',
  'laboratory',
  'photo',
  'cost',
  'discount',
  'stock',
  'bioequivalent',
  'prescription',
  'saleCondition',
  'held',
  'unitPrice',
] as const

/** The fields of a product that its card shows and that the cart takes. The name is the one that customers read. */
export type CardProduct = { tradename: string } & Pick<Priced<ProductCard>, (typeof FIELDS)[number]>

/** Reduces products to the fields of their cards, because a page carries its data twice: in its HTML and for its scripts. */
export async function toCards(products: ProductCard[]): Promise<CardProduct[]> {
  const priced = await withUnitPrices(products)
  return priced.map((product) => {
    const fields = Object.fromEntries(FIELDS.map((field) => [field, product[field]]))
    return { tradename: product.name, ...fields } as CardProduct
  })
}

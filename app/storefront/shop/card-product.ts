import type { ProductCard } from '#contract/products.ts'
import { type Priced, withUnitPrices } from '../product/unit-price.tsx'

/** The fields of a product that its card shows and that the cart takes. */
export type CardProduct = Pick<Priced<unknown>, 'unitPrice'> &
  Pick<
    ProductCard,
    | '_id'
    | 'tradename'
    | 'category'
    | 'laboratory'
    | 'photo'
    | 'cost'
    | 'discount'
    | 'stock'
    | 'bioequivalent'
    | 'prescription'
    | 'saleCondition'
    | 'held'
  >

/**
 * Reduces products to the fields of their cards, because a page carries its data twice: in its HTML and for its scripts. The name is
 * the one that customers read.
 */
export async function toCards(products: ProductCard[]): Promise<CardProduct[]> {
  const priced = await withUnitPrices(products)
  return priced.map(
    ({
      _id,
      name,
      category,
      laboratory,
      photo,
      cost,
      discount,
      stock,
      bioequivalent,
      prescription,
      saleCondition,
      held,
      unitPrice,
    }) => ({
      _id,
      tradename: name,
      category,
      laboratory,
      photo,
      cost,
      discount,
      stock,
      bioequivalent,
      prescription,
      saleCondition,
      held,
      unitPrice,
    }),
  )
}

import { keepTogether } from '#domain/keep-together.ts'
import type { unitPriceText } from './unit-price-text.ts'

/** A product with the text of its unit price. */
export type Priced<Product> = Product & { unitPrice: string | undefined }

/**
 * Adds the text of the unit price to products. The code that reads packs isn't part of a page's first load, for which the server
 * has added the texts.
 */
export async function withUnitPrices<Product extends Parameters<typeof unitPriceText>[0]>(
  products: Product[],
): Promise<Priced<Product>[]> {
  if (products.length === 0) return []
  const { unitPriceText } = await import('./unit-price-text.ts')
  return products.map((product) => ({ ...product, unitPrice: unitPriceText(product) }))
}

/** The price of one unit, with the `unitPrice` text of {@link Priced}. */
export function UnitPrice({ text }: { text: string | undefined }) {
  return text && <p className="text-sm text-soft tabular-nums">{keepTogether(text)}</p>
}

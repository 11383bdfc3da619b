import { keepTogether } from '#domain/keep-together.ts'
import type { shownTexts } from '#domain/shown-texts.ts'

/** A product with the text of its unit price, and its name as customers read it. */
export type Priced<Product> = Product & { name: string; unitPrice?: string | undefined }

/**
 * Adds the texts that customers read to products. The code that reads packs and names isn't part of a page's first load, for which
 * the server has added the texts.
 */
export async function withUnitPrices<Product extends Parameters<typeof shownTexts>[0]>(
  products: Product[],
): Promise<Priced<Product>[]> {
  if (products.length === 0) return []
  const { shownTexts } = await import('#domain/shown-texts.ts')
  return products.map((product) => ({ ...product, ...shownTexts(product) }))
}

export function UnitPrice({ text }: { text: string | undefined }) {
  return text && <p className="text-sm text-soft tabular-nums">{keepTogether(text)}</p>
}

import { type Described, type Presentation, readPresentation } from './presentation.ts'
import { discountedPrice, formatPrice } from './price.ts'
import { readableName } from './readable-name.ts'
import { unitPrice } from './unit-price.ts'

/** The size limit of the cache of pack contents. */
const MAX_CACHE_ENTRIES = 10_000
const known = new Map<string, Presentation | null>()

/** The content of a pack, cached because reading it is slow and the shop's lists repeat products. */
function knownPresentation(product: Described): Presentation | null {
  const key = `${product.quantity}\n${product.tradename}\n${product.form}`
  let presentation = known.get(key)
  if (presentation === undefined) {
    presentation = readPresentation(product)
    if (known.size >= MAX_CACHE_ENTRIES) known.clear()
    known.set(key, presentation)
  }
  return presentation
}

/** The price of one unit of the pack, "$50 por comprimido". Undefined for a single unit and for an unknown content. */
function unitPriceText(product: Described & { cost: number; discount: number }): string | undefined {
  const unit = unitPrice(discountedPrice(product.cost, product.discount), knownPresentation(product))
  return unit ? `${formatPrice(unit.price)} por ${unit.unit}` : undefined
}

/** The texts of a product that customers read: its name as a sentence, and its unit price, absent where the content isn't known. */
export const shownTexts = (product: Parameters<typeof unitPriceText>[0]) => ({
  name: readableName(product.tradename),
  unitPrice: unitPriceText(product),
})

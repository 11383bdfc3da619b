import { fold } from '../text.ts'
import type { HoldReason, SaleAssessment } from './assess-sale.ts'
import { brandOf } from './decision-key.ts'
import { isPlaceholder } from './goods.ts'
import { type SaleFacts, wordsOf } from './product-words.ts'

/** The kinds of groups of held products, the surest first. */
export const HELD_KINDS = ['ingredient', 'class', 'brand', 'category', 'laboratory'] as const
export type HeldKind = (typeof HELD_KINDS)[number]

/** A held product with its assessment, and how many units of it were sold lately. */
export type HeldProduct = SaleFacts & { id: string; sold: number; assessment: SaleAssessment }

/** Held products that one decision can serve. */
export type HeldGroup<Product> = {
  kind: HeldKind
  name: string
  /** `earlier`: the product was held by an earlier assessment, and the current one wouldn't hold it. */
  reason: HoldReason | 'earlier'
  proposal: SaleAssessment['proposal']
  /** Units sold lately of all its products. */
  sold: number
  products: Product[]
}

/** The fewest products of a brand that are grouped by brand rather than by category or laboratory. */
const MIN_BRAND = 2

/**
 * Groups held products by what is known of them: the ingredient or class with its proposal, else the brand, the category or the
 * laboratory. The groups that sell best come first, then the largest.
 */
export function groupHeld<Product extends HeldProduct>(products: readonly Product[]): HeldGroup<Product>[] {
  const unnamed = products.filter((product) => !isNamed(product))
  const brands = Map.groupBy(unnamed, brandOfProduct)
  const categories = Map.groupBy(unnamed, ({ category }) => fold(category))
  const laboratories = Map.groupBy(unnamed, ({ laboratory }) => fold(laboratory))
  const placeOf = (product: Product): [HeldKind, string] => {
    const { reason, subject } = product.assessment
    if (reason === 'listed' || reason === 'similar') return ['ingredient', subject]
    if (isNamed(product)) return ['class', subject]
    const { category, laboratory } = product
    const brand = brandOfProduct(product)
    if ((brands.get(brand)?.length ?? 0) >= MIN_BRAND) return ['brand', brand.toUpperCase()]
    if (!isPlaceholder(category) && (categories.get(fold(category))?.length ?? 0) > 1)
      return ['category', category]
    if (!isPlaceholder(laboratory) && (laboratories.get(fold(laboratory))?.length ?? 0) > 1)
      return ['laboratory', laboratory]
    return ['brand', brand.toUpperCase()]
  }
  const groups = Map.groupBy(products, (product) => {
    const [kind, name] = placeOf(product)
    return [kind, fold(name), product.assessment.proposal].join('\n')
  })
  return [...groups.values()]
    .map((members): HeldGroup<Product> => {
      const first = members[0]!
      const [kind, name] = placeOf(first)
      const { proposal, reason } = first.assessment
      const sold = members.reduce((sum, product) => sum + product.sold, 0)
      return { kind, name, proposal, reason: reason ?? 'earlier', sold, products: members }
    })
    .toSorted(
      (a, b) =>
        b.sold - a.sold || b.products.length - a.products.length || a.name.localeCompare(b.name, 'es'),
    )
}

/** Whether something is known of the product beyond that it may be a medicine. */
const isNamed = ({ assessment: { reason } }: HeldProduct) => reason !== null && reason !== 'medicine'

const brandOfProduct = ({ tradename }: HeldProduct) => brandOf(wordsOf(tradename))

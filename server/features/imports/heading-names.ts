import type { ProductField } from '#contract/product-fields.ts'
import { cut, fold } from '#domain/text.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'

/**
 * A heading for comparison: without case, accents, punctuation and repeated spaces, joined words apart. `P. Venta*` → `p venta`,
 * `PrecioVenta` → `precio venta`.
 */
export const headingKey = (heading: string) =>
  cut(fold(heading.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[^\p{L}\p{M}\p{N}%$+]+/gu, ' ')), 200)

/** A heading's claim to a field. The field's proper headings have rank 0, weaker ones higher ranks. */
export type Claim = { field: ProductField; rank: number }

const CLAIMS = new Map<string, Claim>(
  PRODUCT_COLUMNS.flatMap(({ field, header, headings, weakerHeadings = [] }) =>
    [[headingKey(header), ...headings], ...weakerHeadings].flatMap((names, rank) =>
      names.map((name) => [name, { field, rank }] as const),
    ),
  ),
)

/** A unit or currency behind a heading. */
const UNIT = / (\$|clp|un|und|unds|uni|unid|unids|unidad|unidades)$/

/** The field that a heading is known for. */
export const claimOf = (key: string): Claim | undefined => CLAIMS.get(key) ?? claimWithoutUnit(key)

/** The claim of `STOCK TOTAL (UND)`. A price per unit isn't the price of a pack, so prices keep their units. */
function claimWithoutUnit(key: string): Claim | undefined {
  const claim = CLAIMS.get(key.replace(UNIT, ''))
  return claim?.field === 'stock' ? claim : undefined
}

import type { ProductField } from '#contract/product-fields.ts'
import { fold } from '#domain/text.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'

/** A heading for comparison: without case, accents, punctuation and repeated spaces. `P. Venta*` → `p venta`. */
export const headingKey = (heading: string) =>
  fold(heading.replace(/[^\p{L}\p{M}\p{N}%$+]+/gu, ' ')).slice(0, 200)

const FIELDS = new Map(
  PRODUCT_COLUMNS.flatMap(({ field, header, headings }) =>
    [headingKey(header), ...headings].map((name) => [name, field] as const),
  ),
)

/** The field that a heading is known for. */
export const knownField = (key: string): ProductField | undefined => FIELDS.get(key)

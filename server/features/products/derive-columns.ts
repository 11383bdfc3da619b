import type { ProductForm } from '#contract/products.ts'
import { equivalenceKey } from '#domain/equivalence/equivalence.ts'
import { readPresentation } from '#domain/presentation.ts'

/** The version of the rules. Raise it with every change: the hourly catch-up then derives all products again. */
export const DERIVED_VERSION = 3

/** The fields of a product that its derived columns depend on. */
type DerivedFrom = Pick<ProductForm, 'tradename' | 'dcm' | 'form' | 'quantity'>

/** Derives from a product's texts the columns by which SQL compares contents and finds alternatives. */
export function deriveColumns(product: DerivedFrom) {
  const presentation = readPresentation(product)
  return {
    unit_count: presentation?.count ?? null,
    unit: presentation?.unit ?? null,
    equivalence: equivalenceKey(product, presentation),
    derived_version: DERIVED_VERSION,
  }
}

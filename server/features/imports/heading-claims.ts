/** Which product field a heading is known for. */
import { PRODUCT_FIELDS, type ProductField, productFieldNames } from '#contract/product-fields.ts'
import { type Assigned, headingKey, type KnownColumns, type Vocabulary } from '../../tables/headings.ts'
import { PRODUCT_HEADINGS } from './product-headings.ts'

/** A heading's claim to a field. The field's proper headings have rank 0, weaker ones higher ranks. */
export type Claim = { field: ProductField; rank: number }

const CLAIMS = new Map<string, Claim>(
  productFieldNames.flatMap((field) =>
    PRODUCT_HEADINGS[field].flatMap((names, rank) =>
      [...(rank === 0 ? [headingKey(PRODUCT_FIELDS[field].label)] : []), ...names].map(
        (name) => [name, { field, rank }] as const,
      ),
    ),
  ),
)

/** A unit or currency behind a heading. */
const UNIT = / (\$|clp|un|und|unds|uni|unid|unids|unidad|unidades)$/

/** The field that a heading is known for. */
export const claimOf = (key: string): Claim | undefined => CLAIMS.get(key) ?? claimWithoutUnit(key)

export const PRODUCT_VOCABULARY: Vocabulary<ProductField> = {
  keyOf: headingKey,
  fieldOf: (key) => claimOf(key)?.field,
}
/** Among remembered columns are also preferences (`pvp > precio`): of two headings for the field the first counts. */
export type ProductColumns = Assigned<ProductField>
export type KnownProductColumns = KnownColumns<ProductField>

/** The claim of `STOCK TOTAL (UND)`. A price per unit isn't the price of a pack, so prices keep their units. */
function claimWithoutUnit(key: string): Claim | undefined {
  const claim = CLAIMS.get(key.replace(UNIT, ''))
  return claim?.field === 'stock' ? claim : undefined
}

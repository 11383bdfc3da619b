import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { PRODUCT_FIELDS } from '#contract/product-fields.ts'
import type { Product } from '#contract/products.ts'
import type { Db } from '../../database/schema.ts'

type Sql = RawBuilder<unknown>

const FIELDS = Object.entries(PRODUCT_FIELDS).map(
  ([field, { column, names }]) => `${names ? `${names}.name` : `products.${column}`} as "${field}"`,
)

/** The columns of a {@link Product}. `version` identifies the form's fields and the stock that were shown (save-product.ts). */
export const PRODUCT_SELECT = sql.raw(
  `products.id as "_id", ${FIELDS.join(', ')}, photo, sale_hold <> 'none' as held, retired_at is not null as retired, version || '-' || stock as version`,
)

/** The condition that a product isn't retired (docs/product.md#retired-products). */
export const SOLD = sql`products.retired_at is null`

/** The condition that a product has a barcode, with or without leading zeros, or an own code. */
export const hasCode = (code: string): Sql =>
  sql`products.id = any (array(
    select product_id from product_barcodes where code = any(barcode_keys(${code}))
    union select id from products where fold(own_code) collate "C" = fold(${code}) and own_code <> ''))`

/** The condition that a product has a barcode, with or without leading zeros. */
export const hasBarcode = (code: string): Sql =>
  sql`products.id = any (array(select product_id from product_barcodes where code = any(barcode_keys(${code}))))`

export const PRODUCT_JOINS = sql`
  join categories on categories.id = category_id join suppliers on suppliers.id = supplier_id`

export async function findProduct(database: Db, id: string): Promise<Product | undefined> {
  const { rows } = await sql<Product>`
    select ${PRODUCT_SELECT} from products ${PRODUCT_JOINS} where products.id = ${id}`.execute(database)
  return rows[0]
}

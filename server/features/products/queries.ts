import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { PRODUCT_FIELDS } from '#contract/product-fields.ts'
import type { Product } from '#contract/products.ts'
import type { Db } from '../../database/schema.ts'
import { IS_BLOCKED } from '../stock/sellable.ts'

type Sql = RawBuilder<unknown>

type DeskProduct = Product & { sellable: number; expired: number; recalled: number }

const FIELDS = Object.entries(PRODUCT_FIELDS).map(
  ([field, { column, names }]) => `${names ? `${names}.name` : `products.${column}`} as "${field}"`,
)

/** The columns of a {@link Product}. `version` identifies the form's fields and the stock that were shown (save-product.ts). */
export const PRODUCT_SELECT = sql.raw(
  `products.id as "_id", ${FIELDS.join(', ')}, photo, sale_hold <> 'none' as held, retired_at is not null as retired, version || '-' || stock as version`,
)

/**
 * The staff's fields of a product's stock: the units that can be sold, and those that can't, of {@link LOT_JOIN}. A lot both expired and
 * recalled counts as recalled.
 */
export const DESK_FIELDS = sql`stock - coalesce(of_lots.expired + of_lots.recalled, 0) as sellable,
  coalesce(of_lots.expired, 0) as expired, coalesce(of_lots.recalled, 0) as recalled`
/** Joins the sums of a product's lots, and the day when the first lot that can be sold expires. */
export const LOT_JOIN = sql`cross join lateral (
  select sum(case when ${IS_BLOCKED} and not recalled then units else 0 end)::int as expired,
    sum(case when recalled then units else 0 end)::int as recalled,
    to_char(min(expires_on) filter (where units > 0 and not ${IS_BLOCKED}), 'YYYY-MM-DD') as expires_from
  from lots where product_id = products.id) of_lots`

/** The condition that a product isn't retired. */
export const NOT_RETIRED = sql`products.retired_at is null`

/** The condition that a product has a barcode, with or without leading zeros, or an own code. */
export const hasCode = (code: string): Sql =>
  sql`products.id = any (array(
    select product_id from product_barcodes where code = any(barcode_keys(${code}))
    union select id from products where fold(own_code) collate "C" = fold(${code}) and own_code <> ''))`

/** The id of the product with a barcode, with or without leading zeros, or an own code. */
export const idOfCode = (code: Sql): Sql => sql`coalesce(
  (select product_id from product_barcodes where product_barcodes.code = barcode_key(${code})),
  (select products.id from products where own_code <> '' and fold(own_code) collate "C" = fold(${code}) collate "C"))`

/** The condition that a product has a barcode, with or without leading zeros. */
export const hasBarcode = (code: string): Sql =>
  sql`products.id = any (array(select product_id from product_barcodes where code = any(barcode_keys(${code}))))`

export const PRODUCT_JOINS = sql`
  join categories on categories.id = category_id join suppliers on suppliers.id = supplier_id`

/** A product with the staff's fields of its stock. */
export async function findProduct(database: Db, id: string): Promise<DeskProduct | undefined> {
  const { rows } = await sql<DeskProduct>`
    select ${PRODUCT_SELECT}, ${DESK_FIELDS}, of_lots.expires_from as "expiresFrom" from products ${PRODUCT_JOINS} ${LOT_JOIN} where products.id = ${id}`.execute(
    database,
  )
  return rows[0]
}

/** A product as customers see it: its stock is what can be sold. */
export const presentForShop = ({
  sellable,
  expired: _,
  recalled: _recalled,
  ...product
}: DeskProduct): Product => ({ ...product, stock: sellable })

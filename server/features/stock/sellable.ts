import { type RawBuilder, sql } from 'kysely'
import { LOW_STOCK } from '#domain/stock.ts'
import { TODAY } from '../../database/store-day.ts'

type Sql = RawBuilder<unknown>

/** Whether a lot's units aren't for sale today. */
export const IS_BLOCKED = sql`(lots.recalled or coalesce(lots.expires_on < ${TODAY}, false))`

/** The units of a product's blocked lots; the lots are read only for products that have some. As a subquery, the day is computed once. */
const blocked = (product: Sql): Sql => sql`case when ${product}.blocked_from <= (select ${TODAY}) then (
    select coalesce(sum(lots.units), 0)::int from lots where lots.product_id = ${product}.id and ${IS_BLOCKED}) else 0 end`

/** The units of a product that can be sold today, in the pharmacy's time zone. @param product the table or its alias */
export const sellable = (product: 'products' | 'p' | 'candidates'): Sql =>
  sql`(${sql.ref(product)}.stock - ${blocked(sql.ref(product))})`

/**
 * Ids of the products with more than `units` in stock and at most `units` for sale: only a few, because most lots aren't blocked.
 * PostgreSQL uses the index on `blocked_from` only if the query repeats the condition of the index.
 */
const blockedTo = (units: number): Sql => sql`array(
  select p.id from products p where p.blocked_from < 'infinity' and p.blocked_from <= ${TODAY}
    and p.stock > ${sql.lit(units)} and ${sellable('p')} <= ${sql.lit(units)})`

const UNSELLABLE = blockedTo(0)

/** The condition that at most LOW_STOCK units of a product can be sold: its level is that of no stock or of a low one, or the others are blocked. */
export const IS_LOW = sql`(products.stock_level <= 1 or products.id = any(${blockedTo(LOW_STOCK)}))`

/** The condition that a product is in stock, by the stock's level, which the shop's indexes have. */
export const IN_STOCK = sql`(products.stock_level > 0 and products.id <> all(${UNSELLABLE}))`

/** The condition that a product is sold out, for lists and counts of the staff. */
export const IS_SOLD_OUT = sql`(products.stock_level = 0 or products.id = any(${UNSELLABLE}))`

/** The condition of products that are in stock by their level, but have no sellable unit; for sums over an index without ids. */
export const NOT_IN_STOCK = sql`products.stock_level > 0 and products.id = any(${UNSELLABLE})`

/**
 * The condition that a product can't be bought now. Its column `unavailable`, by which the shop's lists are sorted, covers everything but
 * blocked lots.
 */
export const UNAVAILABLE = sql`(products.unavailable or products.id = any(${UNSELLABLE}))`

import { type RawBuilder, sql } from 'kysely'
import type { SHOP_ORDERS } from '#contract/shop-query.ts'

type ShopOrder = (typeof SHOP_ORDERS)[number]

/** The columns of each order on `products`, before the trade name and the id. */
const COLUMNS: Record<Exclude<ShopOrder, 'relevance'>, RawBuilder<unknown>[]> = {
  name: [],
  price: [sql`products.discounted_price`],
  // Products without a price per unit come last.
  unitPrice: [sql`products.discounted_price / products.unit_count nulls last`],
  discount: [sql`products.discount desc`],
}

/** The order of the shop's list: by relevance with a search, else by trade name, unless another is asked for. */
export function orderOf(asked: ShopOrder | undefined, { search }: { search: boolean }): ShopOrder {
  if (asked && (asked !== 'relevance' || search)) return asked
  return search ? 'relevance' : 'name'
}

/** @param rank the rank of a search, the best first */
export function orderBy(order: ShopOrder, rank?: RawBuilder<unknown>): RawBuilder<unknown> {
  const first = order === 'relevance' ? (rank ? [rank] : []) : COLUMNS[order]
  return sql.join([...first, sql`products.sort_key`, sql`products.id`])
}

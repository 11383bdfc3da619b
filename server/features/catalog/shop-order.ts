import type { RawBuilder } from 'kysely'
import type { SHOP_ORDERS } from '#contract/shop-query.ts'
import { sql } from '../../database/sql.ts'

type ShopOrder = (typeof SHOP_ORDERS)[number]

/** A column, or an expression on `products`, of an order. */
type Part = { by: RawBuilder<unknown>; descending?: boolean; nullsLast?: boolean }

/** The columns of each order on `products`, before the trade name and the id. */
const COLUMNS: Record<Exclude<ShopOrder, 'relevance'>, Part[]> = {
  name: [],
  price: [{ by: sql`products.discounted_price` }],
  // Products without a price per unit come last.
  unitPrice: [{ by: sql`products.discounted_price / products.unit_count`, nullsLast: true }],
  discount: [{ by: sql`products.discount`, descending: true }],
}
const NAME: Part[] = [{ by: sql`products.sort_key` }, { by: sql`products.id` }]

/** The order of the shop's list: by relevance with a search, else by trade name, unless another is asked for. */
export function orderOf(asked: ShopOrder | undefined, { search }: { search: boolean }): ShopOrder {
  if (asked && (asked !== 'relevance' || search)) return asked
  return search ? 'relevance' : 'name'
}

/** An order, and the same from its end. */
export type Order = { forwards: RawBuilder<unknown>; backwards: RawBuilder<unknown> }

/** @param rank the rank of a search, the best first */
export function orderBy(order: ShopOrder, rank?: RawBuilder<unknown>): Order {
  const first = order === 'relevance' ? (rank ? [{ by: rank }] : []) : COLUMNS[order]
  const written = (turned: boolean) =>
    sql.join(
      [...first, ...NAME].map(({ by, descending = false, nullsLast }: Part) => {
        const direction = descending === turned ? sql`asc` : sql`desc`
        const nulls = nullsLast ? (turned ? sql` nulls first` : sql` nulls last`) : sql``
        return sql`${by} ${direction}${nulls}`
      }),
    )
  return { forwards: written(false), backwards: written(true) }
}

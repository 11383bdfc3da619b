import type { RawBuilder } from 'kysely'
import type { SHOP_ORDERS } from '#contract/shop-query.ts'
import { sql } from '../../database/sql.ts'

export type ShopOrder = (typeof SHOP_ORDERS)[number]

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
export type Order = {
  forwards: RawBuilder<unknown>
  backwards: RawBuilder<unknown>
  /** Columns that the order needs besides those of `products`, each with a comma after it. */
  columns: RawBuilder<unknown>
}

/** Orders by parts, then by trade name. */
function written(parts: Part[], added = sql``): Order {
  const columns = (turned: boolean) =>
    sql.join(
      [...parts, ...NAME].map(({ by, descending = false, nullsLast }) => {
        const direction = descending === turned ? sql`asc` : sql`desc`
        const nulls = nullsLast ? (turned ? sql` nulls first` : sql` nulls last`) : sql``
        return sql`${by} ${direction}${nulls}`
      }),
    )
  return { forwards: columns(false), backwards: columns(true), columns: added }
}

const ORDERS = {
  name: written(COLUMNS.name),
  price: written(COLUMNS.price),
  unitPrice: written(COLUMNS.unitPrice),
  discount: written(COLUMNS.discount),
  relevance: written([{ by: sql`rank` }], sql`rank,`),
}

/** @param ranked whether the rows have a column `rank`, the lowest for the best match of a search */
export const orderBy = (order: ShopOrder, { ranked }: { ranked: boolean }): Order =>
  order === 'relevance' && !ranked ? ORDERS.name : ORDERS[order]

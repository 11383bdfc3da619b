import { type RawBuilder, sql } from 'kysely'
import type { SHOP_ORDERS } from '#contract/shop-query.ts'

export type ShopOrder = (typeof SHOP_ORDERS)[number]

type SortColumn = { name: string; value: RawBuilder<unknown>; descending?: true }

/** The columns of each order, before trade name and id. */
const COLUMNS: Record<Exclude<ShopOrder, 'relevance'>, SortColumn[]> = {
  name: [],
  price: [{ name: 'discounted_price', value: sql`products.discounted_price` }],
  // Null for products without a price per unit, which come last.
  unitPrice: [{ name: 'unit_price', value: sql`products.discounted_price / products.unit_count` }],
  discount: [{ name: 'discount', value: sql`products.discount`, descending: true }],
}
const NAME: SortColumn[] = [
  { name: 'sort_key', value: sql`products.sort_key` },
  { name: 'id', value: sql`products.id` },
]

/** The order of the shop's list: by relevance with a search, else by trade name, unless another is asked for. */
export function orderOf(asked: ShopOrder | undefined, { search }: { search: boolean }): ShopOrder {
  if (asked && (asked !== 'relevance' || search)) return asked
  return search ? 'relevance' : 'name'
}

/**
 * The columns that an order sorts products by.
 *
 * @param rank of a search, for the order by relevance
 */
export const sortColumns = (order: ShopOrder, rank?: RawBuilder<unknown>): SortColumn[] => [
  ...(order !== 'relevance' ? COLUMNS[order] : rank ? [{ name: 'rank', value: rank }] : []),
  ...NAME,
]

/** The columns of a `select` on `products`. */
export const selected = (columns: SortColumn[]) =>
  sql.join(columns.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`))

/** The expressions after `order by`, with the columns of a table or those of the same `select`. */
export const sortedBy = (columns: SortColumn[], table?: string) =>
  sql.join(
    columns.map(
      ({ name, descending }) =>
        sql`${sql.ref(table ? `${table}.${name}` : name)} ${descending ? sql`desc` : sql`asc`}`,
    ),
  )

import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { ALL } from '#contract/products.ts'
import type { shopQuery } from '#contract/shop-query.ts'
import type { Db } from '../../database/schema.ts'
import { findNamed, idOfName } from '../categories-and-suppliers/name-filter.ts'
import { NOT_RETIRED } from '../products/queries.ts'
import { IN_STOCK } from '../stock/sellable.ts'

type Sql = RawBuilder<unknown>

export type ShopQuery = z.output<typeof shopQuery> & {
  /** The names with commas between them, or `all`. */
  category: string
  supplier: string
}

/** The on/off filters, as conditions on `products` and on rows of counts (count-facets.ts). */
const SWITCHES = {
  // The level, which the index `products_counted` has.
  inStock: { product: IN_STOCK, count: sql`in_stock` },
  onSale: { product: sql`discount > 0`, count: sql`on_sale` },
  bioequivalent: { product: sql`bioequivalent`, count: sql`bioequivalent` },
  generic: { product: sql`generic`, count: sql`generic` },
  noPrescription: { product: sql`not prescription`, count: sql`not prescription` },
}
type Switch = keyof typeof SWITCHES

/** The conditions of the switches on a row of counts. */
export const switchConditions = Object.entries(SWITCHES).map(([name, { count }]) => ({ name, count }))

/** A comparison with the ids of chosen categories or suppliers, to put after a column. */
export type NameFilter = Sql

export type ShopFilters = {
  category: NameFilter | null
  supplier: NameFilter | null
  switches: Switch[]
  /** Conditions on the discounted price, which products without a price never meet. */
  price: Sql[]
}

export async function readFilters(database: Db, query: ShopQuery): Promise<ShopFilters> {
  const [category, supplier] = await Promise.all([
    readNameFilter(database, 'categories', query.category),
    readNameFilter(database, 'suppliers', query.supplier),
  ])
  const { minPrice, maxPrice } = query
  return {
    category,
    supplier,
    switches: Object.keys(SWITCHES).filter((name): name is Switch => query[name as Switch] === true),
    price: [
      ...(minPrice === undefined ? [] : [sql`discounted_price >= ${minPrice}`]),
      ...(maxPrice === undefined ? [] : [sql`discounted_price <= ${maxPrice}`]),
    ],
  }
}

/** Reads the ids of a comma list of names. A single id becomes an equality, so that an index has the list's order. */
async function readNameFilter(
  database: Db,
  table: 'categories' | 'suppliers',
  list: string,
): Promise<NameFilter | null> {
  if (list.trim().toLowerCase() === ALL) return null
  if (!/[,%]/.test(list)) return sql`= ${idOfName(table, list)}`
  const ids = await findNamed(database, table, list)
  return ids.length === 1 ? sql`= ${ids[0]}::uuid` : sql`= any(${ids}::uuid[])`
}

/** Whether any filter is chosen. */
export const isFiltered = ({ category, supplier, switches, price }: ShopFilters): boolean =>
  category !== null || supplier !== null || switches.length > 0 || price.length > 0

type Part = 'category' | 'supplier' | 'price'

/** The filters as conditions on `products`, without the one named by `except`. */
export const productConditions = (filters: ShopFilters, except?: Part): Sql[] => [
  NOT_RETIRED,
  ...nameConditions(filters, except),
  ...filters.switches.map((name) => SWITCHES[name].product),
  ...(except === 'price' ? [] : filters.price),
]

/** The filters as conditions on rows of counts, without prices and the one named by `except`. */
export const countConditions = (filters: ShopFilters, except?: Part): Sql[] => [
  ...nameConditions(filters, except),
  ...filters.switches.map((name) => SWITCHES[name].count),
]

const nameConditions = ({ category, supplier }: ShopFilters, except?: Part): Sql[] => [
  ...(category && except !== 'category' ? [sql`category_id ${category}`] : []),
  ...(supplier && except !== 'supplier' ? [sql`supplier_id ${supplier}`] : []),
]

import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { ALL } from '#contract/products.ts'
import type { shopQuery } from '#contract/shop-query.ts'
import type { Db } from '../../database/schema.ts'
import { sql } from '../../database/sql.ts'
import { findNamed, nameKey } from './name-filter.ts'
import { SOLD } from './queries.ts'

type Sql = RawBuilder<unknown>

export type ShopQuery = z.output<typeof shopQuery> & {
  /** Comma lists (docs/product.md#names), or `all`. */
  category: string
  supplier: string
}

/** The filters that are on or off: their conditions on `products`, and on rows of `product_counts`. */
const SWITCHES = {
  inStock: { product: sql`stock > 0`, count: sql`in_stock` },
  onSale: { product: sql`discount > 0`, count: sql`on_sale` },
  bioequivalent: { product: sql`bioequivalent`, count: sql`bioequivalent` },
  generic: { product: sql`generic`, count: sql`generic` },
  noPrescription: { product: sql`not prescription`, count: sql`not prescription` },
}
type Switch = keyof typeof SWITCHES

/** The conditions of the switches on a row of `product_counts`. */
export const switchConditions = Object.entries(SWITCHES).map(([name, { count }]) => ({ name, count }))

/** The chosen categories or suppliers: the id of one, which an index finds in the order of the list, or the ids of several. */
export type Chosen = { id: Sql } | { ids: string[] }

export type ShopFilters = {
  category: Chosen | null
  supplier: Chosen | null
  switches: Switch[]
  /** Conditions on the discounted price. */
  price: Sql[]
}

export async function readFilters(database: Db, query: ShopQuery): Promise<ShopFilters> {
  const [category, supplier] = await Promise.all([
    readChosen(database, 'categories', query.category),
    readChosen(database, 'suppliers', query.supplier),
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

/** One name is looked up by the statement that uses it; a list needs a statement of its own, since a name may have a comma. */
async function readChosen(
  database: Db,
  table: 'categories' | 'suppliers',
  list: string,
): Promise<Chosen | null> {
  if (list.trim().toLowerCase() === ALL) return null
  if (!/[,%]/.test(list))
    return { id: sql`(select id from ${sql.table(table)} where name_key = ${nameKey(list)})` }
  const ids = await findNamed(database, table, list)
  return ids.length === 1 ? { id: sql`${ids[0]}::uuid` } : { ids }
}

/** A condition: the column has one of the chosen ids. */
export function isChosen(column: string, chosen: Chosen): Sql {
  if ('id' in chosen) return sql`${sql.ref(column)} = ${chosen.id}`
  // PostgreSQL can't see that a parameter has no ids, and would look at every product.
  return chosen.ids.length === 0 ? sql`false` : sql`${sql.ref(column)} = any(${chosen.ids}::uuid[])`
}

type Part = 'category' | 'supplier' | 'price'

/** The filters as conditions on `products`, without the one named by `except`. */
export const onProducts = (filters: ShopFilters, except?: Part): Sql[] => [
  SOLD,
  ...names(filters, except),
  ...filters.switches.map((name) => SWITCHES[name].product),
  ...(except === 'price' ? [] : filters.price),
]

/** The filters as conditions on rows of `product_counts`, which know no prices, without the one named by `except`. */
export const onCounts = (filters: ShopFilters, except?: Part): Sql[] => [
  ...names(filters, except),
  ...filters.switches.map((name) => SWITCHES[name].count),
]

const names = ({ category, supplier }: ShopFilters, except?: Part): Sql[] => [
  ...(category && except !== 'category' ? [isChosen('category_id', category)] : []),
  ...(supplier && except !== 'supplier' ? [isChosen('supplier_id', supplier)] : []),
]

import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { ALL, type Facets, type shopQuery } from '#contract/products.ts'
import type { Db } from '../../database/schema.ts'
import { where } from '../../database/where.ts'
import { SHOWN } from '../categories-and-suppliers/list-names.ts'
import { findNamed, idOfName } from '../categories-and-suppliers/name-filter.ts'
import { NOT_RETIRED } from '../products/queries.ts'
import { IN_STOCK, NOT_IN_STOCK } from '../stock/sellable.ts'

type Sql = RawBuilder<unknown>

export type ShopQuery = z.output<typeof shopQuery> & {
  /** The names with commas between them, or `all`. */
  category: string
  supplier: string
}

/** The on/off filters, as conditions on `products` and on rows of counts. */
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
const switchConditions = Object.entries(SWITCHES).map(([name, { count }]) => ({ name, count }))

/** A comparison with the ids of chosen categories or suppliers, to put after a column. */
type NameFilter = Sql

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
const countConditions = (filters: ShopFilters, except?: Part): Sql[] => [
  ...nameConditions(filters, except),
  ...filters.switches.map((name) => SWITCHES[name].count),
]

const nameConditions = ({ category, supplier }: ShopFilters, except?: Part): Sql[] => [
  ...(category && except !== 'category' ? [sql`category_id ${category}`] : []),
  ...(supplier && except !== 'supplier' ? [sql`supplier_id ${supplier}`] : []),
]

/** The most categories or suppliers shown with counts. */
const MAX_NAMES = 10

/**
 * Counts the products for each filter. Counts of names ignore the chosen names of their list, and the price range
 * the chosen prices.
 *
 * @param matches the condition of a search
 */
export async function countFacets(database: Db, filters: ShopFilters, matches?: Sql): Promise<Facets> {
  const { rows } = await sql<Facets>`
    with counted as ${countedProducts(filters, matches)}
    select
      found.*,
      (${priceRange(filters, matches)}) as price,
      (${names('categories', 'category_id', filters.category, countConditions(filters, 'category'))}) as categories,
      (${names('suppliers', 'supplier_id', filters.supplier, countConditions(filters, 'supplier'))}) as laboratories
    from (
      select ${sql.join(
        switchConditions.map(
          ({ name, count }) =>
            sql`coalesce(sum(products) filter (where ${count}), 0)::int as ${sql.id(name)}`,
        ),
      )}
      from counted ${where(countConditions(filters))}
    ) found`.execute(database)
  return rows[0]!
}

/** The numbers of products with equal filters; without a search from the index `products_counted`. */
function countedProducts({ price }: ShopFilters, matches?: Sql): Sql {
  // The price range must ignore the chosen prices, but with a search both come from the same rows.
  const products = matches && price.length > 0 ? sql`count(*) filter (${where(price)})` : sql`count(*)`
  const conditions = [NOT_RETIRED, ...(matches ? [matches] : price)]
  const counted = (inStock: Sql, sign: Sql, also: Sql[]) => sql`
    select category_id, supplier_id, ${inStock} as in_stock, discount > 0 as on_sale, bioequivalent, generic, prescription,
      ${sign}${products}::int as products${matches ? sql`, min(discounted_price) as lowest, max(discounted_price) as highest` : sql``}
    from products ${where([...conditions, ...also])}
    group by 1, 2, 3, 4, 5, 6, 7`
  // The index has the level, not the id: the few products whose whole stock has expired or is recalled are moved from one sum to the other.
  return sql`materialized (
    ${counted(sql`stock_level > 0`, sql``, [])}
    union all ${counted(sql`true`, sql`-`, [NOT_IN_STOCK])}
    union all ${counted(sql`false`, sql``, [NOT_IN_STOCK])})`
}

const range = (lowest: Sql, highest: Sql) => sql`
  case when ${lowest} is not null then json_build_object('min', ${lowest}, 'max', ${highest}) end`

/** The lowest and highest price: from an index by price, or from the rows of a search. */
const priceRange = (filters: ShopFilters, matches?: Sql): Sql =>
  matches
    ? sql`select ${range(sql`min(lowest)`, sql`max(highest)`)} from counted ${where(countConditions(filters))}`
    : sql`select ${range(sql`min(discounted_price)`, sql`max(discounted_price)`)}
        from products ${where(productConditions(filters, 'price'))}`

/** The names with most products and the chosen ones, with the number of available names. */
function names(
  table: 'categories' | 'suppliers',
  column: string,
  chosen: NameFilter | null,
  conditions: Sql[],
): Sql {
  const wanted = chosen ? sql`named.id ${chosen}` : sql`false`
  return sql`
    select json_build_object(
      'top', coalesce(json_agg(json_build_object('name', name, 'products', products) order by place), '[]'),
      'total', (select count(*) from ${sql.table(table)} where ${SHOWN[table]}))
    from (
      select name, coalesce(products, 0) as products, ${wanted} as wanted,
        row_number() over (order by coalesce(products, 0) desc, name_key) as place
      from ${sql.table(table)} named
      left join (
        select ${sql.ref(column)} as id, sum(products)::int as products from counted ${where(conditions)} group by 1
      ) found on found.id = named.id
      where products > 0 and ${SHOWN[table]} or ${wanted}
    ) named
    where place <= ${sql.lit(MAX_NAMES)} or wanted`
}

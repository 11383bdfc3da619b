import { type RawBuilder, sql } from 'kysely'
import type { Facets } from '#contract/shop-query.ts'
import type { Db } from '../../database/schema.ts'
import { where } from '../../database/where.ts'
import { SHOWN } from '../categories-and-suppliers/list-names.ts'
import { NOT_RETIRED } from '../products/queries.ts'
import { NOT_IN_STOCK } from '../stock/sellable.ts'
import {
  countConditions,
  type NameFilter,
  productConditions,
  type ShopFilters,
  switchConditions,
} from './shop-filters.ts'

type Sql = RawBuilder<unknown>

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

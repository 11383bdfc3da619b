import { type RawBuilder, sql } from 'kysely'
import type { ProductCard } from '#contract/products.ts'
import type { Facets } from '#contract/shop-query.ts'
import { where } from '../../database/list-page.ts'
import { limitTo, type RowRange } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { countFacets } from './count-facets.ts'
import { readSearch } from './search.ts'
import { onCounts, onProducts, readFilters, type ShopFilters, type ShopQuery } from './shop-filters.ts'
import { orderBy, orderOf } from './shop-order.ts'
import { suggestNames } from './suggest-names.ts'

type Sql = RawBuilder<unknown>

type Suggestions = { categories: string[]; laboratories: string[] }
type Page = { products: ProductCard[]; total: number }

/** The columns of a {@link ProductCard} of `products`, `categories c` and `suppliers s`. */
export const CARD_FIELDS = sql`
  products.id as "_id", products.tradename, c.name as category, s.name as laboratory, products.dcm, products.photo,
  products.cost, products.discount, products.stock, products.bioequivalent, products.prescription,
  products.direct_sale as "directSale", products.form, products.quantity`

/** The products of the shop, filtered and sorted (docs/product.md#shop). A search without words finds nothing. */
export async function listShop(
  database: Db,
  { search: text = '', ...query }: ShopQuery & RowRange & { search?: string },
): Promise<Page & { corrected?: string; facets?: Facets; suggestions?: Suggestions }> {
  const [filters, search] = await Promise.all([
    readFilters(database, query),
    text.trim() ? readSearch(database, text, query) : undefined,
  ])
  const matches = search === null ? sql`false` : search?.matches
  const order = orderOf(query.order, { search: matches !== undefined })
  // Without a search and a price, triggers have counted the products already.
  const isCounted = !matches && filters.price.length === 0
  const found = sql`products ${where([...(matches ? [matches] : []), ...onProducts(filters)])}`
  const source = (isCounted && order === 'name' && mergedByName(filters, query)) || found
  const list = { source, order: orderBy(order, search?.rank), range: query }
  const corrected = search?.corrected

  if (query.facets) {
    const [products, { total, ...facets }] = await Promise.all([
      readCards(database, list),
      countFacets(database, filters, matches),
    ])
    return { products, total, facets, corrected }
  }
  const [page, suggestions] = await Promise.all([
    isCounted ? readCounted(database, list, filters) : countAndRead(database, list),
    query.suggest ? suggestNames(database, corrected ?? text) : undefined,
  ])
  return { ...page, corrected, suggestions }
}

/** `source` is the table `products` with conditions, or another with its rows' ids and trade names. */
type List = { source: Sql; order: Sql; range: RowRange }

/**
 * Products of several categories, or of several suppliers, by trade name: an index has each one's in order, and no more than
 * the page can need are read of each.
 */
function mergedByName(filters: ShopFilters, { offset, limit }: RowRange): Sql | null {
  const merge = (part: 'category' | 'supplier', ids: string[]) => sql`
    unnest(${ids}::uuid[]) chosen (id) cross join lateral (
      select id, sort_key from products
      ${where([sql`${sql.ref(`${part}_id`)} = chosen.id`, ...onProducts(filters, part)])}
      order by sort_key, id limit ${offset + limit}) products`
  for (const part of ['category', 'supplier'] as const) {
    const chosen = filters[part]
    if (chosen && 'ids' in chosen) return merge(part, chosen.ids)
  }
  return null
}

/** A page of ids, cut before anything is joined. */
const cut = ({ source, order, range }: List, total = sql`0`) => sql`(
  select products.id, ${total} as total from ${source} order by ${order} ${limitTo(range)}) page`

const JOINS = sql`
  left join products on products.id = page.id
  left join categories c on c.id = category_id
  left join suppliers s on s.id = supplier_id`

async function readCards(database: Db, list: List): Promise<ProductCard[]> {
  const { rows } = await sql<ProductCard>`
    select ${CARD_FIELDS} from ${cut(list)} ${JOINS} order by ${list.order}`.execute(database)
  return rows
}

/** The total is a sum of maintained counts, read by the same statement: of an empty page, the only row has no product. */
async function readCounted(database: Db, list: List, filters: ShopFilters): Promise<Page> {
  const total = sql`
    select coalesce(sum(products), 0)::int as total from product_counts ${where(onCounts(filters))}`
  const { rows } = await sql<ProductCard & { total: number }>`
    select ${CARD_FIELDS}, counted.total from (${total}) counted left join ${cut(list)} on true ${JOINS}
    order by ${list.order}`.execute(database)
  return { products: rows.filter((row) => row._id !== null), total: rows[0]!.total }
}

/** Counts the products while it sorts them. */
async function countAndRead(database: Db, list: List): Promise<Page> {
  const { rows } = await sql<ProductCard & { total: number }>`
    select ${CARD_FIELDS}, page.total from ${cut(list, sql`count(*) over ()::int`)} ${JOINS}
    order by ${list.order}`.execute(database)
  if (rows.length > 0 || list.range.offset === 0) return { products: rows, total: rows[0]?.total ?? 0 }
  // After the last page there is no row with the total.
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${list.source}`.execute(database)
  return { products: [], total: counted.rows[0]!.total }
}

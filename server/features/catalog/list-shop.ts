import { type RawBuilder, sql } from 'kysely'
import type { Facets, ProductCard } from '#contract/products.ts'
import { where } from '../../database/list-page.ts'
import { limitTo, type RowRange } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { countFacets } from './count-facets.ts'
import { readSearch } from './search.ts'
import { onCounts, onProducts, readFilters, type ShopFilters, type ShopQuery } from './shop-filters.ts'
import { orderBy, orderOf } from './shop-order.ts'

type Sql = RawBuilder<unknown>

type Page = { products: ProductCard[]; total: number }

const CARD_FIELDS = sql`
  products.id as "_id", products.tradename, c.name as category, s.name as laboratory, products.dcm, products.photo,
  products.cost, products.discount, products.stock, products.bioequivalent, products.prescription,
  products.direct_sale as "directSale", products.quantity`

/** The products of the shop, filtered and sorted (docs/product.md#shop). A search without words finds nothing. */
export async function listShop(
  database: Db,
  { search: text = '', ...query }: ShopQuery & RowRange & { search?: string },
): Promise<Page & { corrected?: string; facets?: Facets }> {
  const [filters, search] = await Promise.all([
    readFilters(database, query),
    text.trim() ? readSearch(database, text, { exact: query.exact }) : undefined,
  ])
  const matches = search === null ? sql`false` : search?.matches
  const order = orderOf(query.order, { search: matches !== undefined })
  const sorted = orderBy(order, search?.rank)
  const [page, facets] = await Promise.all([
    matches || filters.price.length > 0
      ? countAndRead(database, [...(matches ? [matches] : []), ...onProducts(filters)], sorted, query)
      : readCounted(database, filters, sorted, query, order === 'name'),
    query.facets ? countFacets(database, filters, matches) : undefined,
  ])
  return { ...page, corrected: search?.corrected, facets }
}

/** The total is a sum of maintained counts. When the page is empty, the only row has the total and no product. */
function readCounted(database: Db, filters: ShopFilters, order: Sql, range: RowRange, byName: boolean) {
  const source = (byName && mergedByName(filters, range)) || sql`products ${where(onProducts(filters))}`
  const pages = sql`
    (select coalesce(sum(products), 0)::int as total from product_counts ${where(onCounts(filters))}) counted
    left join (select products.id from ${source} order by ${order} ${limitTo(range)}) page on true`
  return readCards(database, pages, order)
}

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

/** Counts what the conditions leave while it sorts them. */
async function countAndRead(database: Db, conditions: Sql[], order: Sql, range: RowRange): Promise<Page> {
  const found = sql`products ${where(conditions)}`
  const page = sql`(
    select products.id, count(*) over ()::int as total from ${found} order by ${order} ${limitTo(range)}) page`
  const read = await readCards(database, page, order)
  if (read.products.length > 0 || range.offset === 0) return read
  // After the last page there is no row with the total.
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(database)
  return { products: [], total: rows[0]!.total }
}

/** @param page a table with the ids of the page and the total, cut before the joins */
async function readCards(database: Db, page: Sql, order: Sql): Promise<Page> {
  const { rows } = await sql<ProductCard & { total: number }>`
    select ${CARD_FIELDS}, total
    from ${page}
    left join products on products.id = page.id
    left join categories c on c.id = category_id
    left join suppliers s on s.id = supplier_id
    order by ${order}`.execute(database)
  return { products: rows.filter((row) => row._id !== null), total: rows[0]?.total ?? 0 }
}

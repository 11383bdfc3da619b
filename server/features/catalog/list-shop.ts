import { type RawBuilder, sql } from 'kysely'
import type { ProductCard } from '#contract/products.ts'
import { where } from '../../database/list-page.ts'
import { limitTo, type RowRange } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { nameFilter } from './name-filter.ts'
import { correctedWords, searchWords } from './search-words.ts'

type ShopQuery = RowRange & {
  /** Comma lists (docs/product.md#names), or `all`. */
  category: string
  supplier: string
  search?: string
}

type ShopPage = { products: ProductCard[]; total: number }

const CARD_FIELDS = sql`
  p.id as "_id", p.tradename, c.name as category, s.name as laboratory, p.dcm, p.photo, p.cost, p.discount, p.stock,
  p.bioequivalent, p.prescription, p.direct_sale as "directSale", p.quantity`

/** The products of the shop, by trade name; with a search by relevance (docs/product.md#search). */
export async function listShop(database: Db, query: ShopQuery): Promise<ShopPage> {
  const [categories, suppliers] = await Promise.all([
    nameFilter(database, 'categories', query.category),
    nameFilter(database, 'suppliers', query.supplier),
  ])
  const filters = [...categories, ...suppliers]
  const search = query.search?.trim()
  return search
    ? listByRelevance(database, query, filters, search)
    : listByTradeName(database, query, filters)
}

/**
 * Cuts the page on the index before the joins; the total is a sum of maintained counts. Both in one query: when the page is
 * empty, its only row has the total and no product.
 */
async function listByTradeName(
  database: Db,
  range: RowRange,
  filters: RawBuilder<unknown>[],
): Promise<ShopPage> {
  const { rows } = await sql<ProductCard & { total: number }>`
    select ${CARD_FIELDS}, counted.total
    from (select coalesce(sum(products), 0)::int as total from product_counts ${where(filters)}) counted
    left join (
      select id, sort_key from products ${where(filters)} order by sort_key, id ${limitTo(range)}
    ) page on true
    left join products p on p.id = page.id
    left join categories c on c.id = p.category_id
    left join suppliers s on s.id = p.supplier_id
    order by page.sort_key, page.id`.execute(database)
  return { products: rows.filter((row) => row._id !== null), total: rows[0]?.total ?? 0 }
}

/** First the exact name, then names that begin with the search, then names with a word that begins with it, then the rest. */
async function listByRelevance(
  database: Db,
  range: RowRange,
  filters: RawBuilder<unknown>[],
  search: string,
): Promise<ShopPage> {
  const words = searchWords(search)
  if (words.length === 0) return { products: [], total: 0 }
  const wordFilters = words.map(
    (_, index) =>
      sql`search like any((select patterns from given where place = ${sql.lit(index + 1)})::text[])`,
  )
  const { rows } = await sql<ProductCard & { total: number }>`
    with given as (${correctedWords(words)}),
    best as (select string_agg(best, ' ' order by place) as text from given),
    page as (
      select id, sort_key, count(*) over ()::int as total, case
        when sort_key = best.text then 0
        when starts_with(sort_key, best.text) then 1
        when strpos(' ' || sort_key, ' ' || best.text) > 0 then 2
        else 3 end as rank
      from products, best ${where([...wordFilters, ...filters])}
      order by rank, sort_key, id ${limitTo(range)})
    select ${CARD_FIELDS}, page.total
    from page
    join products p on p.id = page.id
    join categories c on c.id = p.category_id
    join suppliers s on s.id = p.supplier_id
    order by page.rank, page.sort_key, page.id`.execute(database)
  if (rows.length === 0 && range.offset > 0) {
    // After the last page there is no row with the total.
    const first = await listByRelevance(database, { offset: 0, limit: 1 }, filters, search)
    return { products: [], total: first.total }
  }
  return { products: rows, total: rows[0]?.total ?? 0 }
}

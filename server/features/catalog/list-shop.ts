import { type RawBuilder, sql } from 'kysely'
import type { ProductCard } from '#contract/products.ts'
import { where } from '../../database/list-page.ts'
import { limitTo, type RowRange } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { nameFilter } from './name-filter.ts'
import { readSearch, type Search } from './search.ts'
import { suggestNames } from './suggest-names.ts'

type ShopQuery = RowRange & {
  /** Comma lists (docs/product.md#names), or `all`. */
  category: string
  supplier: string
  search?: string
  /** Search the words as they are, without correction. */
  exact?: boolean
  /** Only the best few are wanted, with names of categories and laboratories. */
  suggest?: boolean
}

type ShopPage = {
  products: ProductCard[]
  total: number
  corrected?: string
  suggestions?: { categories: string[]; laboratories: string[] }
}

/** The columns of a {@link ProductCard} of `products p`, `categories c` and `suppliers s`. */
export const CARD_FIELDS = sql`
  p.id as "_id", p.tradename, c.name as category, s.name as laboratory, p.dcm, p.photo, p.cost, p.discount, p.stock,
  p.bioequivalent, p.prescription, p.direct_sale as "directSale", p.form, p.quantity`

/** The products of the shop, by trade name; with a search by relevance (docs/product.md#search). */
export async function listShop(database: Db, query: ShopQuery): Promise<ShopPage> {
  const [categories, suppliers] = await Promise.all([
    nameFilter(database, 'categories', query.category),
    nameFilter(database, 'suppliers', query.supplier),
  ])
  const filters = [...categories, ...suppliers]
  const text = query.search?.trim()
  if (!text) return listByTradeName(database, query, filters)
  const search = await readSearch(database, text, query)
  const [page, suggestions] = await Promise.all([
    search ? listByRelevance(database, query, filters, search) : { products: [], total: 0 },
    query.suggest ? suggestNames(database, search?.corrected ?? text) : undefined,
  ])
  return { ...page, corrected: search?.corrected, suggestions }
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

/** The best matches first. */
async function listByRelevance(
  database: Db,
  range: RowRange,
  filters: RawBuilder<unknown>[],
  search: Search,
): Promise<ShopPage> {
  const found = sql`products ${where([search.matches, ...filters])}`
  const { rows } = await sql<ProductCard & { total: number }>`
    with page as (
      select id, sort_key, count(*) over ()::int as total, ${search.rank} as rank
      from ${found} order by rank, sort_key, id ${limitTo(range)})
    select ${CARD_FIELDS}, page.total
    from page
    join products p on p.id = page.id
    join categories c on c.id = p.category_id
    join suppliers s on s.id = p.supplier_id
    order by page.rank, page.sort_key, page.id`.execute(database)
  if (rows.length > 0 || range.offset === 0) return { products: rows, total: rows[0]?.total ?? 0 }
  // After the last page there is no row with the total.
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(database)
  return { products: [], total: counted.rows[0]!.total }
}

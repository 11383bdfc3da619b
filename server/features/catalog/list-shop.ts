import { type RawBuilder, sql } from 'kysely'
import { ALL, type ProductCard } from '#contract/products.ts'
import { limitTo } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { correctedWords, wordsOf } from './search-words.ts'

type ShopQuery = {
  /** Comma lists of names, or `all` (spec §4). */
  category: string
  supplier: string
  search?: string
  /** Rows to pass over, and the most to answer. */
  offset: number
  limit: number
}

type Page = { products: ProductCard[]; total: number }

const CARD = sql`
  p.id as "_id", p.tradename, c.name as category, s.name as laboratory, p.dcm, p.photo, p.cost, p.discount, p.stock,
  p.bioequivalent, p.prescription, p.direct_sale as "directSale", p.quantity`

/** The names of a comma list; null for every one. */
const names = (list: string) => (list.trim().toLowerCase() === ALL ? null : list.split(','))

/** Once for the query, not once a row. */
const idsOf = (table: 'categories' | 'suppliers', list: string[]) =>
  sql`array(select id from ${sql.table(table)} where name_key = any(array(select fold(name) from unnest(${list}::text[]) name)))`

/** The shop's products: without a search by trade name, with one the best first (design §2.5). */
export function listShop(database: Db, query: ShopQuery): Promise<Page> {
  const categories = names(query.category)
  const suppliers = names(query.supplier)
  const filters = [
    ...(categories ? [sql`category_id = any(${idsOf('categories', categories)})`] : []),
    ...(suppliers ? [sql`supplier_id = any(${idsOf('suppliers', suppliers)})`] : []),
  ]
  const search = query.search?.trim()
  return search ? searched(database, query, filters, search) : browsed(database, query, filters)
}

const where = (conditions: RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/**
 * Cuts the page on the index first and joins only its rows; the total is a sum of kept counts. One round trip: an empty
 * page comes as a row that has the total alone.
 */
async function browsed(
  database: Db,
  { offset, limit }: ShopQuery,
  filters: RawBuilder<unknown>[],
): Promise<Page> {
  const { rows } = await sql<ProductCard & { total: number }>`
    select ${CARD}, counted.total
    from (select coalesce(sum(products), 0)::int as total from product_counts ${where(filters)}) counted
    left join (
      select id, sort_key from products ${where(filters)} order by sort_key, id ${limitTo({ limit, offset })}
    ) cut on true
    left join products p on p.id = cut.id
    left join categories c on c.id = p.category_id
    left join suppliers s on s.id = p.supplier_id
    order by cut.sort_key, cut.id`.execute(database)
  return { products: rows.filter((row) => row._id !== null), total: rows[0]?.total ?? 0 }
}

/** The exact name first, then names that begin with the search, then names with a word that does, then the rest. */
async function searched(
  database: Db,
  query: ShopQuery,
  filters: RawBuilder<unknown>[],
  search: string,
): Promise<Page> {
  const { offset, limit } = query
  const words = wordsOf(search)
  if (words.length === 0) return { products: [], total: 0 }
  const sought = words.map(
    (_, index) =>
      sql`search like any((select patterns from given where place = ${sql.lit(index + 1)})::text[])`,
  )
  const { rows } = await sql<ProductCard & { total: number }>`
    with given as (${correctedWords(words)}),
    best as (select string_agg(best, ' ' order by place) as text from given),
    found as (
      select id, sort_key, count(*) over ()::int as total, case
        when sort_key = best.text then 0
        when starts_with(sort_key, best.text) then 1
        when strpos(' ' || sort_key, ' ' || best.text) > 0 then 2
        else 3 end as rank
      from products, best ${where([...sought, ...filters])}
      order by rank, sort_key, id ${limitTo({ limit, offset })})
    select ${CARD}, found.total
    from found
    join products p on p.id = found.id
    join categories c on c.id = p.category_id
    join suppliers s on s.id = p.supplier_id
    order by found.rank, found.sort_key, found.id`.execute(database)
  if (rows.length === 0 && offset > 0) {
    // Past the last page no row carries the total.
    const first = await searched(database, { ...query, offset: 0, limit: 1 }, filters, search)
    return { products: [], total: first.total }
  }
  return { products: rows, total: rows[0]?.total ?? 0 }
}

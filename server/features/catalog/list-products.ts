import { type RawBuilder, sql } from 'kysely'
import type { MISSING_FILTERS, Product, STOCK_FILTERS } from '#contract/products.ts'
import { ALL } from '#domain/shop.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import { fold } from '#domain/text.ts'
import { type Cut, limitTo, readPage, type Slice, slice } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { PRODUCT } from './queries.ts'
import { likePattern } from './search-words.ts'

type ProductQuery = Slice & {
  /** A category's name, or `all`. */
  category?: string
  stock?: (typeof STOCK_FILTERS)[number]
  missing?: (typeof MISSING_FILTERS)[number]
}

const MISSING = { photo: sql`photo = ''`, register: sql`health_register = ''`, dcm: sql`dcm = ''` }

/**
 * Every product by trade name, for staff: the page is cut on the index before anything is joined, and the total without a
 * search is a sum of kept counts. A search finds the rows that have all its words.
 */
export async function listProducts(
  database: Db,
  query: ProductQuery,
): Promise<{ data: Product[]; total: number }> {
  const category =
    query.category && fold(query.category) !== ALL
      ? [sql`category_id = (select id from categories where name_key = fold(${query.category}))`]
      : []
  const narrowed: RawBuilder<unknown>[] = [
    ...fold(query.search ?? '')
      .split(' ')
      .filter(Boolean)
      .map((word) => sql`search like fold(${likePattern(word)})`),
    ...(query.stock ? [sql`stock <= ${query.stock === 'low' ? LOW_STOCK : 0}`] : []),
    ...(query.missing ? [MISSING[query.missing]] : []),
  ]

  const count = async () => {
    const { rows } = await (narrowed.length > 0
      ? sql<{
          total: number
        }>`select count(*)::int as total from products ${where([...category, ...narrowed])}`
      : sql<{ total: number }>`
          select coalesce(sum(products), 0)::int as total from product_counts ${where(category)}`
    ).execute(database)
    return rows[0]?.total ?? 0
  }
  const read = async ({ offset, limit, backwards }: Cut) => {
    const order = backwards ? sql`desc` : sql`asc`
    const { rows } = await sql<Product>`
      select ${PRODUCT}
      from (
        select id, sort_key from products ${where([...category, ...narrowed])}
        order by sort_key ${order}, id ${order} ${limitTo({ limit, offset })}
      ) cut
      join products p on p.id = cut.id
      join categories c on c.id = p.category_id
      join suppliers s on s.id = p.supplier_id
      order by cut.sort_key ${order}, cut.id ${order}`.execute(database)
    return rows
  }
  const { rows, total } = await readPage(slice(query, 10), count, read)
  return { data: rows, total }
}

const where = (conditions: RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

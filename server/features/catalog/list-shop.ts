import type { RawBuilder } from 'kysely'
import type { ProductCard } from '#contract/products.ts'
import type { Facets } from '#contract/shop-query.ts'
import {
  type Counted,
  countedUpTo,
  type IndexRange,
  isNear,
  MOST_COUNTED,
  nearerEnd,
  where,
} from '../../database/list-page.ts'
import { limitTo, type RowRange } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { sql } from '../../database/sql.ts'
import { countFacets } from './count-facets.ts'
import { isFrequent, readFrequent } from './frequent-search.ts'
import { readSearch, type Search } from './search.ts'
import { onCounts, onProducts, readFilters, type ShopFilters, type ShopQuery } from './shop-filters.ts'
import { type Order, orderBy, orderOf } from './shop-order.ts'
import { suggestNames } from './suggest-names.ts'
import type { Vocabulary } from './vocabulary.ts'

type Sql = RawBuilder<unknown>

/** More names than people tick are filtered, not merged. */
const MAX_MERGED = 12

type Suggestions = { categories: string[]; laboratories: string[] }
type Page = { products: ProductCard[]; total: number }

/** The columns of a {@link ProductCard} of `products`, `categories c` and `suppliers s`. */
export const CARD_FIELDS = sql`
  products.id as "_id", products.tradename, c.name as category, s.name as laboratory, products.dcm, products.photo,
  products.cost, products.discount, products.stock, products.bioequivalent, products.prescription,
  products.direct_sale as "directSale", products.form, products.quantity`

type Answer = {
  products: ProductCard[]
  corrected?: string
  facets?: Facets
  suggestions?: Suggestions
} & Counted
type Query = ShopQuery & RowRange & { search?: string }

/**
 * The products of the shop, filtered and sorted (docs/product.md#shop). A search without words finds nothing.
 *
 * @param readVocabulary reads the words of the catalogue, for a search
 */
export async function listShop(
  database: Db,
  query: Query,
  readVocabulary: () => Promise<Vocabulary>,
): Promise<Answer> {
  const filters = await readFilters(database, query)
  const { search = '' } = query
  let answer: Answer | undefined
  if (search.trim())
    for await (const reading of readSearch(database, search, { ...query, readVocabulary })) {
      answer = await readAnswer(database, query, filters, reading)
      if (answer.total > 0) break
    }
  return answer ?? readAnswer(database, query, filters)
}

/** @param search null: nothing is found */
async function readAnswer(
  database: Db,
  { search: text = '', offset, limit, ...query }: Query,
  filters: ShopFilters,
  search?: Search | null,
): Promise<Answer> {
  const range = { offset, limit }
  const matches = search === null ? sql`false` : search?.matches
  const order = orderOf(query.order, { search: matches !== undefined })
  // Without a search and a price, triggers have counted the products already.
  const isCounted = !matches && filters.price.length === 0
  const found = sql`products ${where([...(matches ? [matches] : []), ...onProducts(filters)])}`
  const merged = isCounted && order === 'name' ? mergedByName(filters) : undefined
  const rank = order === 'relevance' ? search?.rank : undefined
  const source = rank ? ranked(found, rank) : found
  const list = { source: merged ?? (() => source), order: orderBy(order, { ranked: rank !== undefined }) }
  const corrected = search?.corrected
  const frequent =
    search?.frequent && isFrequent(search.frequent, filters, order)
      ? await readFrequentPage(database, list, range, filters, search, rank)
      : undefined

  if (query.facets) {
    const [products, counted] = await Promise.all([
      frequent?.products ?? readCards(database, list, range),
      readFacets(database, filters, matches, frequent?.total),
    ])
    return { products, ...counted, corrected }
  }
  const [{ products, total }, suggestions] = await Promise.all([
    frequent ??
      (isCounted ? readCounted(database, list, range, filters) : countAndRead(database, list, range)),
    query.suggest ? suggestNames(database, corrected ?? text) : undefined,
  ])
  return { products, ...(matches ? countedUpTo(total) : { total }), corrected, suggestions }
}

/**
 * The number of products found, and the facets. Of a search that finds too many to count, the facets are those of all products, of which each
 * filter leaves at least as many.
 *
 * @param found how many a search finds, where that is known
 */
async function readFacets(
  database: Db,
  filters: ShopFilters,
  matches: Sql | undefined,
  found = 0,
): Promise<Counted & { facets: Facets }> {
  if (found <= MOST_COUNTED) {
    const { total, ...facets } = await countFacets(database, filters, matches)
    const counted = matches ? countedUpTo(total) : { total }
    if (!counted.more) return { ...counted, facets }
  }
  // Sums of maintained counts, which know no prices.
  const { total: _, ...facets } = await countFacets(database, { ...filters, price: [] })
  return { total: MOST_COUNTED, more: true, facets }
}

/** `source` is the table `products` with conditions, or the rows of the range with their ids and trade names. */
type List = { source: (range: Range, order: Sql) => Sql; order: Order }
type Range = RowRange & Partial<IndexRange>

/** Found products with their rank, without which whole rows would be kept while they are counted and sorted. */
const ranked = (found: Sql, rank: Sql) =>
  sql`(select products.id, products.sort_key, ${rank} as rank from ${found} offset 0) products`

/**
 * Products of several categories, or of several suppliers, by trade name: an index has each one's in order, and PostgreSQL
 * merges them, reading as few of each as the page needs. The limits keep it from sorting them all instead.
 */
function mergedByName(filters: ShopFilters): List['source'] | undefined {
  const merge =
    (part: 'category' | 'supplier', ids: string[]): List['source'] =>
    ({ offset, limit }, order) => {
      const each = ids.map(
        (id) => sql`(select id, sort_key from products
          ${where([sql`${sql.ref(`${part}_id`)} = ${id}`, ...onProducts(filters, part)])}
          order by ${order} limit ${offset + limit})`,
      )
      return sql`(${sql.join(each, sql` union all `)}) products`
    }
  for (const part of ['category', 'supplier'] as const) {
    const chosen = filters[part]
    if (chosen && 'ids' in chosen && chosen.ids.length > 0 && chosen.ids.length <= MAX_MERGED)
      return merge(part, chosen.ids)
  }
}

/** A page of ids, cut before anything is joined. */
function cut({ source, order: { forwards, backwards, columns } }: List, range: Range, total = sql`0`) {
  const order = range.backwards ? backwards : forwards
  return sql`(select products.id, ${columns} ${total} as total from ${source(range, order)} order by ${order} ${limitTo(range)}) page`
}

const JOINS = sql`
  left join products on products.id = page.id
  left join categories c on c.id = category_id
  left join suppliers s on s.id = supplier_id`

async function readCards(database: Db, list: List, range: Range): Promise<ProductCard[]> {
  const { rows } = await sql<ProductCard>`
    select ${CARD_FIELDS} from ${cut(list, range)} ${JOINS} order by ${list.order.forwards}`.execute(database)
  return rows
}

/** The total is a sum of maintained counts; `product_totals` has fewer rows, but knows no switches. */
async function readCounted(database: Db, list: List, range: RowRange, filters: ShopFilters): Promise<Page> {
  const counted = sql<{ total: number }>`
    select coalesce(sum(products), 0)::int as total
    from ${filters.switches.length > 0 ? sql`product_counts` : sql`product_totals`} ${where(onCounts(filters))}`
  if (!isNear(range)) {
    const { rows } = await counted.execute(database)
    const { total } = rows[0]!
    const near = nearerEnd(range, total)
    return { products: near ? await readCards(database, list, near) : [], total }
  }
  return readWithTotal(database, list, range, counted)
}

/** Reads a page and a total by one statement: of an empty page, the only row has no product. */
async function readWithTotal(
  database: Db,
  list: List,
  range: RowRange,
  total: Sql,
  opening = sql``,
): Promise<Page> {
  const { rows } = await sql<ProductCard & { total: number }>`
    ${opening} select ${CARD_FIELDS}, counted.total
    from (select (${total}) as total) counted left join ${cut(list, range)} on true ${JOINS}
    order by ${list.order.forwards}`.execute(database)
  return { products: rows.filter((row) => row._id !== null), total: rows[0]!.total }
}

/** A page of a search that probably finds very many products; undefined when it isn't whole. */
async function readFrequentPage(
  database: Db,
  { order }: List,
  range: RowRange,
  filters: ShopFilters,
  { frequent, matches }: Search,
  rank: Sql | undefined,
): Promise<Page | undefined> {
  const along = rank ? orderBy('name', { ranked: false }) : order
  const { opening, source, total } = readFrequent(
    frequent!,
    { matches, rank },
    filters,
    range,
    along.forwards,
  )
  const page = await readWithTotal(database, { source: () => source, order }, range, total, opening)
  const rest = page.total > MOST_COUNTED ? range.limit : Math.min(range.limit, page.total - range.offset)
  return page.products.length >= rest ? page : undefined
}

/** Counts the products while it sorts them. */
async function countAndRead(database: Db, list: List, range: RowRange): Promise<Page> {
  const { rows } = await sql<ProductCard & { total: number }>`
    select ${CARD_FIELDS}, page.total from ${cut(list, range, sql`count(*) over ()::int`)} ${JOINS}
    order by ${list.order.forwards}`.execute(database)
  if (rows.length > 0 || range.offset === 0) return { products: rows, total: rows[0]?.total ?? 0 }
  // After the last page there is no row with the total.
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${list.source(range, list.order.forwards)}`.execute(database)
  return { products: [], total: counted.rows[0]!.total }
}

import { type RawBuilder, sql } from 'kysely'
import type { ProductCard } from '#contract/products.ts'
import type { Facets } from '#contract/shop-query.ts'
import { type Counted, countedUpTo, MAX_COUNTED, where } from '../../database/list-page.ts'
import { limitTo, type RowRange } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { readSearch, type Search } from '../search/search.ts'
import { suggestNames } from '../search/suggest-names.ts'
import { countFacets } from './count-facets.ts'
import {
  countConditions,
  productConditions,
  readFilters,
  type ShopFilters,
  type ShopQuery,
} from './shop-filters.ts'
import { orderOf, selected, sortColumns, sortedBy } from './shop-order.ts'

type Sql = RawBuilder<unknown>

/** The columns of a {@link ProductCard} of `products`, `categories c` and `suppliers s`. */
export const CARD_FIELDS = sql`
  products.id as "_id", products.tradename, c.name as category, s.name as laboratory, products.dcm, products.photo,
  products.cost, products.discount, products.stock, products.bioequivalent, products.prescription,
  products.direct_sale as "directSale", products.form, products.quantity`

type Suggestions = { categories: string[]; laboratories: string[] }
type Page = { products: ProductCard[] } & Counted
type Answer = Page & { corrected?: string; facets?: Facets; suggestions?: Suggestions }
type Query = ShopQuery & RowRange & { search?: string }

/** The products of the shop, filtered and sorted (docs/product.md#shop). A search without words finds nothing. */
export async function listShop(database: Db, query: Query): Promise<Answer> {
  const filters = await readFilters(database, query)
  const text = query.search?.trim()
  const { page, search } = text
    ? await readSearched(database, query, filters, text)
    : { page: await readListed(database, query, filters) }
  const corrected = search?.corrected
  const [facets, suggestions] = await Promise.all([
    query.facets ? readFacets(database, filters, page, search) : undefined,
    query.suggest ? suggestNames(database, corrected ?? text ?? '') : undefined,
  ])
  return { ...page, corrected, facets, suggestions }
}

/** The first reading of a search that finds a product, else the last one, with its page. */
async function readSearched(database: Db, query: Query, filters: ShopFilters, text: string) {
  let found: { page: Page; search?: Search } | undefined
  for await (const search of readSearch(database, text, query)) {
    found = { page: await readFound(database, query, filters, search), search }
    if (found.page.total > 0) break
  }
  return found!
}

/** The facets. A search that finds too many to count has those of all products: upper bounds. */
const readFacets = (database: Db, filters: ShopFilters, { more }: Page, search?: Search): Promise<Facets> =>
  more ? countFacets(database, { ...filters, price: [] }) : countFacets(database, filters, search?.matches)

/** The parts of a statement that reads a page. */
type List = {
  opening?: Sql
  /** A query of all rows by their sort columns. */
  rows: Sql
  columns: ReturnType<typeof sortColumns>
  /** A query of the number of rows. */
  total: Sql
}

/** A page of the list without a search. Unless prices are asked for, triggers have counted its products already. */
async function readListed(database: Db, query: Query, filters: ShopFilters): Promise<Page> {
  const columns = sortColumns(orderOf(query.order, { search: false }))
  const products = sql`products ${where(productConditions(filters))}`
  const total =
    filters.price.length > 0
      ? sql`select count(*)::int from ${products}`
      : sql`select coalesce(sum(products), 0)::int from product_counts ${where(countConditions(filters))}`
  return readPage(database, query, {
    rows: sql`select ${selected(columns)} from ${products}`,
    columns,
    total,
  })
}

/** A page of the products that a search finds. When they are too many to rank, the page is by trade name in place of relevance. */
async function readFound(
  database: Db,
  query: Query,
  filters: ShopFilters,
  { matches, rank }: Search,
): Promise<Page> {
  const order = orderOf(query.order, { search: true })
  const products = sql`products ${where([matches, ...productConditions(filters)])}`
  const columns = sortColumns(order, rank)
  const { total, ...page } = await readPage(database, query, {
    opening: sql`with found as materialized (
      select ${selected(columns)} from ${products} limit ${sql.lit(MAX_COUNTED + 1)})`,
    rows: sql`select * from found`,
    columns,
    total: sql`select count(*)::int from found`,
  })
  const counted = countedUpTo(total)
  if (!counted.more) return { ...page, ...counted }
  const unranked = sortColumns(order)
  const { products: some } = await readPage(database, query, {
    rows: sql`select ${selected(unranked)} from ${products}`,
    columns: unranked,
    total: sql`${sql.lit(MAX_COUNTED)}`,
  })
  return { products: some, ...counted }
}

/** Reads a page and a total by one statement. The page is cut before anything is joined; of an empty one the only row has no product. */
async function readPage(
  database: Db,
  range: RowRange,
  { opening = sql``, rows: all, columns, total }: List,
): Promise<{ products: ProductCard[]; total: number }> {
  const { rows } = await sql<ProductCard & { total: number }>`
    ${opening}
    select ${CARD_FIELDS}, counted.total
    from (select (${total}) as total) counted
    left join (${all} order by ${sortedBy(columns)} ${limitTo(range)}) page on true
    left join products on products.id = page.id
    left join categories c on c.id = category_id
    left join suppliers s on s.id = supplier_id
    order by ${sortedBy(columns, 'page')}`.execute(database)
  return { products: rows.filter((row) => row._id !== null), total: rows[0]!.total }
}

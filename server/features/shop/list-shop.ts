import { sql } from 'kysely'
import { type Facets, type ProductCard, SHOP_PAGE_SIZE } from '#contract/products.ts'
import { type Counted, type List, listPage, type Page, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { readSearch, type Search } from '../search/search.ts'
import { suggestNames } from '../search/suggest-names.ts'
import { sellable } from '../stock/sellable.ts'
import {
  countFacets,
  isFiltered,
  productConditions,
  readFilters,
  type ShopFilters,
  type ShopQuery,
} from './shop-filters.ts'

/** The columns of a {@link ProductCard} from `products`, `categories c` and `suppliers s`. */
export const CARD_FIELDS = sql`
  products.id as "_id", products.tradename, case when c.placeholder then '' else c.name end as category,
  case when s.placeholder then '' else s.name end as laboratory, products.dcm, products.photo,
  products.cost, products.discount, ${sellable('products')} as stock,
  not products.unavailable and ${sellable('products')} > 0 as buyable, products.bioequivalent, products.prescription,
  products.direct_sale as "directSale", products.sale_condition as "saleCondition",
  products.sale_hold <> 'none' as held, products.form, products.quantity`

type Suggestions = { categories: string[]; laboratories: string[] }
type Answer = { products: ProductCard[] } & Counted & {
    corrected?: string
    brand?: Search['brand']
    without?: string[]
    facets?: Facets
    suggestions?: Suggestions
  }
type Query = ShopQuery & PageRequest

/** The products of the shop, filtered and sorted. A search without words finds nothing. */
export async function listShop(database: Db, query: Query): Promise<Answer> {
  const filters = await readFilters(database, query)
  const text = query.search?.trim()
  const { page, search } = text
    ? await readSearched(database, query, filters, text)
    : { page: await readPage(database, query, filters) }
  const { corrected, brand, without } = search ?? {}
  const [facets, suggestions] = await Promise.all([
    query.facets ? readFacets(database, filters, page, search) : undefined,
    query.suggest ? suggestNames(database, corrected ?? text ?? '') : undefined,
  ])
  const { data: products, ...counted } = page
  return { products, ...counted, corrected, brand, without, facets, suggestions }
}

/** The first interpretation of a search that finds a product, else the last, with its page. */
async function readSearched(database: Db, query: Query, filters: ShopFilters, text: string) {
  let found: { page: Page<ProductCard>; search?: Search } | undefined
  for await (const search of readSearch(database, text, {
    exact: query.exact,
    filtered: isFiltered(filters),
  })) {
    found = { page: await readPage(database, query, filters, search), search }
    if (found.page.total > 0) break
  }
  return found!
}

/** The facets. For a search with too many products to count, the facets of all products, as upper bounds. */
const readFacets = (
  database: Db,
  filters: ShopFilters,
  { more }: Counted,
  search?: Search,
): Promise<Facets> =>
  more ? countFacets(database, { ...filters, price: [] }) : countFacets(database, filters, search?.matches)

const readPage = (database: Db, query: Query, filters: ShopFilters, search?: Search) =>
  listPage<ProductCard>(database, search ? query : { ...query, search: undefined }, {
    table: 'products',
    columns: CARD_FIELDS,
    joins: sql`join categories c on c.id = category_id join suppliers s on s.id = supplier_id`,
    scope: productConditions(filters),
    filters: search && [search.matches],
    ...orderOf(query.order, search),
    direction: 'asc',
    pageSize: SHOP_PAGE_SIZE,
  })

/** The first sort columns of each order, before trade name and id. */
const ORDERS = {
  name: [],
  // A price is null for products without one, and a price per unit also without a content: these products come last.
  price: ['discounted_price'],
  unitPrice: [{ value: sql`products.discounted_price / products.unit_count` }],
  discount: [{ value: sql`products.discount`, descending: true }],
} satisfies Record<string, List['orderBy']>

/**
 * The order of the list: as asked. Otherwise products that can be bought come first, each part by relevance with a search, else by trade
 * name.
 */
function orderOf(asked: ShopQuery['order'], search?: Search): Pick<List, 'orderBy' | 'rank'> {
  if (asked && asked !== 'relevance') return { orderBy: [...ORDERS[asked], 'sort_key', 'id'] }
  return { orderBy: ['unavailable', 'sort_key', 'id'], rank: search?.rank }
}

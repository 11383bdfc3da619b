import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { MISSING_FILTERS, PRODUCT_SORTS, productFilters } from '#contract/product-filters.ts'
import type { ListedProduct } from '#contract/products.ts'
import { ALL } from '#domain/shop.ts'
import { fold } from '#domain/text.ts'
import { containsText, wordsOf } from '../../database/like-pattern.ts'
import { listPage, type Page, type PageRequest } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { isId } from '../../refusals/refusal.ts'
import { idOfName } from '../categories-and-suppliers/name-filter.ts'
import { IS_LOW, IS_SOLD_OUT } from '../stock/sellable.ts'
import { DESK_FIELDS, hasCode, LOT_JOIN, NOT_RETIRED, PRODUCT_JOINS, PRODUCT_SELECT } from './queries.ts'

type Sql = RawBuilder<unknown>

/** The filters of the list. */
export type ProductFilters = z.output<typeof productFilters>

type ListOptions = {
  sort?: (typeof PRODUCT_SORTS)[number]
  direction?: 'asc' | 'desc'
  /** A barcode or an own code, to list only its product, even if retired. */
  code?: string
}

const MISSING: Record<(typeof MISSING_FILTERS)[number], Sql> = {
  photo: sql`photo = ''`,
  register: sql`health_register = ''`,
  dcm: sql`dcm = ''`,
  quantity: sql`unit_count is null`,
  price: sql`cost = 0`,
}

/** The first sort columns of each order, before trade name and id; migrations/baseline/catalog.ts has the indexes. */
const SORTS: Record<(typeof PRODUCT_SORTS)[number], Sql[]> = {
  name: [],
  barcode: [sql`barcode`],
  category: [sql`categories.name_key`],
  dcm: [sql`fold(dcm) collate "C"`],
  laboratory: [sql`suppliers.name_key`],
  register: [sql`health_register`],
  price: [sql`cost`],
  // The index has the level, so that only products of the page's levels are sorted.
  stock: [sql`stock_level`, sql`stock`],
}

/** The conditions of the filters. */
export function productConditions(query: ProductFilters) {
  const ofCategory =
    query.category && fold(query.category) !== ALL
      ? [sql`category_id = ${idOfName('categories', query.category)}`]
      : []
  const soldOut = query.stock === 'none'
  const filters = [
    ...wordsOf(query.search).map((word) => containsText('search', word)),
    ...(query.stock === 'low' ? [IS_LOW] : []),
    ...(query.missing ? [MISSING[query.missing]] : []),
    ...(query.condition ? [conditionIs(query.condition)] : []),
    ...(query.retired ? [sql`products.retired_at is not null`] : []),
    ...(query.import ? [ofImport(query.import)] : []),
  ]
  return {
    scope: [
      ...ofCategory,
      ...(soldOut ? [IS_SOLD_OUT] : []),
      ...(query.retired || query.import ? [] : [NOT_RETIRED]),
    ],
    filters,
  }
}

const conditionIs = (condition: NonNullable<ProductFilters['condition']>): Sql =>
  condition === 'held' ? sql`sale_hold <> 'none'` : sql`sale_condition = ${sql.lit(condition)}`

const ofImport = (id: string) =>
  isId(id)
    ? sql`exists (select from product_import_changes where import_id = ${id} and product_id = products.id)`
    : sql`false`

/** The products for staff, by trade name or another column; a search finds the products that contain all its words. */
export async function listProducts(
  database: Db,
  { sort = 'name', direction = 'asc', code, ...query }: PageRequest & ProductFilters & ListOptions,
): Promise<Page<ListedProduct>> {
  const { scope, filters } = code ? { scope: [], filters: [hasCode(code)] } : productConditions(query)
  return listPage<ListedProduct>(database, query, {
    table: 'products',
    columns: sql`${PRODUCT_SELECT}, ${DESK_FIELDS}, ${DATED_DISCOUNT}`,
    joins: sql`${PRODUCT_JOINS} ${LOT_JOIN}`,
    scope,
    filters,
    direction,
    orderBy: [...SORTS[sort].map((value) => ({ value })), 'sort_key', 'id'],
    ...((sort === 'category' || sort === 'laboratory') && { sortJoins: PRODUCT_JOINS }),
  })
}

const DATED_DISCOUNT = sql`(
  select json_build_object('discount', discount, 'from', starts_on, 'until', ends_on)
  from dated_discounts where product_id = products.id) as "datedDiscount"`

import { sql } from 'kysely'
import type { MISSING_FILTERS, Product, STOCK_FILTERS } from '#contract/products.ts'
import { ALL } from '#domain/shop.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import { fold } from '#domain/text.ts'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, where } from '../../database/list-page.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { PRODUCT_FIELDS, PRODUCT_JOINS } from './queries.ts'

/** The filters of the list. */
export type ProductFilters = {
  search?: string
  /** A category's name, or `all`. */
  category?: string
  stock?: (typeof STOCK_FILTERS)[number]
  missing?: (typeof MISSING_FILTERS)[number]
}

const MISSING = {
  photo: sql`photo = ''`,
  register: sql`health_register = ''`,
  dcm: sql`dcm = ''`,
  quantity: sql`unit_count is null`,
}

/** The conditions of the filters; `scope` is known to the maintained counts. */
export function productConditions(query: ProductFilters) {
  const scope =
    query.category && fold(query.category) !== ALL
      ? [sql`category_id = (select id from categories where name_key = fold(${query.category}))`]
      : []
  const filters = [
    ...fold(query.search ?? '')
      .split(' ')
      .filter(Boolean)
      .map((word) => containsText('search', word)),
    ...(query.stock ? [sql`stock <= ${query.stock === 'low' ? LOW_STOCK : 0}`] : []),
    ...(query.missing ? [MISSING[query.missing]] : []),
  ]
  return { scope, filters }
}

/** All products by trade name, for staff; a search finds the products that contain all its words. */
export async function listProducts(
  database: Db,
  query: PageRequest & ProductFilters,
): Promise<{ data: Product[]; total: number }> {
  const { scope, filters } = productConditions(query)
  const { rows, total } = await listPage<Product>(database, query, {
    table: 'products',
    columns: PRODUCT_FIELDS,
    joins: PRODUCT_JOINS,
    scope,
    filters,
    maintainedTotal: sql`select coalesce(sum(products), 0)::int as total from product_counts ${where(scope)}`,
    orderBy: ['sort_key', 'id'],
    direction: 'asc',
  })
  return { data: rows, total }
}

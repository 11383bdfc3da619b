import { sql } from 'kysely'
import type { z } from 'zod'
import type { MISSING_FILTERS, PRODUCT_SORTS, productFilters } from '#contract/product-filters.ts'
import type { ListedProduct } from '#contract/products.ts'
import { ALL } from '#domain/shop.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import { fold } from '#domain/text.ts'
import { containsText } from '../../database/like-pattern.ts'
import { listPage, where } from '../../database/list-page.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { Db } from '../../database/schema.ts'
import { PRODUCT_FIELDS, PRODUCT_JOINS, SOLD } from './queries.ts'

/** The filters of the list. */
export type ProductFilters = z.output<typeof productFilters>

type ListOptions = {
  sort?: (typeof PRODUCT_SORTS)[number]
  direction?: 'asc' | 'desc'
  /** A barcode: its product alone is listed, also a retired one. */
  code?: string
}

const MISSING: Record<(typeof MISSING_FILTERS)[number], ReturnType<typeof sql>> = {
  photo: sql`photo = ''`,
  register: sql`health_register = ''`,
  dcm: sql`dcm = ''`,
  quantity: sql`unit_count is null`,
}

/** What comes before trade name and id in each order; migrations/021-product-desk.ts has its indexes. */
const SORTS: Record<Exclude<(typeof PRODUCT_SORTS)[number], 'name'>, ReturnType<typeof sql>> = {
  barcode: sql`barcode`,
  category: sql`categories.name_key`,
  dcm: sql`fold(dcm) collate "C"`,
  laboratory: sql`suppliers.name_key`,
  register: sql`health_register`,
  price: sql`cost`,
  stock: sql`stock`,
}

/** The conditions of the filters. `counted` are those that the maintained counts of sold products know. */
export function productConditions(query: ProductFilters) {
  const counted =
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
    ...(query.retired ? [sql`products.retired_at is not null`] : []),
  ]
  return { counted, scope: query.retired ? counted : [...counted, SOLD], filters }
}

/** The products for staff, by trade name or another column; a search finds the products that contain all its words. */
export async function listProducts(
  database: Db,
  { sort = 'name', direction = 'asc', code, ...query }: PageRequest & ProductFilters & ListOptions,
): Promise<{ data: ListedProduct[]; total: number }> {
  const { counted, scope, filters } = code
    ? { counted: [], scope: [], filters: [hasCode(code)] }
    : productConditions(query)
  const joins = sort === 'category' || sort === 'laboratory' ? PRODUCT_JOINS : sql``
  const { rows, total } = await listPage<ListedProduct>(database, query, {
    table: 'products',
    columns: sql`${PRODUCT_FIELDS}, ${DATED_DISCOUNT}`,
    joins: PRODUCT_JOINS,
    scope,
    filters,
    maintainedTotal: sql`select coalesce(sum(products), 0)::int as total from product_counts ${where(counted)}`,
    direction,
    ...(sort === 'name'
      ? { orderBy: ['sort_key', 'id'] }
      : {
          orderBy: ['sort_value', 'sort_key', 'id'],
          source: () => sql`(
            select products.id, sort_key, ${SORTS[sort]} as sort_value from products ${joins}
            ${where([...scope, ...filters])}) sorted`,
        }),
  })
  return { data: rows, total }
}

const hasCode = (code: string) =>
  sql`products.id = any (array(select product_id from product_barcodes where code = any(barcode_keys(${code}))))`

const DATED_DISCOUNT = sql`(
  select json_build_object('discount', discount, 'from', starts_on, 'until', ends_on)
  from dated_discounts where product_id = products.id) as "datedDiscount"`

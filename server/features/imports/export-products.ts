import { sql } from 'kysely'
import type { Product } from '#contract/products.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { BATCH_SIZE } from '../../database/in-batches.ts'
import { eachBatch } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import type { Cell, Sheet } from '../../spreadsheets/workbook-stream.ts'
import { type ProductFilters, productConditions } from '../products/list-products.ts'
import { PRODUCT_JOINS, PRODUCT_SELECT } from '../products/queries.ts'
import { isNumeric, PRODUCT_COLUMNS, type ProductColumn } from './product-columns.ts'

/** Ids per query: each query may scan all products. */
const FOUND_SIZE = 20_000

/**
 * The products of the list in the columns of the template, by trade name (docs/product.md#product-workbook). Importing them
 * again changes nothing.
 */
export const productSheet = (database: Db, query: ProductFilters): Sheet => ({
  name: 'Productos',
  columns: PRODUCT_COLUMNS.map((column) => ({ ...column, numeric: isNumeric(column) })),
  rows: productCells(database, query),
})

async function* productCells(database: Db, query: ProductFilters): AsyncGenerator<Cell[][]> {
  for await (const found of findProducts(database, query)) {
    for (let from = 0; from < found.length; from += BATCH_SIZE) {
      const ids = found.slice(from, from + BATCH_SIZE).map(({ id }) => id)
      const { rows } = await sql<Product>`
        select ${PRODUCT_SELECT}
        from unnest(${ids}::uuid[]) with ordinality as found (id, place)
        join products on products.id = found.id ${PRODUCT_JOINS}
        order by place`.execute(database)
      yield rows.map((product) => PRODUCT_COLUMNS.map((column) => cellOf(product, column)))
    }
  }
}

function findProducts(database: Db, query: ProductFilters) {
  const { scope, filters } = productConditions(query)
  return eachBatch<{ id: string }>(
    database,
    {
      ...{ table: 'products', columns: sql`products.id`, scope, filters },
      ...{ orderBy: ['sort_key', 'id'], direction: 'asc' },
    },
    FOUND_SIZE,
  )
}

/** A field in the form that the importer reads (product-cells.ts). */
function cellOf(product: Product, { field, kind }: ProductColumn): Cell {
  if (field === 'saleCondition')
    return product.saleCondition === 'unknown' ? '' : SALE_CONDITION_NAMES[product.saleCondition]
  const value = product[field]
  if (typeof value === 'boolean') return value ? 'SI' : 'NO'
  // The importer refuses a price of 0, and takes 0.15 for 15 %; a blank cell changes nothing.
  if (kind === 'pesos' && value === 0) return ''
  if (kind === 'percent' && 0 < Number(value) && Number(value) < 1)
    return `${String(value).replace('.', ',')} %`
  return value
}

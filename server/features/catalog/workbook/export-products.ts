import { sql } from 'kysely'
import type { Product } from '#contract/products.ts'
import { BATCH_SIZE, inBatches, mapBatches } from '../../../database/in-batches.ts'
import { where } from '../../../database/list-page.ts'
import type { Db } from '../../../database/schema.ts'
import type { Cell, Sheet } from '../../../spreadsheets/workbook-stream.ts'
import { type ProductFilters, productConditions } from '../list-products.ts'
import { PRODUCT_FIELDS, PRODUCT_JOINS } from '../queries.ts'
import { PRODUCT_COLUMNS, type ProductColumn } from './product-columns.ts'

type Row = Product & { sortKey: string }

/**
 * The products of the list in the columns of the template, by trade name (docs/product.md#product-workbook). Importing them
 * again changes nothing.
 */
export function productSheet(database: Db, query: ProductFilters): Sheet {
  const { scope, filters } = productConditions(query)
  const rows = inBatches<Row>(async (last) => {
    const after = last ? [sql`(sort_key, id) > (${last.sortKey}, ${last._id}::uuid)`] : []
    const { rows } = await sql<Row>`
      select ${PRODUCT_FIELDS}, page.sort_key as "sortKey"
      from (
        select id, sort_key from products ${where([...scope, ...filters, ...after])}
        order by sort_key, id limit ${sql.lit(BATCH_SIZE)}
      ) page
      join products on products.id = page.id ${PRODUCT_JOINS}
      order by page.sort_key, page.id`.execute(database)
    return rows
  })
  return {
    name: 'Productos',
    columns: PRODUCT_COLUMNS.map(({ header, width, kind }) => ({
      header,
      width,
      numeric: kind === 'whole' || kind === 'percent',
    })),
    rows: mapBatches(rows, (product) => PRODUCT_COLUMNS.map((column) => cellOf(product, column))),
  }
}

/** A field as the importer reads it (product-cells.ts). */
function cellOf(product: Product, { field, kind }: ProductColumn): Cell {
  const value = product[field]
  if (typeof value === 'boolean') return value ? 'SI' : 'NO'
  // The importer refuses a price of 0, and takes 0.15 for 15 %; a blank cell changes nothing.
  if (field === 'cost' && value === 0) return ''
  if (kind === 'percent' && 0 < Number(value) && Number(value) < 1) return String(value).replace('.', ',')
  return value
}

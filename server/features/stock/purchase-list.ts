import { sql } from 'kysely'
import { MAX_PURCHASE_LINES, type PurchaseLine, type PurchaseSupplier } from '#contract/stock.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import type { Db } from '../../database/schema.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { sellable } from './sellable.ts'
import { SOLD_UNITS } from './sold-units.ts'

/**
 * The products whose sellable units run out within `days` at the rate of the last 30 days, unsold products with a low stock, and products
 * with a typed quantity, by laboratory and name.
 */
export async function readPurchaseList(database: Db, days: number): Promise<PurchaseLine[]> {
  const needed = sql`ceil(coalesce(sold.units, 0) * ${days}::numeric / 30) - ${sellable('products')}`
  const { rows } = await sql<PurchaseLine>`
    select products.id as "_id", barcode, tradename, suppliers.name as laboratory, stock,
      coalesce(sold.units, 0) as sold, greatest(${needed}, 0)::int as quantity, typed.quantity as typed,
      version || '-' || stock as version
    from products
    left join purchase_quantities typed on typed.product_id = products.id
    left join (${SOLD_UNITS}) sold on sold.product_id = products.id
    join suppliers on suppliers.id = supplier_id
    where retired_at is null and
      (${sellable('products')} <= ${LOW_STOCK} and sold.units is null or ${needed} > 0 or typed.quantity is not null)
    order by suppliers.name_key, suppliers.id, sort_key, products.id limit ${sql.lit(MAX_PURCHASE_LINES)}`.execute(
    database,
  )
  return rows
}

/** The laboratories of these lines with their contacts. */
export async function readSuppliers(
  database: Db,
  lines: readonly PurchaseLine[],
): Promise<PurchaseSupplier[]> {
  const names = [...new Set(lines.map(({ laboratory }) => laboratory))]
  return database
    .selectFrom('suppliers')
    .select(['name', 'contact', 'phone'])
    .where('name', 'in', names.length > 0 ? names : [''])
    .execute()
}

const COLUMNS: Column<PurchaseLine>[] = [
  { header: 'Laboratorio', width: 28, value: (row) => row.laboratory },
  { header: 'Código de barras', width: 18, value: (row) => row.barcode },
  { header: 'Producto', width: 44, value: (row) => row.tradename },
  { header: 'Stock', width: 10, numeric: true, value: (row) => row.stock },
  { header: 'Vendidos en 30 días', width: 20, numeric: true, value: (row) => row.sold },
  { header: 'Cantidad a pedir', width: 16, numeric: true, value: (row) => row.typed ?? (row.quantity || '') },
]

/** The purchase list as a sheet. */
export const purchaseSheet = async (database: Db, days: number): Promise<Sheet> =>
  sheetOf('Reponer', COLUMNS, [await readPurchaseList(database, days)])

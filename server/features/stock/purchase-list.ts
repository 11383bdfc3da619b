import { sql } from 'kysely'
import type { PurchaseLine } from '#contract/stock.ts'
import { LOW_STOCK } from '#domain/stock.ts'
import type { Db } from '../../database/schema.ts'
import type { Sheet } from '../../spreadsheets/workbook-stream.ts'

/** Lines of a purchase list. */
const MAX_LINES = 5_000

/**
 * The products that run out within so many days at the pace of the last 30, and those whose stock is low without a sale, by
 * laboratory and name (docs/product.md#purchase-list).
 */
export async function readPurchaseList(database: Db, days: number): Promise<PurchaseLine[]> {
  const needed = sql`ceil(coalesce(sold.units, 0) * ${days}::numeric / 30) - stock`
  const { rows } = await sql<PurchaseLine>`
    select products.id as "_id", barcode, tradename, suppliers.name as laboratory, stock,
      coalesce(sold.units, 0) as sold, greatest(${needed}, 0)::int as quantity
    from products
    left join product_sales sold on sold.product_id = products.id and sold.units > 0
    join suppliers on suppliers.id = supplier_id
    where retired_at is null and (stock <= ${LOW_STOCK} and sold.units is null or ${needed} > 0)
    order by suppliers.name_key, suppliers.id, sort_key, products.id limit ${sql.lit(MAX_LINES)}`.execute(
    database,
  )
  return rows
}

const COLUMNS = [
  { header: 'Laboratorio', width: 28 },
  { header: 'Código de barras', width: 18 },
  { header: 'Producto', width: 44 },
  { header: 'Stock', width: 10, numeric: true },
  { header: 'Vendidos en 30 días', width: 20, numeric: true },
  { header: 'Cantidad a pedir', width: 16, numeric: true },
]

/** The purchase list as a sheet. */
export function purchaseSheet(database: Db, days: number): Sheet {
  async function* rows() {
    const lines = await readPurchaseList(database, days)
    yield lines.map(({ laboratory, barcode, tradename, stock, sold, quantity }) => [
      laboratory,
      barcode,
      tradename,
      stock,
      sold,
      quantity || '',
    ])
  }
  return { name: 'Reponer', columns: COLUMNS, rows: rows() }
}

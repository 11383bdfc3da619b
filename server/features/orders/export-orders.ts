import { sql } from 'kysely'
import { type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { BATCH_SIZE, inBatches } from '../../database/in-batches.ts'
import type { Db } from '../../database/schema.ts'
import { type Days, localMoment, withinDays } from '../../database/store-day.ts'
import { where } from '../../database/where.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'

type Row = {
  number: number
  position: number
  moment: string
  status: OrderStatus
  customer: string
  email: string
  phone: string
  address: string
  city: string
  product: string
  barcode: string
  quantity: number
  price: number
  discount: number
  lineTotal: number
  orderTotal: number
  /** Whether this is the order's first line. */
  isFirst: boolean
  proof: boolean
}

const COLUMNS: Column<Row>[] = [
  { header: 'N° pedido', width: 11, numeric: true, value: (row) => row.number },
  { header: 'Fecha', width: 17, value: (row) => row.moment },
  { header: 'Estado', width: 12, value: (row) => orderStatuses[row.status].name },
  { header: 'Cliente', width: 28, value: (row) => row.customer },
  { header: 'Correo', width: 28, value: (row) => row.email },
  { header: 'Teléfono', width: 15, value: (row) => row.phone },
  { header: 'Dirección', width: 36, value: (row) => row.address },
  { header: 'Ciudad', width: 18, value: (row) => row.city },
  { header: 'Producto', width: 44, value: (row) => row.product },
  { header: 'Código de barras', width: 18, value: (row) => row.barcode },
  { header: 'Cantidad', width: 10, numeric: true, value: (row) => row.quantity },
  { header: 'Precio', width: 11, numeric: true, value: (row) => row.price },
  { header: 'Descuento', width: 11, numeric: true, value: (row) => row.discount },
  { header: 'Total línea', width: 13, numeric: true, value: (row) => row.lineTotal },
  { header: 'Total pedido', width: 13, numeric: true, value: (row) => (row.isFirst ? row.orderTotal : '') },
  { header: 'Comprobante', width: 13, value: (row) => (row.proof ? 'SI' : 'NO') },
]

/**
 * The orders of some days, newest first, with a row for each line (docs/product.md#orders-screen). Only the first line's row has the
 * order's total, so that the column can be added up.
 */
export function ordersSheet(database: Db, days: Days): Sheet {
  const rows = inBatches<Row>(async (last) => {
    const after = last
      ? [
          sql`o.number <= ${last.number}`,
          sql`(o.number < ${last.number} or line.position > ${last.position})`,
        ]
      : []
    const { rows } = await sql<Row>`
      select o.number, line.position,
        ${localMoment('o.created_at')} as moment, o.status,
        o.name || ' ' || o.last_name as customer, o.email, o.phone, o.address, o.city,
        line.product_name as product, products.barcode, line.quantity, line.price, line.discount,
        line.total as "lineTotal", o.total as "orderTotal", o.payment <> '' as proof,
        line.position = (select min(position) from order_lines where order_id = o.id) as "isFirst"
      from orders o
      join order_lines line on line.order_id = o.id
      join products on products.id = line.product_id
      ${where([...withinDays('o.created_at', days), ...after])}
      order by o.number desc, line.position limit ${sql.lit(BATCH_SIZE)}`.execute(database)
    return rows
  })
  return sheetOf('Pedidos', COLUMNS, rows)
}

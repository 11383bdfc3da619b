import { sql } from 'kysely'
import { ORDER_STATUS_NAMES, type OrderStatus } from '#domain/order-status.ts'
import { store } from '#store'
import { BATCH_SIZE, inBatches, mapBatches } from '../../database/in-batches.ts'
import { where } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'
import type { Cell, Sheet } from '../../spreadsheets/workbook-stream.ts'

/** Days in the pharmacy's time zone, `YYYY-MM-DD`, both included; absent: from the first, to the last order. */
export type Days = { from?: string; to?: string }

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

const COLUMNS = [
  { header: 'N° pedido', width: 11, numeric: true },
  { header: 'Fecha', width: 17 },
  { header: 'Estado', width: 12 },
  { header: 'Cliente', width: 28 },
  { header: 'Correo', width: 28 },
  { header: 'Teléfono', width: 15 },
  { header: 'Dirección', width: 36 },
  { header: 'Ciudad', width: 18 },
  { header: 'Producto', width: 44 },
  { header: 'Código de barras', width: 18 },
  { header: 'Cantidad', width: 10, numeric: true },
  { header: 'Precio', width: 11, numeric: true },
  { header: 'Descuento', width: 11, numeric: true },
  { header: 'Total línea', width: 13, numeric: true },
  { header: 'Total pedido', width: 13, numeric: true },
  { header: 'Comprobante', width: 13 },
]

/**
 * The orders of some days, newest first, with a row for each line (docs/product.md#orders-screen). An order's total is in the row
 * of its first line only, so that the column can be added up.
 */
export function ordersSheet(database: Db, { from, to }: Days): Sheet {
  const days = [
    ...(from ? [sql`o.created_at >= ${midnight(from, 0)}`] : []),
    ...(to ? [sql`o.created_at < ${midnight(to, 1)}`] : []),
  ]
  const rows = inBatches<Row>(async (last) => {
    const after = last
      ? [
          sql`o.number <= ${last.number}`,
          sql`(o.number < ${last.number} or line.position > ${last.position})`,
        ]
      : []
    const { rows } = await sql<Row>`
      select o.number, line.position,
        to_char(o.created_at at time zone ${sql.lit(store.timeZone)}, 'YYYY-MM-DD HH24:MI') as moment, o.status,
        o.name || ' ' || o.last_name as customer, o.email, o.phone, o.address, o.city,
        line.product_name as product, products.barcode, line.quantity, line.price, line.discount,
        line.total as "lineTotal", o.total as "orderTotal", o.payment <> '' as proof,
        line.position = (select min(position) from order_lines where order_id = o.id) as "isFirst"
      from orders o
      join order_lines line on line.order_id = o.id
      join products on products.id = line.product_id
      ${where([...days, ...after])}
      order by o.number desc, line.position limit ${sql.lit(BATCH_SIZE)}`.execute(database)
    return rows
  })
  return { name: 'Pedidos', columns: COLUMNS, rows: mapBatches(rows, cellsOf) }
}

const cellsOf = (row: Row): Cell[] => [
  row.number,
  row.moment,
  ORDER_STATUS_NAMES[row.status],
  row.customer,
  row.email,
  row.phone,
  row.address,
  row.city,
  row.product,
  row.barcode,
  row.quantity,
  row.price,
  row.discount,
  row.lineTotal,
  row.isFirst ? row.orderTotal : '',
  row.proof ? 'SI' : 'NO',
]

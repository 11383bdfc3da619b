import { sql } from 'kysely'
import { type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { BATCH_SIZE, inBatches } from '../../../database/in-batches.ts'
import type { Db } from '../../../database/schema.ts'
import { type Days, localMoment, withinDays } from '../../../database/store-day.ts'
import { where } from '../../../database/where.ts'
import { type Column, type Sheet, sheetOf } from '../../../spreadsheets/workbook-stream.ts'

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
  coupon: string
  couponDiscount: number
  delivery: string
  deliveryCost: number
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

/** The columns for coupons. The pesos stand only in an order's first row. */
const COUPON_COLUMNS: Column<Row>[] = [
  { header: 'Código', width: 16, value: (row) => row.coupon },
  {
    header: 'Descuento código',
    width: 16,
    numeric: true,
    value: (row) => (row.isFirst ? row.couponDiscount : ''),
  },
]
const DELIVERY_COLUMNS: Column<Row>[] = [
  { header: 'Entrega', width: 24, value: (row) => row.delivery },
  { header: 'Despacho', width: 11, numeric: true, value: (row) => (row.isFirst ? row.deliveryCost : '') },
]

/** Whether any order of these days has a coupon, and whether any has a delivery option. Workbooks have the columns for them only then. */
export async function findExtras(database: Db, days: Days) {
  const { rows } = await sql<{ coupons: boolean; deliveries: boolean }>`
    select coalesce(bool_or(coupon_code <> ''), false) as coupons, coalesce(bool_or(delivery_name <> ''), false) as deliveries
    from orders ${where(withinDays('created_at', days))}`.execute(database)
  return rows[0]!
}

/**
 * The orders of some days, newest first, with a row for each line. Only the first line's row has the
 * order's total, so that the column can be added up.
 */
export async function ordersSheet(database: Db, days: Days): Promise<Sheet> {
  const { coupons, deliveries } = await findExtras(database, days)
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
        o.coupon_code as coupon, o.discount as "couponDiscount", o.delivery_name as delivery, o.delivery_cost as "deliveryCost",
        line.position = (select min(position) from order_lines where order_id = o.id) as "isFirst"
      from orders o
      join order_lines line on line.order_id = o.id
      join products on products.id = line.product_id
      ${where([...withinDays('o.created_at', days), ...after])}
      order by o.number desc, line.position limit ${sql.lit(BATCH_SIZE)}`.execute(database)
    return rows
  })
  const columns = [...COLUMNS, ...(coupons ? COUPON_COLUMNS : []), ...(deliveries ? DELIVERY_COLUMNS : [])]
  return sheetOf('Pedidos', columns, rows)
}

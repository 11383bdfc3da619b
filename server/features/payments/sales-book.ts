import { sql } from 'kysely'
import { type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { splitWholeTotal, TAX_PERCENT } from '#domain/tax.ts'
import { eachBatch } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { type Days, localDay, withinDays } from '../../database/store-day.ts'
import { type Cell, type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { findExtras } from '../orders/lists/export-orders.ts'
import { IS_TO_RETURN, statusIs } from '../orders/state/order-payment.ts'

const SUMMED = [
  ...(['orders', 'net', 'tax', 'discounts', 'couponDiscounts', 'deliveries'] as const),
  ...(['total', 'received', 'toReturn'] as const),
]
/** The whole pesos of an order, or of several. */
type Sums = Record<(typeof SUMMED)[number], number>

type Totals = Map<string, Sums>

function addTo(totals: Totals, period: string, amounts: Partial<Sums>) {
  const before = totals.get(period)
  const sums = SUMMED.map((name) => [name, (before?.[name] ?? 0) + (amounts[name] ?? 0)])
  totals.set(period, Object.fromEntries(sums))
}

function* inTimeOrder(totals: Totals) {
  yield [...totals]
    .map(([period, sums]) => ({ period, ...sums }))
    .toSorted((a, b) => a.period.localeCompare(b.period))
}

const pesos = <Row>(header: string, value: (row: Row) => Cell): Column<Row> => ({
  ...{ header, value },
  width: 13,
  numeric: true,
})

const day = <Row>(header: string, value: (row: Row) => string | null): Column<Row> => ({
  header,
  width: 13,
  dated: true,
  value: (row) => {
    const text = value(row)
    return text ? { day: text } : ''
  },
})

const TAX_HEADER = `IVA ${TAX_PERCENT} % (referencial)`

type PeriodRow = Sums & { period: string }

type Extras = { coupons: boolean; deliveries: boolean }

/** The columns of the coupon's discount and the cost of the delivery. The total includes both. */
const extraColumns = <Row extends Pick<Sums, 'couponDiscounts' | 'deliveries'>>({
  coupons,
  deliveries,
}: Extras): Column<Row>[] => [
  ...(coupons ? [{ ...pesos<Row>('Descuentos por código', (row) => row.couponDiscounts), width: 20 }] : []),
  ...(deliveries ? [pesos<Row>('Despachos', (row) => row.deliveries)] : []),
]

const sumColumns = (extras: Extras): Column<PeriodRow>[] => [
  { header: 'Pedidos', width: 10, numeric: true, value: (row) => row.orders },
  pesos('Neto', (row) => row.net),
  { ...pesos<PeriodRow>(TAX_HEADER, (row) => row.tax), width: 23 },
  pesos('Descuentos', (row) => row.discounts),
  ...extraColumns<PeriodRow>(extras),
  pesos('Total', (row) => row.total),
  pesos('Recibido', (row) => row.received),
  pesos('Por devolver', (row) => row.toReturn),
]

type CouponRow = { code: string; orders: number; given: number; brought: number }

const COUPON_COLUMNS: Column<CouponRow>[] = [
  { header: 'Código', width: 20, value: (row) => row.code },
  { header: 'Pedidos', width: 10, numeric: true, value: (row) => row.orders },
  pesos('Descontado', (row) => row.given),
  pesos('Vendido', (row) => row.brought),
]

type OrderRow = {
  number: number
  day: string
  status: OrderStatus
  /** Pesos with two decimals. */
  total: number
  /** The sum of the lines without their discounts, in pesos. */
  undiscounted: number
  coupon: string
  couponDiscounts: number
  deliveries: number
  paid: number
  paidOn: string | null
  documents: string
}

const amountsOf = ({ total, undiscounted, couponDiscounts, deliveries, paid }: OrderRow) => {
  const parts = splitWholeTotal(total)
  // Chosen so that undiscounted − discounts − coupon discounts + deliveries = total.
  const discounts = Math.round(undiscounted) - couponDiscounts + deliveries - parts.total
  return { orders: 1, ...parts, discounts, couponDiscounts, deliveries, received: paid }
}

type BookedOrder = OrderRow & ReturnType<typeof amountsOf>

const orderColumns = (extras: Extras): Column<BookedOrder>[] => [
  { header: 'N° pedido', width: 11, numeric: true, value: (row) => row.number },
  day('Fecha', (row) => row.day),
  { header: 'Estado', width: 12, value: (row) => orderStatuses[row.status].name },
  pesos('Neto', (row) => row.net),
  { ...pesos(TAX_HEADER, (row) => row.tax), width: 23 },
  pesos('Descuentos', (row) => row.discounts),
  ...(extras.coupons ? [{ header: 'Código', width: 20, value: (row: BookedOrder) => row.coupon }] : []),
  ...extraColumns<BookedOrder>(extras),
  pesos('Total', (row) => row.total),
  day('Pagado el', (row) => row.paidOn),
  pesos('Recibido', (row) => row.received),
  pesos('Diferencia', (row) => (row.received > 0 ? row.received - row.total : '')),
  { header: 'Documento bancario', width: 28, value: (row) => row.documents },
]

type ReturnRow = {
  number: number
  day: string
  cancelledOn: string | null
  paidOn: string
  amount: number
  documents: string
  returnedOn: string | null
}

const TO_RETURN_COLUMNS: Column<ReturnRow>[] = [
  { header: 'N° pedido', width: 11, numeric: true, value: (row) => row.number },
  day('Fecha', (row) => row.day),
  day('Cancelado el', (row) => row.cancelledOn),
  day('Pagado el', (row) => row.paidOn),
  pesos('Monto', (row) => row.amount),
  { header: 'Documento bancario', width: 28, value: (row) => row.documents },
]

const RETURNED_COLUMNS: Column<ReturnRow>[] = [
  ...TO_RETURN_COLUMNS,
  day('Devuelto el', (row) => row.returnedOn),
]

const DOCUMENTS = sql`(
  select coalesce(string_agg(document, ', ' order by payments.paid_on, payments.id), '')
  from payment_matches join payments on payments.id = payment_id where order_id = orders.id and document <> '')`

/**
 * The accountant's sheets for the orders of some days. The sums by day and month are made from the rows of the other sheets, so that they
 * agree even if orders change meanwhile. Coupons and deliveries have columns only if an order of these days has one.
 */
export async function salesBook(database: Db, days: Days): Promise<Sheet[]> {
  const extras = await findExtras(database, days)
  const [byDay, byMonth]: [Totals, Totals] = [new Map(), new Map()]
  const byCoupon = new Map<string, CouponRow>()
  const add = (day: string, amounts: Partial<Sums>) => {
    addTo(byDay, day, amounts)
    addTo(byMonth, day.slice(0, 7), amounts)
  }

  async function* orders() {
    for await (const batch of readOrders(database, days)) {
      const rows = batch.map((row) => ({ ...row, ...amountsOf(row) }))
      for (const { day, ...amounts } of rows) {
        add(day, amounts)
        addCoupon(byCoupon, amounts)
      }
      yield rows
    }
  }

  async function* toReturn() {
    for await (const batch of readReturns(database, sql`returned_at is null`)) {
      for (const { day, amount } of batch) if (isWithin(day, days)) add(day, { toReturn: amount })
      yield batch
    }
  }

  const returned = readReturns(database, sql`returned_at is not null`, days)
  return [
    summary(
      'Por día',
      [day<PeriodRow>('Fecha', (row) => row.period), ...sumColumns(extras)],
      inTimeOrder(byDay),
    ),
    summary(
      'Por mes',
      [{ header: 'Mes', width: 10, value: (row) => row.period }, ...sumColumns(extras)],
      inTimeOrder(byMonth),
    ),
    ...(extras.coupons ? [summary('Por código', COUPON_COLUMNS, codesOf(byCoupon))] : []),
    sheetOf('Pedidos', orderColumns(extras), orders()),
    sheetOf('Por devolver', TO_RETURN_COLUMNS, toReturn()),
    sheetOf('Devueltos', RETURNED_COLUMNS, returned),
  ]
}

/** A sheet whose rows are made after those of the other sheets. */
const summary = <Row>(name: string, columns: Column<Row>[], rows: Iterable<Row[]>): Sheet => ({
  ...sheetOf(name, columns, rows),
  isSummary: true,
})

function addCoupon(
  sums: Map<string, CouponRow>,
  { coupon: code, couponDiscounts, total }: Pick<BookedOrder, 'coupon' | 'couponDiscounts' | 'total'>,
) {
  if (!code) return
  const { orders, given, brought } = sums.get(code) ?? { orders: 0, given: 0, brought: 0 }
  sums.set(code, { code, orders: orders + 1, given: given + couponDiscounts, brought: brought + total })
}

/** The sums of discounts (`given`) and sales (`brought`) of each coupon's code, the largest sales first. */
function* codesOf(sums: Map<string, CouponRow>) {
  yield [...sums.values()].toSorted((a, b) => b.brought - a.brought)
}

const isWithin = (day: string, { from, to }: Days) => (!from || day >= from) && (!to || day <= to)

/** The orders of some days without the cancelled ones, in the order of their numbers. */
const readOrders = (database: Db, days: Days) =>
  eachBatch<OrderRow>(database, {
    table: 'orders',
    columns: sql`number, ${localDay('orders.created_at')} as day, status, total, paid_amount as paid, paid_on::text as "paidOn",
      coupon_code as coupon, orders.discount as "couponDiscounts", delivery_cost as deliveries,
      (select coalesce(sum(price * quantity), 0) from order_lines where order_id = orders.id) as undiscounted, ${DOCUMENTS} as documents`,
    filters: [statusIs('holdsStock'), ...withinDays('orders.created_at', days)],
    ...BY_NUMBER,
  })

/** The cancelled orders that were paid, in the order of their numbers; `days` limits the days on which the money was returned. */
const readReturns = (database: Db, state: ReturnType<typeof sql>, days: Days = {}) =>
  eachBatch<ReturnRow>(database, {
    table: 'orders',
    columns: sql`number, ${localDay('orders.created_at')} as day, paid_on::text as "paidOn", paid_amount as amount, ${DOCUMENTS} as documents,
      (select ${localDay('happened_at')} from order_events where order_id = orders.id and kind = 'cancelled'
        order by happened_at desc limit 1) as "cancelledOn",
      ${localDay('returned_at')} as "returnedOn"`,
    joins: RETURNS,
    sortJoins: RETURNS,
    filters: [sql`${IS_TO_RETURN} and ${state}`, ...withinDays('returned_at', days)],
    ...BY_NUMBER,
  })

const RETURNS = sql`left join payment_returns on payment_returns.order_id = orders.id`
const BY_NUMBER = { orderBy: ['number'], direction: 'asc' } as const

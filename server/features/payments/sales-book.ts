import { sql } from 'kysely'
import { type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { splitWholeTotal, TAX_PERCENT } from '#domain/tax.ts'
import { eachBatch } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { type Days, localDay, withinDays } from '../../database/store-day.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { findExtras } from '../orders/lists/export-orders.ts'
import { IS_TO_RETURN, statusIs } from '../orders/state/order-payment.ts'

const SUMMED = [
  ...(['orders', 'net', 'tax', 'discounts', 'couponDiscounts', 'deliveries'] as const),
  ...(['total', 'received', 'toReturn'] as const),
]
/** The whole pesos of several orders, and their number. */
type Sums = Record<(typeof SUMMED)[number], number>

/** The sums of each day, month or coupon's code. */
type Totals = Map<string, Sums>
type TotalsRow = Sums & { name: string }

function addTo(totals: Totals, name: string, amounts: Partial<Sums>) {
  const before = totals.get(name)
  const sums = SUMMED.map((part) => [part, (before?.[part] ?? 0) + (amounts[part] ?? 0)])
  totals.set(name, Object.fromEntries(sums))
}

const rowsOf = (totals: Totals): TotalsRow[] => [...totals].map(([name, sums]) => ({ name, ...sums }))

const text = <Key extends string>(header: string, width: number, key: Key): Column<Record<Key, string>> => ({
  ...{ header, width },
  value: (row) => row[key],
})

const number = <Key extends string>(header: string, key: Key, width = 13): Column<Record<Key, number>> => ({
  ...{ header, width },
  numeric: true,
  value: (row) => row[key],
})

const day = <Key extends string>(header: string, key: Key): Column<Record<Key, string | null>> => ({
  header,
  width: 13,
  dated: true,
  value: ({ [key]: day }) => (day ? { day } : ''),
})

const NET_AND_TAX = [number('Neto', 'net'), number(`IVA ${TAX_PERCENT} % (referencial)`, 'tax', 23)]

/** The columns of the coupon's discount and the cost of the delivery, for shops that have them. The total includes both. */
const extraColumns = (extras: { coupons: boolean; deliveries: boolean }) => [
  ...(extras.coupons ? [number('Descuentos por código', 'couponDiscounts', 20)] : []),
  ...(extras.deliveries ? [number('Despachos', 'deliveries')] : []),
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
  received: number
  paidOn: string | null
  documents: string
}

/** An order with its whole pesos. */
function withAmounts({ total, undiscounted, ...order }: OrderRow) {
  const parts = splitWholeTotal(total)
  // Chosen so that undiscounted − discounts − coupon discounts + deliveries = total.
  const discounts = Math.round(undiscounted) - order.couponDiscounts + order.deliveries - parts.total
  return { ...order, ...parts, discounts, orders: 1 }
}

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
  number('N° pedido', 'number', 11),
  day('Fecha', 'day'),
  day('Cancelado el', 'cancelledOn'),
  day('Pagado el', 'paidOn'),
  number('Monto', 'amount'),
  text('Documento bancario', 28, 'documents'),
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
  const byDay: Totals = new Map()
  const byCode: Totals = new Map()

  async function* orders() {
    for await (const batch of readOrders(database, days)) {
      const rows = batch.map(withAmounts)
      for (const row of rows) {
        addTo(byDay, row.day, row)
        if (row.coupon) addTo(byCode, row.coupon, row)
      }
      yield rows
    }
  }

  async function* toReturn() {
    for await (const batch of readReturns(database, sql`returned_at is null`)) {
      for (const { day, amount } of batch) if (isWithin(day, days)) addTo(byDay, day, { toReturn: amount })
      yield batch
    }
  }

  const inTimeOrder = (totals: Totals) => rowsOf(totals).sort((a, b) => a.name.localeCompare(b.name))
  const byMonth = () => {
    const months: Totals = new Map()
    for (const [day, sums] of byDay) addTo(months, day.slice(0, 7), sums)
    return inTimeOrder(months)
  }
  const bestSold = () => rowsOf(byCode).sort((a, b) => b.total - a.total)
  const returned = readReturns(database, sql`returned_at is not null`, days)

  const sums: Column<TotalsRow>[] = [
    number('Pedidos', 'orders', 10),
    ...NET_AND_TAX,
    number('Descuentos', 'discounts'),
    ...extraColumns(extras),
    number('Total', 'total'),
    number('Recibido', 'received'),
    number('Por devolver', 'toReturn'),
  ]
  const ofCodes: Column<TotalsRow>[] = [
    text('Código', 20, 'name'),
    number('Pedidos', 'orders', 10),
    number('Descontado', 'couponDiscounts'),
    number('Vendido', 'total'),
  ]
  const ofOrders: Column<ReturnType<typeof withAmounts>>[] = [
    number('N° pedido', 'number', 11),
    day('Fecha', 'day'),
    { header: 'Estado', width: 12, value: ({ status }) => orderStatuses[status].name },
    ...NET_AND_TAX,
    number('Descuentos', 'discounts'),
    ...(extras.coupons ? [text('Código', 20, 'coupon')] : []),
    ...extraColumns(extras),
    number('Total', 'total'),
    day('Pagado el', 'paidOn'),
    number('Recibido', 'received'),
    {
      ...{ header: 'Diferencia', width: 13, numeric: true },
      value: ({ received, total }) => (received > 0 ? received - total : ''),
    },
    text('Documento bancario', 28, 'documents'),
  ]
  return [
    summary('Por día', [day('Fecha', 'name'), ...sums], () => inTimeOrder(byDay)),
    summary('Por mes', [text('Mes', 10, 'name'), ...sums], byMonth),
    ...(extras.coupons ? [summary('Por código', ofCodes, bestSold)] : []),
    sheetOf('Pedidos', ofOrders, orders()),
    sheetOf('Por devolver', TO_RETURN_COLUMNS, toReturn()),
    sheetOf('Devueltos', [...TO_RETURN_COLUMNS, day('Devuelto el', 'returnedOn')], returned),
  ]
}

/** A sheet whose rows are made after those of the other sheets. */
function summary(name: string, columns: Column<TotalsRow>[], make: () => TotalsRow[]): Sheet {
  function* rows() {
    yield make()
  }
  return { ...sheetOf(name, columns, rows()), isSummary: true }
}

const isWithin = (day: string, { from, to }: Days) => (!from || day >= from) && (!to || day <= to)

/** The orders of some days without the cancelled ones, in the order of their numbers. */
const readOrders = (database: Db, days: Days) =>
  eachBatch<OrderRow>(database, {
    table: 'orders',
    columns: sql`number, ${localDay('orders.created_at')} as day, status, total, paid_amount as received, paid_on::text as "paidOn",
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

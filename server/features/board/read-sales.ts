import { sql } from 'kysely'
import type { BoardData, Sales } from '#contract/board.ts'
import { daysBefore, storeDay } from '#contract/store-day.ts'
import { BOARD_PERIODS } from '#domain/board-period.ts'
import { ORDER_STATUSES, type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { sumTotals } from '#domain/price.ts'
import { store } from '#store'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'

/** The sums of a day and a status, and those until the same time of the day as now. */
type Row = Sales & {
  ordersUntilNow: number
  pesosUntilNow: number
  /** The day, as a number of days before today. */
  age: number
  status: OrderStatus
}

const LONGEST_PERIOD = Math.max(...BOARD_PERIODS)
// Twice the longest period, because each period is compared with the previous one.
const READ_DAYS = 2 * LONGEST_PERIOD

const timeZone = sql.lit(store.timeZone)

/** The sales of each period until `now`, and of each of the last days. Days are of the pharmacy's time zone. */
export async function readSales(
  database: Db,
  now: Date,
): Promise<Pick<BoardData, 'periods' | 'days'> & { ordersOfToday: number }> {
  const today = storeDay(now)
  const rows = await readDays(database, today, now)
  const sold = rows.filter(({ status }) => orderStatuses[status].holdsStock)
  const periods = BOARD_PERIODS.map((days) => {
    const within = rows.filter(({ age }) => age < days)
    const ordersOf = (status: OrderStatus) => sumOf(within.filter((row) => row.status === status)).orders
    return {
      days,
      sales: sumOf(sold.filter(({ age }) => age < days)),
      // The last day of the previous period counts until the same time as now.
      before: sumOf([
        ...sold.filter(({ age }) => age > days && age < 2 * days),
        ...sold
          .filter(({ age }) => age === days)
          .map((row) => ({ orders: row.ordersUntilNow, pesos: row.pesosUntilNow })),
      ]),
      statuses: Object.fromEntries(ORDER_STATUSES.map((status) => [status, ordersOf(status)])) as Record<
        OrderStatus,
        number
      >,
    }
  })
  const days = Array.from({ length: LONGEST_PERIOD }, (_, index) => {
    const age = LONGEST_PERIOD - 1 - index
    return { day: daysBefore(today, age), ...sumOf(sold.filter((row) => row.age === age)) }
  })
  return { periods, days, ordersOfToday: sumOf(rows.filter(({ age }) => age === 0)).orders }
}

/** The sums by day and status, for today and the two longest periods. */
async function readDays(database: Db, today: string, now: Date): Promise<Row[]> {
  // As a subquery it is computed once, not for each order.
  const isUntilNow = sql`moment::time <= (select (${now}::timestamptz at time zone ${timeZone})::time)`
  // The offset keeps PostgreSQL from converting each moment several times.
  const { rows } = await sql<Row>`
    select ${today}::date - moment::date as age, status, count(*)::int as orders, sum(total) as pesos,
      (count(*) filter (where ${isUntilNow}))::int as "ordersUntilNow",
      coalesce(sum(total) filter (where ${isUntilNow}), 0) as "pesosUntilNow"
    from (
      select created_at at time zone ${timeZone} as moment, status, total from orders
      where created_at >= ${midnight(today, 1 - READ_DAYS)} and created_at < ${midnight(today, 1)} offset 0
    ) local
    group by moment::date, status`.execute(database)
  return rows
}

const sumOf = (rows: readonly Sales[]): Sales => ({
  orders: rows.reduce((sum, { orders }) => sum + orders, 0),
  pesos: sumTotals(rows.map(({ pesos }) => pesos)),
})

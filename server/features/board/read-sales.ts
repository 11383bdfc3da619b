import { sql } from 'kysely'
import type { BoardData, Sales } from '#contract/board.ts'
import { storeDay } from '#contract/store-day.ts'
import { BOARD_PERIODS } from '#domain/board-period.ts'
import { ORDER_STATUSES, type OrderStatus, orderStatuses } from '#domain/order-status.ts'
import { sumTotals } from '#domain/price.ts'
import { store } from '#store'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'
import { statusIs } from '../orders/order-payment.ts'

/** The sums of a day and a status. */
type Row = Sales & {
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
  const [rows, untilNow] = await Promise.all([readDays(database, today), readUntilNow(database, today, now)])
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
        ...untilNow.filter((row) => row.days === days),
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
async function readDays(database: Db, today: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select age, status, sum(orders)::int as orders, sum(pesos) as pesos
    from (
      select ${today}::date - day as age, status, orders, pesos from order_day_sums
      where zone = ${timeZone} and day > ${today}::date - ${sql.lit(READ_DAYS)}
      union all
      select ${today}::date - (quarter at time zone ${timeZone})::date, status, orders, pesos from order_sum_changes
      where quarter >= ${midnight(today, 1 - READ_DAYS)}
    ) sums
    where age >= 0 group by age, status`.execute(database)
  return rows
}

/** The sales of the last day of each previous period, until the same time as now. */
async function readUntilNow(database: Db, today: string, now: Date): Promise<(Sales & { days: number })[]> {
  const within = sql`${statusIs('holdsStock', sql`status`)} and quarter >= (${today}::date - days)::timestamp at time zone ${timeZone}
    and quarter <= (${now}::timestamptz at time zone ${timeZone} - make_interval(days => days)) at time zone ${timeZone}`
  const { rows } = await sql<Sales & { days: number }>`
    select days, coalesce(sum(orders), 0)::int as orders, coalesce(sum(pesos), 0) as pesos
    from unnest(${[...BOARD_PERIODS]}::int[]) as days, lateral (
      select orders, pesos from order_quarter_sums where ${within}
      union all select orders, pesos from order_sum_changes where ${within}
    ) sums
    group by days`.execute(database)
  return rows
}

const sumOf = (rows: readonly Sales[]): Sales => ({
  orders: rows.reduce((sum, { orders }) => sum + orders, 0),
  pesos: sumTotals(rows.map(({ pesos }) => pesos)),
})

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

import { sql } from 'kysely'
import type { BoardData, Sales } from '#contract/board.ts'
import { BOARD_PERIODS } from '#domain/board-period.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import { sumTotals } from '#domain/price.ts'
import { store } from '#store'
import type { Db } from '../../database/schema.ts'
import { midnight } from '../../database/store-day.ts'

/** Sums of one day and status. */
type Row = Sales & {
  /** Days before today. */
  age: number
  status: OrderStatus
  /** The same until this time of the day. */
  ordersByNow: number
  pesosByNow: number
}

const LONGEST = Math.max(...BOARD_PERIODS)
// The days before the longest period, to compare it with.
const READ_DAYS = 2 * LONGEST

const timeZone = sql.lit(store.timeZone)
// Sweden writes dates as YYYY-MM-DD and times as HH:mm:ss.
const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: store.timeZone, dateStyle: 'short' })
const timeOf = new Intl.DateTimeFormat('sv-SE', { timeZone: store.timeZone, timeStyle: 'medium' })

/** The sales of each period until `now`, and of each of the last days. Days are of the pharmacy's time zone. */
export async function readSales(
  database: Db,
  now: Date,
): Promise<Pick<BoardData, 'periods' | 'days'> & { ordersOfToday: number }> {
  const today = dayOf.format(now)
  const { rows } = await sql<Row>`
    select age, status, sum(orders)::int as orders, sum(pesos) as pesos,
      coalesce(sum(orders) filter (where time <= ${timeOf.format(now)}::time), 0)::int as "ordersByNow",
      coalesce(sum(pesos) filter (where time <= ${timeOf.format(now)}::time), 0) as "pesosByNow"
    from (
      select ${today}::date - (quarter at time zone ${timeZone})::date as age, (quarter at time zone ${timeZone})::time as time,
        status, orders, pesos
      from order_counts where quarter >= ${midnight(today, 1 - READ_DAYS)}
    ) counts
    where age >= 0 group by age, status`.execute(database)

  const sold = rows.filter(({ status }) => status !== 'cancelled')
  const periods = BOARD_PERIODS.map((days) => {
    const within = rows.filter(({ age }) => age < days)
    const ordersOf = (status: OrderStatus) => sumOf(within.filter((row) => row.status === status)).orders
    return {
      days,
      sales: sumOf(sold.filter(({ age }) => age < days)),
      before: sumOf(
        sold.flatMap((row) => {
          if (row.age < days || row.age >= 2 * days) return []
          // Its last day is compared as far as today has come.
          return row.age === days ? [{ orders: row.ordersByNow, pesos: row.pesosByNow }] : [row]
        }),
      ),
      statuses: {
        pending: ordersOf('pending'),
        delivered: ordersOf('delivered'),
        cancelled: ordersOf('cancelled'),
      },
    }
  })
  const days = Array.from({ length: LONGEST }, (_, index) => {
    const age = LONGEST - 1 - index
    return { day: daysBefore(today, age), ...sumOf(sold.filter((row) => row.age === age)) }
  })
  return { periods, days, ordersOfToday: sumOf(rows.filter(({ age }) => age === 0)).orders }
}

const sumOf = (rows: readonly Sales[]): Sales => ({
  orders: rows.reduce((sum, { orders }) => sum + orders, 0),
  pesos: sumTotals(rows.map(({ pesos }) => pesos)),
})

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

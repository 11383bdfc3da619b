import { sql } from 'kysely'
import type { BoardData } from '#contract/board.ts'
import type { Db } from '../../database/schema.ts'
import { countGivenUp } from '../connections/deliveries.ts'
import { countWaitingImports } from '../imports/import-history.ts'
import { overdueProofs, statusIs } from '../orders/order-payment.ts'
import { countHeld } from '../sale-conditions/queries.ts'
import { readOpenTasks } from './open-tasks.ts'
import { readSales } from './read-sales.ts'
import { readTransfers } from './read-transfers.ts'

/** Products per list of the board. */
const LIST_LENGTH = 8
/** The number of days in `product_sales`. */
const SOLD_DAYS = sql.lit(30)
/** A product runs out soon when its stock lasts for at most this many days. */
const RUNS_OUT_DAYS = sql.lit(14)

/** The figures of the board (docs/product.md#board), read from maintained sums, so that the cost doesn't grow with the orders. */
export async function readBoard(database: Db, now = new Date()): Promise<Omit<BoardData, 'backup'>> {
  const [
    { ordersOfToday, ...sales },
    openTasks,
    transfers,
    proofsWithoutTransfer,
    soldOutProducts,
    heldProducts,
    { unsent: importsToReview },
    undeliveredEvents,
    bestSellers,
    runningOut,
  ] = await Promise.all([
    readSales(database, now),
    readOpenTasks(database),
    readTransfers(database, now),
    countOverdueProofs(database),
    countSoldOut(database),
    countHeld(database),
    countWaitingImports(database),
    countGivenUp(database),
    readBestSellers(database),
    readRunningOut(database),
  ])
  return {
    ...sales,
    tasks: {
      ...openTasks,
      ...{ ordersOfToday, proofsWithoutTransfer, soldOutProducts, heldProducts },
      ...{ importsToReview, undeliveredEvents },
    },
    transfers,
    bestSellers,
    runningOut,
  }
}

async function countOverdueProofs(database: Db): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(*)::int as orders from orders
    where ${statusIs('holdsStock')} and ${await overdueProofs(database)}`.execute(database)
  return rows[0]!.orders
}

async function countSoldOut(database: Db): Promise<number> {
  const { rows } = await sql<{ products: number }>`
    select coalesce(sum(products), 0)::int as products from product_counts where not in_stock`.execute(
    database,
  )
  return rows[0]!.products
}

async function readBestSellers(database: Db) {
  const { rows } = await sql<BoardData['bestSellers'][number]>`
    select id as "_id", tradename, units from product_sales join products on products.id = product_id
    where units > 0 and retired_at is null
    order by units desc, product_id limit ${sql.lit(LIST_LENGTH)}`.execute(database)
  return rows
}

async function readRunningOut(database: Db): Promise<BoardData['runningOut']> {
  type Row = BoardData['runningOut']['products'][number] & { total: number }
  const { rows } = await sql<Row>`
    select id as "_id", tradename, stock, floor(stock::numeric * ${SOLD_DAYS} / units)::int as days,
      count(*) over ()::int as total
    from product_sales join products on products.id = product_id
    where units > 0 and stock > 0 and retired_at is null and stock::bigint * ${SOLD_DAYS} <= units::bigint * ${RUNS_OUT_DAYS}
    order by stock::numeric / units, sort_key, id limit ${sql.lit(LIST_LENGTH)}`.execute(database)
  return { total: rows[0]?.total ?? 0, products: rows.map(({ total: _, ...product }) => product) }
}

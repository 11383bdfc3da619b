import { sql } from 'kysely'
import type { BoardData } from '#contract/board.ts'
import { EXPIRING_DAYS } from '#domain/lots.ts'
import type { Db } from '../../database/schema.ts'
import { countGivenUp } from '../connections/deliveries.ts'
import { countWaitingImports } from '../imports/import-history.ts'
import { countExpiring } from '../lots/expiring.ts'
import { overdueProofs, statusIs } from '../orders/state/order-payment.ts'
import { countHeld } from '../sale-conditions/queries.ts'
import { IS_SOLD_OUT, sellable } from '../stock/sellable.ts'
import { SOLD_UNITS } from '../stock/sold-units.ts'
import { readOpenTasks } from './open-tasks.ts'
import { readSales } from './read-sales.ts'
import { readTransfers } from './read-transfers.ts'

/** Products per list of the board. */
const LIST_LENGTH = 8
/** The days of {@link SOLD_UNITS}. */
const SOLD_DAYS = sql.lit(30)
/** A product runs out soon when its stock lasts for at most this many days. */
const RUNS_OUT_DAYS = sql.lit(14)

/** The figures of the board. */
export async function readBoard(database: Db, now = new Date()): Promise<Omit<BoardData, 'backup'>> {
  const [
    { ordersOfToday, ...sales },
    openTasks,
    transfers,
    proofsWithoutTransfer,
    soldOutProducts,
    { expired, expiring },
    heldProducts,
    { unsent: importsToReview },
    undeliveredEvents,
    coupons,
    sold,
  ] = await Promise.all([
    readSales(database, now),
    readOpenTasks(database),
    readTransfers(database, now),
    countOverdueProofs(database),
    countSoldOut(database),
    countExpiring(database, EXPIRING_DAYS[2]),
    countHeld(database),
    countWaitingImports(database),
    countGivenUp(database),
    readCoupons(database),
    readSold(database),
  ])
  return {
    ...sales,
    tasks: {
      ...openTasks,
      ...{ ordersOfToday, proofsWithoutTransfer, soldOutProducts, heldProducts },
      ...{ importsToReview, undeliveredEvents },
      ...(expired > 0 && { expiredLots: expired }),
      ...(expiring > 0 && { expiringLots: expiring }),
    },
    transfers,
    coupons,
    ...sold,
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
    select count(*)::int as products from products where ${IS_SOLD_OUT} and retired_at is null`.execute(
    database,
  )
  return rows[0]!.products
}

async function readCoupons(database: Db): Promise<BoardData['coupons']> {
  const { rows } = await sql<BoardData['coupons'][number]>`
    select coupon_code as code, count(*)::int as orders, sum(discount)::int as given, round(sum(total))::int as brought
    from orders
    where coupon_id is not null and ${statusIs('holdsStock')} and created_at >= now() - make_interval(days => ${SOLD_DAYS})
    group by coupon_code order by sum(total) desc, coupon_code limit ${sql.lit(LIST_LENGTH)}`.execute(
    database,
  )
  return rows
}

/**
 * The best sellers, and the products that run out, among those sold in the last 30 days. All sold products are cut to the best before their
 * JSON is made, because PostgreSQL would make it for each before sorting.
 */
async function readSold(database: Db): Promise<Pick<BoardData, 'bestSellers' | 'runningOut'>> {
  const { rows } = await sql<Pick<BoardData, 'bestSellers' | 'runningOut'>>`
    with sold as materialized (
      select id, tradename, ${sellable('products')} as stock, sort_key, units
      from (${SOLD_UNITS}) units join products on products.id = product_id where retired_at is null
    ), "runningOut" as materialized (
      select * from sold where stock > 0 and stock::bigint * ${SOLD_DAYS} <= units::bigint * ${RUNS_OUT_DAYS}
    )
    select array(select json_build_object('_id', id, 'tradename', tradename, 'units', units)
        from (select * from sold order by units desc, id limit ${sql.lit(LIST_LENGTH)}) first) as "bestSellers",
      json_build_object('total', (select count(*) from "runningOut"), 'products', array(
        select json_build_object('_id', id, 'tradename', tradename, 'stock', stock,
          'days', floor(stock::numeric * ${SOLD_DAYS} / units)::int)
        from "runningOut" order by stock::numeric / units, sort_key, id limit ${sql.lit(LIST_LENGTH)})) as "runningOut"`.execute(
    database,
  )
  return rows[0]!
}

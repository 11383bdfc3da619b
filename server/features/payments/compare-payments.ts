import { sql } from 'kysely'
import { matchPayments } from '#domain/match-payments.ts'
import type { OpenOrder, Transfer } from '#domain/payment-candidates.ts'
import { store } from '#store'
import { LOCKS } from '../../database/advisory-locks.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { DUE, meetsRule } from '../orders/state/order-payment.ts'

/** The maximum age of orders, at the day of the oldest undecided transfer, that transfers are compared with. */
const ORDER_AGE = sql.lit('180 days')

/** The orders that undecided transfers are compared with; none when no transfer is undecided. */
const OPEN_ORDERS = sql`from orders join users on users.id = orders.user_id
  where ${meetsRule('payable')}
    and orders.created_at >= (select min(paid_on) from payments where state in ('sure', 'proposed', 'unknown')) - interval ${ORDER_AGE}`

/** Computes again which orders the undecided transfers may pay. The caller holds the lock of {@link lockPayments}. */
export async function comparePayments(tx: Tx): Promise<void> {
  const digest = await digestOfOrders(tx)
  const orders = await readOpenOrders(tx)
  const decided = matchPayments(await readUndecided(tx), orders)
  const rows = decided.map(({ transfer, state, offers }) => ({ id: transfer, state, offers }))
  await sql`
    update payments set state = decided.state, offers = decided.offers
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as decided (id uuid, state text, offers jsonb)
    where payments.id = decided.id and (payments.state <> decided.state or payments.offers <> decided.offers)`.execute(
    tx,
  )
  await sql`
    insert into payment_comparisons (compared_with) values (${digest})
    on conflict (id) do update set compared_with = excluded.compared_with`.execute(tx)
}

/** Compares the undecided transfers again if orders were placed, paid or cancelled since the last comparison. */
export async function comparePaymentsIfOutdated(database: Db): Promise<void> {
  if (!(await isOutdated(database))) return
  await inTransaction(database, async (tx) => {
    await lockPayments(tx)
    if (await isOutdated(tx)) await comparePayments(tx)
  })
}

async function isOutdated(database: Db): Promise<boolean> {
  const { rows } = await sql<{ compared: string | null; hasUndecided: boolean }>`
    select (select compared_with from payment_comparisons) as compared,
      exists (select from payments where state in ('sure', 'proposed', 'unknown')) as "hasUndecided"`.execute(
    database,
  )
  const { compared, hasUndecided } = rows[0]!
  return hasUndecided && compared !== (await digestOfOrders(database))
}

/** A digest of the orders that transfers are compared with. It changes when an order is placed, paid or cancelled. */
async function digestOfOrders(database: Db): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select count(*) || ' ' || coalesce(sum(hashtextextended(orders.id::text || ' ' || paid_amount, 0)), 0) as digest
    ${OPEN_ORDERS}`.execute(database)
  return rows[0]!.digest
}

async function readOpenOrders(tx: Tx): Promise<OpenOrder[]> {
  const { rows } = await sql<OpenOrder>`
    select orders.id, number, ${DUE} as due,
      ((orders.created_at at time zone ${sql.lit(store.timeZone)})::date)::text as day,
      json_build_object('id', users.id, 'name', users.name, 'lastName', users.lastname, 'rut', users.rut) as account,
      json_build_object('name', orders.name, 'lastName', orders.last_name) as recipient
    ${OPEN_ORDERS} order by number`.execute(tx)
  return rows
}

async function readUndecided(tx: Tx): Promise<Transfer[]> {
  const { rows } = await sql<Transfer>`
    select id, paid_on::text as date, amount, description, document from payments
    where state in ('sure', 'proposed', 'unknown') order by paid_on, id`.execute(tx)
  return rows
}

/** The pesos that a transfer pays of each order: each due amount in the given order, and all the rest for the last one. */
export function splitAmount(amount: number, dues: readonly number[]): number[] {
  let rest = amount
  return dues.map((due, place) => {
    const share = place === dues.length - 1 ? rest : Math.min(due, rest)
    rest -= share
    return share
  })
}

/**
 * Takes the lock for decisions about transfers until the transaction ends, because each decision changes the orders that other transfers
 * may pay. Purchases don't take this lock.
 */
export const lockPayments = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(${LOCKS.payments}::bigint)`.execute(tx)

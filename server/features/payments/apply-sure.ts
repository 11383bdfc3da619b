import { sql } from 'kysely'
import { orderStatuses } from '#domain/order-status.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { StoredOffer } from '../../database/payment-tables.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Actor } from '../audit/record-audit.ts'
import { applyMatches, type LockedOrder, lockOrders, type Match } from './apply-matches.ts'
import { comparePayments, comparePaymentsIfOutdated, splitAmount } from './compare-payments.ts'
import { lockPayments } from './lock-payments.ts'

/**
 * Matches all sure transfers (docs/product.md#matching-transfers).
 *
 * @param statementId only those that this statement brought
 * @returns the number of matched transfers
 * @throws Refusal NOT_FOUND
 */
export async function applySure(
  database: Db,
  { statementId, actor }: { statementId?: string; actor: Actor },
): Promise<number> {
  await comparePaymentsIfOutdated(database)
  return inTransaction(database, async (tx) => {
    await lockPayments(tx)
    if (statementId) await requireStatement(tx, statementId)
    const sure = await readSure(tx, statementId)
    const orders = await lockOrders(
      tx,
      sure.flatMap(({ orders }) => orders),
    )
    const matches = sure.flatMap((payment) => matchOf(payment, orders) ?? [])
    if (matches.length > 0) await applyMatches(tx, matches, orders, actor)
    await comparePayments(tx)
    return matches.length
  })
}

type SurePayment = StoredOffer & { id: string; date: string; amount: number }

async function readSure(tx: Tx, statementId: string | undefined): Promise<SurePayment[]> {
  const { rows } = await sql<Omit<SurePayment, keyof StoredOffer> & { offers: StoredOffer[] }>`
    select id, paid_on::text as date, amount, offers from payments
    where state = 'sure' ${statementId ? sql`and statement_id = ${statementId}` : sql``}
    order by paid_on, id`.execute(tx)
  return rows.flatMap(({ offers: [best], ...payment }) => (best ? [{ ...payment, ...best }] : []))
}

/** The match of a sure transfer; undefined when an order was cancelled since the comparison. Reduces what is due in `orders`. */
function matchOf(
  { id, date, amount, orders: ids, reasons }: SurePayment,
  orders: Map<string, LockedOrder>,
): Match | undefined {
  const open = ids.flatMap((orderId) => orders.get(orderId) ?? [])
  if (
    open.length < ids.length ||
    open.some(({ status, due }) => !orderStatuses[status].holdsStock || due <= 0)
  )
    return undefined
  const amounts = splitAmount(
    amount,
    open.map(({ due }) => due),
  )
  if (amounts.some((share) => share <= 0)) return undefined
  const shares = open.map((order, place) => {
    const share = amounts[place]!
    orders.set(order.id, { ...order, due: order.due - share })
    return { orderId: order.id, amount: share, due: order.due, reasons }
  })
  return { paymentId: id, date, shares }
}

async function requireStatement(tx: Tx, id: string) {
  const { rows } = await sql`select from bank_statements where id = ${id}`.execute(tx)
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
}

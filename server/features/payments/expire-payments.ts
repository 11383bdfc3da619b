import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { comparePayments, lockPayments } from './compare-payments.ts'

/**
 * Removes data of bank statements that no order needs, a number of days after it was read: transfers without a match, gaps and refused
 * rows, and statements without any transfer left.
 *
 * @returns the numbers of removed transfers and statements
 */
export async function expirePayments(
  database: Db,
  days: number,
): Promise<{ payments: number; statements: number }> {
  return inTransaction(database, async (tx) => {
    await lockPayments(tx)
    const isOld = sql`created_at < now() - make_interval(days => ${days}::int)`
    const payments = await sql`delete from payments where state <> 'matched' and ${isOld}`.execute(tx)
    await sql`
      update bank_statements set gaps = '[]', refused = '[]'
      where ${isOld} and (gaps <> '[]' or refused <> '[]')`.execute(tx)
    const statements = await sql`
      delete from bank_statements
      where ${isOld} and not exists (select from payments where statement_id = bank_statements.id)`.execute(
      tx,
    )
    const removed = Number(payments.numAffectedRows ?? 0)
    if (removed > 0) await comparePayments(tx)
    return { payments: removed, statements: Number(statements.numAffectedRows ?? 0) }
  })
}

/**
 * Empties the texts of transfers that were matched with orders of erased persons after the erasure. The texts stay for a day, in which a
 * wrong match can be undone.
 *
 * @returns the number of these transfers
 */
export async function forgetErasedPayers(database: Db): Promise<number> {
  return inTransaction(database, async (tx) => {
    // Only orders of erased persons have no e-mail.
    const { rows } = await sql<{ id: string }>`
      select id from payments
      where state = 'matched' and (description <> '' or document <> '') and exists (
        select from payment_matches join orders on orders.id = order_id
        where payment_id = payments.id and email = '' and matched_at < now() - interval '1 day')
      for update`.execute(tx)
    await emptyTexts(
      tx,
      rows.map(({ id }) => id),
    )
    return rows.length
  })
}

/**
 * Empties the bank's texts about the payers of these orders, and compares the undecided transfers again. The transfers' digests stay, so
 * that the same statement sent again doesn't bring the texts back. The caller holds the lock of `lockPayments`.
 */
export async function forgetPayers(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select distinct payment_id as id from payment_matches where order_id = any(${orderIds}::uuid[])`.execute(
    tx,
  )
  await emptyTexts(
    tx,
    rows.map(({ id }) => id),
  )
  await comparePayments(tx)
}

/** Empties the texts of transfers, the reasons of their matches, and the gaps of statements that are named after them. */
async function emptyTexts(tx: Tx, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  await sql`
    update bank_statements set gaps = (
      select jsonb_agg(case when named.day is null then gap else gap || jsonb_build_object('after', named.day) end order by place)
      from jsonb_array_elements(gaps) with ordinality listed (gap, place)
      left join lateral (
        select to_char(paid_on, 'DD-MM-YYYY') as day from payments
        where id = any(${paymentIds}::uuid[]) and gap ->> 'after' = trim(to_char(paid_on, 'DD-MM-YYYY') || ' ' || description)
        limit 1
      ) named on true)
    where gaps <> '[]'`.execute(tx)
  await sql`
    update payments set description = '', document = '' where id = any(${paymentIds}::uuid[])`.execute(tx)
  await sql`
    update payment_matches set reasons = '[]' where payment_id = any(${paymentIds}::uuid[])`.execute(tx)
}

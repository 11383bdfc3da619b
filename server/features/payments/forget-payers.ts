import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { comparePayments } from './compare-payments.ts'

/**
 * Empties what banks wrote about the payers of these orders, and compares the undecided transfers with the orders as they are now. The
 * digest stays, so that a statement sent again brings nothing back. The caller holds the lock of `lockPayments`.
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
export async function emptyTexts(tx: Tx, paymentIds: readonly string[]): Promise<void> {
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

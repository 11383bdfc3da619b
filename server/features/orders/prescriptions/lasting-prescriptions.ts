import { type RawBuilder, sql } from 'kysely'
import type { CartLine } from '#contract/cart.ts'
import type { LastingPrescription } from '#contract/order-prescriptions.ts'
import { assignPrescriptions } from '#domain/lasting-prescription.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { TODAY } from '../../../database/store-day.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { DISPENSINGS_LEFT, SERVES_PRODUCT } from './prescription-state.ts'

/** The condition of a user's `lasting` prescriptions that aren't removed or expired and have dispensings left. */
const usableOf = (userId: string) => sql`lasting.user_id = ${userId} and lasting.removed_at is null
  and (valid_until is null or valid_until >= ${TODAY})
  and ${DISPENSINGS_LEFT} > 0`

/**
 * The products among the ids that the `lasting` prescription serves: only those on a simple prescription, because a retained one and a
 * receta cheque never last.
 */
const servedAmong = (ids: RawBuilder<unknown>) => sql`array(select p.id from products p
  where p.id = any(${ids}) and p.sale_condition = 'simple'
    and exists (select from lasting_prescription_items item where item.prescription_id = lasting.id and ${SERVES_PRODUCT}))`

type Row = Omit<LastingPrescription, 'covers'> & { serves: string[] }

/** Reads a user's lasting prescriptions that can serve further orders, the oldest first, with the products of the cart that each covers. */
export async function listPrescriptions(database: Db, userId: string): Promise<LastingPrescription[]> {
  const cart = sql`array(select product_id from cart_lines where user_id = ${userId})`
  const { rows } = await sql<Row>`
    select lasting.id as "_id", prescriber, deliveries, ${DISPENSINGS_LEFT} as "left", valid_until as "validUntil",
      (select coalesce(json_agg(json_build_object('productId', p.id, 'productName', p.tradename, 'quantity',
          coalesce((select sum(quantity) from order_lines line where line.order_id = lasting.order_id and line.product_id = p.id), 1))
          order by p.sort_key, p.id), '[]')
        from lasting_prescription_items item join products p on p.id = item.product_id where prescription_id = lasting.id) as products,
      ${servedAmong(cart)} as serves
    from lasting_prescriptions lasting where ${usableOf(userId)} order by lasting.id`.execute(database)
  const assigned = assignPrescriptions(rows)
  return rows.map(({ serves: _, ...row }) => ({ ...row, covers: assigned.get(row._id) ?? [] }))
}

/**
 * The ids of the lasting prescriptions that serve a new order's lines, each with one dispensing. An earlier statement must have locked the
 * customer's prescriptions, so that parallel orders and approvals don't use the last dispensing twice.
 */
export async function findServing(
  tx: Tx,
  { userId, lines }: { userId: string; lines: readonly CartLine[] },
): Promise<string[]> {
  const simple = lines.flatMap(({ productId, saleCondition }) =>
    saleCondition === 'simple' ? [productId] : [],
  )
  const { rows } = await sql<{ _id: string; validUntil: string | null; serves: string[] }>`
    select lasting.id as "_id", valid_until as "validUntil", ${servedAmong(sql`${simple}::uuid[]`)} as serves
    from lasting_prescriptions lasting where ${usableOf(userId)} order by lasting.id`.execute(tx)
  return [...assignPrescriptions(rows).keys()]
}

/**
 * Removes a prescription from its customer's list. Orders that use it keep it.
 *
 * @throws Refusal NOT_FOUND, also for another user's
 */
export async function removePrescription(database: Db, { id, userId }: { id: string; userId: string }) {
  const { numUpdatedRows } = await database
    .updateTable('lasting_prescriptions')
    .set({ removed_at: new Date() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
}

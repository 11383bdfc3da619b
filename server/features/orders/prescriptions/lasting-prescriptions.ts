import { type RawBuilder, sql } from 'kysely'
import type { CartLine } from '#contract/cart.ts'
import type { LastingPrescription, PrescriptionReview } from '#contract/order-prescriptions.ts'
import { assignPrescriptions } from '#domain/lasting-prescription.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { TODAY } from '../../../database/store-day.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { statusIs } from '../state/order-payment.ts'
import { DISPENSINGS_LEFT, LINE_CONDITION, SERVES_PRODUCT } from './prescription-state.ts'

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
  const { numAffectedRows } = await sql`
    update lasting_prescriptions set removed_at = now()
    where id = ${id} and user_id = ${userId} and removed_at is null`.execute(database)
  if (numAffectedRows === 0n) throw new Refusal('NOT_FOUND')
}

/**
 * Writes the lasting prescription of an approved order, with this order as its first use. It serves the order's lines on a simple
 * prescription that no other lasting prescription serves. A changed approval updates or removes it.
 */
export async function saveLasting(
  tx: Tx,
  { orderId, review }: { orderId: string; review: PrescriptionReview },
) {
  const served = await readServed(tx, orderId)
  if (review.deliveries === 1 || served.length === 0) return removeLasting(tx, orderId)
  const { prescriber, prescriberRut, date, folio, validUntil, deliveries } = review
  const { rows } = await sql<{ id: string }>`
    insert into lasting_prescriptions (user_id, order_id, prescriber, prescriber_rut, prescribed_on, folio, valid_until, deliveries)
    select user_id, id, ${prescriber}, ${prescriberRut}, ${date || null}::date, ${folio}, ${validUntil || null}::date, ${deliveries}
    from orders where id = ${orderId}
    on conflict (order_id) do update set prescriber = excluded.prescriber, prescriber_rut = excluded.prescriber_rut,
      prescribed_on = excluded.prescribed_on, folio = excluded.folio, valid_until = excluded.valid_until,
      deliveries = excluded.deliveries
    returning id`.execute(tx)
  const { id } = rows[0]!
  await sql`delete from lasting_prescription_items where prescription_id = ${id}`.execute(tx)
  await sql`
    insert into lasting_prescription_items (prescription_id, equivalence, product_id)
    select ${id}, * from unnest(${served.map(({ equivalence }) => equivalence)}::text[],
      ${served.map(({ productId }) => productId)}::uuid[])`.execute(tx)
  await sql`
    insert into prescription_uses (prescription_id, order_id) values (${id}, ${orderId}) on conflict do nothing`.execute(
    tx,
  )
}

/** The products that the order's own prescription serves, one of each equivalence. */
async function readServed(tx: Tx, orderId: string) {
  const { rows } = await sql<{ equivalence: string; productId: string }>`
    select distinct on (p.equivalence) p.equivalence, p.id as "productId"
    from orders join order_lines on order_id = orders.id join products p on p.id = product_id
    where orders.id = ${orderId} and ${LINE_CONDITION} = 'simple' and p.equivalence <> '' and not exists (
      select from prescription_uses
      join lasting_prescriptions lasting on lasting.id = prescription_id and lasting.order_id <> orders.id
      join lasting_prescription_items item using (prescription_id)
      where prescription_uses.order_id = orders.id and ${SERVES_PRODUCT})
    order by p.equivalence, position`.execute(tx)
  return rows
}

/** Removes the lasting prescription of an order. Open orders that it serves lose it, together with the approval that confirmed its use. */
export async function removeLasting(tx: Tx, orderId: string) {
  const served = sql`select use.order_id from prescription_uses use join lasting_prescriptions on id = prescription_id
    where lasting_prescriptions.order_id = ${orderId} and use.order_id <> ${orderId}`
  // The lock keeps a parallel review from confirming a use that is being removed.
  await sql`select from orders where id in (${served}) order by id for no key update`.execute(tx)
  await lapse(
    tx,
    sql`order_id in (${served})
    and exists (select from orders where orders.id = order_id and ${statusIs('isOpen')})`,
  )
  await sql`delete from lasting_prescriptions where order_id = ${orderId}`.execute(tx)
}

/** Returns the dispensings that an order has taken. The approval that confirmed them lapses. */
export async function returnDispensings(tx: Tx, orderId: string) {
  await lapse(tx, sql`order_id = ${orderId}`)
  await sql`delete from prescription_uses where order_id = ${orderId}`.execute(tx)
}

const lapse = (tx: Tx, condition: RawBuilder<unknown>) =>
  sql`update prescription_reviews set lapsed = true where covered and not lapsed and ${condition}`.execute(tx)

/** Takes a dispensing of an order's own lasting prescription again when the order is reopened, if one is left. */
export async function takeOwnDispensing(tx: Tx, orderId: string) {
  // The lock keeps a parallel order from taking the last dispensing.
  await sql`select from lasting_prescriptions where order_id = ${orderId} for update`.execute(tx)
  await sql`
    insert into prescription_uses (prescription_id, order_id)
    select lasting.id, ${orderId} from lasting_prescriptions lasting where lasting.order_id = ${orderId} and ${DISPENSINGS_LEFT} > 0
    on conflict do nothing`.execute(tx)
}

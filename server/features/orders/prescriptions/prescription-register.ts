import { sql } from 'kysely'
import { expireRows } from '../../../database/expire-rows.ts'
import type { Db, Tx } from '../../../database/schema.ts'
import { SERVES_PRODUCT } from './prescription-state.ts'

/** The register of dispensed prescriptions, written by the commands that change an order. */

/**
 * Writes a row for each line on prescription of an order that was just delivered. Each line stores the sale condition of its dispensing:
 * the stricter one of the purchase's and the catalogue's.
 */
export async function registerDispensing(tx: Tx, orderId: string) {
  await sql`
    update order_lines set sale_condition = dispensed.condition
    from (
      select line.position,
        stricter_condition(coalesce(line.sale_condition, p.sale_condition), p.sale_condition) as condition
      from order_lines line join products p on p.id = product_id where line.order_id = ${orderId}
    ) dispensed
    where order_lines.order_id = ${orderId} and order_lines.position = dispensed.position
      and order_lines.sale_condition is distinct from dispensed.condition`.execute(tx)
  await sql`
    insert into dispensed_prescriptions (order_id, order_number, position, product_id, patient_id, patient_name, patient_rut,
      sale_condition, product, dcm, quantity)
    select orders.id, number, position, p.id, patient.id, trim(patient.name || ' ' || patient.lastname), coalesce(patient.rut, ''),
      line.sale_condition, product_name, p.dcm, line.quantity
    from orders join users patient on patient.id = user_id
    join order_lines line on line.order_id = orders.id join products p on p.id = line.product_id
    where orders.id = ${orderId} and is_on_prescription(line.sale_condition)
    order by position`.execute(tx)
  await completeRegister(tx, orderId)
}

/** Strikes the register's rows of an order that isn't delivered any more. */
export const strikeDispensing = (tx: Tx, orderId: string) =>
  sql`update dispensed_prescriptions set struck_at = clock_timestamp() where order_id = ${orderId} and struck_at is null`.execute(
    tx,
  )

/**
 * Completes an order's rows with its approval, the lasting prescriptions that serve its lines, and the received original. The approver's
 * name stays when that account was erased.
 */
export const completeRegister = (tx: Tx, orderId: string) =>
  sql`
    update dispensed_prescriptions dispensed set
      prescriber = case when served.prescriber <> '' then served.prescriber else coalesce(approval.prescriber, '') end,
      prescriber_rut = case when served.prescriber <> '' then served.prescriber_rut else coalesce(approval.prescriber_rut, '') end,
      folio = coalesce(nullif(served.folio, ''), approval.folio, ''),
      approved_by = coalesce(nullif(approval.by, ''), dispensed.approved_by),
      retained = dispensed.sale_condition <> 'simple'
        and exists (select from received_originals where order_id = dispensed.order_id)
    from order_lines line
    join products p on p.id = line.product_id
    left join lateral (
      select review.*, trim(reviewer.name || ' ' || reviewer.lastname) as by
      from (select * from prescription_reviews where order_id = line.order_id order by reviewed_at desc limit 1) review
      left join users reviewer on reviewer.id = reviewer_id
      where approved and not lapsed
    ) approval on true
    left join lateral (
      select lasting.prescriber, lasting.prescriber_rut, lasting.folio
      from prescription_uses
      join lasting_prescriptions lasting on lasting.id = prescription_id and lasting.order_id <> line.order_id
      join lasting_prescription_items item using (prescription_id)
      where prescription_uses.order_id = line.order_id and line.sale_condition = 'simple' and ${SERVES_PRODUCT}
      order by lasting.id limit 1
    ) served on true
    where dispensed.order_id = ${orderId} and dispensed.struck_at is null
      and line.order_id = dispensed.order_id and line.position = dispensed.position`.execute(tx)

/**
 * Deletes the register's rows that are older than a number of days, also struck ones.
 *
 * @returns how many
 */
export const expireRegister = (database: Db, days: number) =>
  expireRows(database, { table: 'dispensed_prescriptions', since: 'dispensed_at', days })

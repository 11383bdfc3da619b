import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'

/** Reads the prescriptions of an account that last, with the orders that used a dispensing. */
export async function readLastingPrescriptions(tx: Tx, userId: string) {
  const { rows } = await sql`
    select lasting.created_at as aprobada, number as pedido, prescriber as prescriptor, prescriber_rut as rut_prescriptor,
      prescribed_on as fecha, folio, valid_until as valida_hasta, deliveries as entregas, removed_at as quitada,
      (select coalesce(json_agg(tradename order by sort_key, p.id), '[]')
        from lasting_prescription_items join products p on p.id = product_id where prescription_id = lasting.id) as productos,
      (select coalesce(json_agg(number order by number), '[]')
        from prescription_uses join orders on orders.id = order_id where prescription_id = lasting.id) as usada_en_pedidos
    from lasting_prescriptions lasting join orders on orders.id = lasting.order_id
    where lasting.user_id = ${userId} order by lasting.id`.execute(tx)
  return rows
}

/** Reads an account's lines in the register of dispensed prescriptions, without the staff's names. */
export async function readRegister(tx: Tx, userId: string) {
  const { rows } = await sql`
    select dispensed_at as fecha, order_number as pedido, patient_name as paciente, patient_rut as rut, prescriber as prescriptor,
      prescriber_rut as rut_prescriptor, sale_condition as condicion, product as producto, dcm, quantity as cantidad,
      retained as original_recibido, folio, struck_at as anulada
    from dispensed_prescriptions where patient_id = ${userId} order by dispensed_at, id`.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'

/**
 * Reads an account's data apart from its profile and orders, for the export of a person's data: the second factor is without its secret and
 * its codes, and `administracion` has the person's preferences of the back office. Without an account everything is empty.
 */
export async function readAccount(tx: Tx, userId: string | null) {
  const expiries = (purpose: string) => sql`(
    select coalesce(json_agg(json_build_object('vence', expires_at) order by expires_at), '[]')
    from tokens where purpose = ${purpose} and user_id = ${userId}::uuid)`
  const { rows } = await sql<Record<string, unknown>>`
    select
      (select coalesce(json_agg(json_build_object('producto', tradename, 'cantidad', cart_lines.quantity, 'agregado', added_at)
          order by added_at), '[]')
        from cart_lines join products on products.id = product_id where user_id = ${userId}::uuid) as carrito,
      (select coalesce(json_agg(json_build_object('abierta', created_at, 'vence', expires_at) order by created_at), '[]')
        from sessions where user_id = ${userId}::uuid) as sesiones,
      ${expiries('known-device')} as navegadores_conocidos,
      (select json_build_object('activado', confirmed_at, 'navegadores_recordados', ${expiries('remembered-device')})
        from second_factors where user_id = ${userId}::uuid and confirmed_at is not null) as segundo_factor,
      (select settings from desks where user_id = ${userId}::uuid) as administracion`.execute(tx)
  return {
    ...rows[0]!,
    recetas_para_varias_entregas: await readLastingPrescriptions(tx, userId),
    libro_de_recetas: await readRegister(tx, userId),
  }
}

/** Reads the lasting prescriptions of an account, with the orders that used a dispensing. */
async function readLastingPrescriptions(tx: Tx, userId: string | null) {
  const { rows } = await sql`
    select lasting.created_at as aprobada, number as pedido, prescriber as prescriptor, prescriber_rut as rut_prescriptor,
      prescribed_on as fecha, folio, valid_until as valida_hasta, deliveries as entregas, removed_at as quitada,
      (select coalesce(json_agg(tradename order by sort_key, p.id), '[]')
        from lasting_prescription_items join products p on p.id = product_id where prescription_id = lasting.id) as productos,
      (select coalesce(json_agg(number order by number), '[]')
        from prescription_uses join orders on orders.id = order_id where prescription_id = lasting.id) as usada_en_pedidos
    from lasting_prescriptions lasting join orders on orders.id = lasting.order_id
    where lasting.user_id = ${userId}::uuid order by lasting.id`.execute(tx)
  return rows
}

/** Reads an account's rows in the register of dispensed prescriptions, without the staff's names. */
async function readRegister(tx: Tx, userId: string | null) {
  const { rows } = await sql`
    select dispensed_at as fecha, order_number as pedido, patient_name as paciente, patient_rut as rut, prescriber as prescriptor,
      prescriber_rut as rut_prescriptor, sale_condition as condicion, product as producto, dcm, quantity as cantidad,
      retained as original_recibido, folio, struck_at as anulada
    from dispensed_prescriptions where patient_id = ${userId}::uuid order by dispensed_at, id`.execute(tx)
  return rows
}

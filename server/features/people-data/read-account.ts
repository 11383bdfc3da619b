import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'

/** Readers of an account's data, apart from the profile, for the export of a person's data. */

export const readCart = (tx: Tx, userId: string) =>
  tx
    .selectFrom('cart_lines')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['tradename as producto', 'cart_lines.quantity as cantidad', 'added_at as agregado'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .execute()

export const readSessions = (tx: Tx, userId: string) =>
  tx
    .selectFrom('sessions')
    .select(['created_at as abierta', 'expires_at as vence'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

export const readDevices = (tx: Tx, userId: string) =>
  tx
    .selectFrom('tokens')
    .select('expires_at as vence')
    .where('purpose', '=', 'known-device')
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute()

/** The second factor without its secret and its codes; null when the person has none. */
export async function readSecondFactor(tx: Tx, userId: string) {
  const factor = await tx
    .selectFrom('second_factors')
    .select('confirmed_at as activado')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) return null
  const remembered = await tx
    .selectFrom('tokens')
    .select('expires_at as vence')
    .where('purpose', '=', 'remembered-device')
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute()
  return { ...factor, navegadores_recordados: remembered }
}

/** The person's preferences of the back office; null when the person never changed any. */
export async function readOwnPreferences(tx: Tx, userId: string) {
  const row = await tx.selectFrom('desks').select('settings').where('user_id', '=', userId).executeTakeFirst()
  return row?.settings ?? null
}

/** Reads the lasting prescriptions of an account, with the orders that used a dispensing. */
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

/** Reads an account's rows in the register of dispensed prescriptions, without the staff's names. */
export async function readRegister(tx: Tx, userId: string) {
  const { rows } = await sql`
    select dispensed_at as fecha, order_number as pedido, patient_name as paciente, patient_rut as rut, prescriber as prescriptor,
      prescriber_rut as rut_prescriptor, sale_condition as condicion, product as producto, dcm, quantity as cantidad,
      retained as original_recibido, folio, struck_at as anulada
    from dispensed_prescriptions where patient_id = ${userId} order by dispensed_at, id`.execute(tx)
  return rows
}

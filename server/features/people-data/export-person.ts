import { sql } from 'kysely'
import { AUDIT_ACTIONS, type AuditAction } from '#contract/audit-actions.ts'
import type { Db, Tx, UserRow } from '../../database/schema.ts'
import type { ImageKind } from '../../images/image-kinds.ts'
import type { MailJob } from '../../mail/queue-mail.ts'
import { findUser } from '../accounts/users.ts'
import { isErasedAccount } from './erased-account.ts'
import { type Belongings, isMailAbout } from './mails-about.ts'
import { readAccount } from './read-account.ts'

export type PersonExport = {
  /** The account's id; undefined without an account. */
  userId: string | undefined
  email: string
  /** The person's data with Spanish keys, for a JSON file. */
  data: Record<string, unknown>
  /** Their paths are those of the export. */
  images: { kind: ImageKind; name: string; path: string }[]
}

/**
 * Reads all data of a person, without passwords and tokens.
 *
 * Unverified form requests and other accounts' orders are found by e-mail: the caller must know that the address is the person's.
 *
 * @param email in lower case
 * @returns undefined when the shop has no data of this e-mail
 */
export async function exportPerson(database: Db, email: string): Promise<PersonExport | undefined> {
  if (isErasedAccount(email)) return undefined
  return inSnapshot(database, async (tx) => {
    const user = await tx.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
    return read(tx, user, email)
  })
}

/** Reads the data of an account by its id, without form requests and other accounts' orders. */
export async function exportAccount(database: Db, userId: string): Promise<PersonExport | undefined> {
  return inSnapshot(database, async (tx) => {
    const user = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
    return user && read(tx, user, null)
  })
}

const inSnapshot = <Result>(database: Db, work: (tx: Tx) => Promise<Result>) =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/** Reads the data of an account, and of an address: that finds form requests and other accounts' orders, too. */
async function read(
  tx: Tx,
  user: UserRow | undefined,
  email: string | null,
): Promise<PersonExport | undefined> {
  const images: PersonExport['images'] = []
  /** Adds an image to the export and returns its path; null without an image. */
  const take = (kind: ImageKind, name: string, path: string) => {
    if (!name) return null
    images.push({ kind, name, path })
    return path
  }
  const userId = user?.id ?? null
  const orders = await readOrders(tx, userId, email)
  const requests = await readRequests(tx, email)
  const alerts = await readStockAlerts(tx, userId, email)
  const { rows: loginRecords } = await sql`
    select created_at as fecha, name as nombre, email as correo, role as rol from user_activity
    where user_id = ${userId}::uuid or lower(email) = ${email}::text order by id`.execute(tx)
  const address = email ?? user?.email ?? null
  const mails = await readMails(tx, { userId, email: address, orders, requests, alerts })
  if (!user && [orders, requests, alerts, loginRecords, mails].every((rows) => rows.length === 0))
    return undefined

  const data = {
    correo: address,
    exportado: new Date(),
    perfil: user && {
      nombre: user.name,
      apellidos: user.lastname,
      rol: user.role,
      correo: user.email,
      rut: user.rut,
      telefono: user.phone,
      celular: user.cellphone,
      genero: user.gender,
      fecha_de_nacimiento: user.birthdate,
      intereses: (await findUser(tx, user.id))!.interests,
      foto: take('user', user.photo, 'perfil.webp'),
      registrado: user.created_at,
      deshabilitado: user.disabled_at,
      invitado: user.invited_at,
    },
    ...(await readAccount(tx, userId)),
    pedidos: orders.map(
      ({ id: _, own, payment, rejected, pages, reviews, original, number, note, transfers, ...order }) => ({
        numero: number,
        ...order,
        nota_de_la_farmacia: own ? note : null,
        // The proof, prescription, transfers and note of another account's order are data of that account.
        comprobante: own ? take('proof', payment, `comprobante-${number}.webp`) : null,
        comprobantes_rechazados: (own ? rejected : []).map(({ photo, ...rejection }, index) => ({
          ...rejection,
          imagen: take('proof', photo, `comprobante-${number}-rechazado-${index + 1}.webp`),
        })),
        receta: (own ? pages : []).map(({ page, photo, enviada }) => ({
          enviada,
          imagen: take('order-prescription', photo, `receta-pedido-${number}-${page}.webp`),
        })),
        revisiones_de_receta: own ? reviews : [],
        receta_original_recibida: own ? original : null,
        transferencias: own ? transfers : [],
      }),
    ),
    solicitudes: requests.map(({ id: _, photo, ...request }, index) => ({
      ...request,
      receta: take('prescription', photo, `receta-${index + 1}.webp`),
    })),
    avisos_de_stock: alerts.map(({ id: _, ...alert }) => alert),
    ingresos: loginRecords,
    auditoria: await readAuditEntries(tx, userId, email),
    correos: mails,
  }
  return { userId: user?.id, email: address ?? '', data, images }
}

type OrderRow = {
  id: string
  own: boolean
  payment: string
  number: number
  note: string | null
  rejected: { photo: string; motivo: string; fecha: string }[]
  pages: { page: number; photo: string; enviada: string }[]
  reviews: unknown[]
  original: string | null
  transfers: unknown[]
}

async function readOrders(tx: Tx, userId: string | null, email: string | null) {
  const { rows } = await sql<OrderRow>`
    select id, coalesce(user_id = ${userId}::uuid, false) as own, payment, number,
      created_at as fecha, status as estado, name as nombre, last_name as apellidos, address as direccion, city as ciudad,
      postal_code as codigo_postal, phone as telefono, email as correo, total,
      coupon_code as codigo_de_descuento, discount as descuento_del_codigo, delivery_name as entrega, delivery_cost as costo_de_entrega,
      recipient_name as retira, recipient_rut as rut_de_quien_retira,
      (select json_agg(json_build_object('producto', product_name, 'precio', price, 'cantidad', quantity,
          'descuento', discount, 'total', total) order by position)
        from order_lines where order_id = orders.id) as lineas,
      (select coalesce(json_agg(json_build_object('photo', photo, 'motivo', reason, 'fecha', rejected_at) order by rejected_at), '[]')
        from rejected_proofs where order_id = orders.id) as rejected,
      (select coalesce(json_agg(json_build_object('page', page, 'photo', photo, 'enviada', created_at) order by page), '[]')
        from order_prescriptions where order_id = orders.id) as pages,
      (select coalesce(json_agg(json_build_object('fecha', reviewed_at, 'aprobada', approved, 'motivo', reason, 'prescriptor', prescriber,
          'rut_prescriptor', prescriber_rut, 'fecha_receta', prescribed_on, 'folio', folio) order by reviewed_at), '[]')
        from prescription_reviews where order_id = orders.id) as reviews,
      (select json_agg(json_build_object('fecha', recalls.created_at, 'motivo', reason, 'seguro', certainty = 'recorded',
          'correo', mailed_at, 'respondio', answered) order by recalls.created_at)
        from recall_orders join recalls on recalls.id = recall_id where order_id = orders.id) as retiros_de_mercado,
      (select received_at from received_originals where order_id = orders.id) as original,
      (select coalesce(json_agg(json_build_object('fecha', payments.paid_on, 'monto', payment_matches.amount, 'descripcion', description,
          'documento', document) order by payments.paid_on, payments.id), '[]')
        from payment_matches join payments on payments.id = payment_id where order_id = orders.id) as transfers,
      (select returned_at from payment_returns where order_id = orders.id) as dinero_devuelto,
      (select coalesce(json_agg(json_build_object('evento', kind, 'fecha', happened_at) order by happened_at), '[]')
        from order_events where order_id = orders.id) as historial,
      (select note from order_notes where order_id = orders.id),
      (select due_at from order_reminders where order_id = orders.id and user_id = ${userId}::uuid) as recordatorio
    from orders where user_id = ${userId}::uuid or lower(email) = ${email}::text order by number`.execute(tx)
  return rows
}

/** Reads the stock alerts of the account and, if an e-mail is given, those of the address. */
async function readStockAlerts(tx: Tx, userId: string | null, email: string | null) {
  const { rows } = await sql<{ id: string }>`
    select stock_alerts.id, email as correo, tradename as producto, stock_alerts.created_at as pedido, told_at as avisado
    from stock_alerts join products on products.id = product_id
    where user_id = ${userId}::uuid or email = ${email}::text order by stock_alerts.id`.execute(tx)
  return rows
}

/** Reads the form requests of an address, with the answers mailed to them, without their authors. */
async function readRequests(tx: Tx, email: string | null) {
  const { rows } = await sql<{ id: string; photo: string }>`
    select id, photo, created_at as fecha, case type_form when 'contact' then 'Contacto' else 'Recetario' end as tipo,
      fullname as nombre, email as correo, phone as telefono, product as producto, message as mensaje, answered_at as respondida,
      (select coalesce(json_agg(json_build_object('fecha', created_at, 'asunto', subject, 'mensaje', message) order by id), '[]')
        from request_answers where request_id = form_requests.id) as respuestas
    from form_requests where lower(email) = ${email}::text order by id`.execute(tx)
  return rows
}

/** Reads the audit entries of the person's own actions, with the network address, and of others' actions on the account. */
async function readAuditEntries(tx: Tx, userId: string | null, email: string | null) {
  const { rows } = await sql<{ created_at: string; action: AuditAction; own: boolean; address: string }>`
    select created_at, action, own, address from audit_entries,
      lateral (select coalesce(actor_email = ${email}::text or actor_id = ${userId}::uuid, false) as own) actor
    where own or subject_kind = 'user' and (subject_label = ${email}::text or subject_id = ${userId}::text)
    order by id`.execute(tx)
  return rows.map(({ created_at, action, own, address }) => ({
    fecha: created_at,
    accion: AUDIT_ACTIONS[action],
    hecha_por_la_persona: own,
    direccion_de_red: own ? address : null,
  }))
}

const MAILS: Record<MailJob['kind'], string> = {
  'order-received': 'Pedido recibido',
  'order-for-pharmacy': 'Pedido, para la farmacia',
  'order-status': 'Estado de un pedido',
  'order-unpaid': 'Pedido sin pagar',
  'order-cancelling': 'Pedido sin pagar que se cancela mañana',
  'proof-rejected': 'Comprobante que no coincide',
  'order-paid': 'Pago recibido',
  'order-shipment': 'Pedido listo o en camino',
  'prescription-rejected': 'Receta rechazada',
  'order-reminder': 'Recordatorio de un pedido',
  welcome: 'Bienvenida',
  recovery: 'Enlace para una nueva contraseña',
  'form-received': 'Solicitud, para la farmacia',
  'stock-alert': 'Aviso de stock',
  'request-answer': 'Respuesta a una solicitud',
  recall: 'Retiro de mercado',
  invitation: 'Invitación al equipo',
  'import-waiting': 'Planilla que espera una revisión',
  'second-factor-reset': 'Segundo factor restablecido',
  'backup-failed': 'Respaldo con problemas',
}

/** Reads kind and times of each mail; contents aren't stored. */
async function readMails(tx: Tx, belongings: Belongings) {
  const { rows } = await sql<{ kind: MailJob['kind']; fecha: string; enviado: string | null }>`
    select message ->> 'kind' as kind, queued_at as fecha, sent_at as enviado from mails
    where ${isMailAbout(belongings)} order by queued_at`.execute(tx)
  return rows.map(({ kind, ...times }) => ({ tipo: MAILS[kind], ...times }))
}

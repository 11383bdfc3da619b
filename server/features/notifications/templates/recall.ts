import { sql } from 'kysely'
import { store } from '#store'
import type { Db } from '../../../database/schema.ts'
import type { MailContent } from '../../../mail/render-mail.ts'

type RecallMail = { name: string; email: string; subject: string; message: string }

/** The staff's text about a recall for an order's customer; undefined when the recall was lifted, or the customer was erased. */
export async function findRecallMail(
  database: Db,
  { recallId, orderId }: { recallId: string; orderId: string },
): Promise<RecallMail | undefined> {
  const { rows } = await sql<RecallMail>`
    select trim(name || ' ' || last_name) as name, email, subject, message
    from recall_orders join orders on orders.id = order_id join recalls on recalls.id = recall_id
    where recall_id = ${recallId} and order_id = ${orderId} and subject is not null and email <> '' and lifted_at is null`.execute(
    database,
  )
  return rows[0]
}

/** The mail with the staff's text about a recall. The order isn't named: what somebody bought is health data. */
export function recallMail({ name, email, subject, message }: RecallMail): MailContent {
  return {
    to: { name, address: email },
    replyTo: { name: store.name, address: store.email },
    subject,
    preview: `Un aviso importante de ${store.name}.`,
    heading: 'Aviso de retiro de mercado',
    blocks: [message, { note: 'Si respondes a este correo, le escribes a la farmacia.' }],
    reason: `Recibes este correo porque compraste en ${store.name} con esta dirección.`,
  }
}

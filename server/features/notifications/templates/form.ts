import { sql } from 'kysely'
import { formatPhone } from '#domain/phone.ts'
import { SCREENS } from '#domain/screen-urls.ts'
import { store } from '#store'
import type { Db } from '../../../database/schema.ts'
import type { Block, MailContent } from '../../../mail/render-mail.ts'

export type MailedForm = {
  type_form: 'contact' | 'prescription-book'
  fullname: string
  email: string
  phone: string
  message: string
}

/** The columns of a form request that its mail uses; undefined when it doesn't exist. */
export async function findForm(database: Db, id: string): Promise<MailedForm | undefined> {
  return database
    .selectFrom('form_requests')
    .select(['type_form', 'fullname', 'email', 'phone', 'message'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The mail to the pharmacy about a form. A prescription request's text is shown in the back office only. */
export function formReceived(form: MailedForm): MailContent {
  const contact = form.type_form === 'contact'
  const body: Block = contact
    ? { quote: form.message }
    : 'La receta y el detalle se ven en la administración: no los enviamos por correo.'
  return {
    to: { name: store.name, address: store.email },
    replyTo: { name: form.fullname, address: form.email },
    subject: contact ? 'Nuevo mensaje de contacto' : 'Nueva solicitud de recetario',
    preview: `De ${form.fullname}.`,
    heading: contact ? 'Nuevo mensaje de contacto' : 'Nueva solicitud de recetario',
    blocks: [
      {
        facts: [
          ['Nombre', form.fullname],
          ['Correo', form.email],
          ...(form.phone ? [['Teléfono', formatPhone(form.phone)] satisfies [string, string]] : []),
        ],
      },
      body,
      { button: 'Ver los formularios', path: SCREENS.requests },
      { note: 'Si respondes a este correo, le escribes a esta persona.' },
    ],
    reason: 'Este aviso llega al correo de la farmacia cada vez que alguien envía un formulario.',
  }
}

export type MailedAnswer = {
  fullname: string
  email: string
  subject: string
  message: string
}

/** An answer to a form request, with its recipient; undefined when the request was erased. */
export async function findAnswer(database: Db, id: string): Promise<MailedAnswer | undefined> {
  const { rows } = await sql<MailedAnswer>`
    select fullname, email, subject, answer.message
    from request_answers answer join form_requests on form_requests.id = request_id where answer.id = ${id}`.execute(
    database,
  )
  return rows[0]
}

/**
 * The mail with the staff's answer to a form. It doesn't quote the form's text: the address isn't verified, and a prescription is health
 * data.
 */
export function requestAnswer({ fullname, email, subject, message }: MailedAnswer): MailContent {
  return {
    to: { name: fullname, address: email },
    replyTo: { name: store.name, address: store.email },
    subject,
    preview: `Respuesta de ${store.name}.`,
    heading: `Respuesta de ${store.name}`,
    blocks: [message, { note: 'Si respondes a este correo, le escribes a la farmacia.' }],
    reason: `Recibes este correo porque enviaste un formulario en ${store.name} con esta dirección.`,
  }
}

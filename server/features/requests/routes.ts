import { sql } from 'kysely'
import {
  PRESCRIPTION_FILE,
  PRESCRIPTION_FILE_KIND,
  type RequestAnswer,
  requestCalls,
} from '#contract/requests.ts'
import { counted } from '#domain/price.ts'
import type { Db } from '../../database/schema.ts'
import { isRobot } from '../../http/honeypot.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import { invalidField, Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { recordAccess } from '../audit/record-audit.ts'
import { answerRequest, markRequest, markRequests } from './answer-request.ts'
import { findPrescription, listRequests, readRequest } from './queries.ts'
import { saveContact, savePrescription } from './save-request.ts'

/** The calls of the contact form and the prescription form, and the administrators' list of form requests. */
export function requestRoutes(serve: Serve, { database, images }: Services) {
  serve(requestCalls.createContactRequest, async ({ body }) => {
    if (!isRobot(body)) await saveContact(database, body)
    return { message: 'Recibimos tu mensaje. Te responderemos a tu correo.' }
  })

  serve(requestCalls.createPrescriptionRequest, async ({ body, files }) => {
    const [photo] = files
    if (!photo || !PRESCRIPTION_FILE.test(photo.name)) throw invalidField('photo', PRESCRIPTION_FILE_KIND)
    if (!isRobot(body)) await savePrescription(database, images, body, photo.bytes)
    return { message: 'Recibimos tu receta. Te enviaremos la cotización a tu correo.' }
  })

  serve(requestCalls.listRequests, ({ query }) => listRequests(database, query))

  serve(requestCalls.markRequest, async ({ params, body: { answered }, actor }) => {
    const id = requireId(params.id)
    await markRequest(database, { id, answered, actor })
    return {
      message: answered ? 'La solicitud quedó como respondida.' : 'La solicitud quedó sin responder.',
      data: await readRequest(database, id),
    }
  })

  serve(requestCalls.markRequests, async ({ body, actor }) => {
    const ids = body.ids.map(requireId)
    await markRequests(database, { ids, actor })
    const { size } = new Set(ids)
    return { message: counted(size, 'solicitud quedó respondida.', 'solicitudes quedaron respondidas.') }
  })

  serve(requestCalls.answerRequest, async ({ params, body, actor, request }) => {
    const requestId = requireId(params.id)
    await answerRequest(database, { ...body, requestId, actor, idempotencyKey: idempotencyKey(request) })
    return { message: 'Tu respuesta va en camino.', data: await readRequest(database, requestId) }
  })

  serve(requestCalls.listAnswers, async ({ params }) => {
    const id = requireId(params.id)
    await readRequest(database, id)
    return { data: await listAnswers(database, id) }
  })

  serve(requestCalls.prescriptionImage, async ({ params, actor, reply }) => {
    const request = await findPrescription(database, params.photo)
    if (!request) throw new Refusal('NOT_FOUND')
    const beforeSend = () =>
      recordAccess(database, actor, {
        action: 'request.prescription-view',
        // The label omits the person's name, because a prescription is health data.
        subject: { kind: 'form-request', id: request.id, label: `Receta del ${request.day}` },
      })
    return sendImage(reply, images, { kind: 'prescription', name: params.photo, beforeSend })
  })
}

/** The answers to a form request, oldest first, with the state of their mails. */
async function listAnswers(database: Db, requestId: string): Promise<RequestAnswer[]> {
  const { rows } = await sql<RequestAnswer>`
    select answer.id as "_id", subject, answer.message, answer.created_at as "createdAt",
      coalesce(trim(users.name || ' ' || users.lastname), '') as author,
      case
        when coalesce(answer.sent_at, mails.sent_at) is not null then 'sent'
        when mails.due_at is null then 'failed'
        when mails.attempts > 0 then 'retrying'
        else 'queued'
      end as delivery
    from request_answers answer
    left join users on users.id = author_id
    left join mails on mails.cause = 'request-answer.' || answer.id
    where request_id = ${requestId} order by answer.id`.execute(database)
  return rows
}

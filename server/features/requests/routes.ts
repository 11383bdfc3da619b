import { PRESCRIPTION_FILE, PRESCRIPTION_FILE_KIND, requestCalls } from '#contract/requests.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { isRobot } from '../../http/honeypot.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import { invalidField, Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { answerRequest } from './answer-request.ts'
import { listAnswers } from './list-answers.ts'
import { markRequest, markRequests } from './mark-answered.ts'
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

  serve(requestCalls.listRequests, async ({ query }) => {
    const { rows, ...counted } = await listRequests(database, query)
    return { data: rows, ...counted }
  })

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
    return {
      message: size === 1 ? '1 solicitud quedó respondida.' : `${size} solicitudes quedaron respondidas.`,
    }
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
      inTransaction(database, (tx) =>
        recordAudit(tx, actor, {
          action: 'request.prescription-view',
          // The label omits the person's name, because a prescription is health data.
          subject: { kind: 'form-request', id: request.id, label: `Receta del ${request.day}` },
        }),
      )
    return sendImage(reply, images, { kind: 'prescription', name: params.photo, beforeSend })
  })
}

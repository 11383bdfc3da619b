import { PRESCRIPTION_FILE, PRESCRIPTION_FILE_KIND, requestCalls, TRAP_FIELD } from '#contract/requests.ts'
import { countAttempt } from '../../http/rate-limits.ts'
import { Refusal } from '../../http/refusal.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { listRequests } from './queries.ts'
import { saveContact, savePrescription } from './save-request.ts'

/** What only a robot fills in (`TRAP_FIELD`): it is told that all went well. */
const isTrapped = (body: { [TRAP_FIELD]?: string }) => Boolean(body[TRAP_FIELD]?.trim())

export function requestRoutes(serve: Serve, { database, images }: Services) {
  serve(requestCalls.createContactRequest, async ({ body, attempt }) => {
    await countAttempt(database, 'forms', { ...attempt, account: body.email })
    if (!isTrapped(body)) await saveContact(database, body)
    return { message: 'Recibimos tu mensaje. Te responderemos a tu correo.' }
  })

  serve(requestCalls.createPrescriptionRequest, async ({ body, files }) => {
    // The address was counted before the image was read.
    await countAttempt(database, 'forms', { account: body.email })
    const [photo] = files
    if (!photo || !PRESCRIPTION_FILE.test(photo.name))
      throw new Refusal('BAD_INPUT', { issues: [{ path: 'photo', message: PRESCRIPTION_FILE_KIND }] })
    if (!isTrapped(body)) await savePrescription(database, images, body, photo.bytes)
    return { message: 'Recibimos tu receta. Te enviaremos la cotización a tu correo.' }
  })

  serve(requestCalls.listRequests, async ({ query }) => {
    const { rows, total } = await listRequests(database, query)
    return {
      data: rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() })),
      total,
    }
  })

  serve(requestCalls.prescriptionImage, ({ params, reply }) =>
    sendImage(reply, images, { kind: 'prescription', name: params.photo }),
  )
}

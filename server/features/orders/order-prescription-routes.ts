import { sql } from 'kysely'
import { orderPrescriptionCalls } from '#contract/order-prescriptions.ts'
import { readRut } from '#domain/rut.ts'
import { fold } from '#domain/text.ts'
import { likePattern } from '../../database/like-pattern.ts'
import type { Db } from '../../database/schema.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import type { Session } from '../../http/sessions.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { recordDownload } from '../audit/record-audit.ts'
import { changeSeveral } from './change-several.ts'
import { checkDays } from './lists/check-days.ts'
import { presentOrder } from './lists/present-order.ts'
import { findOrder } from './lists/queries.ts'
import { listRegister, registerSheet } from './prescriptions/list-register.ts'
import { receiveOriginal } from './prescriptions/receive-original.ts'
import { reviewPrescription } from './prescriptions/review-prescription.ts'

/** The calls for the review of prescriptions, their originals and the register. */
export function orderPrescriptionRoutes(serve: Serve, { database }: Services) {
  const readOrder = async (orderId: string, session: Session) =>
    presentOrder((await findOrder(database, orderId))!.order, session)

  serve(orderPrescriptionCalls.reviewPrescription, async ({ params, body, session, actor }) => {
    const orderId = requireId(params.id)
    await reviewPrescription(database, { orderId, review: body, actor })
    const message = body.approved ? 'La receta quedó aprobada.' : 'La receta quedó rechazada.'
    return { message, data: await readOrder(orderId, session) }
  })

  serve(orderPrescriptionCalls.receiveOriginal, async ({ params, body, session, actor }) => {
    const orderId = requireId(params.id)
    await receiveOriginal(database, { ...body, orderId, actor })
    const message = body.received
      ? 'La receta original quedó recibida.'
      : 'La receta original vuelve a estar por retener.'
    return { message, data: await readOrder(orderId, session) }
  })

  serve(orderPrescriptionCalls.receiveOriginals, ({ body: { ids, received }, actor }) => {
    const [one, several] = received ? ['recibida', 'recibidas'] : ['por retener', 'por retener']
    return changeSeveral(ids, (orderId) => receiveOriginal(database, { orderId, received, actor }), [
      `receta original quedó ${one}`,
      `recetas originales quedaron ${several}`,
    ])
  })

  serve(orderPrescriptionCalls.listPrescribers, async ({ query }) => ({
    data: await listPrescribers(database, query.search),
  }))

  serve(orderPrescriptionCalls.listRegister, async ({ query }) => {
    checkDays(query)
    return listRegister(database, query)
  })

  serve(orderPrescriptionCalls.exportRegister, async ({ query, actor, reply }) => {
    const { from, to } = query
    checkDays(query)
    const name = datedName('libro-de-recetas', query)
    // The search isn't recorded, because it may be a person's name.
    await recordDownload(database, actor, { action: 'register.export', name, after: { from, to } })
    return sendWorkbook(reply, name, registerSheet(database, query))
  })
}

const MAX_PRESCRIBERS = 20

/** Prescribers of earlier approvals, the latest first, at most 20: those with a RUT or a word of the name that begins with the search. */
async function listPrescribers(database: Db, search = ''): Promise<{ name: string; rut: string }[]> {
  const word = likePattern(` ${fold(search)}`)
  const digits = readRut(search)?.digits ?? ''
  const { rows } = await sql<{ name: string; rut: string }>`
    select prescriber as name, prescriber_rut as rut from prescription_reviews
    where approved and prescriber <> ''
      and (' ' || fold(prescriber) like ${word} or ${digits !== ''} and starts_with(prescriber_rut, ${digits}))
    group by prescriber, prescriber_rut
    order by max(reviewed_at) desc limit ${sql.lit(MAX_PRESCRIBERS)}`.execute(database)
  return rows
}

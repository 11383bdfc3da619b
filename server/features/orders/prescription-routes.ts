import { sql } from 'kysely'
import { lastingPrescriptionCalls } from '#contract/order-prescriptions.ts'
import { orderCalls } from '#contract/orders.ts'
import { requireOwner } from '../../http/access.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { recordAccess } from '../audit/record-audit.ts'
import { addPrescriptionPage } from './prescriptions/add-prescription-page.ts'
import { listPrescriptions, removePrescription } from './prescriptions/lasting-prescriptions.ts'

/** The calls of customers about the prescriptions of their orders. */
export function prescriptionRoutes(serve: Serve, { database, images }: Services) {
  serve(orderCalls.uploadPrescription, async ({ body, files, session }) => {
    // Only the customer may add pages: an administrator must not add health data in a customer's name.
    await addPrescriptionPage(database, images, {
      orderId: requireId(body.id),
      userId: session.userId,
      bytes: files[0]!.bytes,
    })
    return { message: 'Recibimos tu receta.' }
  })

  serve(orderCalls.orderPrescriptionImage, async ({ params, session, actor, reply }) => {
    const name = params.file
    // The second condition lets PostgreSQL use the partial index.
    const { rows } = await sql<{ id: string; number: number; userId: string }>`
      select orders.id, number, user_id as "userId" from order_prescriptions join orders on orders.id = order_id
      where photo = ${name} and photo <> ''`.execute(database)
    const [page] = rows
    if (!page) throw new Refusal('NOT_FOUND')
    requireOwner(session, page.userId)
    const isOwn = session.userId === page.userId
    const beforeSend = () =>
      recordAccess(database, actor, {
        action: 'order.prescription-view',
        subject: { kind: 'order', id: page.id, label: `Pedido N° ${page.number}` },
      })
    return sendImage(reply, images, {
      kind: 'order-prescription',
      name,
      beforeSend: isOwn ? undefined : beforeSend,
    })
  })

  serve(lastingPrescriptionCalls.listPrescriptions, async ({ session }) => ({
    data: await listPrescriptions(database, session.userId),
  }))

  serve(lastingPrescriptionCalls.removePrescription, async ({ params, session }) => {
    await removePrescription(database, { id: requireId(params.id), userId: session.userId })
    return { message: 'La receta ya no está en tu lista.' }
  })
}

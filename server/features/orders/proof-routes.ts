import { sql } from 'kysely'
import { orderCalls } from '#contract/orders.ts'
import { orderStatuses } from '#domain/order-status.ts'
import { requireOwner } from '../../http/access.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { recordAccess } from '../audit/record-audit.ts'
import { attachProof } from './proofs/payment-proof.ts'

/** The calls that upload and show payment proofs. */
export function proofRoutes(serve: Serve, { database, images }: Services) {
  const orders = database.selectFrom('orders').select(['id', 'number', 'user_id', 'payment', 'status'])
  /** The order of a proof, possibly of a rejected one. */
  const findOrderOf = async (name: string) =>
    (await orders.where('payment', '=', name).executeTakeFirst()) ??
    (await orders
      .where('id', 'in', sql<string>`(select order_id from rejected_proofs where photo = ${name})`)
      .executeTakeFirst())

  serve(orderCalls.uploadProof, async ({ body, files, session }) => {
    const orderId = requireId(body.id)
    const order = await orders.where('id', '=', orderId).executeTakeFirst()
    if (!order) throw new Refusal('NOT_FOUND')
    requireOwner(session, order.user_id)
    // Checks before the expensive encoding of the image; the write checks again.
    if (!orderStatuses[order.status].holdsStock) throw new Refusal('ORDER_CLOSED')
    if (order.payment) throw new Refusal('PROOF_EXISTS')
    await attachProof(database, images, {
      orderId,
      userId: order.user_id,
      staffId: session.userId === order.user_id ? null : session.userId,
      bytes: files[0]!.bytes,
    })
    return { message: 'Tu comprobante de pago fue enviado.' }
  })

  serve(orderCalls.proofImage, async ({ params, session, actor, reply }) => {
    const name = params.file
    const order = name && (await findOrderOf(name))
    if (!order) throw new Refusal('NOT_FOUND')
    requireOwner(session, order.user_id)
    const isOwn = session.userId === order.user_id
    const beforeSend = () =>
      recordAccess(database, actor, {
        action: 'order.proof-view',
        subject: { kind: 'order', id: order.id, label: `Pedido N° ${order.number}` },
      })
    return sendImage(reply, images, { kind: 'proof', name, beforeSend: isOwn ? undefined : beforeSend })
  })
}

import { orderCalls } from '#contract/orders.ts'
import { requireOwner } from '../../http/access.ts'
import { Refusal, requireId } from '../../http/refusal.ts'
import { sendImage } from '../../http/send-image.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { attachProof } from './attach-proof.ts'

export function proofRoutes(serve: Serve, { database, images }: Services) {
  const order = database.selectFrom('orders').select(['user_id', 'payment'])

  serve(orderCalls.uploadPayment, async ({ body, files, session }) => {
    const orderId = requireId(body.id)
    const found = await order.where('id', '=', orderId).executeTakeFirst()
    if (!found) throw new Refusal('NOT_FOUND')
    requireOwner(session, found.user_id)
    // Told before the image is worked on; the write asks again.
    if (found.payment) throw new Refusal('PROOF_EXISTS')
    await attachProof(database, images, { orderId, userId: found.user_id, bytes: files[0]!.bytes })
    return { message: 'Tu comprobante de pago fue enviado.' }
  })

  serve(orderCalls.paymentImage, async ({ params, session, reply }) => {
    const name = params.file
    const found = name && (await order.where('payment', '=', name).executeTakeFirst())
    if (!found) throw new Refusal('NOT_FOUND')
    requireOwner(session, found.user_id)
    return sendImage(reply, images, { kind: 'proof', name })
  })
}

import { cartCalls } from '#contract/cart.ts'
import { requireOwner } from '../../http/access.ts'
import { sendPicture } from '../../http/pictures.ts'
import { Refusal, requireId } from '../../http/refusal.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { attachProof } from './attach-proof.ts'

export function proofRoutes(serve: Serve, { database, images }: Services) {
  const order = database.selectFrom('orders').select(['user_id', 'payment'])

  serve(cartCalls.uploadPayment, async ({ body, files, session }) => {
    const orderId = requireId(body.id)
    const found = await order.where('id', '=', orderId).executeTakeFirst()
    if (!found) throw new Refusal('NOT_FOUND')
    requireOwner(session, found.user_id)
    // Told before the picture is worked on; the write asks again.
    if (found.payment) throw new Refusal('PROOF_EXISTS')
    await attachProof(database, images, { orderId, bytes: files[0]!.bytes })
    return { message: 'Tu comprobante de pago fue enviado.' }
  })

  serve(cartCalls.paymentImage, async ({ params, session, reply }) => {
    const name = params.file
    const found = name && (await order.where('payment', '=', name).executeTakeFirst())
    if (!found) throw new Refusal('NOT_FOUND')
    requireOwner(session, found.user_id)
    return sendPicture(reply, images, { kind: 'proof', name })
  })
}

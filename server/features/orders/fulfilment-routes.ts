import { fulfilmentCalls } from '#contract/fulfilment.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { changeSeveral } from './change-several.ts'
import { deliverApproved } from './change-status.ts'
import { markProof } from './mark-proof.ts'
import { readPackingSlips } from './packing-slips.ts'
import { rejectProof } from './reject-proof.ts'
import { writeNote } from './write-note.ts'

/** The calls of the staff's work on orders. */
export function fulfilmentRoutes(serve: Serve, { database }: Services) {
  serve(fulfilmentCalls.markProof, async ({ params, body, actor }) => {
    const { checked } = body
    await markProof(database, { ...body, orderId: requireId(params.id), actor })
    return {
      message: checked ? 'El comprobante quedó como revisado.' : 'El comprobante quedó por revisar.',
    }
  })

  serve(fulfilmentCalls.rejectProof, async ({ params, body, actor }) => {
    await rejectProof(database, { ...body, orderId: requireId(params.id), actor })
    return { message: 'Le pedimos otro comprobante al cliente.' }
  })

  serve(fulfilmentCalls.writeNote, async ({ params, body, actor }) => {
    await writeNote(database, { ...body, orderId: requireId(params.id), actor })
    return { message: body.note ? 'La nota fue guardada.' : 'La nota fue borrada.' }
  })

  serve(fulfilmentCalls.deliverOrders, async ({ body, actor }) => {
    const outcome = await changeSeveral(body.ids, (orderId) => deliverApproved(database, { orderId, actor }))
    const { length } = outcome.changed
    return {
      message: length === 1 ? '1 pedido quedó Entregado.' : `${length} pedidos quedaron Entregados.`,
      data: outcome,
    }
  })

  serve(fulfilmentCalls.checkProofs, async ({ body, actor }) => {
    const outcome = await changeSeveral(body.ids, (orderId) =>
      markProof(database, { orderId, checked: true, actor }),
    )
    const { length } = outcome.changed
    return {
      message: length === 1 ? '1 comprobante quedó revisado.' : `${length} comprobantes quedaron revisados.`,
      data: outcome,
    }
  })

  serve(fulfilmentCalls.readPackingSlips, async ({ query }) => ({
    data: await readPackingSlips(database, query.ids.map(requireId)),
  }))
}

import { fulfilmentCalls } from '#contract/fulfilment.ts'
import { shipmentStates } from '#domain/shipment.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { recordDownload } from '../audit/record-audit.ts'
import { changeSeveral } from './change-several.ts'
import { deliverApproved } from './fulfilment/change-status.ts'
import { setShipment } from './fulfilment/set-shipment.ts'
import { writeNote } from './fulfilment/write-note.ts'
import { parcelsSheet, readPackingSlips } from './lists/packing-slips.ts'
import { markProof, rejectProof } from './proofs/payment-proof.ts'

/** The calls of fulfilment, the staff's work on orders. */
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

  serve(fulfilmentCalls.deliverOrders, ({ body, actor }) =>
    changeSeveral(body.ids, (orderId) => deliverApproved(database, { orderId, actor }), [
      'pedido quedó Entregado',
      'pedidos quedaron Entregados',
    ]),
  )

  serve(fulfilmentCalls.checkProofs, ({ body, actor }) =>
    changeSeveral(body.ids, (orderId) => markProof(database, { orderId, checked: true, actor }), [
      'comprobante quedó revisado',
      'comprobantes quedaron revisados',
    ]),
  )

  serve(fulfilmentCalls.setShipment, async ({ params, body, actor }) => {
    await setShipment(database, { ...body, orderId: requireId(params.id), actor })
    return { message: `El pedido quedó ${shipmentStates[body.state].name}.` }
  })

  serve(fulfilmentCalls.setShipments, ({ body: { ids, state }, actor }) => {
    const { name, several } = shipmentStates[state]
    return changeSeveral(ids, (orderId) => setShipment(database, { orderId, state, actor }), [
      `pedido quedó ${name}`,
      `pedidos quedaron ${several}`,
    ])
  })

  serve(fulfilmentCalls.readPackingSlips, async ({ query }) => ({
    data: await readPackingSlips(database, query.ids.map(requireId)),
  }))

  serve(fulfilmentCalls.exportParcels, async ({ query, actor, reply }) => {
    const name = datedName('envios')
    const slips = await readPackingSlips(database, query.ids.map(requireId))
    const orders = slips.map(({ nro_delivery }) => nro_delivery)
    await recordDownload(database, actor, { action: 'orders.parcels', name, after: { orders } })
    return sendWorkbook(reply, name, parcelsSheet(slips))
  })
}

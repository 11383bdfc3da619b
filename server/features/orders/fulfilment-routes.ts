import { sql } from 'kysely'
import { fulfilmentCalls, type PackingSlip } from '#contract/fulfilment.ts'
import { shipmentStates } from '#domain/shipment.ts'
import type { Db } from '../../database/schema.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { changeSeveral } from './change-several.ts'
import { deliverApproved } from './fulfilment/change-status.ts'
import { setShipment } from './fulfilment/set-shipment.ts'
import { writeNote } from './fulfilment/write-note.ts'
import { LINE_CONDITION } from './prescriptions/prescription-state.ts'
import { markProof } from './proofs/mark-proof.ts'
import { rejectProof } from './proofs/reject-proof.ts'

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

  serve(fulfilmentCalls.setShipment, async ({ params, body, actor }) => {
    await setShipment(database, { ...body, orderId: requireId(params.id), actor })
    return { message: `El pedido quedó ${shipmentStates[body.state].name}.` }
  })

  serve(fulfilmentCalls.setShipments, async ({ body: { ids, state }, actor }) => {
    const outcome = await changeSeveral(ids, (orderId) => setShipment(database, { orderId, state, actor }))
    const { length } = outcome.changed
    const { name, several } = shipmentStates[state]
    return {
      message: length === 1 ? `1 pedido quedó ${name}.` : `${length} pedidos quedaron ${several}.`,
      data: outcome,
    }
  })

  serve(fulfilmentCalls.readPackingSlips, async ({ query }) => ({
    data: await readPackingSlips(database, query.ids.map(requireId)),
  }))
}

/**
 * The packing slips of the orders that exist, in the given order. Lines follow the shelves: by the product's current category, then by
 * name.
 */
async function readPackingSlips(database: Db, ids: string[]): Promise<PackingSlip[]> {
  const { rows } = await sql<PackingSlip>`
    select orders.id as "_id", number as nro_delivery, created_at as date, trim(orders.name || ' ' || last_name) as name, address, city,
      phone, total,
      (select coalesce(json_agg(json_build_object(
          'saleCondition', ${LINE_CONDITION}, 'productId', p.id, 'productName', product_name, 'quantity', order_lines.quantity, 'barcode', p.barcode,
          'category', c.name, 'laboratory', s.name, 'prescription', p.prescription)
          order by c.name_key, fold(product_name), position), '[]')
        from order_lines
        join products p on p.id = order_lines.product_id
        join categories c on c.id = p.category_id
        join suppliers s on s.id = p.supplier_id
        where order_id = orders.id) as lines
    from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
    join orders on orders.id = chosen.id
    order by chosen.place`.execute(database)
  return rows
}

import { deliveryOptionCalls } from '#contract/delivery-options.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { listOptions } from './list-options.ts'
import { orderOptions } from './order-options.ts'
import { createPickup, updatePickup } from './save-pickup.ts'
import { createZone, updateZone } from './save-zone.ts'

/** The ways of delivery: what customers choose from, and what the back office makes of them. */
export function deliveryOptionRoutes(serve: Serve, { database }: Services) {
  serve(
    deliveryOptionCalls.listDeliveryOptions,
    async ({ reader }) => ({ data: await listOptions(reader, { everything: false }) }),
    { cache: 'public' },
  )

  serve(deliveryOptionCalls.listAllDeliveryOptions, async () => ({
    data: await listOptions(database, { everything: true }),
  }))

  serve(deliveryOptionCalls.createPickup, async ({ body, actor }) => ({
    message: 'El punto de retiro fue creado.',
    data: { _id: await createPickup(database, { fields: body, actor }) },
  }))

  serve(deliveryOptionCalls.updatePickup, async ({ params, body, actor }) => {
    await updatePickup(database, requireId(params.id), { change: body, actor })
    return { message: 'El punto de retiro fue actualizado.' }
  })

  serve(deliveryOptionCalls.createZone, async ({ body, actor }) => ({
    message: 'La zona fue creada.',
    data: { _id: await createZone(database, { fields: body, actor }) },
  }))

  serve(deliveryOptionCalls.updateZone, async ({ params, body, actor }) => {
    await updateZone(database, requireId(params.id), { change: body, actor })
    return { message: 'La zona fue actualizada.' }
  })

  serve(deliveryOptionCalls.orderDeliveryOptions, async ({ body, actor }) => {
    await orderOptions(database, { ids: body.ids, actor })
    return { message: 'Orden guardado' }
  })
}

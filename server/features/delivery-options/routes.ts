import { deliveryOptionCalls } from '#contract/delivery-options.ts'
import { deliveryRateCalls } from '#contract/delivery-rates.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { listOptions, ratesSheet } from './list-options.ts'
import { createPickup, updatePickup } from './save-pickup.ts'
import { createZone, updateZone } from './save-zone.ts'
import { sortOptions } from './sort-options.ts'
import { uploadRates } from './upload-rates.ts'

/** The calls of the delivery options: the customers' list, and the back office's changes. */
export function deliveryOptionRoutes(serve: Serve, { database }: Services) {
  serve(
    deliveryOptionCalls.listDeliveryOptions,
    async ({ reader }) => ({ data: await listOptions(reader, { includeInactive: false }) }),
    { cache: 'public' },
  )

  serve(deliveryOptionCalls.listAllDeliveryOptions, async () => ({
    data: await listOptions(database, { includeInactive: true }),
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
    await sortOptions(database, { ids: body.ids, actor })
    return { message: 'Orden guardado' }
  })

  serve(deliveryRateCalls.exportRates, async ({ reply }) =>
    sendWorkbook(reply, datedName('tarifas'), await ratesSheet(database)),
  )

  serve(deliveryRateCalls.uploadRates, async ({ files, body, actor, request }) => {
    const [file] = files
    if (!file) throw new Refusal('BAD_INPUT')
    const onCrash = (error: unknown) =>
      request.log.warn(error, 'reading a workbook of rates crashed its process')
    const data = await uploadRates(database, { file, version: body.version, actor, onCrash })
    return {
      message: body.version === undefined ? 'La planilla fue leída.' : 'Las tarifas fueron guardadas.',
      data,
    }
  })
}

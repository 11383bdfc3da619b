import { lotCalls } from '#contract/lots.ts'
import { sumUnits } from '#domain/lots.ts'
import { unitsInWords } from '#domain/stock.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { expiringSheet, listExpiring, writeOffExpired } from './expiring.ts'
import { listProductLots, setProductLots } from './product-lots.ts'
import { liftRecall, recallLots } from './recall-lots.ts'
import { listRecalls, mailRecall, markAnswered, readRecall, recallSheet } from './recalls.ts'
import { listReceipts, readReceipt } from './receipts.ts'
import { receiveGoods, undoReceipt } from './receive-goods.ts'

/** The administrators' calls for lots: receipts of goods, expiry, recalls. */
export function lotRoutes(serve: Serve, { database }: Services) {
  serve(lotCalls.receiveGoods, async ({ body, actor, request }) => {
    const data = await receiveGoods(database, { ...body, idempotencyKey: idempotencyKey(request), actor })
    return { message: `Recibiste ${unitsInWords(sumUnits(data.lines))}.`, data }
  })

  serve(lotCalls.listReceipts, ({ query }) => listReceipts(database, query))

  serve(lotCalls.getReceipt, async ({ params }) => ({
    data: await readReceipt(database, requireId(params.id)),
  }))

  serve(lotCalls.undoReceipt, async ({ params, actor }) => {
    await undoReceipt(database, { id: requireId(params.id), actor })
    return { message: 'La recepción fue deshecha.' }
  })

  serve(lotCalls.listProductLots, async ({ params }) => ({
    data: await listProductLots(database, requireId(params.id)),
  }))

  serve(lotCalls.setProductLots, async ({ params, body, actor }) => {
    await setProductLots(database, { ...body, productId: requireId(params.id), actor })
    return { message: 'Los lotes fueron guardados.' }
  })

  serve(lotCalls.listExpiring, ({ query }) => listExpiring(database, query))

  serve(lotCalls.exportExpiring, async ({ query, reply }) =>
    sendWorkbook(reply, datedName('por-vencer'), expiringSheet(database, query)),
  )

  serve(lotCalls.listExpired, ({ query }) => listExpiring(database, query))

  serve(lotCalls.writeOffExpired, async ({ body, actor }) => {
    const units = await writeOffExpired(database, { ...body, actor })
    return { message: `Diste de baja ${unitsInWords(units)}.`, data: { units } }
  })

  serve(lotCalls.createRecall, async ({ body, actor }) => {
    const id = await recallLots(database, { ...body, productId: requireId(body.productId), actor })
    return { message: 'El retiro está en marcha: nada de esto se vende.', data: { _id: id } }
  })

  serve(lotCalls.listRecalls, ({ query }) => listRecalls(database, query))

  serve(lotCalls.getRecall, async ({ params }) => ({
    data: await readRecall(database, requireId(params.id)),
  }))

  serve(lotCalls.mailRecall, async ({ params, body, actor }) => {
    const queued = await mailRecall(database, { id: requireId(params.id), ...body, actor })
    return {
      message: queued === 1 ? 'Sale 1 correo.' : `Salen ${queued} correos.`,
      data: { queued },
    }
  })

  serve(lotCalls.markRecallAnswered, async ({ params, body, actor }) => {
    const { orderId, answered } = body
    await markAnswered(database, { id: requireId(params.id), orderId: requireId(orderId), answered, actor })
    return { message: answered ? 'Marcado como respondido.' : 'Marcado como no respondido.' }
  })

  serve(lotCalls.liftRecall, async ({ params, actor }) => {
    await liftRecall(database, { id: requireId(params.id), actor })
    return { message: 'El retiro fue levantado.' }
  })

  serve(lotCalls.exportRecall, async ({ params, actor, reply }) => {
    const sheet = await recallSheet(database, { id: requireId(params.id), actor })
    return sendWorkbook(reply, datedName('retiro-de-mercado'), sheet)
  })
}

import { paymentCalls, salesBookCalls } from '#contract/payments.ts'
import { counted } from '#domain/price.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { recordDownload } from '../audit/record-audit.ts'
import { checkDays } from '../orders/lists/check-days.ts'
import { applySure } from './apply-matches.ts'
import { comparePaymentsIfOutdated } from './compare-payments.ts'
import { markReturned, matchPayment, setPaymentAside, unmatchPayment } from './decide-payment.ts'
import { findPayment, listPayments, listReturns, listStatements } from './list-payments.ts'
import { salesBook } from './sales-book.ts'
import { uploadStatement } from './upload-statement.ts'

export function paymentRoutes(serve: Serve, { database }: Services) {
  serve(paymentCalls.uploadStatement, async ({ files, body, actor, request }) => {
    const [file] = files
    if (!file) throw new Refusal('BAD_INPUT')
    const onCrash = (error: unknown) =>
      request.log.warn(error, 'reading a bank statement crashed its process')
    const assigned = body.columns && new Map(Object.entries(body.columns))
    const data = await uploadStatement(database, { file, assigned, actor, onCrash })
    const added = data.credits - data.repeated
    const transfers = counted(added, 'transferencia nueva', 'transferencias nuevas')
    return { message: `La cartola trae ${transfers}.`, data }
  })

  serve(paymentCalls.listStatements, ({ query }) => listStatements(database, query))

  serve(paymentCalls.listPayments, async ({ query }) => {
    const statementId = query.statement === undefined ? undefined : requireId(query.statement)
    await comparePaymentsIfOutdated(database)
    return listPayments(database, { ...query, statementId })
  })

  serve(paymentCalls.matchPayment, async ({ params, body, actor }) => {
    const paymentId = requireId(params.id)
    await matchPayment(database, { paymentId, orderIds: body.orders.map(requireId), actor })
    return { message: 'El pago quedó asignado.', data: (await findPayment(database, paymentId))! }
  })

  serve(paymentCalls.unmatchPayment, async ({ params, actor }) => {
    const paymentId = requireId(params.id)
    await unmatchPayment(database, { paymentId, actor })
    return { message: 'El pago quedó sin asignar.', data: (await findPayment(database, paymentId))! }
  })

  serve(paymentCalls.setPaymentAside, async ({ params, body, actor }) => {
    const paymentId = requireId(params.id)
    await setPaymentAside(database, { paymentId, aside: body.aside, actor })
    const message = body.aside
      ? 'La transferencia quedó apartada.'
      : 'La transferencia volvió a las que están por decidir.'
    return { message, data: (await findPayment(database, paymentId))! }
  })

  serve(paymentCalls.applySure, async ({ body, actor }) => {
    const statementId = body.statement === undefined ? undefined : requireId(body.statement)
    const matched = await applySure(database, { statementId, actor })
    return {
      message: counted(matched, 'pago quedó asignado.', 'pagos quedaron asignados.'),
      data: { matched },
    }
  })
}

export function salesBookRoutes(serve: Serve, { database }: Services) {
  serve(salesBookCalls.exportSales, async ({ query, actor, reply }) => {
    const { from, to } = query
    checkDays(query)
    const name = datedName('ventas', query)
    await recordDownload(database, actor, { action: 'sales.export', name, after: { from, to } })
    return sendWorkbook(reply, name, ...(await salesBook(database, query)))
  })

  serve(salesBookCalls.listReturns, ({ query }) => listReturns(database, query))

  serve(salesBookCalls.markReturned, async ({ body, actor }) => {
    await markReturned(database, { orderId: requireId(body.order), returned: body.returned, actor })
    const message = body.returned ? 'El dinero quedó como devuelto.' : 'El dinero quedó por devolver.'
    return { message }
  })
}

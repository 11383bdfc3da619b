import { paymentCalls } from '#contract/payments.ts'
import type { Serve } from '../../http/serve.ts'
import { Refusal, requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { applySure } from './apply-sure.ts'
import { comparePaymentsIfOutdated } from './compare-payments.ts'
import { findPayment, listPayments } from './list-payments.ts'
import { listStatements } from './list-statements.ts'
import { matchPayment } from './match-payment.ts'
import { setPaymentAside } from './set-payment-aside.ts'
import { unmatchPayment } from './unmatch-payment.ts'
import { uploadStatement } from './upload-statement.ts'

/** The calls of bank statements and the transfers in them. */
export function paymentRoutes(serve: Serve, { database }: Services) {
  serve(paymentCalls.uploadStatement, async ({ files, body, actor, request }) => {
    const [file] = files
    if (!file) throw new Refusal('BAD_INPUT')
    const onCrash = (error: unknown) =>
      request.log.warn(error, 'reading a bank statement crashed its process')
    const data = await uploadStatement(database, { file, columns: body.columns, actor, onCrash })
    const added = data.credits - data.repeated
    const transfers = added === 1 ? '1 transferencia nueva' : `${added} transferencias nuevas`
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
    const message = matched === 1 ? '1 pago quedó asignado.' : `${matched} pagos quedaron asignados.`
    return { message, data: { matched } }
  })
}

import { salesBookCalls } from '#contract/payments.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import { requireId } from '../../refusals/refusal.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { checkDays } from '../orders/check-days.ts'
import { listReturns } from './list-returns.ts'
import { markReturned } from './mark-returned.ts'
import { salesBook } from './sales-book.ts'

/** The calls of the accountant's books, and of money to give back. */
export function salesBookRoutes(serve: Serve, { database }: Services) {
  serve(salesBookCalls.exportSales, async ({ query, actor, reply }) => {
    const { from, to } = query
    checkDays(query)
    const name = from && to ? `ventas-${from}-a-${to}.xlsx` : datedName('ventas')
    // The audit entry is committed before the first row is sent.
    await inTransaction(database, (tx) =>
      recordAudit(tx, actor, {
        action: 'sales.export',
        subject: { kind: 'workbook', id: '', label: name },
        after: { from, to },
      }),
    )
    return sendWorkbook(reply, name, ...salesBook(database, query))
  })

  serve(salesBookCalls.listReturns, ({ query }) => listReturns(database, query))

  serve(salesBookCalls.markReturned, async ({ body, actor }) => {
    await markReturned(database, { orderId: requireId(body.order), returned: body.returned, actor })
    const message = body.returned ? 'El dinero quedó como devuelto.' : 'El dinero quedó por devolver.'
    return { message }
  })
}

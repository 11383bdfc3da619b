import { type AuditGroup, actionsIn, auditCalls } from '#contract/audit.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { auditSheet } from './export-audit.ts'
import { listActors, listAudit } from './list-audit.ts'
import type { AuditFilter } from './read-audit.ts'
import { recordAudit } from './record-audit.ts'

type Query = { who?: string; what?: AuditGroup; since?: string; until?: string; subject?: string }

/** The filter of a query; empty parameters are ignored. */
const filterOf = ({ who, what, subject, since, until }: Query): AuditFilter => ({
  who: who || undefined,
  actions: what && actionsIn(what),
  since,
  until,
  subject: subject || undefined,
})

/** The calls of the audit screen (docs/product.md#audit-screen). */
export function auditRoutes(serve: Serve, { database }: Services) {
  serve(auditCalls.listAudit, ({ query: { before, after, ...query } }) =>
    listAudit(database, filterOf(query), { before, after }),
  )

  serve(auditCalls.listAuditActors, async () => ({ data: await listActors(database) }))

  serve(auditCalls.exportAudit, async ({ query, actor, reply }) => {
    const name = datedName('actividad')
    // The audit entry is committed before the first row is sent.
    await inTransaction(database, (tx) =>
      recordAudit(tx, actor, {
        action: 'audit.export',
        subject: { kind: 'workbook', id: '', label: name },
        after: query,
      }),
    )
    return sendWorkbook(reply, name, auditSheet(database, filterOf(query)))
  })
}

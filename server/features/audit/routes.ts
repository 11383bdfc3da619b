import { type AuditGroup, actionsIn, auditCalls } from '#contract/audit.ts'
import { actionName, actorName, changeLine, changesInWords } from '#contract/audit-words.ts'
import type { Db } from '../../database/schema.ts'
import { datedName, sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { listActors, listAudit } from './list-audit.ts'
import { type AuditFilter, type AuditRow, readAudit } from './read-audit.ts'
import { recordDownload } from './record-audit.ts'

type Query = { who?: string; what?: AuditGroup; since?: string; until?: string; subject?: string }

/** The filter of a query; empty parameters are ignored. */
const filterOf = ({ who, what, subject, since, until }: Query): AuditFilter => ({
  who: who || undefined,
  actions: what && actionsIn(what),
  since,
  until,
  subject: subject || undefined,
})

/** The calls of the audit screen. */
export function auditRoutes(serve: Serve, { database }: Services) {
  serve(auditCalls.listAudit, ({ query: { before, after, ...query } }) =>
    listAudit(database, filterOf(query), { before, after }),
  )

  serve(auditCalls.listAuditActors, async () => ({ data: await listActors(database) }))

  serve(auditCalls.exportAudit, async ({ query, actor, reply }) => {
    const name = datedName('actividad')
    await recordDownload(database, actor, { action: 'audit.export', name, after: query })
    return sendWorkbook(reply, name, auditSheet(database, filterOf(query)))
  })
}

const COLUMNS: Column<AuditRow>[] = [
  { header: 'Fecha', width: 20, value: (row) => row.moment },
  { header: 'Quién', width: 26, value: actorName },
  { header: 'Correo', width: 28, value: (row) => row.email },
  { header: 'Desde', width: 16, value: (row) => row.address },
  { header: 'Qué', width: 30, value: (row) => actionName(row.action) },
  { header: 'Sobre', width: 40, value: (row) => row.label },
  { header: 'Cambios', width: 80, value: (row) => changesInWords(row).map(changeLine).join('\n') },
]

/** The audit entries that a filter finds, newest first, with their changes in words. */
const auditSheet = (database: Db, filter: AuditFilter): Sheet =>
  sheetOf('Actividad', COLUMNS, readAudit(database, filter))

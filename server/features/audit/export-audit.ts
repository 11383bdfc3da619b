import { actionName, actorName, changeLine, changesInWords } from '#contract/audit-words.ts'
import type { Db } from '../../database/schema.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { type AuditFilter, type AuditRow, readAudit } from './read-audit.ts'

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
export const auditSheet = (database: Db, filter: AuditFilter): Sheet =>
  sheetOf('Actividad', COLUMNS, readAudit(database, filter))

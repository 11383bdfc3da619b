import { actionName, actorName, changeLine, changesInWords } from '#contract/audit-words.ts'
import type { Db } from '../../database/schema.ts'
import type { Cell, Sheet } from '../../spreadsheets/workbook-stream.ts'
import { type AuditFilter, type AuditRow, readAudit } from './read-audit.ts'

const COLUMNS = [
  { header: 'Fecha', width: 20 },
  { header: 'Quién', width: 26 },
  { header: 'Correo', width: 28 },
  { header: 'Desde', width: 16 },
  { header: 'Qué', width: 30 },
  { header: 'Sobre', width: 40 },
  { header: 'Cambios', width: 80 },
]

/** The audit entries that a filter finds, newest first, with their changes in words. */
export const auditSheet = (database: Db, filter: AuditFilter): Sheet => ({
  name: 'Actividad',
  columns: COLUMNS,
  rows: rowsOf(database, filter),
})

async function* rowsOf(database: Db, filter: AuditFilter): AsyncGenerator<Cell[][]> {
  for await (const row of readAudit(database, filter)) yield [cellsOf(row)]
}

const cellsOf = (row: AuditRow): Cell[] => [
  row.moment,
  actorName(row),
  row.email,
  row.address,
  actionName(row.action),
  row.label,
  changesInWords(row).map(changeLine).join('\n'),
]

import { sql } from 'kysely'
import type { ImportProblem } from '#contract/import-report.ts'
import type { Db } from '../../database/schema.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { workbookStream } from '../../spreadsheets/workbook-stream.ts'
import { chunks } from './chunks.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'
import type { RefusedRow } from './workbook-rows.ts'

/** The last column, which an import ignores as unknown. */
const REASON = { header: 'Motivo', width: 60 }

/**
 * The refused rows of an import as a workbook in the template's format, to correct and upload again (docs/product.md#import-history): the
 * original cells and the reason.
 *
 * @throws Refusal NOT_FOUND when there are none, or when they have expired
 */
export async function exportRefusedRows(database: Db, id: string): Promise<AsyncGenerator<Uint8Array>> {
  const { rows: found } = await sql<{ refused: RefusedRow[] | null; errors: ImportProblem[] }>`
    select refused_rows as refused, report->'errors' as errors from product_imports where id = ${id}`.execute(
    database,
  )
  const { refused, errors } = found[0] ?? { refused: null, errors: [] }
  if (!refused?.length)
    throw new Refusal('NOT_FOUND', {
      ...(found[0] && { message: 'No hay filas rechazadas que descargar: se guardan 90 días.' }),
    })
  const problems = Map.groupBy(errors, placeOf)
  const lines = refused.map((row) => [
    ...PRODUCT_COLUMNS.map((_, index) => asWritten(row.cells[index] ?? '')),
    (problems.get(placeOf(row)) ?? []).map(({ column, message }) => `${column}: ${message}`).join('; '),
  ])
  return workbookStream([
    { name: 'Productos', columns: [...PRODUCT_COLUMNS, REASON], rows: inBatches(lines) },
  ])
}

/** Replaces a "-", which clears a field, by an en dash: the hyphen would get an apostrophe like a formula and become text. */
const asWritten = (text: string) => (text === '-' ? '–' : text)

const placeOf = ({ sheet, row }: { sheet: string; row: number }) => `${row} ${sheet}`

async function* inBatches(lines: string[][]) {
  yield* chunks(lines)
}

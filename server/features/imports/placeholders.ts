import type { ProductField } from '#contract/product-fields.ts'
import type { CellValue, SheetRow } from '../../spreadsheets/read-sheets.ts'
import { isPlaceholder } from './column-values.ts'
import { shownCell } from './product-cells.ts'
import type { SheetColumns } from './read-row.ts'
import type { Resolved } from './resolve-columns.ts'

/** Kinds of fields in which a cell may stand for nothing; a name of a product may be VARIOS. */
const KINDS = ['name', 'text', 'barcode', 'code']

/**
 * A row without the cells that stand for nothing: `N/A`, `- Sin Departamento -`. The next column of its kind serves for a category or a
 * laboratory.
 */
export function withoutPlaceholders(
  row: SheetRow,
  columns: SheetColumns,
  spare: Resolved['spare'],
): SheetRow {
  const empty = [...columns].filter(
    ([at, { kind, field }]) => KINDS.includes(kind) && field !== 'tradename' && standsForNothing(row, at),
  )
  if (empty.length === 0) return row
  const cells: (CellValue | undefined)[] = [...row.cells]
  for (const [at, { field }] of empty) cells[at] = spareCell(row, field, spare)
  return { ...row, cells: cells as CellValue[] }
}

function standsForNothing({ cells }: SheetRow, at: number): boolean {
  const text = cells[at]
  return typeof text === 'string' && text.trim() !== '' && isPlaceholder(text)
}

function spareCell(row: SheetRow, field: ProductField, spare: Resolved['spare']) {
  const other = spare.find((one) => {
    const text = shownCell(row.cells[one.at])
    return one.field === field && text !== '' && text !== '-' && !isPlaceholder(text)
  })
  return other && row.cells[other.at]
}

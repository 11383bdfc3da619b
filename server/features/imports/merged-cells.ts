import type { CellValue, MergedCells, SheetRow } from '../../spreadsheets/read-sheets.ts'
import type { CellProblem } from './cell-text.ts'
import type { ProductColumn } from './product-columns.ts'

/**
 * Follows cells merged over several rows, whose value is in the first row. A text counts for all rows; a price, a stock or a code is
 * refused as ambiguous.
 */
export function mergedOverRows(merged: MergedCells[]) {
  const waiting = merged.filter(({ top, bottom }) => bottom > top).sort((a, b) => a.top - b.top)
  let next = 0
  let open: { bottom: number; left: number; right: number; row: number; value: CellValue | undefined }[] = []
  return {
    /** Enters a row; call it for all rows in their order. */
    enter({ number, cells }: SheetRow) {
      open = open.filter(({ bottom }) => bottom >= number)
      for (let range = waiting[next]; range && range.top <= number; range = waiting[++next]) {
        const { top, bottom, left, right } = range
        if (bottom >= number)
          open.push({ bottom, left, right, row: top, value: top === number ? cells[left] : undefined })
      }
    },
    /** The value of a blank cell that is merged with a cell above. */
    valueAt(
      at: number,
      { kind, field }: ProductColumn,
      number: number,
    ): { value: CellValue } | { problem: CellProblem } | null {
      const range = open.find(({ left, right, row }) => left <= at && at <= right && row < number)
      if (range?.value === undefined) return null
      if (kind === 'name' || (kind === 'text' && field !== 'tradename')) return { value: range.value }
      const message = `La celda está combinada con la de la fila ${range.row}. Sepárala y escribe el valor en cada fila.`
      return { problem: { reason: 'Celda combinada', message } }
    },
  }
}

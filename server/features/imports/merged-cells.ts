import type { CellValue, MergedCells, SheetRow } from '../../spreadsheets/read-sheets.ts'
import type { CellProblem } from './cell-text.ts'
import type { ProductColumn } from './product-columns.ts'

/**
 * Follows cells that are merged over several rows, which only have a value in their first row. A category or another text stands
 * for all of these rows; of a price, a stock or a code nobody knows, so that these are refused.
 */
export function mergedOverRows(merged: MergedCells[]) {
  const waiting = merged.filter(({ top, bottom }) => bottom > top).sort((a, b) => a.top - b.top)
  let next = 0
  let open: { bottom: number; left: number; right: number; row: number; value: CellValue | undefined }[] = []
  return {
    /** Must be called for each row, in their order. */
    enter({ number, cells }: SheetRow) {
      open = open.filter(({ bottom }) => bottom >= number)
      for (let range = waiting[next]; range && range.top <= number; range = waiting[++next]) {
        const { top, bottom, left, right } = range
        if (bottom >= number)
          open.push({ bottom, left, right, row: top, value: top === number ? cells[left] : undefined })
      }
    },
    /** What a blank cell says that is merged with a cell above. */
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

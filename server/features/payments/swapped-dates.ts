import { fold } from '#domain/text.ts'
import type { CellValue, SheetRow } from '../../spreadsheets/read-sheets.ts'
import { MARGIN_DAYS, type Period, shifted, shownText } from './statement-cells.ts'

const dateOf = (cell: CellValue | undefined) =>
  typeof cell === 'object' && cell.kind === 'date' ? cell.day : undefined

const swapped = (date: string) => {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${year}-${day}-${month}`
}

/**
 * Exchanges the day and month of a column's dates of Excel, where an Excel in English has made them of texts with the day first: the texts
 * that it left have days above 12, or only the exchanged dates lie in the statement's period.
 */
export function withRightDates(rows: SheetRow[], at: number | undefined, period: Period): SheetRow[] {
  if (at === undefined) return rows
  const cells = rows.map((row) => row.cells[at])
  const dates = cells.flatMap((cell) => dateOf(cell) ?? [])
  if (dates.length === 0 || dates.some((date) => Number(date.slice(8)) > 12)) return rows
  const days = cells.flatMap((cell) => {
    const [, day] = /^(\d{1,2})[/.-]\d{1,2}[/.-]\d{2,4}\b/.exec(fold(shownText(cell))) ?? []
    return day && typeof cell === 'string' ? [Number(day)] : []
  })
  const areSwapped =
    days.length > 0
      ? days.every((day) => day > 12)
      : isWithin(dates.map(swapped), period) && !isWithin(dates, period)
  if (!areSwapped) return rows
  return rows.map((row) => {
    const cell = row.cells[at]
    const date = dateOf(cell)
    if (!date || typeof cell !== 'object') return row
    return { ...row, cells: row.cells.with(at, { ...cell, day: swapped(date) }) }
  })
}

const isWithin = (dates: string[], { from, to }: Period) =>
  from !== undefined &&
  to !== undefined &&
  dates.every((date) => date >= shifted(from, -MARGIN_DAYS) && date <= shifted(to, MARGIN_DAYS))

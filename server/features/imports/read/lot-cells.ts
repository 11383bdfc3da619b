import { writtenExpiry } from '#domain/lots.ts'
import { fold } from '#domain/text.ts'
import { type CellValue, dateOfDays } from '../../../spreadsheets/read-sheets.ts'
import { isPlaceholder, LOT_CODE, LOT_EXPIRY } from '../columns/column-values.ts'
import type { Column } from '../columns/resolve-columns.ts'
import { shownCell } from '../rows/product-cells.ts'
import type { WorkbookLot } from '../rows/workbook-rows.ts'

/** The positions of a table's lots and expiries. */
export type LotColumns = { code: number[]; expiry: number[] }

export function lotColumnsIn(columns: readonly Column[]): LotColumns {
  const at = (pattern: RegExp) =>
    columns.flatMap(({ folded }, index) => (pattern.test(folded) ? [index] : []))
  return { code: at(LOT_CODE), expiry: at(LOT_EXPIRY) }
}

/** Whether a column is read as lots or expiries. */
export const isReadAsLot = ({ folded, values: { samples } }: Column): boolean =>
  LOT_CODE.test(folded) || (LOT_EXPIRY.test(folded) && samples.some((text) => expiryIn(text)))

/** A row's lot and expiry; undefined in a table without such columns, for a lot of over 40 characters and for an unreadable expiry. */
export function readLot(
  cells: readonly CellValue[],
  { code, expiry }: LotColumns,
): Omit<WorkbookLot, 'units'> | undefined {
  if (code.length + expiry.length === 0) return undefined
  const lot = code
    .map((at) => shownCell(cells[at]))
    .filter((text) => text && !isPlaceholder(text))
    .join(' ')
  const written = expiry.map((at) => cells[at]).find((cell) => shownCell(cell) !== '')
  const expires = written === undefined ? null : expiryIn(written)
  return lot.length > 40 || expires === undefined ? undefined : { lot, expires }
}

/** Excel's days of the years 2000 to 2099. */
const [FIRST_DAY, LAST_DAY] = [36_526, 73_050]

/**
 * The last good day of an expiry as people write it: `08/2027`, `2027-08`, `31-08-2027`, `AGO 2027`, `ago-27`, a date of a spreadsheet.
 * Null for none, undefined for another text.
 */
export function expiryIn(cell: CellValue): string | null | undefined {
  // A date that a sheet shows without its day means the month.
  if (typeof cell === 'object' && cell.kind === 'date' && cell.day && /\d-\d/.test(cell.shown))
    return cell.day
  if (typeof cell === 'number' && cell >= FIRST_DAY && cell <= LAST_DAY)
    return dateOfDays(Math.floor(cell)).toISOString().slice(0, 10)
  const text = fold(shownCell(cell)).replace(/\s+\d{1,2}:\d\d(:\d\d)?$/, '')
  if (/^[-–—0]?$/.test(text) || isPlaceholder(text)) return null
  return writtenExpiry(text)
}

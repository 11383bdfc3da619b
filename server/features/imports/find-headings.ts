import type { CellValue, MergedCells, SheetRow } from '../../spreadsheets/read-sheets.ts'
import { shownCell } from './product-cells.ts'
import { columnOf, isNumeric } from './product-columns.ts'
import { fieldsOfHeadings, isCode, type KnownColumns, nameColumns } from './resolve-columns.ts'

/** The last row with content where headings are expected: a title or a date may stand above them. */
const MAX_HEADING_ROW = 20

/** The headings of a sheet, by column. */
export type Headings = {
  texts: string[]
  /** The last row of the headings; 0 when there are none. */
  row: number
  /** The rows that they are written in. */
  lines: SheetRow[]
}

/** Finds the headings among a sheet's first rows. Without any, the texts are as many as there are columns, and empty. */
export function findHeadings(rows: SheetRow[], merged: MergedCells[], known: KnownColumns): Headings {
  const first = rows.slice(0, MAX_HEADING_ROW).findIndex((row) => areHeadings(row, known))
  const index = first >= 0 ? first : likelyHeadingRow(rows)
  const { texts, lines } = index < 0 ? { texts: [], lines: 0 } : headingTexts(rows, index, merged)
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return {
    texts: Array.from({ length: width }, (_, at) => texts[at] ?? ''),
    row: index < 0 ? 0 : (rows[index + lines - 1]?.number ?? 0),
    lines: index < 0 ? [] : rows.slice(index, index + lines),
  }
}

const isText = (cell: CellValue | undefined): cell is string => typeof cell === 'string' && cell.trim() !== ''
/** Whether a cell is a word such as "Venta", not "$ 1.990". */
const isWord = (cell: CellValue) => typeof cell === 'string' && /^\s*\p{L}/u.test(cell) && !/\d{3}/.test(cell)
/** Whether a cell is a number or contains a code, unlike any heading. */
const isNumberLike = (cell: CellValue | undefined) =>
  cell !== undefined && (typeof cell !== 'string' || /\d{5}|^[\s$]*\d[\d.,\s]*$/.test(cell))

/**
 * Whether a row has headings: one must be the barcode's or the own code's, and no cell a code, since the template's instructions have
 * "Código de barras" beside an example.
 */
export function areHeadings({ cells }: SheetRow, known: KnownColumns): boolean {
  const texts = Array.from(cells, (cell) => (isText(cell) ? cell : ''))
  const fields = fieldsOfHeadings(texts, known)
  const named = new Set(
    nameColumns(texts).flatMap(({ key }, at) => (key.startsWith('#') ? [] : (fields[at] ?? []))),
  )
  named.delete('')
  return fields.some(isCode) && (named.size > 1 || (named.size === 1 && !cells.some(isNumberLike)))
}

/** The first row that looks like headings although its column of codes isn't known. */
function likelyHeadingRow(rows: SheetRow[]): number {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell !== undefined).length)
  const most = Math.max(0, ...filled)
  return rows
    .slice(0, MAX_HEADING_ROW)
    .findIndex(
      ({ cells }, index) => (filled[index] ?? 0) >= Math.max(1, most * 0.6) && !cells.some(isNumberLike),
    )
}

/**
 * The headings by column. A merged cell is the heading of all its columns, and a second line adds to the first: below "Precio" there may
 * be "Costo" and "Venta".
 */
function headingTexts(rows: SheetRow[], index: number, merged: MergedCells[]) {
  const { number, cells } = rows[index] as SheetRow
  const texts = Array.from(cells, (cell) => shownCell(cell))
  const wide = new Set<number>()
  for (const { top, bottom, left, right } of merged) {
    if (number < top || number > bottom || left === right || right - left > 100) continue
    for (let at = left; at <= right; at += 1) {
      texts[at] = texts[left] ?? ''
      wide.add(at)
    }
  }
  const below = rows[index + 1]
  const fields = fieldsOfHeadings(
    Array.from(texts, (text) => text ?? ''),
    { assigned: new Map(), remembered: new Map() },
  )
  const isSecondLine =
    below?.number === number + 1 &&
    below.cells.every(isWord) &&
    fields.every((field, at) => !isCode(field) || !isText(below.cells[at])) &&
    below.cells.some((cell, at) => isText(cell) && (wide.has(at) || isNumericField(fields[at])))
  if (!isSecondLine) return { texts, lines: 1 }
  const length = Math.max(texts.length, below.cells.length)
  const both = Array.from({ length }, (_, at) => `${texts[at] ?? ''} ${shownCell(below.cells[at])}`.trim())
  return { texts: both, lines: 2 }
}

function isNumericField(field = '') {
  const column = columnOf(field)
  return column !== undefined && isNumeric(column)
}

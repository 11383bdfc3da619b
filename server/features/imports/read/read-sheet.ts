import type { ImportReport } from '#contract/import-report.ts'
import type { ProductField } from '#contract/product-fields.ts'
import type { TableColumn } from '#contract/table-columns.ts'
import type { CellValue, MergedCells, Sheet, SheetRow } from '../../../spreadsheets/read-sheets.ts'
import {
  columnsToShow,
  headingKey,
  isPlaceKey,
  joinHeadingRows,
  likelyHeadingRow,
  withColumnKeys,
} from '../../../tables/headings.ts'
import { collectValues } from '../columns/column-values.ts'
import {
  claimOf,
  fieldsOfHeadings,
  type KnownProductColumns,
  type ProductColumns,
} from '../columns/product-headings.ts'
import { isCode, proposeCodes, resolveColumns, type Table } from '../columns/resolve-columns.ts'
import { shownCell } from '../rows/product-cells.ts'
import { columnOf, isNumeric } from '../rows/workbook-rows.ts'
import { isReadAsLot } from './lot-cells.ts'

/** How many visible rows are read to find the headings. */
const FIRST_ROWS = 60
/** How many rows are read to collect the values of columns: more than a workbook may have products. */
const ROWS_TO_LOOK_AT = 25_000

export type SheetSeen = {
  sheet: Sheet
  state: ImportReport['sheets'][number]['state']
  /** The tables by the last row of their headings; a repetition of headings begins the same table again. */
  tables: ReadonlyMap<number, Table>
  merged: MergedCells[]
}

/** Finds a sheet's tables, and the field of each column by its heading and its values. */
export async function lookAtSheet(sheet: Sheet, known: KnownProductColumns): Promise<SheetSeen> {
  if (sheet.hidden) return { sheet, state: 'hidden', tables: new Map(), merged: [] }
  const first = await firstRows(sheet)
  if (first.length === 0) return { sheet, state: 'empty', tables: new Map(), merged: [] }
  const merged = await sheet.merged()
  const tables = await findTables(sheet, { first, merged, known })
  return { sheet, state: hasCodes({ tables }) ? 'read' : 'noHeadings', tables, merged }
}

/** Whether a column of a sheet has codes. */
export const hasCodes = ({ tables }: Pick<SheetSeen, 'tables'>) =>
  [...tables.values()].some(({ columns }) => columns.some(({ field }) => isCode(field)))

async function firstRows(sheet: Sheet): Promise<SheetRow[]> {
  const first: SheetRow[] = []
  for await (const rows of sheet.rows()) {
    first.push(...rows.filter(({ hidden }) => !hidden))
    if (first.length >= FIRST_ROWS) break
  }
  return first.slice(0, FIRST_ROWS)
}

type First = { first: SheetRow[]; merged: MergedCells[]; known: KnownProductColumns }

async function findTables(sheet: Sheet, { first, merged, known }: First): Promise<Map<number, Table>> {
  const headings = findHeadings(first, merged, known)
  const begin = (texts: string[]) => {
    const codesAt = fieldsOfHeadings(texts, known).flatMap((field, at) => (isCode(field) ? [at] : []))
    return { texts, codesAt, found: collectValues() }
  }
  let current = begin(headings.texts)
  const begun = new Map([[headings.texts.join('\n'), current]])
  const places = new Map([[headings.row, current]])
  let looked = 0
  for await (const rows of sheet.rows()) {
    for (const row of rows) {
      if (row.number <= headings.row) continue
      // Printed lists repeat their headings on each page.
      const isRepeated = headings.lines.some((line) => repeats(row, line))
      if (isRepeated || (mayBeHeadings(row, current.codesAt) && areHeadings(row, known))) {
        // A second table may have other columns.
        const { texts } = isRepeated ? headings : findHeadings([row], merged, known)
        current = begun.get(texts.join('\n')) ?? begin(texts)
        begun.set(texts.join('\n'), current)
        places.set(row.number, current)
      } else if (!row.hidden) current.found.add(row)
    }
    looked += rows.length
    if (looked >= ROWS_TO_LOOK_AT) break
  }
  const tables = new Map(
    [...begun.values()].map((table) => {
      const values = table.found.values()
      const texts = Array.from(
        { length: Math.max(table.texts.length, values.length) },
        (_, at) => table.texts[at] ?? '',
      )
      return [table, resolveColumns(texts, values, known)] as const
    }),
  )
  return new Map([...places].map(([row, table]) => [row, tables.get(table)!]))
}

/** Whether a row may have headings: a cheap test, since nearly all rows have a number as their code. */
function mayBeHeadings({ cells }: SheetRow, codesAt: number[]): boolean {
  return codesAt.some((at) => {
    const cell = cells[at]
    return typeof cell === 'string' ? /\p{L}/u.test(cell) : cell === undefined
  })
}

function repeats({ cells }: SheetRow, line: SheetRow): boolean {
  return (
    cells.length === line.cells.length &&
    line.cells.filter((cell) => cell !== undefined).length > 1 &&
    Array.from(cells).every((cell, at) => shownCell(cell) === shownCell(line.cells[at]))
  )
}

export function columnsToAssign({ tables }: SheetSeen): TableColumn<ProductField>[] {
  const columns = new Map<string, TableColumn<ProductField>>()
  for (const { columns: resolved } of new Set(tables.values())) {
    const named = resolved.map(({ key, heading, field, question }) => ({
      ...{ key, heading, field },
      asked: question !== undefined,
    }))
    for (const column of columnsToShow(named, (at) => resolved[at]?.values.samples ?? []))
      if (!columns.has(column.key)) columns.set(column.key, column)
  }
  return [...columns.values()]
}

export function unusedHeadings({ tables }: SheetSeen): string[] {
  const unused = [...tables.values()].flatMap(({ columns }) =>
    columns.flatMap((column) =>
      !column.field && column.values.samples.length > 0 && !isReadAsLot(column) ? column.heading || [] : [],
    ),
  )
  return [...new Set(unused)]
}

/** The assigned columns to remember: those that would otherwise get another field, or be asked about. */
export function decidedColumns(
  { tables }: SheetSeen,
  { assigned, remembered }: KnownProductColumns,
): ProductColumns {
  const known = { assigned: new Map(), remembered }
  const decided = [...new Set(tables.values())].flatMap(({ columns }) => {
    const { columns: again } = resolveColumns(
      columns.map(({ heading }) => heading),
      columns.map(({ values }) => values),
      known,
    )
    proposeCodes(again)
    return again.flatMap(({ key, heading, field, question }) => {
      const chosen = assigned.get(key)
      if (chosen === undefined || (question === undefined && chosen === field)) return []
      // A heading that was left out for another column is still read where it is the only one.
      const claimed = field || claimOf(headingKey(heading))?.field
      const isLeft = chosen === '' && claimed && [...assigned.values()].includes(claimed)
      return isLeft ? [] : [[key, chosen] as const]
    })
  })
  return new Map(decided)
}

/** The last row with content where headings are expected: a title or a date may stand above them. */
const MAX_HEADING_ROW = 20

type Headings = {
  texts: string[]
  /** The last row of the headings; 0 when there are none. */
  row: number
  /** The rows of the headings: two where a heading is written over two rows. */
  lines: SheetRow[]
}

/** Finds the headings among a sheet's first rows. Without headings, each column has an empty text. */
function findHeadings(rows: SheetRow[], merged: MergedCells[], known: KnownProductColumns): Headings {
  const first = rows.slice(0, MAX_HEADING_ROW).findIndex((row) => areHeadings(row, known))
  const index =
    first >= 0 ? first : likelyHeadingRow(rows.slice(0, MAX_HEADING_ROW), (cell) => !isNumberLike(cell))
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
 * Whether a row has headings: one must be the barcode's or the own code's. If no other heading is known, no cell may be a code: the
 * template's instructions have "Código de barras" beside an example.
 */
function areHeadings({ cells }: SheetRow, known: KnownProductColumns): boolean {
  const texts = Array.from(cells, (cell) => (isText(cell) ? cell : ''))
  const fields = fieldsOfHeadings(texts, known)
  const named = new Set(
    withColumnKeys(texts).flatMap(({ key }, at) => (isPlaceKey(key) ? [] : (fields[at] ?? []))),
  )
  named.delete('')
  return fields.some(isCode) && (named.size > 1 || (named.size === 1 && !cells.some(isNumberLike)))
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
  return { texts: joinHeadingRows(texts, Array.from(below.cells, shownCell)), lines: 2 }
}

function isNumericField(field = '') {
  const column = columnOf(field)
  return column !== undefined && isNumeric(column)
}

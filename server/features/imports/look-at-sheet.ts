import type { ImportReport, SheetColumn } from '#contract/import-report.ts'
import { cut } from '#domain/text.ts'
import type { MergedCells, Sheet, SheetRow } from '../../spreadsheets/read-sheets.ts'
import { type ColumnValues, collectValues } from './column-values.ts'
import { areHeadings, findHeadings } from './find-headings.ts'
import { claimOf, headingKey } from './heading-names.ts'
import { shownCell } from './product-cells.ts'
import {
  type Assigned,
  fieldsOfHeadings,
  isCode,
  type KnownColumns,
  preferenceKey,
  proposeCodes,
  type Resolved,
  resolveColumns,
} from './resolve-columns.ts'

/** The first rows, among which the headings are. */
const FIRST_ROWS = 60
/** The rows to look at for what the columns have; a workbook may have fewer products. */
const ROWS_TO_LOOK_AT = 25_000

/** The characters of a sample that a person sees. */
const MAX_SAMPLE_LENGTH = 200

/** A part of a sheet below a row of headings. */
export type Table = Resolved & { texts: string[]; values: readonly ColumnValues[] }

/** A sheet before its products are read. */
export type SheetSeen = {
  sheet: Sheet
  state: ImportReport['sheets'][number]['state']
  /** The tables by the last row of their headings; a repetition of headings begins the same table again. */
  tables: ReadonlyMap<number, Table>
  merged: MergedCells[]
}

/** Reads a sheet's headings and what is below them, to know its columns. */
export async function lookAtSheet(sheet: Sheet, known: KnownColumns): Promise<SheetSeen> {
  if (sheet.hidden) return { sheet, state: 'hidden', tables: new Map(), merged: [] }
  const first = await firstRows(sheet)
  if (first.length === 0) return { sheet, state: 'empty', tables: new Map(), merged: [] }
  const merged = await sheet.merged()
  const tables = await findTables(sheet, { first, merged, known })
  const hasCode = [...tables.values()].some(({ columns }) => columns.some(({ field }) => isCode(field)))
  return { sheet, state: hasCode ? 'read' : 'noHeadings', tables, merged }
}

/** The first visible rows. */
async function firstRows(sheet: Sheet): Promise<SheetRow[]> {
  const first: SheetRow[] = []
  for await (const rows of sheet.rows()) {
    first.push(...rows.filter(({ hidden }) => !hidden))
    if (first.length >= FIRST_ROWS) break
  }
  return first.slice(0, FIRST_ROWS)
}

type First = { first: SheetRow[]; merged: MergedCells[]; known: KnownColumns }

async function findTables(sheet: Sheet, { first, merged, known }: First): Promise<Map<number, Table>> {
  const headings = findHeadings(first, merged, known)
  const begun = [{ texts: headings.texts, found: collectValues() }]
  const places = new Map([[headings.row, 0]])
  let current = 0
  let looked = 0
  let codesAt = codeColumns(headings.texts, known)
  for await (const rows of sheet.rows()) {
    for (const row of rows) {
      if (row.number <= headings.row) continue
      if (headings.lines.some((line) => repeats(row, line))) {
        // Printed lists repeat their headings on each page.
        current = 0
        places.set(row.number, current)
        codesAt = codeColumns(headings.texts, known)
      } else if (mayBeHeadings(row, codesAt) && areHeadings(row, known)) {
        // A second table may have other columns.
        const { texts } = findHeadings([row], merged, known)
        current = begun.findIndex((table) => table.texts.join('\n') === texts.join('\n'))
        if (current < 0) current = begun.push({ texts, found: collectValues() }) - 1
        places.set(row.number, current)
        codesAt = codeColumns(texts, known)
      } else if (!row.hidden) begun[current]?.found.add(row)
    }
    looked += rows.length
    if (looked >= ROWS_TO_LOOK_AT) break
  }
  const tables = begun.map(({ texts, found }): Table => {
    const values = found.values()
    const width = Math.max(texts.length, values.length)
    const all = Array.from({ length: width }, (_, at) => texts[at] ?? '')
    return { texts: all, values, ...resolveColumns(all, values, known) }
  })
  return new Map([...places].map(([row, index]) => [row, tables[index] as Table]))
}

const codeColumns = (texts: string[], known: KnownColumns) =>
  fieldsOfHeadings(texts, known).flatMap((field, at) => (isCode(field) ? [at] : []))

/** Whether a row may have headings: a cheap test, since nearly all rows have a number as their code. */
function mayBeHeadings({ cells }: SheetRow, codesAt: number[]): boolean {
  return codesAt.some((at) => {
    const cell = cells[at]
    return typeof cell === 'string' ? /\p{L}/u.test(cell) : cell === undefined
  })
}

/** Whether a row has the same texts as a line of headings. */
function repeats({ cells }: SheetRow, line: SheetRow): boolean {
  return (
    cells.length === line.cells.length &&
    line.cells.filter((cell) => cell !== undefined).length > 1 &&
    Array.from(cells).every((cell, at) => shownCell(cell) === shownCell(line.cells[at]))
  )
}

/** The columns of a sheet, for a person to assign. */
export function columnsToAssign({ tables }: SheetSeen): SheetColumn[] {
  const columns = new Map<string, SheetColumn>()
  for (const { columns: resolved, values } of new Set(tables.values()))
    for (const [at, column] of resolved.entries()) {
      const different = [...new Set(values[at]?.samples)].slice(0, 3)
      const samples = different.map((text) => cut(text, MAX_SAMPLE_LENGTH))
      if ((column.heading || samples.length > 0) && !columns.has(column.key))
        columns.set(column.key, { ...column, samples })
    }
  return [...columns.values()]
}

/** Headings of filled columns that aren't imported. */
export function unusedHeadings({ tables }: SheetSeen): string[] {
  const unused = [...tables.values()].flatMap(({ columns, values }) =>
    columns.flatMap(({ heading, field }, at) =>
      heading && !field && values[at]?.samples.length ? [heading] : [],
    ),
  )
  return [...new Set(unused)]
}

/** The assigned columns to remember: those that would be read otherwise, or asked for. */
export function decidedColumns({ tables }: SheetSeen, { assigned, remembered }: KnownColumns): Assigned {
  const known = { assigned: new Map(), remembered }
  const decided = [...new Set(tables.values())].flatMap(({ texts, values }) => {
    const resolved = resolveColumns(texts, values, known)
    proposeCodes(resolved, values, known)
    return resolved.columns.flatMap(({ key, heading, field, asked }) => {
      const chosen = assigned.get(key)
      if (chosen === undefined || (!asked && chosen === field)) return []
      // Left out for another column, a heading still counts where it is alone.
      const claimed = field || claimOf(headingKey(heading))?.field
      const winner = resolved.columns.find((column) => claimed && assigned.get(column.key) === claimed)
      if (chosen === '' && claimed && winner) return [[preferenceKey(winner.key, key), claimed] as const]
      return [[key, chosen] as const]
    })
  })
  return new Map(decided)
}

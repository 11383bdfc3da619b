import type { StatementField } from '#contract/payments.ts'
import { fold } from '#domain/text.ts'
import { readSheets, type SheetRow } from '../../spreadsheets/read-sheets.ts'
import { SpreadsheetRejected } from '../../spreadsheets/rejected.ts'
import { MAX_MOVEMENTS, tooManyMovements } from './read-movements.ts'
import type { AssignedColumns } from './statement.ts'
import { shownText } from './statement-cells.ts'
import {
  columnAt,
  countOf,
  type Headings,
  headingsAt,
  headingsKey,
  isComplete,
  likelyHeadings,
} from './statement-headings.ts'

export type KnownColumns = {
  columns?: AssignedColumns
  remembered?: ReadonlyMap<string, AssignedColumns>
}

/** The most rows of a sheet: the movements, and the lines above and below. */
const MAX_ROWS = MAX_MOVEMENTS + 1_000

export type SheetRows = { name: string; rows: SheetRow[] }
/** A sheet with a table, whose headings stand at this place among its rows; -1 for a table without headings. */
type Found = { sheet: SheetRows; headings: Headings; index: number; isAssigned: boolean }

/** The visible sheets that have rows. */
export async function visibleSheets(bytes: Buffer): Promise<SheetRows[]> {
  const sheets: SheetRows[] = []
  for (const { name, hidden, rows } of await readSheets(bytes)) {
    if (hidden) continue
    const all: SheetRow[] = []
    for await (const batch of rows()) {
      all.push(...batch.filter(({ cells }) => cells.some((cell) => shownText(cell))))
      if (all.length > MAX_ROWS) throw tooManyMovements()
    }
    if (all.length > 0) sheets.push({ name, rows: all })
  }
  return sheets
}

/**
 * Finds the sheet with the movements, and its headings.
 *
 * @throws SpreadsheetRejected when several sheets have movements, and none is called "Movimientos"
 */
export function findTable(sheets: SheetRows[], known: KnownColumns): Found | undefined {
  const found = sheets.flatMap((sheet) => findHeadings(sheet, known) ?? [])
  const named = found.filter(({ sheet }) => fold(sheet.name) === 'movimientos')
  const [first, ...others] = named.length > 0 ? named : found
  if (others.length === 0) return first
  const names = found.map(({ sheet }) => `«${sheet.name}»`).join(', ')
  throw new SpreadsheetRejected(`El libro trae movimientos en varias hojas: ${names}. Deja una sola.`)
}

/**
 * Finds the movements of a text with another delimiter than its lines suggest: numbers such as `1,500,000` can have more commas than a row
 * has semicolons.
 */
export async function findByDelimiter(bytes: Buffer, known: KnownColumns): Promise<Found | undefined> {
  const hasMark = bytes.subarray(0, 3).equals(Buffer.from('\ufeff'))
  const text = bytes.subarray(hasMark ? 3 : 0)
  for (const delimiter of [';', '\t', ',']) {
    try {
      const found = findTable(
        await visibleSheets(Buffer.concat([Buffer.from(`sep=${delimiter}\n`), text])),
        known,
      )
      if (found) return found
    } catch (error) {
      if (!(error instanceof SpreadsheetRejected)) throw error
    }
  }
  return undefined
}

function findHeadings(sheet: SheetRows, { columns, remembered }: KnownColumns): Found | null {
  const { rows } = sheet
  if (columns) return assignedHeadings(sheet, columns)
  for (const index of rows.keys()) {
    const headings = headingsAt(rows, index)
    if (countOf(headings) === 0 && !remembered?.size) continue
    const assigned = remembered?.get(headingsKey(headings))
    if (assigned) {
      const own = withAssigned(headings, assigned, widthOf(rows))
      if (own) return { sheet, headings: own, index, isAssigned: true }
    }
    if (isComplete(headings)) return { sheet, headings, index, isAssigned: false }
  }
  return null
}

export const widthOf = (rows: SheetRow[]) => rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)

/** The first row that has all assigned headings; columns by place belong to the likeliest headings. */
function assignedHeadings(sheet: SheetRows, assigned: AssignedColumns): Found | null {
  const { rows } = sheet
  const width = widthOf(rows)
  const areAllPlaces = Object.values(assigned).every((name) => !name || /^#\d+$/.test(name))
  const likely = likelyHeadings(rows)
  const indexes = areAllPlaces ? [likely] : [likely, ...rows.keys()]
  for (const index of indexes) {
    const headings = index < 0 ? { row: 0, texts: [], columns: {}, doubled: [] } : headingsAt(rows, index)
    const own = withAssigned(headings, assigned, width)
    if (own) return { sheet, headings: own, index, isAssigned: true }
  }
  return null
}

/** Headings with assigned columns in place of the known ones; null when a column is missing or not enough are assigned. */
function withAssigned(headings: Headings, assigned: AssignedColumns, width: number): Headings | null {
  const { account } = headings.columns
  const columns: Headings['columns'] = account === undefined ? {} : { account }
  for (const [field, name] of Object.entries(assigned) as [StatementField, string | undefined][]) {
    if (!name) continue
    const at = columnAt(headings.texts, width, name)
    if (at < 0) return null
    columns[field] = at
  }
  const isEnough = columns.date !== undefined && (columns.credit ?? columns.amount) !== undefined
  return isEnough ? { ...headings, columns, doubled: [] } : null
}

import type { StatementColumns, StatementField } from '#contract/payments.ts'
import { fold } from '#domain/text.ts'
import { readSheets, type SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { SpreadsheetRejected } from '../../../spreadsheets/rejected.ts'
import {
  type Assigned,
  columnsToShow,
  isPlaceKey,
  likelyHeadingRow,
  withColumnKeys,
} from '../../../tables/headings.ts'
import { shownText } from '../../../tables/shown-text.ts'
import { MAX_MOVEMENTS, tooManyMovements } from './statement.ts'
import {
  countOf,
  type Headings,
  headingsAt,
  headingsKey,
  isComplete,
  isText,
  statementKey,
} from './statement-headings.ts'

type AssignedColumns = Assigned<StatementField>
/** The columns assigned for this file, and those assigned for earlier files, by the key of their headings ({@link headingsKey}). */
export type KnownLayouts = { assigned?: AssignedColumns; remembered?: ReadonlyMap<string, AssignedColumns> }

/** The maximum number of rows in a sheet: the movements, and lines above and below. */
const MAX_ROWS = MAX_MOVEMENTS + 1_000

type SheetRows = { name: string; rows: SheetRow[] }
/** A sheet with a table. `index` is the place of its headings among the rows; -1 for a table without headings. */
type Found = { sheet: SheetRows; headings: Headings; index: number; isAssigned: boolean }

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
export function findTable(sheets: SheetRows[], known: KnownLayouts): Found | undefined {
  const found = sheets.flatMap((sheet) => findHeadings(sheet, known) ?? [])
  const named = found.filter(({ sheet }) => fold(sheet.name) === 'movimientos')
  const [first, ...others] = named.length > 0 ? named : found
  if (others.length === 0) return first
  const names = found.map(({ sheet }) => `«${sheet.name}»`).join(', ')
  throw new SpreadsheetRejected(`El libro trae movimientos en varias hojas: ${names}. Deja una sola.`)
}

/** The first headings that have all assigned or remembered columns, or are complete. Assigned places belong to the likeliest headings. */
function findHeadings(sheet: SheetRows, { assigned, remembered }: KnownLayouts): Found | undefined {
  const { rows } = sheet
  const width = widthOf(rows)
  for (const index of [...(assigned ? [likelyHeadings(rows)] : []), ...rows.keys()]) {
    const headings = headingsAt(rows, index)
    const chosen = assigned ?? (remembered?.size ? remembered.get(headingsKey(headings)) : undefined)
    const own = chosen && withAssigned(headings, chosen, width)
    if (own) return { sheet, headings: own, index, isAssigned: true }
    if (!assigned && isComplete(headings)) return { sheet, headings, index, isAssigned: false }
  }
  return undefined
}

const widthOf = (rows: SheetRow[]) => rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)

/** The heading of each column of a sheet, and the key by which the column is assigned. */
const keyedColumns = ({ texts }: Headings, width: number) =>
  withColumnKeys(
    Array.from({ length: Math.max(width, texts.length) }, (_, at) => texts[at] ?? ''),
    statementKey,
  )

/** Headings with the assigned columns in place of the recognized ones; undefined when a column is missing, or too few are assigned. */
function withAssigned(headings: Headings, assigned: AssignedColumns, width: number): Headings | undefined {
  const { account } = headings.columns
  const columns: Headings['columns'] = account === undefined ? {} : { account }
  const keys = keyedColumns(headings, width).map(({ key }) => key)
  for (const [key, field] of assigned) {
    if (!field) continue
    const at = isPlaceKey(key) ? Number(key.slice(1)) - 1 : keys.indexOf(statementKey(key))
    if (at < 0 || at >= keys.length) return undefined
    columns[field] = at
  }
  const isEnough = columns.date !== undefined && (columns.credit ?? columns.amount) !== undefined
  return isEnough ? { ...headings, columns, doubled: [] } : undefined
}

/** The columns of the likeliest table, for a person to assign. */
export function columnsToAssign(
  sheets: SheetRows[],
  assigned: AssignedColumns = new Map(),
): StatementColumns {
  const tables = sheets.map(({ name, rows }) => ({
    name,
    rows,
    headings: headingsAt(rows, likelyHeadings(rows)),
  }))
  const score = (headings: Headings) => (headings.row === 0 ? -1 : countOf(headings))
  const { name, rows, headings } = tables.reduce((best, table) =>
    score(table.headings) > score(best.headings) ? table : best,
  )
  const { account: _, ...known } = headings.columns
  const fields = Object.keys(known) as StatementField[]
  const below = rows.filter(({ number }) => number > headings.row)
  const named = keyedColumns(headings, widthOf(below)).map((column, at) => {
    const field = fields.find((name) => known[name] === at) ?? ('' as const)
    return { ...column, field, asked: false }
  })
  const columns = columnsToShow(named, (at) => below.flatMap(({ cells }) => shownText(cells[at]) || []))
  const chosen = new Set([...assigned.values(), ...fields])
  const missing: StatementField[] = []
  if (!chosen.has('date')) missing.push('date')
  if (!chosen.has('credit') && !chosen.has('amount')) missing.push('credit')
  return { missing, doubled: [], questions: [], sheets: [{ name, columns }], columns }
}

/** The number of rows in which the headings of an unknown layout are searched. */
const ROWS_TO_LOOK_AT = 200

/** The row of the likeliest headings of an unknown layout; -1 for none. */
function likelyHeadings(all: SheetRow[]): number {
  const rows = all.slice(0, ROWS_TO_LOOK_AT)
  const counts = rows.map((_, index) => countOf(headingsAt(rows, index)))
  const best = Math.max(0, ...counts)
  if (best >= 2) return counts.indexOf(best)
  if (rows.every(({ cells }) => cells.filter((cell) => cell !== undefined).length < 2)) return -1
  return likelyHeadingRow(rows, (cell) => isText(cell) && !/\d{3}/.test(cell))
}

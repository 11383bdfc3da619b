import { fold } from '#domain/text.ts'
import { readSheets, type SheetRow } from '../../spreadsheets/read-sheets.ts'
import { SpreadsheetRejected } from '../../spreadsheets/rejected.ts'
import { readAboutAccount } from './about-account.ts'
import { checkBalances } from './check-balances.ts'
import { MAX_MOVEMENTS, readMovements, type TableRow, tooManyMovements } from './read-movements.ts'
import type { AssignedColumns, Movement, Statement, StatementColumns, StatementField } from './statement.ts'
import { bankOf } from './statement-banks.ts'
import { shownText } from './statement-cells.ts'
import {
  columnAt,
  columnKey,
  countOf,
  type Headings,
  headingsAt,
  headingsKey,
  isComplete,
  likelyHeadings,
} from './statement-headings.ts'

export type KnownColumns = {
  columns?: AssignedColumns
  remembered?: Readonly<Record<string, AssignedColumns>>
}

/** A part of a statement, sent while the server handles other requests in between. */
export type StatementPart = {
  movements?: Movement[]
  statement?: Omit<Statement, 'movements'>
  /** Set when columns must be assigned by hand. */
  unknown?: StatementColumns
}
const PART_SIZE = 500

/** The most rows of a sheet: the movements, and what stands above and below. */
const MAX_ROWS = MAX_MOVEMENTS + 1_000

type SheetRows = { name: string; rows: SheetRow[] }
/** A sheet with a table, whose headings stand at this place among its rows; -1 for a table without headings. */
type Found = { sheet: SheetRows; headings: Headings; index: number; isAssigned: boolean }

/**
 * Reads the movements of a bank statement (docs/product.md#bank-statements). Must run in a limited worker.
 *
 * @throws SpreadsheetRejected
 */
export async function readStatementFile(
  bytes: Buffer,
  known: KnownColumns,
  post: (part: StatementPart) => void,
): Promise<void> {
  refuseOtherKinds(bytes)
  const isWorkbook = bytes.subarray(0, 2).toString('latin1') === 'PK'
  const sheets = await visibleSheets(bytes)
  if (sheets.length === 0) throw new SpreadsheetRejected('La cartola está vacía.')
  const found = findTable(sheets, known)
  if (!found) return post({ unknown: columnsToAssign(sheets, known.columns) })
  const { sheet, headings, index, isAssigned } = found
  const others = sheets.filter((other) => other !== sheet).flatMap(({ rows }) => rows)
  const about = readAboutAccount(sheet.rows.slice(0, Math.max(0, index)), others)
  const below = sheet.rows.filter(({ number }) => number > headings.row)
  const read = readMovements({ headings, rows: below, about, isExact: !isWorkbook && headings.row > 0 })
  const movements = read.flatMap((row) => (row.kind === 'movement' ? [row.movement] : []))
  const refused = read.flatMap((row) => (row.kind === 'refused' ? [row.refused] : []))
  if (movements.length + refused.length === 0)
    throw new SpreadsheetRejected('La cartola no trae movimientos.')
  const bank = bankOf(headings.texts, about.texts)
  // BancoEstado cuts a period into several files, each with the balances of the whole period.
  const gaps = checkBalances(read, bank === 'estado' ? null : about.balances)
  if (!isAssigned && areSignsUnknown(headings, read) && (gaps.length > 0 || !hasBalances(movements)))
    return post({ unknown: columnsToAssign([sheet], known.columns) })
  const accounts = new Set(movements.map(({ account }) => account))
  const [account = about.account] = accounts.size === 1 ? accounts : ['']
  for (let at = 0; at < movements.length; at += PART_SIZE)
    post({ movements: movements.slice(at, at + PART_SIZE) })
  post({ statement: { bank, account, gaps, refused, headings: headingsKey(headings) } })
}

const hasBalances = (movements: Movement[]) => movements.some(({ balance }) => balance !== null)

/** Whether a single column of amounts doesn't tell charges: all are positive, and no other column says what they are. */
const areSignsUnknown = ({ columns }: Headings, read: TableRow[]) =>
  columns.credit === undefined &&
  columns.sign === undefined &&
  !read.some((row) => row.kind === 'movement' && row.movement.debit > 0)

const HOW_TO_SAVE =
  'Ábrelo en Excel, elige «Guardar como» y el tipo «Libro de Excel (.xlsx)», y envía ese archivo.'

/** @throws SpreadsheetRejected for files that banks also give, with the words how to get a readable one */
function refuseOtherKinds(bytes: Buffer) {
  if (bytes.length === 0) throw new SpreadsheetRejected('El archivo está vacío.')
  const start = bytes.subarray(0, 8).toString('latin1')
  if (start === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
    throw new SpreadsheetRejected(`Es un libro antiguo de Excel (.xls). ${HOW_TO_SAVE}`)
  if (start.startsWith('%PDF'))
    throw new SpreadsheetRejected('Es un PDF. Descarga la cartola del banco como Excel o CSV.')
  const text = bytes
    .subarray(0, 500)
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/^[\ufeff\s]+/, '')
  if (/^<(!doctype|html|table|meta|head|body|\?xml|style|div)/i.test(text))
    throw new SpreadsheetRejected(`Es una página web con nombre de Excel. ${HOW_TO_SAVE}`)
}

/** The visible sheets that have rows. */
async function visibleSheets(bytes: Buffer): Promise<SheetRows[]> {
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
function findTable(sheets: SheetRows[], known: KnownColumns): Found | undefined {
  const found = sheets.flatMap((sheet) => findHeadings(sheet, known) ?? [])
  const named = found.filter(({ sheet }) => fold(sheet.name) === 'movimientos')
  const [first, ...others] = named.length > 0 ? named : found
  if (others.length === 0) return first
  const names = found.map(({ sheet }) => `«${sheet.name}»`).join(', ')
  throw new SpreadsheetRejected(`El libro trae movimientos en varias hojas: ${names}. Deja una sola.`)
}

function findHeadings(sheet: SheetRows, { columns, remembered = {} }: KnownColumns): Found | null {
  const { rows } = sheet
  if (columns) return assignedHeadings(sheet, columns)
  for (const index of rows.keys()) {
    const headings = headingsAt(rows, index)
    if (countOf(headings) === 0 && Object.keys(remembered).length === 0) continue
    const assigned = remembered[headingsKey(headings)]
    if (assigned) {
      const own = withAssigned(headings, assigned, widthOf(rows))
      if (own) return { sheet, headings: own, index, isAssigned: true }
    }
    if (isComplete(headings)) return { sheet, headings, index, isAssigned: false }
  }
  return null
}

const widthOf = (rows: SheetRow[]) => rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)

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
  const columns: Headings['columns'] = {}
  for (const [field, name] of Object.entries(assigned) as [StatementField, string | undefined][]) {
    if (!name) continue
    const at = columnAt(headings.texts, width, name)
    if (at < 0) return null
    columns[field] = at
  }
  const isEnough = columns.date !== undefined && (columns.credit ?? columns.amount) !== undefined
  return isEnough ? { ...headings, columns, doubled: [] } : null
}

const SAMPLES = 3

/** The columns of the likeliest table, for a person to assign. */
function columnsToAssign(sheets: SheetRows[], assigned: AssignedColumns = {}): StatementColumns {
  const tables = sheets.map(({ rows }) => {
    const index = likelyHeadings(rows)
    const headings = index < 0 ? undefined : headingsAt(rows, index)
    return { rows, headings, count: headings ? countOf(headings) : -1 }
  })
  const { rows, headings } = tables.reduce((best, table) => (table.count > best.count ? table : best))
  const texts = headings?.texts ?? []
  const known = headings?.columns ?? {}
  const fields = new Map(Object.entries(known).map(([field, at]) => [at, field]))
  const below = rows.filter(({ number }) => number > (headings?.row ?? 0))
  const width = Math.max(texts.length, widthOf(below))
  const columns = Array.from({ length: width }, (_, at) => {
    const samples = below.flatMap(({ cells }) => shownText(cells[at]) || []).slice(0, SAMPLES)
    const field = fields.get(at) ?? ''
    return {
      key: columnKey(texts, at),
      heading: texts[at] ?? '',
      samples: samples.map((sample) => sample.slice(0, 100)),
      field: field === 'account' ? ('' as const) : (field as StatementField | ''),
    }
  }).filter(({ heading, samples }) => heading || samples.length > 0)
  const has = (field: StatementField) => known[field] !== undefined || Boolean(assigned[field])
  const missing: StatementField[] = [
    ...(has('date') ? [] : (['date'] as const)),
    ...(has('credit') || has('amount') ? [] : (['credit'] as const)),
  ]
  return { columns, missing }
}

import type { StatementColumns, StatementField } from '#contract/payments.ts'
import { cut, fold } from '#domain/text.ts'
import { type CellValue, readSheets, type SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { SpreadsheetRejected } from '../../../spreadsheets/rejected.ts'
import {
  type Assigned,
  columnsToShow,
  headingKey,
  isPlaceKey,
  joinHeadingRows,
  likelyHeadingRow,
  withColumnKeys,
} from '../../../tables/headings.ts'
import { shownText } from '../../../tables/shown-text.ts'
import { MAX_MOVEMENTS, tooManyMovements } from './statement.ts'

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

function findHeadings(sheet: SheetRows, { assigned: chosen, remembered }: KnownLayouts): Found | null {
  const { rows } = sheet
  if (chosen) return assignedHeadings(sheet, chosen)
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

const widthOf = (rows: SheetRow[]) => rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)

/** The first row that has all assigned headings. Columns that are assigned by their place belong to the likeliest headings. */
function assignedHeadings(sheet: SheetRows, assigned: AssignedColumns): Found | null {
  const { rows } = sheet
  const width = widthOf(rows)
  const areAllPlaces = [...assigned].every(([key, field]) => !field || isPlaceKey(key))
  const likely = likelyHeadings(rows)
  const indexes = areAllPlaces ? [likely] : [likely, ...rows.keys()]
  for (const index of indexes) {
    const headings = index < 0 ? { row: 0, texts: [], columns: {}, doubled: [] } : headingsAt(rows, index)
    const own = withAssigned(headings, assigned, width)
    if (own) return { sheet, headings: own, index, isAssigned: true }
  }
  return null
}

/** Headings with the assigned columns in place of the recognized ones; null when a column is missing, or too few are assigned. */
function withAssigned(headings: Headings, assigned: AssignedColumns, width: number): Headings | null {
  const { account } = headings.columns
  const columns: Headings['columns'] = account === undefined ? {} : { account }
  const all = Array.from(
    { length: Math.max(width, headings.texts.length) },
    (_, at) => headings.texts[at] ?? '',
  )
  const keys = withColumnKeys(all, statementKey).map(({ key }) => key)
  for (const [key, field] of assigned) {
    if (!field) continue
    const at = isPlaceKey(key) ? Number(key.slice(1)) - 1 : keys.indexOf(statementKey(key))
    if (at < 0 || at >= all.length) return null
    columns[field] = at
  }
  const isEnough = columns.date !== undefined && (columns.credit ?? columns.amount) !== undefined
  return isEnough ? { ...headings, columns, doubled: [] } : null
}

/** The columns of the likeliest table, for a person to assign. */
export function columnsToAssign(
  sheets: SheetRows[],
  assigned: AssignedColumns = new Map(),
): StatementColumns {
  const tables = sheets.map(({ name, rows }) => {
    const index = likelyHeadings(rows)
    const headings = index < 0 ? undefined : headingsAt(rows, index)
    return { name, rows, headings, count: headings ? countOf(headings) : -1 }
  })
  const { name, rows, headings } = tables.reduce((best, table) => (table.count > best.count ? table : best))
  const texts = headings?.texts ?? []
  const known = headings?.columns ?? {}
  const fields = new Map(Object.entries(known).map(([field, at]) => [at, field]))
  const below = rows.filter(({ number }) => number > (headings?.row ?? 0))
  const width = Math.max(texts.length, widthOf(below))
  const all = Array.from({ length: width }, (_, at) => texts[at] ?? '')
  const named = withColumnKeys(all, statementKey).map((column, at) => {
    const field = fields.get(at) ?? ''
    return {
      ...column,
      field: field === 'account' ? ('' as const) : (field as StatementField | ''),
      asked: false,
    }
  })
  const columns = columnsToShow(named, (at) => below.flatMap(({ cells }) => shownText(cells[at]) || []))
  const chosen = new Set(assigned.values())
  const has = (field: StatementField) => known[field] !== undefined || chosen.has(field)
  const missing: StatementField[] = [
    ...(has('date') ? [] : (['date'] as const)),
    ...(has('credit') || has('amount') ? [] : (['credit'] as const)),
  ]
  return { missing, doubled: [], questions: [], sheets: [{ name, columns }], columns }
}

/** The fields of a table: those that a person can assign, and the account of each row, which BancoEstado's files have. */
export type TableField = StatementField | 'account'

/** A heading normalized for comparison, without `%`, `$` and `+`: `Abonos $` → `abonos`. */
export const statementKey = (text: string) => headingKey(text.replace(/[%$+]/g, ' '))

const words = (text: string) => new Set(text.split(' '))
/** Words that tell nothing about a column. */
const FILLERS = words('clp pesos peso mn m moneda nacional de del la las los el y e o u en otros otras total')
const DEBIT = words(
  'cargo cargos cheque cheques giro giros debito debitos debe egreso egresos retiro retiros',
)
const CREDIT = words('abono abonos deposito depositos credito creditos haber ingreso ingresos')
const NUMBER = words('n no nro num numero numeros')
const VOCABULARY: Record<'date' | 'balance' | 'amount' | 'account' | 'document' | 'description', Vocabulary> =
  {
    date: { one: words('fecha'), others: words('movimiento transaccion operacion contable mov trx') },
    balance: { one: words('saldo saldos'), others: words('diario diarios contable disponible cuenta') },
    amount: { one: words('monto importe valor'), others: words('movimiento transaccion operacion') },
    account: { one: words('cuenta cta'), others: new Set([...NUMBER, 'corriente', 'vista', 'cte']) },
    document: {
      one: words('documento docto doc operacion comprobante folio referencia'),
      others: new Set([...NUMBER, 'serie', 'movimiento', 'transaccion']),
    },
    description: {
      one: words('descripcion detalle glosa concepto movimiento movimientos'),
      others: words('movimiento movimientos transaccion operacion'),
    },
  }
/** The words of a field's headings: a heading needs one of `one`, and may have only words of `one` and `others`. */
type Vocabulary = { one: Set<string>; others: Set<string> }
const SIGN =
  /^(tipo )?(cargos? (o )?abonos?|abonos? (o )?cargos?|[cd] [ah]|[ah] [cd]|d c|c d)$|^(tipo|signo)( (de )?(movimiento|transaccion))?$/

const MAX_HEADING = 60

/** The field that a heading names; undefined for an unknown heading. */
export function fieldOf(heading: string): TableField | undefined {
  if (heading.length > MAX_HEADING) return undefined
  const key = statementKey(heading)
  if (SIGN.test(key)) return 'sign'
  const found = key.split(' ').filter((word) => word && !FILLERS.has(word))
  const have = (set: Set<string>) => found.some((word) => set.has(word))
  const areAll = (...sets: Set<string>[]) => found.every((word) => sets.some((set) => set.has(word)))
  if (have(DEBIT) && areAll(DEBIT, VOCABULARY.amount.one)) return 'debit'
  if (have(CREDIT) && areAll(CREDIT, VOCABULARY.amount.one)) return 'credit'
  const entries = Object.entries(VOCABULARY) as [keyof typeof VOCABULARY, Vocabulary][]
  return entries.find(([, { one, others }]) => have(one) && areAll(one, others))?.[0]
}

/** The columns of a table by their headings. */
export type Headings = {
  /** The last row of the headings; 0 for a table without headings. */
  row: number
  texts: string[]
  /** The position of each recognized column, from 0. */
  columns: Partial<Record<TableField, number>>
  /** Fields that two columns claim; a person must choose the column. */
  doubled: TableField[]
}

const isText = (cell: CellValue | undefined): cell is string => typeof cell === 'string'

/** A row's texts by column; numbers and dates are left empty, because they are no headings. */
const textsOf = ({ cells }: SheetRow) => Array.from(cells, (cell) => (isText(cell) ? shownText(cell) : ''))

/** The headings of a row, joined with the row below when they continue there: `Depósitos` above `o abonos`. */
export function headingsAt(rows: SheetRow[], index: number): Headings {
  const row = rows[index] as SheetRow
  const texts = textsOf(row)
  const one = { row: row.number, texts, ...knownColumns(texts) }
  const below = rows[index + 1]
  const dateAt = one.columns.date
  if (below?.number !== row.number + 1 || !isSecondLine(below, dateAt)) return one
  const both = joinHeadingRows(texts, textsOf(below))
  const two = { row: below.number, texts: both, ...knownColumns(both) }
  return isComplete(two) && countOf(two) >= countOf(one) ? two : one
}

/** Whether a row has only words, and no cell in the column of dates. */
const isSecondLine = ({ cells }: SheetRow, dateAt: number | undefined) =>
  cells.every((cell, at) => isText(cell) && !/\d/.test(cell) && at !== dateAt)

const countOf = ({ columns }: Headings) => Object.keys(columns).length

function knownColumns(texts: string[]): Pick<Headings, 'columns' | 'doubled'> {
  const columns: Headings['columns'] = {}
  const doubled = new Set<TableField>()
  for (const [at, text] of texts.entries()) {
    const field = text ? fieldOf(text) : undefined
    if (!field) continue
    // The plain word wins: "Fecha" beside "Fecha contable".
    if (columns[field] === undefined || (field === 'date' && statementKey(text) === 'fecha'))
      columns[field] = at
    else if (field === 'credit' || field === 'debit' || field === 'amount') doubled.add(field)
  }
  return { columns, doubled: [...doubled] }
}

/** Whether the recognized columns are enough to read movements without a person's help. */
const isComplete = ({ columns, doubled }: Headings) =>
  columns.date !== undefined &&
  columns.description !== undefined &&
  doubled.length === 0 &&
  ((columns.credit !== undefined && columns.debit !== undefined) || columns.amount !== undefined)

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

const MAX_KEY = 1_000

/** The key by which assigned columns are remembered; '' for a table without headings. */
export const headingsKey = ({ row, texts }: Headings) =>
  row === 0 ? '' : cut(texts.map(statementKey).join('|').replace(/\|+$/, ''), MAX_KEY)

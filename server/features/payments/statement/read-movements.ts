import { cut, fold } from '#domain/text.ts'
import type { CellValue, SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { shownText } from '../../../tables/shown-text.ts'
import { type AboutAccount, accountDigits } from './about-account.ts'
import type { Movement, RefusedMovement } from './statement.ts'
import { MAX_MOVEMENTS, tooManyMovements } from './statement.ts'
import {
  addDays,
  MARGIN_DAYS,
  type Period,
  readDateCell,
  readDescription,
  readNumberCell,
  readPesosCell,
} from './statement-cells.ts'
import { fieldOf, type Headings, headingsAt, statementKey, type TableField } from './statement-table.ts'

/** A row of the table: a movement, a refused row, or a balance among the movements (`Saldo inicial`). */
export type TableRow =
  | { kind: 'movement'; movement: Movement }
  | { kind: 'refused'; refused: RefusedMovement; account: string; date: string; balance: number | null }
  | { kind: 'balance'; label: string; account: string; balance: number }

type Table = {
  headings: Headings
  rows: SheetRow[]
  about: AboutAccount
  /** Whether to refuse rows that are wider than the headings: in CSV, a delimiter within a cell has then moved the other cells. */
  isExact: boolean
}

/** Reads the rows of a table of movements in the file's order. */
export function readMovements(table: Table): TableRow[] {
  const { rows } = table
  let { headings } = table
  const read: TableRow[] = []
  const sums = { credit: 0, debit: 0 }
  let parse = rowParser(table, sums)
  let state: 'movements' | 'block' | 'otherTable' = 'movements'
  /** The movement above, whose description may go on in the next row. */
  let above: { movement: Movement; row: number } | undefined
  for (const [index, row] of rows.entries()) {
    if (isHeadings(row, headings)) {
      const moved = movedHeadings(row, headings)
      if (moved) {
        headings = moved
        parse = rowParser({ ...table, headings, rows: rows.slice(index) }, sums)
      }
      state = moved || isRepeated(row, headings) ? 'movements' : 'otherTable'
      continue
    }
    if (state === 'otherTable') continue
    const parsed = parse(row)
    if (parsed.kind === 'block') state = 'block'
    if (state === 'block' && !isFull(parsed, headings)) continue
    state = 'movements'
    if (parsed.kind === 'text' && above?.row === row.number - 1) {
      above.movement.description = `${above.movement.description} ${parsed.text}`.trim()
      above.row = row.number
    }
    if (parsed.kind !== 'movement' && parsed.kind !== 'refused' && parsed.kind !== 'balance') continue
    read.push(parsed)
    if (read.length > MAX_MOVEMENTS) throw tooManyMovements()
    above = parsed.kind === 'movement' ? { movement: parsed.movement, row: row.number } : undefined
    if (parsed.kind !== 'movement') continue
    sums.credit += parsed.movement.credit
    sums.debit += parsed.movement.debit
  }
  return read
}

/** Whether a row is headings: the same as above, on another page, or those of another table. */
function isHeadings({ cells }: SheetRow, { columns }: Headings): boolean {
  const texts = cells.filter((cell) => typeof cell === 'string')
  if (!texts.some((text) => /fecha/i.test(text))) return false
  if (fieldOf(shownText(cells[columns.date ?? -1])) === 'date') return true
  const fields = new Set(texts.flatMap((text) => fieldOf(text) ?? []))
  return fields.size >= 2 && fields.has('date')
}

const isRepeated = ({ cells }: SheetRow, { columns, texts }: Headings) =>
  Object.values(columns).every((at) => {
    const key = statementKey(shownText(cells[at]))
    return key !== '' && statementKey(texts[at] ?? '').startsWith(key)
  })

/** The table's headings when they repeat in other columns, such as on a page that somebody pasted further right; otherwise undefined. */
function movedHeadings(row: SheetRow, { columns, texts }: Headings): Headings | undefined {
  const own = headingsAt([row], 0)
  const keys = (all: string[]) => all.map(statementKey).filter(Boolean).sort().join('|')
  const areSame = keys(own.texts) === keys(texts)
  if (!areSame || Object.entries(columns).every(([field, at]) => own.columns[field as TableField] === at))
    return undefined
  const moved = Object.entries(columns).map(([field, at]) => {
    const key = statementKey(texts[at] ?? '')
    return [field, own.texts.findIndex((text) => statementKey(text) === key)]
  })
  return { ...own, columns: Object.fromEntries(moved), doubled: [] }
}

/** A row of the table, or another kind: the second line of a description, the title of a block after the movements, or a row to skip. */
type ParsedRow = TableRow | { kind: 'text'; text: string } | { kind: 'block' } | { kind: 'other' }

/** Whether a row below a block's title is a complete movement; the table then continues. */
const isFull = (parsed: ParsedRow, { columns }: Headings) =>
  parsed.kind === 'movement' &&
  parsed.movement.description !== '' &&
  parsed.movement.credit + parsed.movement.debit > 0 &&
  (columns.credit !== undefined || columns.sign !== undefined || parsed.movement.balance !== null)

/** Titles of blocks after the movements, such as the daily balances. */
const BLOCK = /^((detalle|resumen) de )?saldos? (diarios?|promedios?)\b|^resumen\b|^detalle de saldos\b/
const TOTAL =
  /^(sub ?)?total(es)?( (de )?(general|cargos|abonos|cheques|depositos|giros|movimientos|y|o|del (dia|mes|periodo)))*:?$/
const BALANCE = /^saldos? (inicial|anterior|final|actual|contable|disponible)\b/
/**
 * The label of a balance before or after all movements. It must match to its end, because a payer's description may begin with the same
 * words.
 */
const OUTER_BALANCE =
  /^saldo (inicial|anterior|final)( (del?|al|de la)\b.*| cuenta( corriente)?| periodo| mes)?:?$/
/** The beginning of a note below the table. */
const NOTE = /^[(*]|^(nota|saldo|total|subtotal|informacion|informese|este|esta|pagina|los|las) ?/
const MAX_SECOND_LINE = 100

function rowParser({ headings, rows, about, isExact }: Table, sums: { credit: number; debit: number }) {
  const { columns, texts } = headings
  const cellAt = ({ cells }: SheetRow, field: TableField) => cells[columns[field] ?? -1]
  const amountsOf = amountReader(headings, rows)
  return (row: SheetRow): ParsedRow => {
    const read = readDateCell(cellAt(row, 'date'), about.period)
    const date = read && 'date' in read ? read.date : ''
    const amounts = amountsOf(row)
    const labels = row.cells.map((cell) => fold(shownText(cell)))
    const description = readDescription(cellAt(row, 'description'))
    const label = fold(description) || (labels.find(Boolean) ?? '')
    const account = accountDigits(cellAt(row, 'account')) || about.account
    const balance = readPesosCell(cellAt(row, 'balance')) ?? null
    const refused = (at: number, reason: string): ParsedRow => ({
      kind: 'refused',
      refused: {
        row: row.number,
        column: texts[at] || `#${at + 1}`,
        value: cut(shownText(row.cells[at]), 200),
        reason,
      },
      account,
      date,
      balance,
    })
    const { isBlank } = amounts
    if (!date && isBlank && labels.some((text) => BLOCK.test(text))) return { kind: 'block' }
    if (TOTAL.test(label) || (!date && labels.some((text) => TOTAL.test(text)))) return { kind: 'other' }
    if (OUTER_BALANCE.test(label)) {
      if (hasAmount(amounts) && date)
        return refused(columns.description ?? -1, 'Parece un saldo, no un movimiento.')
      return balance === null ? { kind: 'other' } : { kind: 'balance', label, account, balance }
    }
    if (!date) {
      if (read && 'problem' in read && !(isBlank && !description))
        return refused(columns.date ?? -1, read.problem)
      const isSum = 'credit' in amounts && amounts.credit === sums.credit && amounts.debit === sums.debit
      if (isText(row, columns.description) && !isNote(description)) return { kind: 'text', text: description }
      if (isBlank || isSum || !hasAmount(amounts)) return { kind: 'other' }
      const hasOther = shownText(cellAt(row, 'date')) !== ''
      return refused(columns.date ?? -1, hasOther ? 'No es una fecha.' : 'La fila no tiene fecha.')
    }
    const extra = isExact ? row.cells.findIndex((cell, at) => at >= texts.length && cell !== undefined) : -1
    if (extra >= 0) return refused(extra, 'La fila tiene más columnas que los encabezados.')
    if ('reason' in amounts) return refused(columns[amounts.field] ?? -1, amounts.reason)
    const isNothing = isBlank || !hasAmount(amounts)
    if (isNothing && (!description || BALANCE.test(label))) return { kind: 'other' }
    if (isBlank) return refused(columns.credit ?? columns.amount ?? -1, 'La fila no tiene monto.')
    const { credit, debit } = amounts
    const document = readNumberCell(cellAt(row, 'document'))
    const movement = { row: row.number, account, date, description, document, credit, debit, balance }
    return { kind: 'movement', movement }
  }
}

/** Whether a row has an amount other than 0, or an unreadable one. */
const hasAmount = (amounts: Amounts) =>
  !amounts.isBlank && ('reason' in amounts || amounts.credit + amounts.debit > 0)

const isText = ({ cells }: SheetRow, at = -1) =>
  cells.every((cell, other) => other === at || shownText(cell) === '') && shownText(cells[at]) !== ''

const isNote = (text: string) => text.length > MAX_SECOND_LINE || NOTE.test(fold(text))

/** A row's amounts, or the column of an unreadable one and the reason; `isBlank` when no cell was meant as an amount. */
type Amounts = { isBlank: boolean } & (
  | { credit: number; debit: number }
  | { field: TableField; reason: string }
)

/** Makes a reader of the rows' amounts; all rows together show how the table writes charges. */
function amountReader({ columns, texts }: Headings, rows: SheetRow[]): (row: SheetRow) => Amounts {
  const reader = (field: TableField) => {
    const at = columns[field] ?? -1
    return ({ cells }: SheetRow) => cells[at]
  }
  if (columns.credit !== undefined || columns.amount === undefined)
    return twoColumns(reader('credit'), reader('debit'), rows)
  return oneColumn(reader('amount'), { signOf: reader('sign'), heading: texts[columns.sign ?? -1], rows })
}

type CellOf = (row: SheetRow) => CellValue | undefined

const UNREADABLE = 'El monto no se puede leer como pesos enteros.'

/** The largest amount of a movement that the database can store. Balances aren't stored. */
const MAX_AMOUNT = 2_147_483_647
const readAmount = (cell: CellValue | undefined) => {
  const amount = readPesosCell(cell)
  return amount && Math.abs(amount) > MAX_AMOUNT ? undefined : amount
}

function twoColumns(creditOf: CellOf, debitOf: CellOf, rows: SheetRow[]) {
  const debits = rows.map((row) => readPesosCell(debitOf(row)) ?? 0)
  // BancoEstado writes all charges as negative numbers. A negative charge among positive ones has an unknown meaning.
  const areNegative = debits.some((debit) => debit < 0) && !debits.some((debit) => debit > 0)
  return (row: SheetRow): Amounts => {
    const cells = [creditOf(row), debitOf(row)]
    const [credit, debit] = cells.map(readAmount)
    const isBlank = cells.every((cell) => !isMeant(cell))
    const problem = (field: TableField, reason: string) => ({ isBlank, field, reason })
    if (credit === undefined) return problem('credit', UNREADABLE)
    if (debit === undefined) return problem('debit', UNREADABLE)
    const [cameIn, wentOut] = [credit ?? 0, Math.abs(debit ?? 0)]
    if (cameIn < 0) return problem('credit', 'Un abono no puede ser negativo.')
    if (!areNegative && debit !== null && debit < 0)
      return problem('debit', 'Un cargo negativo entre cargos positivos no se puede interpretar.')
    if (cameIn > 0 && wentOut > 0) return problem('credit', 'La fila tiene cargo y abono.')
    return { isBlank, credit: cameIn, debit: wentOut }
  }
}

/** Whether a cell was meant as an amount, not as a note or a blank. */
function isMeant(cell: CellValue | undefined): boolean {
  const amount = readPesosCell(cell)
  if (amount !== undefined) return amount !== null
  return typeof cell !== 'string' || /^[-+$(\s]*\d[\d.,\s]*\)?\s*$/.test(cell)
}

const DEBIT_SIGN = /^(c|d|cargos?|debitos?|debe|egresos?|giros?|-)$/
const CREDIT_SIGN = /^(a|h|abonos?|creditos?|haber|ingresos?|depositos?|\+)$/

type Signs = { signOf: CellOf; heading: string | undefined; rows: SheetRow[] }

function oneColumn(amountOf: CellOf, { signOf, heading, rows }: Signs) {
  const signs = new Set(rows.map((row) => fold(shownText(signOf(row)))))
  const isSignHeading = heading !== undefined && !/^(tipo|signo)/.test(statementKey(heading))
  const hasSigns = isSignHeading || [...signs].some((sign) => DEBIT_SIGN.test(sign) || CREDIT_SIGN.test(sign))
  // "C" means credit in a table with "D", and charge in a table with "A".
  const isCreditC = signs.has('d') && !signs.has('a')
  const areSigned = rows.some((row) => (readPesosCell(amountOf(row)) ?? 0) < 0)
  return (row: SheetRow): Amounts => {
    const cell = amountOf(row)
    const amount = readAmount(cell)
    const isBlank = !isMeant(cell)
    if (amount === undefined) return { isBlank, field: 'amount', reason: UNREADABLE }
    const pesos = Math.abs(amount ?? 0)
    const sign = fold(shownText(signOf(row)))
    const isCredit = hasSigns ? CREDIT_SIGN.test(sign) || (sign === 'c' && isCreditC) : (amount ?? 0) > 0
    const isDebit = hasSigns ? !isCredit && DEBIT_SIGN.test(sign) : (amount ?? 0) < 0
    if (pesos > 0 && !isCredit && !isDebit)
      return { isBlank, field: 'sign', reason: 'La fila no dice si es cargo o abono.' }
    if (hasSigns && ((isCredit && (amount ?? 0) < 0) || (isDebit && (amount ?? 0) > 0 && areSigned)))
      return { isBlank, field: 'amount', reason: 'El signo del monto no corresponde a su cargo o abono.' }
    return { isBlank, credit: isCredit ? pesos : 0, debit: isDebit ? pesos : 0 }
  }
}

const dateOf = (cell: CellValue | undefined) =>
  typeof cell === 'object' && cell.kind === 'date' ? cell.day : undefined

const swapped = (date: string) => {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${year}-${day}-${month}`
}

/**
 * Exchanges day and month in a column's Excel dates when an Excel in English has converted texts with the day first. Signs of that: all
 * remaining texts have days above 12, or only the exchanged dates lie in the statement's period.
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
  dates.every((date) => date >= addDays(from, -MARGIN_DAYS) && date <= addDays(to, MARGIN_DAYS))

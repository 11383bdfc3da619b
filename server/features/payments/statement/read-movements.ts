import { cut, fold } from '#domain/text.ts'
import type { SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { shownText } from '../../../tables/shown-text.ts'
import { type AboutAccount, accountDigits, readNumberCell } from './about-account.ts'
import type { Movement, RefusedMovement } from './statement.ts'
import { MAX_MOVEMENTS, tooManyMovements } from './statement.ts'
import { type Amounts, amountReader, readPesosCell } from './statement-amounts.ts'
import { readDateCell } from './statement-dates.ts'
import type { Headings, TableField } from './statement-headings.ts'

/** A row of the table: a movement, a refused row, or a balance among the movements (`Saldo inicial`). */
export type TableRow =
  | { kind: 'movement'; movement: Movement }
  | { kind: 'refused'; refused: RefusedMovement; account: string; date: string; balance: number | null }
  | { kind: 'balance'; label: string; account: string; balance: number }

/** A row of the table, the second line of a description, or the title of a block after the movements; null for a row to skip. */
type ParsedRow = TableRow | { kind: 'text'; text: string } | { kind: 'block' } | null

type Table = {
  headings: Headings
  /** The rows below the headings. */
  rows: SheetRow[]
  about: AboutAccount
  /** Whether to refuse rows that are wider than the headings: in CSV, a delimiter within a cell has then moved the other cells. */
  isExact: boolean
}

/** Reads the rows of a table of movements in the file's order. */
export function readMovements(table: Table): TableRow[] {
  const read: TableRow[] = []
  const sums = { credit: 0, debit: 0 }
  const parse = rowParser(table, sums)
  /** Whether the rows belong to a block after the movements, such as the daily balances. A complete movement ends it. */
  let isBlock = false
  /** The last movement, whose description may go on in the next row. */
  let last: { movement: Movement; row: number } | undefined
  for (const row of table.rows) {
    const parsed = parse(row)
    if (parsed?.kind === 'block') isBlock = true
    if (!parsed || parsed.kind === 'block' || (isBlock && !isFull(parsed))) continue
    isBlock = false
    if (parsed.kind === 'text') {
      if (last?.row !== row.number - 1) continue
      last.movement.description = `${last.movement.description} ${parsed.text}`.trim()
      last.row = row.number
      continue
    }
    read.push(parsed)
    if (read.length > MAX_MOVEMENTS) throw tooManyMovements()
    if (parsed.kind !== 'movement') continue
    last = { movement: parsed.movement, row: row.number }
    sums.credit += parsed.movement.credit
    sums.debit += parsed.movement.debit
  }
  return read
}

const isFull = (parsed: TableRow | { kind: 'text' }) =>
  parsed.kind === 'movement' &&
  /\p{L}/u.test(parsed.movement.description) &&
  parsed.movement.credit + parsed.movement.debit > 0

/** Titles of blocks after the movements, such as the daily balances. */
const BLOCK = /^((detalle|resumen) de )?saldos? (diarios?|promedios?)\b|^resumen\b|^detalle de saldos\b/
const TOTAL =
  /^(sub ?)?total(es)?( (de )?(general|cargos|abonos|cheques|depositos|giros|movimientos|y|o|del (dia|mes|periodo)))*:?$/
/**
 * The label of a balance before or after all movements. It must match to its end, because a payer's description may begin with the same
 * words.
 */
const OUTER_BALANCE =
  /^saldo (inicial|anterior|final)( (del?|al|de la)\b.*| cuenta( corriente)?| periodo| mes)?:?$/
/** The label of any balance, beside which no amount stands. */
const BALANCE = /^saldos? (inicial|anterior|final|actual|contable|disponible)\b/
/** A note below the table: it is long, or begins like this. */
const NOTE = /^.{101}|^[(*]|^(nota|saldo|total|subtotal|informacion|informese|este|esta|pagina|los|las) ?/

const MAX_DESCRIPTION = 500

function rowParser({ headings, rows, about, isExact }: Table, sums: Pick<Amounts, 'credit' | 'debit'>) {
  const { columns, texts } = headings
  const amountsOf = amountReader(headings, rows)
  return (row: SheetRow): ParsedRow => {
    const cellAt = (field: TableField) => row.cells[columns[field] ?? -1]
    const read = readDateCell(cellAt('date'), about.period)
    const date = read && 'date' in read ? read.date : ''
    const { isBlank, credit, debit, problem } = amountsOf(row)
    const hasAmount = !isBlank && (problem !== undefined || credit + debit > 0)
    const description = cut(shownText(cellAt('description')), MAX_DESCRIPTION)
    const account = accountDigits(cellAt('account')) || about.account
    const balance = readPesosCell(cellAt('balance')) ?? null
    const refuse = (at: number, reason: string): ParsedRow => {
      const value = cut(shownText(row.cells[at]), 200)
      const refused = { row: row.number, column: texts[at] || `#${at + 1}`, value, reason }
      return { kind: 'refused', refused, account, date, balance }
    }
    // Labels stand in any column, but beside a date only where movements have their description.
    const labels = date ? [fold(description)] : row.cells.map((cell) => fold(shownText(cell)))
    if (!date && isBlank && labels.some((text) => BLOCK.test(text))) return { kind: 'block' }
    if (labels.some((text) => TOTAL.test(text))) return null
    const label = labels.find((text) => OUTER_BALANCE.test(text))
    if (label !== undefined) {
      if (date && hasAmount) return refuse(columns.description ?? -1, 'Parece un saldo, no un movimiento.')
      return balance === null ? null : { kind: 'balance', label, account, balance }
    }
    if (!date) {
      const at = columns.date ?? -1
      if (read && 'problem' in read && (!isBlank || description)) return refuse(at, read.problem)
      const isAlone = description !== '' && labels.filter(Boolean).length === 1
      if (isAlone && !NOTE.test(fold(description))) return { kind: 'text', text: description }
      const isSum = credit + debit > 0 && credit === sums.credit && debit === sums.debit
      if (!hasAmount || isSum) return null
      return refuse(at, shownText(cellAt('date')) ? 'No es una fecha.' : 'La fila no tiene fecha.')
    }
    const extra = isExact ? row.cells.findIndex((cell, at) => at >= texts.length && cell !== undefined) : -1
    if (extra >= 0) return refuse(extra, 'La fila tiene más columnas que los encabezados.')
    if (problem) return refuse(columns[problem.field] ?? -1, problem.reason)
    if (!hasAmount && (!description || labels.some((text) => BALANCE.test(text)))) return null
    if (isBlank) return refuse(columns.credit ?? columns.amount ?? -1, 'La fila no tiene monto.')
    const document = readNumberCell(cellAt('document'))
    const movement = { row: row.number, account, date, description, document, credit, debit, balance }
    return { kind: 'movement', movement }
  }
}

import { fold } from '#domain/text.ts'
import type { CellValue, SheetRow } from '../../spreadsheets/read-sheets.ts'
import { SpreadsheetRejected } from '../../spreadsheets/rejected.ts'
import { type AboutAccount, accountDigits } from './about-account.ts'
import type { Movement, RefusedMovement } from './statement.ts'
import { readDateCell, readDescription, readNumberCell, readPesosCell, shownText } from './statement-cells.ts'
import { fieldOf, type Headings, headingKey, type TableField } from './statement-headings.ts'

/** The most movements of a statement. */
export const MAX_MOVEMENTS = 20_000

/** A row of the table: a movement, a refused row, or a balance that stands among them (`Saldo inicial`). */
export type TableRow =
  | { kind: 'movement'; movement: Movement }
  | { kind: 'refused'; refused: RefusedMovement; account: string; date: string; balance: number | null }
  | { kind: 'balance'; label: string; account: string; balance: number }

export type Table = {
  headings: Headings
  /** The rows below the headings. */
  rows: SheetRow[]
  about: AboutAccount
  /** Whether a cell right of the headings means that a delimiter within a cell has moved the others, as in CSV. */
  isExact: boolean
}

/** Titles of what follows the movements, such as the daily balances. */
const BLOCK = /^((detalle|resumen) de )?saldos? (diarios?|promedios?)\b|^resumen\b|^detalle de saldos\b/
const TOTAL =
  /^(sub ?)?total(es)?( (de )?(general|cargos|abonos|cheques|depositos|giros|movimientos|y|o|del (dia|mes|periodo)))*:?$/
const BALANCE = /^saldos? (inicial|anterior|final|actual|contable|disponible)\b/
/** A balance before or after all movements. */
const OUTER_BALANCE = /^saldo (inicial|anterior|final)\b/
/** How a note below the table begins. */
const NOTE =
  /^[(*]|^(nota|saldo|total|subtotal|informacion|informese|este documento|esta cartola|pagina|los )/

/** The most characters of a description's second line. */
const MAX_CONTINUATION = 100

/** Reads the rows of a table of movements in the file's order (docs/product.md#bank-statements). */
export function readMovements({ headings, rows, about, isExact }: Table): TableRow[] {
  const { columns, texts } = headings
  const cellAt = ({ cells }: SheetRow, field: TableField) => cells[columns[field] ?? -1]
  const amounts = amountReader(headings, rows)
  const read: TableRow[] = []
  let isOver = false
  let above: { movement: Movement; number: number } | undefined
  for (const row of rows) {
    if (isOtherTable(row, headings)) {
      isOver = !isRepeated(row, headings)
      continue
    }
    if (isOver) continue
    const date = readDateCell(cellAt(row, 'date'), about.period)
    const isDated = date !== null && 'date' in date
    const account = accountDigits(cellAt(row, 'account')) || about.account
    const labels = row.cells.map((cell) => fold(shownText(cell)))
    const label = fold(shownText(cellAt(row, 'description'))) || (labels.find(Boolean) ?? '')
    const { isBlank, ...amount } = amounts(row)
    if (!isDated && isBlank && labels.some((text) => BLOCK.test(text))) {
      isOver = true
      continue
    }
    if (TOTAL.test(label) || (!isDated && labels.some((text) => TOTAL.test(text)))) continue
    if (OUTER_BALANCE.test(label) || (BALANCE.test(label) && isBlank)) {
      const balance = readPesosCell(cellAt(row, 'balance'))
      if (typeof balance === 'number' && OUTER_BALANCE.test(label))
        read.push({
          kind: 'balance',
          label: shownText(cellAt(row, 'description')) || label,
          account,
          balance,
        })
      continue
    }
    const balance = readPesosCell(cellAt(row, 'balance')) ?? null
    const refuse = (field: TableField | number, reason: string) => {
      const at = typeof field === 'number' ? field : (columns[field] ?? -1)
      const column = texts[at] || `#${at + 1}`
      const value = shownText(row.cells[at]).slice(0, 200)
      const refused = { row: row.number, column, value, reason }
      read.push({ kind: 'refused', refused, account, date: isDated ? date.date : '', balance })
      above = undefined
    }
    if (date === null || !isDated) {
      const text = readDescription(cellAt(row, 'description'))
      const isDateLike = date !== null
      if (isContinued(row, columns.description) && above?.number === row.number - 1 && !isNote(text)) {
        above.movement.description = `${above.movement.description} ${text}`.trim()
        above.number = row.number
      } else if (isDateLike && !(isBlank && !text)) refuse('date', date.problem)
      else if (!isBlank && !isSum(row, read, columns))
        refuse('date', shownText(cellAt(row, 'date')) ? 'No es una fecha.' : 'La fila no tiene fecha.')
      continue
    }
    const overflow = isExact
      ? row.cells.findIndex((cell, at) => at >= texts.length && cell !== undefined)
      : -1
    const description = readDescription(cellAt(row, 'description'))
    if (overflow >= 0) refuse(overflow, 'La fila tiene más columnas que los encabezados.')
    else if ('reason' in amount) refuse(amount.field, amount.reason)
    else if (isBlank && (!description || BALANCE.test(label))) continue
    else if (isBlank) refuse(columns.credit === undefined ? 'amount' : 'credit', 'La fila no tiene monto.')
    else {
      const document = readNumberCell(cellAt(row, 'document'))
      const movement = {
        row: row.number,
        account,
        date: date.date,
        description,
        document,
        ...amount,
        balance,
      }
      read.push({ kind: 'movement', movement })
      above = { movement, number: row.number }
    }
    if (read.length > MAX_MOVEMENTS) throw tooManyMovements()
  }
  return read
}

export const tooManyMovements = () =>
  new SpreadsheetRejected(
    `La cartola trae más de ${MAX_MOVEMENTS.toLocaleString('es-CL')} movimientos. Divídela en partes más pequeñas.`,
  )

/** Whether a row has the headings of a table, the same on the next page or others below. */
const isOtherTable = ({ cells }: SheetRow, { columns }: Headings) => {
  const fields = cells.flatMap((cell) => (typeof cell === 'string' && fieldOf(cell)) || [])
  const at = columns.date
  const isDateHeading = at !== undefined && fieldOf(shownText(cells[at])) === 'date'
  return isDateHeading || (new Set(fields).size >= 2 && fields.includes('date'))
}

const isRepeated = ({ cells }: SheetRow, { columns, texts }: Headings) =>
  Object.values(columns).every((at) => {
    const key = headingKey(shownText(cells[at]))
    return key !== '' && headingKey(texts[at] ?? '').startsWith(key)
  })

/** Whether a row has a description and nothing else. */
const isContinued = ({ cells }: SheetRow, at = -1) =>
  cells.every((cell, other) => cell === undefined || other === at) && shownText(cells[at]) !== ''

const isNote = (text: string) => text.length > MAX_CONTINUATION || NOTE.test(fold(text))

/** Whether a row without a date has the sums of the movements above. */
function isSum({ cells }: SheetRow, read: TableRow[], columns: Headings['columns']): boolean {
  const sums = { credit: 0, debit: 0 }
  for (const row of read) {
    if (row.kind !== 'movement') continue
    sums.credit += row.movement.credit
    sums.debit += row.movement.debit
  }
  const amount = (at = -1) => Math.abs(readPesosCell(cells[at]) ?? 0)
  return amount(columns.credit) === sums.credit && amount(columns.debit) === sums.debit && read.length > 0
}

/** A row's amounts; `isBlank` when it has none. A problem names the column. */
type Amounts = { isBlank: boolean } & (
  | { credit: number; debit: number }
  | { field: TableField; reason: string }
)

/** Reads the amounts of rows, by how the whole table writes charges. */
function amountReader(headings: Headings, rows: SheetRow[]): (row: SheetRow) => Amounts {
  const { columns } = headings
  if (columns.credit !== undefined || columns.amount === undefined) return twoColumns(headings, rows)
  return oneColumn(headings, rows)
}

const UNREADABLE = 'El monto no se puede leer como pesos enteros.'

function twoColumns({ columns }: Headings, rows: SheetRow[]) {
  const debits = rows.map(({ cells }) => readPesosCell(cells[columns.debit ?? -1]) ?? 0)
  // BancoEstado writes charges as negative numbers; one among positive numbers is something else.
  const areNegative = debits.some((debit) => debit < 0) && !debits.some((debit) => debit > 0)
  return ({ cells }: SheetRow): Amounts => {
    const credit = readPesosCell(cells[columns.credit ?? -1])
    const debit = readPesosCell(cells[columns.debit ?? -1])
    const isBlank = credit === null && debit === null
    if (credit === undefined)
      return { isBlank: !isNumberLike(cells[columns.credit ?? -1]), field: 'credit', reason: UNREADABLE }
    if (debit === undefined)
      return { isBlank: !isNumberLike(cells[columns.debit ?? -1]), field: 'debit', reason: UNREADABLE }
    const out = areNegative ? -(debit ?? 0) : (debit ?? 0)
    if ((credit ?? 0) < 0) return { isBlank, field: 'credit', reason: 'Un abono no puede ser negativo.' }
    if (out < 0)
      return {
        isBlank,
        field: 'debit',
        reason: 'Un cargo negativo entre otros positivos no se puede interpretar.',
      }
    if (credit && out) return { isBlank, field: 'credit', reason: 'La fila tiene cargo y abono.' }
    return { isBlank, credit: credit ?? 0, debit: out + 0 }
  }
}

const isNumberLike = (cell: CellValue | undefined) => typeof cell !== 'string' || /\d/.test(cell)

const isDebitWord = (text: string) => /^(c|d|cargos?|debitos?|debe|egresos?|giros?|-)$/.test(text)
const isCreditWord = (text: string) => /^(a|h|abonos?|creditos?|haber|ingresos?|depositos?|\+)$/.test(text)

function oneColumn({ columns, texts }: Headings, rows: SheetRow[]) {
  const signs = new Set(rows.map(({ cells }) => fold(shownText(cells[columns.sign ?? -1]))))
  const isSignHeading =
    columns.sign !== undefined && !/^tipo|^signo/.test(headingKey(texts[columns.sign] ?? ''))
  const hasSigns = isSignHeading || [...signs].some((text) => isDebitWord(text) || isCreditWord(text))
  // "C" is a credit beside "D", and a charge beside "A".
  const isCreditC = signs.has('d') && !signs.has('a')
  const areSigned = rows.some(({ cells }) => (readPesosCell(cells[columns.amount ?? -1]) ?? 0) < 0)
  return ({ cells }: SheetRow): Amounts => {
    const cell = cells[columns.amount ?? -1]
    const amount = readPesosCell(cell)
    const field = 'amount' as const
    if (amount === undefined) return { isBlank: !isNumberLike(cell), field, reason: UNREADABLE }
    const isBlank = amount === null
    if (amount === null) return { isBlank, credit: 0, debit: 0 }
    const sign = fold(shownText(cells[columns.sign ?? -1]))
    const pesos = Math.abs(amount)
    if (!hasSigns) return { isBlank, credit: amount < 0 ? 0 : pesos, debit: amount < 0 ? pesos : 0 }
    const isC = sign === 'c'
    const isCredit = isCreditWord(sign) || (isC && isCreditC)
    const isDebit = !isCredit && isDebitWord(sign)
    if (!isCredit && !isDebit) return { isBlank, field: 'sign', reason: 'No dice si es cargo o abono.' }
    if ((isCredit && amount < 0) || (isDebit && amount > 0 && areSigned))
      return { isBlank, field, reason: 'El signo del monto no corresponde a su cargo o abono.' }
    return { isBlank, credit: isCredit ? pesos : 0, debit: isDebit ? pesos : 0 }
  }
}

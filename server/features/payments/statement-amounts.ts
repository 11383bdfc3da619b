import { fold } from '#domain/text.ts'
import type { CellValue, SheetRow } from '../../spreadsheets/read-sheets.ts'
import { readPesosCell, shownText } from './statement-cells.ts'
import { type Headings, headingKey, type TableField } from './statement-headings.ts'

/** A row's amounts, or the column with the problem; `isBlank` when no cell was meant as an amount. */
export type Amounts = { isBlank: boolean } & (
  | { credit: number; debit: number }
  | { field: TableField; reason: string }
)

/** Reads the amounts of rows, by how the whole table writes charges. */
export function amountReader({ columns, texts }: Headings, rows: SheetRow[]): (row: SheetRow) => Amounts {
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

/** The largest amount of a movement that the database takes; balances aren't stored. */
const MAX_AMOUNT = 2_147_483_647
const readAmount = (cell: CellValue | undefined) => {
  const amount = readPesosCell(cell)
  return amount && Math.abs(amount) > MAX_AMOUNT ? undefined : amount
}

function twoColumns(creditOf: CellOf, debitOf: CellOf, rows: SheetRow[]) {
  const debits = rows.map((row) => readPesosCell(debitOf(row)) ?? 0)
  // BancoEstado writes charges as negative numbers; one among positive numbers is something else.
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

/** Whether a cell was meant as an amount, unlike a note or a blank cell. */
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
  const isSignHeading = heading !== undefined && !/^(tipo|signo)/.test(headingKey(heading))
  const hasSigns = isSignHeading || [...signs].some((sign) => DEBIT_SIGN.test(sign) || CREDIT_SIGN.test(sign))
  // "C" is a credit beside "D", and a charge beside "A".
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

import { fold } from '#domain/text.ts'
import type { CellValue, SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { shownText } from '../../../tables/shown-text.ts'
import { type Headings, statementKey, type TableField } from './statement-headings.ts'

const MAX_PESOS = 999_999_999_999

/** Whole numbers in groups of three digits, with one kind of separator; zeros may follow the other kind. */
const GROUPED = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,0+)?$|^([1-9]\d{0,2}(?:,\d{3})+)(?:\.0+)?$/
/** Plain digits. Banks pad them with zeros, and programs write whole numbers with `.0`. */
const PLAIN = /^(\d+)(?:[.,]0)?$/

/**
 * Reads an amount of whole pesos: `1.234.567`, `1,234,567`, `$ 2,500,000`, `-300`, `(300)`, `+0000000300`. A single separator before three
 * digits means thousands, because a peso has no cents. An amount with cents isn't read.
 *
 * @returns null for a blank cell or a dash; undefined for any other text
 */
export function readPesosCell(cell: CellValue | undefined): number | null | undefined {
  if (cell === undefined) return null
  if (typeof cell === 'number') {
    // A formula's result can differ from whole pesos by some billionths.
    const whole = Math.round(cell)
    return Math.abs(cell - whole) < 1e-6 && Math.abs(whole) <= MAX_PESOS ? whole + 0 : undefined
  }
  if (typeof cell !== 'string') return undefined
  const text = shownText(cell).replace(/[\u2010-\u2015\u2212]/g, '-')
  if (/^-*$/.test(text)) return null
  const bare = text.replace(/clp|\$|pesos|\s/gi, '').replace(/[.,]-$/, '')
  const [, inParentheses] = /^\((.+)\)$/.exec(bare) ?? []
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/.exec(inParentheses ?? bare) ?? []
  const [, withDots, withCommas] = GROUPED.exec(digits) ?? []
  const [, plain] = PLAIN.exec(digits) ?? []
  const whole = (withDots ?? withCommas ?? plain)?.replace(/[.,]/g, '')
  if (whole === undefined || Number(whole) > MAX_PESOS) return undefined
  return (sign === '-') !== (inParentheses !== undefined) ? -Number(whole) || 0 : Number(whole)
}

/** The largest amount of a movement that the database can store. Balances aren't stored. */
const MAX_AMOUNT = 2_147_483_647

/** Whether a cell was meant as an amount, not as a note or a blank. */
function isMeant(cell: CellValue | undefined): boolean {
  const amount = readPesosCell(cell)
  if (amount !== undefined) return amount !== null
  return typeof cell !== 'string' || /^[-+$(\s]*\d[\d.,\s]*\)?\s*$/.test(cell)
}

/** A column that can't be read as an amount, and the reason. */
type Problem = { field: TableField; reason: string }

export type Amounts = {
  /** Whether no cell was meant as an amount. */
  isBlank: boolean
  /** Pesos; NaN for an unreadable cell. */
  credit: number
  debit: number
  problem?: Problem | undefined
}

/** Makes a reader of the rows' amounts; all rows together show how the table writes charges. */
export function amountReader({ columns, texts }: Headings, rows: SheetRow[]): (row: SheetRow) => Amounts {
  const cellAt = ({ cells }: SheetRow, field: TableField) => cells[columns[field] ?? -1]
  const all = (field: TableField) => rows.map((row) => readPesosCell(cellAt(row, field)) ?? 0)
  const signOf = (row: SheetRow) => fold(shownText(cellAt(row, 'sign')))
  const isSingle = columns.credit === undefined && columns.amount !== undefined
  const fields = isSingle ? (['amount'] as const) : (['credit', 'debit'] as const)
  const signed = signedAmount(texts[columns.sign ?? -1], rows.map(signOf), all('amount'))
  const separate = separateAmounts(all('debit'))
  return (row) => {
    const cells = fields.map((field) => cellAt(row, field))
    const read = cells.map((cell) => readPesosCell(cell))
    const unreadable = fields.find((_, at) => read[at] === undefined || Math.abs(read[at] ?? 0) > MAX_AMOUNT)
    const [first, second] = read.map((pesos) => (pesos === undefined ? Number.NaN : (pesos ?? 0)))
    const amounts = isSingle ? signed(first ?? 0, signOf(row)) : separate(first ?? 0, second ?? 0)
    return {
      isBlank: !cells.some(isMeant),
      ...amounts,
      ...(unreadable && {
        problem: { field: unreadable, reason: 'El monto no se puede leer como pesos enteros.' },
      }),
    }
  }
}

type Split = Omit<Amounts, 'isBlank'>

/** Reads the amounts of two columns, credits and charges. */
function separateAmounts(debits: number[]): (credit: number, debit: number) => Split {
  // BancoEstado writes all charges as negative numbers. A negative charge among positive ones has an unknown meaning.
  const areNegative = !debits.some((debit) => debit > 0)
  const problemOf = (credit: number, debit: number): Problem | undefined => {
    if (credit < 0) return { field: 'credit', reason: 'Un abono no puede ser negativo.' }
    if (debit < 0 && !areNegative)
      return { field: 'debit', reason: 'Un cargo negativo entre cargos positivos no se puede interpretar.' }
    return credit && debit ? { field: 'credit', reason: 'La fila tiene cargo y abono.' } : undefined
  }
  return (credit, debit) => ({ credit, debit: Math.abs(debit), problem: problemOf(credit, debit) })
}

const DEBIT_SIGN = /^(c|d|cargos?|debitos?|debe|egresos?|giros?|-)$/
const CREDIT_SIGN = /^(a|h|abonos?|creditos?|haber|ingresos?|depositos?|\+)$/

/** Reads the amounts of a single column, by the column of signs beside it, or by their own signs. */
function signedAmount(
  heading: string | undefined,
  signs: string[],
  amounts: number[],
): (amount: number, sign: string) => Split {
  const isSignHeading = heading !== undefined && !/^(tipo|signo)/.test(statementKey(heading))
  const hasSigns = isSignHeading || signs.some((sign) => DEBIT_SIGN.test(sign) || CREDIT_SIGN.test(sign))
  // "C" means credit in a table with "D", and charge in a table with "A".
  const isCreditC = signs.includes('d') && !signs.includes('a')
  const areSigned = amounts.some((amount) => amount < 0)
  return (amount, sign) => {
    const isCredit = hasSigns ? CREDIT_SIGN.test(sign) || (sign === 'c' && isCreditC) : amount > 0
    const isDebit = !isCredit && (hasSigns ? DEBIT_SIGN.test(sign) : amount < 0)
    const isContrary = hasSigns && ((isCredit && amount < 0) || (isDebit && amount > 0 && areSigned))
    const problem: Problem | undefined =
      amount !== 0 && !isCredit && !isDebit
        ? { field: 'sign', reason: 'La fila no dice si es cargo o abono.' }
        : isContrary
          ? { field: 'amount', reason: 'El signo del monto no corresponde a su cargo o abono.' }
          : undefined
    const pesos = Math.abs(amount)
    return { credit: isCredit ? pesos : 0, debit: isDebit ? pesos : 0, problem }
  }
}

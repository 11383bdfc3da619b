import { cut, fold } from '#domain/text.ts'
import type { CellValue, SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { shownText } from '../../../tables/shown-text.ts'
import { readPesosCell } from './statement-amounts.ts'
import { datesWithin, monthsWithin, type Period } from './statement-dates.ts'

export type AboutAccount = {
  /** The account's number, digits only; '' when no line has it. */
  account: string
  period: Period
  /** The balances before and after all movements; null unless the lines have both. */
  balances: { initial: number; final: number } | null
  texts: string[]
}

/** Reads the lines about the account above the table. `others` are the rows of other sheets, which may have the account and the period. */
export function readAboutAccount(above: SheetRow[], others: SheetRow[]): AboutAccount {
  return {
    account: accountIn(above) || accountIn(others),
    period: periodIn(above) ?? periodIn(others) ?? issuedOn([...above, ...others]),
    balances: balancesIn(above),
    texts: above.flatMap(({ cells }) => cells.flatMap((cell) => shownText(cell) || [])),
  }
}

const foldedText = (cell: CellValue | undefined) => fold(shownText(cell))

const ACCOUNT = /\b(cuenta|cta)\b/
const NOT_ACCOUNT = /saldo|linea|monto|cupo|abono|cargo|ejecutiv|fecha|apertura/
/** The account's number in a text; a RUT may stand before the word "cuenta". */
const NUMBER = /(?:cuenta|cta)\b\D{0,40}?(\d+(?:[.-]\d+)*)/

/** The texts of label cells, each with what stands beside it: in the next cell to the right, and in the cell below. */
function* labelsIn(rows: SheetRow[], isLabel: (text: string) => boolean) {
  for (const [index, { cells }] of rows.entries())
    for (const [at, cell] of cells.entries()) {
      const text = foldedText(cell)
      const right = cells.slice(at + 1).find((other) => other !== undefined)
      if (isLabel(text)) yield { text, beside: [right, rows[index + 1]?.cells[at]] }
    }
}

/** The number after the word "cuenta", in its cell or beside it. */
function accountIn(rows: SheetRow[]): string {
  for (const { text, beside } of labelsIn(rows, (text) => ACCOUNT.test(text) && !NOT_ACCOUNT.test(text))) {
    const number = [NUMBER.exec(text)?.[1] ?? '', ...beside].map(accountDigits).find(Boolean)
    if (number) return number
  }
  return ''
}

/**
 * The number of a movement or an account: digits without separators, leading zeros and a trailing `.0`; any other text stays as written.
 */
export function readNumberCell(cell: CellValue | undefined): string {
  const text = cut(shownText(cell), 500)
  const compact = text.replace(/^(\d{1,3}(?:[.,]\d{3})+)$/, (grouped) => grouped.replace(/[.,]/g, ''))
  const [, digits] = /^0*(\d*?)(?:\.0+)?$/.exec(compact) ?? []
  return digits ?? text
}

/** An account's digits, without leading zeros; '' for other text, such as a RUT or a date. */
export function accountDigits(cell: CellValue | undefined): string {
  const text = readNumberCell(cell)
  const isOther = !/^[\d .*x-]+$/i.test(text) || /^\d{1,2}\.\d{3}\.\d{3}-[\dk]$/i.test(text)
  if (isOther || datesWithin(cell).length > 0) return ''
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= 4 && digits.length <= 20 ? digits : ''
}

const PERIOD =
  /\bperiodo\b|\bdesde\b|\bhasta\b|\bmovimientos (del|al|entre)\b|\bcartola (del|al)\b|fecha (de )?(inicio|inicial|final|termino)/

const OTHER_DATE = /venc|valid|vigen|linea|apertura/

/** The period of a statement, from lines with words such as "desde", or from the line below them. */
function periodIn(rows: SheetRow[]): Period | undefined {
  let period: Period | undefined
  for (const [index, { cells }] of rows.entries()) {
    const labels = cells.map(foldedText).filter((text) => PERIOD.test(text) && !OTHER_DATE.test(text))
    if (labels.length === 0) continue
    const find = (row: SheetRow | undefined, dates: (cell: CellValue | undefined) => string[]) =>
      row?.cells.flatMap(dates) ?? []
    const here = rows[index] as SheetRow
    const below = rows[index + 1]
    const found = [
      find(here, datesWithin),
      find(here, monthsWithin),
      find(below, datesWithin),
      find(below, monthsWithin),
    ].find(({ length }) => length > 0)
    if (!found) continue
    const [first, ...rest] = found.sort()
    const last = rest.at(-1)
    const isStart = !last && labels.some((text) => /desde|inici/.test(text))
    const own = last ? { from: first, to: last } : isStart ? { from: first } : { to: first }
    period = { ...own, ...period }
  }
  return period
}

/** The period of a file without one: it ends on the day when the file was made. */
function issuedOn(rows: SheetRow[]): Period {
  const dates = rows.flatMap(({ cells }) => {
    const text = cells.map(foldedText).join(' ')
    return /emision|emitid|generad|consulta|descarg|\bfecha\b|\bal\b/.test(text) && !OTHER_DATE.test(text)
      ? cells.flatMap(datesWithin)
      : []
  })
  const last = dates.sort().at(-1)
  return last ? { to: last } : {}
}

function balancesIn(rows: SheetRow[]): AboutAccount['balances'] {
  const initial = balanceAt(rows, /^saldo (inicial|anterior)\b/)
  const final = balanceAt(rows, /^saldo final\b/)
  return initial === undefined || final === undefined ? null : { initial, final }
}

/** The amount of a label, in its cell or beside it. */
function balanceAt(rows: SheetRow[], label: RegExp): number | undefined {
  for (const { text, beside } of labelsIn(rows, (text) => label.test(text))) {
    const own = text.replace(label, '').replace(/^[^\d$(+-]*/, '')
    const amount = [own || undefined, ...beside].map(readPesosCell).find((value) => typeof value === 'number')
    if (amount !== undefined) return amount
  }
  return undefined
}

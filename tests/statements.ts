import {
  type BankMovement,
  type Cell,
  INITIAL_BALANCE,
  LAYOUTS,
  type Layout,
  type LayoutName,
  type Line,
  type Row,
  slashed,
} from './statement-layouts.ts'
import { STYLE, xmlBook } from './workbooks.ts'

/** How a statement's file is written, by a bank's program or by a person who saved it again. */
export type Form = {
  file: 'xlsx' | 'csv'
  delimiter: ';' | ','
  encoding: 'utf-8' | 'utf-8 with mark' | 'latin1'
  amounts: 'number' | 'dots' | 'commas' | 'pesos' | 'padded'
  dates: 'slashes' | 'dashes' | 'short' | 'unpadded' | 'excel' | 'serial'
  order: 'oldest' | 'newest'
  /** Where balances stand: in each row, in the last row of a day, or the day's last one in all its rows. */
  balances: 'each' | 'dayEnd' | 'ofDay'
  /** Empty columns before each column. */
  emptyColumns: number
  /** Lines about the account above the table. */
  linesAbove: number
  isCapital: boolean
}

export const PLAIN: Form = {
  file: 'xlsx',
  delimiter: ';',
  encoding: 'utf-8',
  amounts: 'dots',
  dates: 'slashes',
  order: 'oldest',
  balances: 'each',
  emptyColumns: 0,
  linesAbove: 4,
  isCapital: false,
}

/** The number of the account, as read. */
export const ACCOUNT = '1234567890'

/** Lines about the account, as banks put them above the table. */
const ABOUT: Row[] = [
  ['Cartola de cuenta'],
  ['Nombre:', null, 'FARMACIA UNO SPA'],
  ['RUT:', null, '76.543.210-3'],
  ['Cuenta Corriente N°:', null, '00-1234567890'],
  ['Moneda:', null, 'PESOS DE CHILE'],
  ['Ejecutivo de cuenta:', null, 'JUAN PEREZ 22223333'],
  ['Saldo disponible', null, '$ 4.321.000'],
  ['Saldo contable', null, '$ 4.321.000'],
  ['Línea de crédito vence el 30/06/2031', null, '$ 1.000.000'],
]

const amountWriters: Record<Form['amounts'], (pesos: number) => Cell> = {
  number: (pesos) => pesos,
  dots: (pesos) => String(pesos).replace(/\B(?=(\d{3})+$)/g, '.'),
  commas: (pesos) => String(pesos).replace(/\B(?=(\d{3})+$)/g, ','),
  pesos: (pesos) => `${pesos < 0 ? '-' : ''}$${String(Math.abs(pesos)).replace(/\B(?=(\d{3})+$)/g, ',')}`,
  padded: (pesos) => `${pesos < 0 ? '-' : '+'}${String(Math.abs(pesos)).padStart(12, '0')}`,
}

const excelDay = (text: string) => Date.parse(text) / 86_400_000 + 25_569

const dateWriters: Record<Form['dates'], (text: string) => Cell> = {
  slashes: slashed,
  dashes: (text) => slashed(text).replaceAll('/', '-'),
  short: (text) => slashed(text).replace(/\/20/, '/'),
  unpadded: (text) => slashed(text).replace(/\b0/g, ''),
  excel: (text) => ({ number: excelDay(text), style: STYLE.date }),
  serial: excelDay,
}

/** The balance beside each movement, oldest first. */
function balancesOf(movements: BankMovement[], form: Form): (number | null)[] {
  let balance = INITIAL_BALANCE
  const each = movements.map(({ credit, debit }) => {
    balance += credit - debit
    return balance
  })
  if (form.balances === 'each') return each
  const last = (at: number) => movements.findLastIndex(({ date }) => date === movements[at]?.date)
  return each.map((_, at) =>
    form.balances === 'dayEnd' && last(at) !== at ? null : (each[last(at)] ?? null),
  )
}

/** A bank's file of these movements, given oldest first. `left` has the movements that the file leaves out. */
export function statementFile(
  name: LayoutName,
  movements: BankMovement[],
  { left = [], ...rest }: Partial<Form> & { left?: BankMovement[] } = {},
): Buffer {
  const form = { ...PLAIN, ...rest }
  const layout: Layout = LAYOUTS[name]
  const amount = amountWriters[form.amounts]
  const day = dateWriters[form.dates]
  const balances = balancesOf(movements, form)
  const lines = movements
    .map((movement, at): Line => ({ ...movement, balance: balances[at] ?? null, amount, day }))
    .filter((_, at) => !left.includes(movements[at] as BankMovement))
  if (form.order === 'newest') lines.reverse()
  const headings = layout.headings.map((text) => (form.isCapital ? text.toUpperCase() : text))
  const spread = (cells: Row): Row =>
    cells.flatMap((cell) => [...Array.from({ length: form.emptyColumns }, () => null), cell])
  const dates = movements.map((movement) => movement.date).sort()
  const period = [`Período: ${slashed(dates[0] ?? '')} - ${slashed(dates.at(-1) ?? '')}`]
  const rows = [
    ...ABOUT.slice(0, form.linesAbove),
    ...Array.from({ length: Math.max(0, form.linesAbove - ABOUT.length) }, () => []),
    period,
    ...(layout.above?.(movements) ?? []),
    [],
    ...[headings, ...lines.map(layout.row), ...(layout.after?.(lines) ?? [])].map(spread),
  ]
  return form.file === 'csv' ? csvFile(rows, form) : xmlBook([{ name: layout.sheet ?? 'Hoja1', rows }])
}

const shown = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell !== 'object') return String(cell)
  return 'error' in cell
    ? cell.error
    : slashed(new Date((cell.number - 25_569) * 86_400_000).toISOString().slice(0, 10))
}

/** Rows as CSV. */
export function csvFile(
  rows: Row[],
  { delimiter, encoding }: Pick<Form, 'delimiter' | 'encoding'> = PLAIN,
): Buffer {
  const quote = (text: string) => (/[;,"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const text = rows.map((cells) => cells.map((cell) => quote(shown(cell))).join(delimiter)).join('\r\n')
  if (encoding === 'latin1') return Buffer.from(text, 'latin1')
  return Buffer.from(encoding === 'utf-8' ? text : `\ufeff${text}`)
}

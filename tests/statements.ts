import type { Bank } from '#contract/payments.ts'
import { STYLE, type XmlSheet, xmlBook } from './workbooks.ts'

/** A movement as a bank has it. */
export type BankMovement = {
  /** YYYY-MM-DD. */
  date: string
  description: string
  document: string
  credit: number
  debit: number
}

/** How a bank's program, or a person who saved its file again, writes it. */
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

type Cell = XmlSheet['rows'][number][number]
type Row = Cell[]

/** A movement with its cells' texts by the form. */
type Line = BankMovement & {
  balance: number | null
  amount: (pesos: number) => Cell
  day: (date: string) => Cell
}

type Layout = {
  bank: Bank
  sheet?: string
  headings: string[]
  row: (line: Line) => Row
  /** Lines right above the table, besides those about the account. */
  above?: (movements: BankMovement[]) => Row[]
  after?: (lines: Line[]) => Row[]
  /** Whether the table has no balances. */
  hasNoBalance?: true
}

const blank = (cell: Cell): Cell => (cell === 0 || cell === '0' ? null : cell)
const date = (text: string) => text.split('-').reverse().join('/')
const zeroed = ({ amount }: Line, pesos: number) => amount(pesos)

/** The layouts of banks, as their files are described (docs/product.md#bank-statements). */
export const LAYOUTS = {
  chile: {
    bank: 'chile',
    headings: [
      'Fecha',
      'Descripción',
      'Canal o Sucursal',
      'Nro. Docto.',
      'Cargos (CLP)',
      'Abonos (CLP)',
      'Saldo (CLP)',
    ],
    row: ({ day, amount, ...line }) => [
      day(line.date),
      line.description,
      'Internet',
      line.document,
      blank(amount(line.debit)),
      blank(amount(line.credit)),
      line.balance === null ? null : amount(line.balance),
    ],
    after: () => [
      [],
      [],
      ['(*) Infórmese sobre la garantía estatal de los depósitos en su banco o en www.cmfchile.cl, 2026.'],
    ],
  },
  chileOld: {
    bank: 'chile',
    headings: ['Fecha', 'Descripción', 'Canal o Sucursal', 'Cargos (CLP)', 'Abonos (CLP)', 'Saldo (CLP)'],
    row: ({ day, amount, ...line }) => [
      day(line.date),
      line.description,
      'Of. Virtual',
      blank(amount(line.debit)),
      blank(amount(line.credit)),
      line.balance === null ? null : amount(line.balance),
    ],
  },
  chileCompanies: {
    bank: 'chile-empresas',
    headings: [
      'Fecha',
      'Detalle Movimiento',
      'Cheque o Cargo',
      'Deposito o Abono',
      'Saldo',
      'Docto. Nro.',
      'Trn',
      'Caja',
      'Sucursal',
    ],
    row: (line) => [
      line.day(line.date),
      line.description,
      zeroed(line, line.debit),
      zeroed(line, line.credit),
      line.balance === null ? null : line.amount(line.balance),
      line.document,
      '0000000001',
      '0',
      'INTERNET',
    ],
  },
  santander: {
    bank: 'santander',
    hasNoBalance: true,
    headings: ['MONTO', 'DESCRIPCIÓN MOVIMIENTO', '', 'FECHA', 'N° DOCUMENTO', 'SUCURSAL', '', 'CARGO/ABONO'],
    row: (line) => [
      line.amount(line.credit - line.debit),
      line.description,
      null,
      line.day(line.date),
      line.document,
      'O.Gerencia',
      null,
      line.credit > 0 ? 'A' : 'C',
    ],
    above: (movements) => {
      const sum = movements.reduce((total, { credit, debit }) => total + credit - debit, 0)
      return [
        ['SALDO INICIAL', 'DEPÓSITOS', 'OTROS ABONOS', 'CHEQUES', 'OTROS CARGOS', 'IMPUESTOS', 'SALDO FINAL'],
        [INITIAL_BALANCE, 0, 1, 0, 1, 0, INITIAL_BALANCE + sum],
      ]
    },
    after: (lines) => [
      ['Resumen comisiones'],
      ['Saldos diarios'],
      ['SALDO', null, null, 'FECHA'],
      ...lines.slice(0, 5).map((line) => [line.amount(1_234_567), null, null, line.day(line.date)]),
    ],
  },
  bci: {
    bank: 'bci',
    headings: [
      'Fecha',
      'Sucursal',
      'Descripción',
      'N° Documento',
      'Cheques y otros cargos',
      'Depósitos y Abono',
      'Saldo diario',
    ],
    row: (line) => [
      line.day(line.date),
      'OF VIRT U',
      line.description,
      line.document,
      blank(line.amount(line.debit)),
      blank(line.amount(line.credit)),
      line.balance === null ? null : line.amount(line.balance),
    ],
  },
  estadoCompanies: {
    bank: 'estado',
    sheet: 'Movimientos',
    headings: [
      'Fecha',
      'Sucursal',
      'N° Cuenta Corriente',
      'Alias',
      'N° Cartola',
      'N° Operación',
      'Descripción',
      'Cheques / Cargos',
      'Depósitos / Abonos',
      'Saldo',
    ],
    row: (line) => [
      line.day(line.date),
      'Stgo.principal',
      '1,234,567,890',
      'FARMACIA UNO SPA',
      '99',
      line.document,
      line.description,
      zeroed(line, line.debit),
      zeroed(line, line.credit),
      line.balance === null ? null : line.amount(line.balance),
    ],
    after: (lines) => [[null, null, null, null, null, null, 'Subtotales', ...sums(lines), null]],
  },
  estado: {
    bank: 'estado',
    headings: ['Fecha', 'N° Operación', 'Descripción', 'Monto cargo ($)', 'Monto abono ($)', 'Saldo'],
    row: (line) => estadoRow(line),
  },
  estadoAccount: {
    bank: 'estado',
    headings: [
      'Fecha',
      'N° Operación',
      'Descripción',
      'Cheques / Cargos $',
      'Depósitos / Abonos $',
      'Saldo $',
    ],
    row: (line) => estadoRow(line),
  },
  estadoShort: {
    bank: 'estado',
    headings: ['Fecha', 'N° Operación', 'Descripción', 'Cargo $', 'Abono $', 'Saldo $'],
    row: (line) => estadoRow(line),
  },
  itau: {
    bank: 'itau',
    headings: [
      'Fecha',
      'Número de operación',
      'Sucursal',
      'Descripción',
      'Depósitos o abonos',
      'Giros o cargos',
      'Saldo diario',
    ],
    row: (line) => [
      date(line.date).slice(0, 5),
      line.document,
      '0172',
      line.description,
      zeroed(line, line.credit),
      zeroed(line, line.debit),
      line.balance === null ? null : line.amount(line.balance),
    ],
  },
  scotiabank: {
    bank: 'scotiabank',
    headings: ['Fecha', 'Descripción', 'Numero Documento', 'Cargo', 'Abono', 'Saldo Diario'],
    row: (line) => [
      line.day(line.date),
      line.description,
      line.document.replace(/\B(?=(\d{3})+$)/g, ','),
      zeroed(line, line.debit),
      zeroed(line, line.credit),
      line.balance === null ? null : line.amount(line.balance),
    ],
  },
} as const satisfies Record<string, Layout>
export type LayoutName = keyof typeof LAYOUTS

const estadoRow = (line: Line): Row => [
  line.day(line.date),
  line.document,
  line.description,
  blank(line.amount(line.debit)),
  blank(line.amount(line.credit)),
  line.balance === null ? null : line.amount(line.balance),
]

const sums = (lines: Line[]): Row => {
  const debit = lines.reduce((sum, line) => sum + line.debit, 0)
  const credit = lines.reduce((sum, line) => sum + line.credit, 0)
  return [lines[0]?.amount(debit) ?? 0, lines[0]?.amount(credit) ?? 0]
}

/** The balance before the first movement. */
export const INITIAL_BALANCE = 3_000_000
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
  slashes: date,
  dashes: (text) => date(text).replaceAll('/', '-'),
  short: (text) => date(text).replace(/\/20/, '/'),
  unpadded: (text) => date(text).replace(/\b0/g, ''),
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
  const period = [`Período: ${date(dates[0] ?? '')} - ${date(dates.at(-1) ?? '')}`]
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
    : date(new Date((cell.number - 25_569) * 86_400_000).toISOString().slice(0, 10))
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

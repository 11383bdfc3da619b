import type { Bank } from '#contract/payments.ts'
import type { XmlSheet } from './workbooks.ts'

/** A movement as a bank has it. */
export type BankMovement = {
  /** YYYY-MM-DD. */
  date: string
  description: string
  document: string
  credit: number
  debit: number
}

export type Cell = XmlSheet['rows'][number][number]
export type Row = Cell[]

/** A movement, with functions that write its amounts and days as the form demands. */
export type Line = BankMovement & {
  balance: number | null
  amount: (pesos: number) => Cell
  day: (date: string) => Cell
}

export type Layout = {
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
/** The balance before the first movement. */
export const INITIAL_BALANCE = 3_000_000

/** DD/MM/YYYY of YYYY-MM-DD. */
export const slashed = (date: string) => date.split('-').reverse().join('/')
const balanceOf = ({ balance, amount }: Line) => (balance === null ? null : amount(balance))
const zeroed = ({ amount }: Line, pesos: number) => amount(pesos)

/** The layouts of the banks' files, as they are documented. */
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
    row: (line) => [
      line.day(line.date),
      line.description,
      'Internet',
      line.document,
      blank(line.amount(line.debit)),
      blank(line.amount(line.credit)),
      balanceOf(line),
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
    row: (line) => [
      line.day(line.date),
      line.description,
      'Of. Virtual',
      blank(line.amount(line.debit)),
      blank(line.amount(line.credit)),
      balanceOf(line),
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
      balanceOf(line),
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
      balanceOf(line),
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
      balanceOf(line),
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
      slashed(line.date).slice(0, 5),
      line.document,
      '0172',
      line.description,
      zeroed(line, line.credit),
      zeroed(line, line.debit),
      balanceOf(line),
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
      balanceOf(line),
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
  balanceOf(line),
]

const sums = (lines: Line[]): Row => {
  const debit = lines.reduce((sum, line) => sum + line.debit, 0)
  const credit = lines.reduce((sum, line) => sum + line.credit, 0)
  return [lines[0]?.amount(debit) ?? 0, lines[0]?.amount(credit) ?? 0]
}

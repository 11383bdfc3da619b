import type { StatementField } from '#contract/payments.ts'
import { cut } from '#domain/text.ts'
import type { CellValue, SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { headingKey, joinHeadingRows } from '../../../tables/headings.ts'
import { shownText } from '../../../tables/shown-text.ts'

/** The fields of a table: those that a person can assign, and the account of each row, which BancoEstado's files have. */
export type TableField = StatementField | 'account'

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

/** A heading normalized for comparison, without `%`, `$` and `+`: `Abonos $` → `abonos`. */
export const statementKey = (text: string) => headingKey(text.replace(/[%$+]/g, ' '))

const words = (text: string) => new Set(text.split(' '))
/** Words that tell nothing about a column. */
const FILLERS = words('clp pesos peso mn m moneda nacional de del la las los el y e o u en otros otras total')
/** The words of each field's headings: a heading has one of the first words, and no others than the first and second. */
const VOCABULARY = (
  [
    [
      'debit',
      'cargo cargos cheque cheques giro giros debito debitos debe egreso egresos retiro retiros',
      'monto importe valor',
    ],
    [
      'credit',
      'abono abonos deposito depositos credito creditos haber ingreso ingresos',
      'monto importe valor',
    ],
    ['date', 'fecha', 'movimiento transaccion operacion contable mov trx'],
    ['balance', 'saldo saldos', 'diario diarios contable disponible cuenta'],
    ['amount', 'monto importe valor', 'movimiento transaccion operacion'],
    ['account', 'cuenta cta', 'n no nro num numero numeros corriente vista cte'],
    [
      'document',
      'documento docto doc operacion comprobante folio referencia',
      'n no nro num numero numeros serie movimiento transaccion',
    ],
    ['description', 'descripcion detalle glosa concepto movimiento movimientos', 'transaccion operacion'],
  ] as const
).map(([field, first, second]) => ({ field, needed: words(first), allowed: words(`${first} ${second}`) }))
const SIGN =
  /^(tipo )?(cargos? (o )?abonos?|abonos? (o )?cargos?|[cd] [ah]|[ah] [cd]|d c|c d)$|^(tipo|signo)( (de )?(movimiento|transaccion))?$/

const MAX_HEADING = 60

/** The field that a heading names; undefined for an unknown heading. */
function fieldOf(heading: string): TableField | undefined {
  if (heading.length > MAX_HEADING) return undefined
  const key = statementKey(heading)
  if (SIGN.test(key)) return 'sign'
  const found = key.split(' ').filter((word) => word && !FILLERS.has(word))
  return VOCABULARY.find(
    ({ needed, allowed }) =>
      found.some((word) => needed.has(word)) && found.every((word) => allowed.has(word)),
  )?.field
}

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

export const countOf = ({ columns }: Headings) => Object.keys(columns).length

/** Whether the recognized columns are enough to read movements without a person's help. */
export const isComplete = ({ columns, doubled }: Headings) =>
  columns.date !== undefined &&
  columns.description !== undefined &&
  doubled.length === 0 &&
  ((columns.credit !== undefined && columns.debit !== undefined) || columns.amount !== undefined)

export const isText = (cell: CellValue | undefined): cell is string => typeof cell === 'string'

/** A row's texts by column; numbers and dates are left empty, because they are no headings. */
const textsOf = ({ cells }: SheetRow) => Array.from(cells, (cell) => (isText(cell) ? shownText(cell) : ''))

/**
 * The headings of a row, joined with the row below when they continue there: `Depósitos` above `o abonos`. The place -1 stands for a table
 * without headings.
 */
export function headingsAt(rows: SheetRow[], index: number): Headings {
  const row = rows[index]
  if (!row) return { row: 0, texts: [], columns: {}, doubled: [] }
  const texts = textsOf(row)
  const one = { row: row.number, texts, ...knownColumns(texts) }
  const below = rows[index + 1]
  if (below?.number !== row.number + 1 || !isSecondLine(below, one.columns.date)) return one
  const both = joinHeadingRows(texts, textsOf(below))
  const two = { row: below.number, texts: both, ...knownColumns(both) }
  return isComplete(two) && countOf(two) >= countOf(one) ? two : one
}

/** Whether a row has only words, and no cell in the column of dates. */
const isSecondLine = ({ cells }: SheetRow, dateAt: number | undefined) =>
  cells.every((cell, at) => isText(cell) && !/\d/.test(cell) && at !== dateAt)

/**
 * The rows below a table's headings. Where a page repeats the headings in other columns, because somebody pasted it further right, its
 * cells are moved back. Rows below other headings, such as those of the daily balances, belong to another table and are left out.
 */
export function rowsBelow(all: SheetRow[], headings: Headings): SheetRow[] {
  const rows = all.filter(({ number }) => number > headings.row)
  let end = 0
  let shift: number | undefined = 0
  return rows.flatMap((row, index) => {
    if (row.cells.some((cell) => isText(cell) && /fecha/i.test(cell))) {
      const own = headingsAt(rows, index)
      const { date } = own.columns
      if (date !== undefined && (date === headings.columns.date || countOf(own) >= 2)) {
        shift = shiftOf(own, headings)
        end = own.row
      }
    }
    if (shift === undefined || row.number <= end) return []
    return shift === 0 ? row : { ...row, cells: shifted(row.cells, shift) }
  })
}

/** By how many columns headings are repeated further right; undefined for other headings. */
function shiftOf(own: Headings, { columns, texts }: Headings): number | undefined {
  const keys = own.texts.map(statementKey)
  const keyAt = (at = -1) => statementKey(texts[at] ?? '')
  const shift = keys.indexOf(keyAt(columns.date)) - (columns.date ?? 0)
  const areSame = Object.values(columns).every((at) => (keys[at + shift] ?? '') === keyAt(at))
  return keyAt(columns.date) && areSame ? shift : undefined
}

const shifted = (cells: CellValue[], by: number): CellValue[] =>
  by > 0 ? cells.slice(by) : [...Array<CellValue>(-by), ...cells]

const MAX_KEY = 1_000

/** The key by which assigned columns are remembered; '' for a table without headings. */
export const headingsKey = ({ row, texts }: Headings) =>
  row === 0 ? '' : cut(texts.map(statementKey).join('|').replace(/\|+$/, ''), MAX_KEY)

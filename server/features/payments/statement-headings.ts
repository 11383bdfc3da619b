import type { StatementField } from '#contract/payments.ts'
import { cut, fold } from '#domain/text.ts'
import type { CellValue, SheetRow } from '../../spreadsheets/read-sheets.ts'
import { shownText } from './statement-cells.ts'

/** The fields of a table: those that a person can assign, and the account of each row, as BancoEstado has it. */
export type TableField = StatementField | 'account'

/** A heading for comparison: words without case, accents and signs. `N° Docto. (CLP)` → `n docto clp`. */
export const headingKey = (text: string) =>
  cut(fold(text.replaceAll(/[º°]/g, ' ').replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')), 100)

const words = (text: string) => new Set(text.split(' '))
/** Words that tell nothing about a column. */
const FILLERS = words('clp pesos peso mn m moneda nacional de del la las los el y e o u en otros otras total')
const DEBIT = words(
  'cargo cargos cheque cheques giro giros debito debitos debe egreso egresos retiro retiros',
)
const CREDIT = words('abono abonos deposito depositos credito creditos haber ingreso ingresos')
const NUMBER = words('n no nro num numero numeros')
const VOCABULARY: Record<'date' | 'balance' | 'amount' | 'account' | 'document' | 'description', Vocabulary> =
  {
    date: { one: words('fecha'), others: words('movimiento transaccion operacion contable mov trx') },
    balance: { one: words('saldo saldos'), others: words('diario diarios contable disponible cuenta') },
    amount: { one: words('monto importe valor'), others: words('movimiento transaccion operacion') },
    account: { one: words('cuenta cta'), others: new Set([...NUMBER, 'corriente', 'vista', 'cte']) },
    document: {
      one: words('documento docto doc operacion comprobante folio referencia'),
      others: new Set([...NUMBER, 'serie', 'movimiento', 'transaccion']),
    },
    description: {
      one: words('descripcion detalle glosa concepto movimiento movimientos'),
      others: words('movimiento movimientos transaccion operacion'),
    },
  }
/** A heading has one of some words, and no words but these and others. */
type Vocabulary = { one: Set<string>; others: Set<string> }
const SIGN =
  /^(tipo )?(cargos? (o )?abonos?|abonos? (o )?cargos?|[cd] [ah]|[ah] [cd]|d c|c d)$|^(tipo|signo)( (de )?(movimiento|transaccion))?$/

/** The most characters of a known heading. */
const MAX_HEADING = 60

/** The field that a heading is known for. */
export function fieldOf(heading: string): TableField | undefined {
  if (heading.length > MAX_HEADING) return undefined
  const key = headingKey(heading)
  if (SIGN.test(key)) return 'sign'
  const found = key.split(' ').filter((word) => word && !FILLERS.has(word))
  const have = (set: Set<string>) => found.some((word) => set.has(word))
  const areAll = (...sets: Set<string>[]) => found.every((word) => sets.some((set) => set.has(word)))
  if (have(DEBIT) && areAll(DEBIT, VOCABULARY.amount.one)) return 'debit'
  if (have(CREDIT) && areAll(CREDIT, VOCABULARY.amount.one)) return 'credit'
  const entries = Object.entries(VOCABULARY) as [keyof typeof VOCABULARY, Vocabulary][]
  return entries.find(([, { one, others }]) => have(one) && areAll(one, others))?.[0]
}

/** The columns of a table by their headings. */
export type Headings = {
  /** The last row of the headings; 0 for a table without headings. */
  row: number
  texts: string[]
  /** The position of each known column, from 0. */
  columns: Partial<Record<TableField, number>>
  /** Fields that two columns claim, which only a person can decide. */
  doubled: TableField[]
}

const isText = (cell: CellValue | undefined): cell is string => typeof cell === 'string'

/** A row's texts by column; a number or date is no heading. */
const textsOf = ({ cells }: SheetRow) => Array.from(cells, (cell) => (isText(cell) ? shownText(cell) : ''))

/** The headings of a row, and of the one below when they go on there, as in `Depósitos` above `o abonos`. */
export function headingsAt(rows: SheetRow[], index: number): Headings {
  const row = rows[index] as SheetRow
  const texts = textsOf(row)
  const one = { row: row.number, texts, ...knownColumns(texts) }
  const below = rows[index + 1]
  const dateAt = one.columns.date
  if (below?.number !== row.number + 1 || !isSecondLine(below, dateAt)) return one
  const second = textsOf(below)
  const both = Array.from({ length: Math.max(texts.length, second.length) }, (_, at) =>
    `${texts[at] ?? ''} ${second[at] ?? ''}`.trim(),
  )
  const two = { row: below.number, texts: both, ...knownColumns(both) }
  return isComplete(two) && countOf(two) >= countOf(one) ? two : one
}

/** Whether a row has words only, and none in the column of dates. */
const isSecondLine = ({ cells }: SheetRow, dateAt: number | undefined) =>
  cells.every((cell, at) => isText(cell) && !/\d/.test(cell) && at !== dateAt)

export const countOf = ({ columns }: Headings) => Object.keys(columns).length

function knownColumns(texts: string[]): Pick<Headings, 'columns' | 'doubled'> {
  const columns: Headings['columns'] = {}
  const doubled = new Set<TableField>()
  for (const [at, text] of texts.entries()) {
    const field = text ? fieldOf(text) : undefined
    if (!field) continue
    // The plain word is the column meant: "Fecha" beside "Fecha contable".
    if (columns[field] === undefined || (field === 'date' && headingKey(text) === 'fecha'))
      columns[field] = at
    else if (field === 'credit' || field === 'debit' || field === 'amount') doubled.add(field)
  }
  return { columns, doubled: [...doubled] }
}

/** Whether the columns are enough to read movements without a person's help. */
export const isComplete = ({ columns, doubled }: Headings) =>
  columns.date !== undefined &&
  columns.description !== undefined &&
  doubled.length === 0 &&
  ((columns.credit !== undefined && columns.debit !== undefined) || columns.amount !== undefined)

/** Rows in which the headings of an unknown layout are looked for. */
const ROWS_TO_LOOK_AT = 200

/** The row of the likeliest headings of an unknown layout; -1 for none. */
export function likelyHeadings(all: SheetRow[]): number {
  const rows = all.slice(0, ROWS_TO_LOOK_AT)
  const counts = rows.map((_, index) => countOf(headingsAt(rows, index)))
  const best = Math.max(0, ...counts)
  if (best >= 2) return counts.indexOf(best)
  const widths = rows.map(({ cells }) => cells.filter((cell) => cell !== undefined).length)
  const most = Math.max(0, ...widths)
  return rows.findIndex(
    ({ cells }, index) =>
      most >= 2 &&
      (widths[index] ?? 0) >= most * 0.6 &&
      cells.every((cell) => isText(cell) && !/\d{3}/.test(cell)),
  )
}

/** The most characters of a key of headings. */
const MAX_KEY = 1_000

/** The key by which assigned columns are remembered; '' for a table without headings. */
export const headingsKey = ({ row, texts }: Headings) =>
  row === 0 ? '' : cut(texts.map(headingKey).join('|').replace(/\|+$/, ''), MAX_KEY)

/** The name of a column for an assignment: its heading, or its place when it has none or shares it with another. */
export function columnKey(texts: string[], at: number): string {
  const text = texts[at] ?? ''
  const same = texts.filter((other) => headingKey(other) === headingKey(text))
  return text && same.length === 1 ? text : `#${at + 1}`
}

/** The position of an assigned column; -1 when the table has no such column. */
export function columnAt(texts: string[], width: number, name: string): number {
  const [, place] = /^#(\d{1,3})$/.exec(name) ?? []
  if (place) return Number(place) <= Math.max(width, texts.length) ? Number(place) - 1 : -1
  return texts.findIndex((text) => text && headingKey(text) === headingKey(name))
}

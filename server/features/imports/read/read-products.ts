import { z } from 'zod'
import type { ImportReport, UnknownColumns } from '#contract/import-report.ts'
import { runChildSide } from '../../../spreadsheets/limited-process.ts'
import { readSheets, type SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { SpreadsheetRejected } from '../../../spreadsheets/rejected.ts'
import { isPlaceholder, mayBeCodes, VARIANT } from '../columns/column-values.ts'
import type { KnownProductColumns } from '../columns/product-headings.ts'
import { type Column, isCode, proposeCodes, type Table } from '../columns/resolve-columns.ts'
import { shownCell } from '../rows/product-cells.ts'
import {
  columnOf,
  isExample,
  PRODUCT_COLUMNS,
  type RefusedRow,
  refuse,
  type WorkbookRow,
} from '../rows/workbook-rows.ts'
import { lotColumnsIn, readLot } from './lot-cells.ts'
import { mergedOverRows, readRow } from './read-row.ts'
import {
  columnsToAssign,
  decidedColumns,
  hasCodes,
  lookAtSheet,
  type SheetSeen,
  unusedHeadings,
} from './read-sheet.ts'

const MAX_ROWS = 20_000

type Unknown = UnknownColumns & { message: string }

/** A part of a workbook's products, sent while the rest is being read. */
export type WorkbookPart = {
  rows?: WorkbookRow[]
  refused?: RefusedRow[]
  sheet?: ImportReport['sheets'][number]
  /** Set when columns must be assigned by hand; no rows follow. */
  unknown?: Unknown
  /** Set when no column has codes, and the rows that follow can only be recognised by name. */
  withoutCodes?: Unknown
  /** Set when the rows that follow are read by proposed columns, which nobody has confirmed. */
  proposed?: Unknown
  decided?: KnownProductColumns['assigned']
}

type Post = (part: WorkbookPart) => void

export type WorkbookInput = KnownProductColumns & {
  bytes: Buffer
  /** Whether proposed columns are read without a person's confirmation. */
  takesProposals: boolean
}

/**
 * Reads the products of all visible sheets. Must run in a limited process.
 *
 * @throws SpreadsheetRejected
 */
export async function readProducts({ bytes, takesProposals, ...known }: WorkbookInput, post: Post) {
  const seen: SheetSeen[] = []
  for (const sheet of await readSheets(bytes)) seen.push(await lookAtSheet(sheet, known))
  if (seen.every(({ state }) => state === 'hidden' || state === 'empty')) {
    throw new SpreadsheetRejected('La planilla no trae productos que importar.')
  }
  const decided = seen.flatMap((sheet) => [...decidedColumns(sheet, known)])
  const unknown = whyUnknown(seen)
  // Decisions are remembered for the next file even while another question is open.
  const isOpen = (field: string) => unknown?.doubled.includes(columnOf(field)?.header ?? '') === true
  post({ decided: new Map(decided.filter(([, field]) => !isOpen(field))) })
  const isNamed =
    unknown !== undefined &&
    unknown.questions.length === 0 &&
    seen.some(canBeNamed) &&
    !seen.some(hasOpenCodes)
  if (unknown && !isNamed && !(takesProposals && seen.some(hasCodes))) return post({ unknown })
  if (unknown) post(isNamed ? { withoutCodes: unknown } : { proposed: unknown })
  let left = MAX_ROWS
  for (const sheet of seen) {
    const state = hasCodes(sheet) || (isNamed && canBeNamed(sheet)) ? 'read' : sheet.state
    const counts = state === 'read' ? await readRows(sheet, left, post) : { rows: 0, hiddenRows: 0 }
    left -= counts.rows
    const unusedColumns = state === 'read' ? unusedHeadings(sheet) : []
    post({
      sheet: { name: sheet.sheet.name, state, ...counts, unusedColumns, columns: columnsToAssign(sheet) },
    })
  }
}

/** Whether a sheet without codes can be read by product names: it has names, another field and no open question. */
function canBeNamed({ tables }: SheetSeen): boolean {
  const columns = [...tables.values()].flatMap((table) => table.columns)
  const fields = new Set(columns.flatMap(({ field }) => field || []))
  const isAsked = columns.some(({ question }) => question !== undefined)
  return fields.has('tradename') && fields.size > 1 && !isAsked
}

/** Whether a column that nobody has decided about may have codes. */
const hasOpenCodes = ({ tables }: SheetSeen) =>
  [...tables.values()].some(({ columns }) =>
    columns.some(
      ({ folded, field, isDecided, values }) => field === '' && !isDecided && mayBeCodes(folded, values),
    ),
  )

/** The decisions about columns that a person must take, of all sheets together; undefined for none. */
function whyUnknown(seen: SheetSeen[]): Unknown | undefined {
  const read = seen.filter(({ state }) => state === 'read')
  const sheets = read.length > 0 ? read : seen
  const tables = [...new Set(sheets.flatMap((sheet) => [...sheet.tables.values()]))]
  const columns = tables.flatMap((table) => table.columns)
  const fields = new Set(columns.map(({ field }) => field))
  const hasCode = [...fields].some(isCode)
  const missing = PRODUCT_COLUMNS.filter(
    ({ field, needed }) => needed && !fields.has(field) && !(hasCode && isCode(field)),
  )
  const asked = questionsAbout(columns)
  if (hasCode && asked.length === 0) return undefined
  for (const table of tables) proposeCodes(table.columns)
  const questions = [...new Set([...asked, ...questionsAbout(columns)])]
  const messages = [...(hasCode ? [] : [`Falta la columna ${columnOf('barcode')?.header}.`]), ...questions]
  const ofNew = missing.flatMap(({ needed, header }) => (needed === 'new' ? header : []))
  if (ofNew.length > 0) messages.push(`Sin ${ofNew.join(' ni ')} no se crean productos nuevos.`)
  const doubled = new Set(tables.flatMap((table) => table.doubled))
  return {
    message: messages.join(' '),
    missing: missing.map(({ header }) => header),
    questions,
    doubled: [...doubled].map((field) => columnOf(field)?.header ?? field),
    sheets: seen.flatMap((sheet) => {
      const columns = columnsToAssign(sheet)
      return columns.length > 0 ? [{ name: sheet.sheet.name, columns }] : []
    }),
  }
}

const questionsAbout = (columns: readonly Column[]) => columns.flatMap(({ question }) => question || [])

/** Reads the rows of a sheet, and posts them in small parts, so that the server handles other requests in between. */
async function readRows({ sheet, tables, merged }: SheetSeen, most: number, post: Post) {
  const begins = Math.min(...tables.keys())
  let places = placesIn(tables.get(begins)!)
  const over = mergedOverRows(merged)
  let rows = 0
  let hiddenRows = 0
  for await (const batch of sheet.rows()) {
    const part = { rows: [] as WorkbookRow[], refused: [] as RefusedRow[] }
    for (const row of batch) {
      if (row.number <= begins) continue
      over.enter(row)
      const table = tables.get(row.number)
      if (table) {
        places = placesIn(table)
        continue
      }
      const { lotColumns, variantColumns } = places
      const read = readRow(sheet.name, row, places, over)
      if (!read || isExample({ barcode: read.row.barcode, tradename: read.row.fields.tradename })) continue
      const lot = textsIn(row, [...lotColumns.code, ...lotColumns.expiry])
      if (lot.length > 0) read.row.lot = lot.join(' · ')
      const named = readLot(row.cells, lotColumns)
      const { stock: units } = read.row.fields
      if (named && units !== undefined) read.row.lots = [{ ...named, units }]
      const variant = textsIn(row, variantColumns).filter(
        (text) => !isPlaceholder(text) && !/^default( title)?$/i.test(text),
      )
      if (variant.length > 0) read.row.variant = variant.join(' ')
      if (row.hidden) hiddenRows += 1
      else if (read.problems.length === 0) part.rows.push(read.row)
      else part.refused.push(refuse(read.row, read.problems))
    }
    rows += part.rows.length + part.refused.length
    if (rows > most) throw tooMany()
    post(part)
  }
  return { rows, hiddenRows }
}

/** The places of a table's columns; columns of variants have no field, and tell products with one name apart. */
function placesIn({ columns, spare }: Table) {
  const known = columns.flatMap(({ field }, at) => {
    const column = columnOf(field)
    return column ? [[at, column] as const] : []
  })
  const variantColumns = columns.flatMap(({ folded, field }, at) =>
    field === '' && VARIANT.test(folded) ? [at] : [],
  )
  return { columns: new Map(known), spare, lotColumns: lotColumnsIn(columns), variantColumns }
}

const textsIn = ({ cells }: SheetRow, columns: readonly number[]) =>
  columns.map((at) => shownCell(cells[at])).filter(Boolean)

const tooMany = () =>
  new SpreadsheetRejected('La planilla trae más de 20.000 productos. Divídela en partes más pequeñas.')

// This file is also the program of the limited process.
if (import.meta.main) {
  z.config(z.locales.es())
  await runChildSide<WorkbookInput, WorkbookPart>(readProducts)
}

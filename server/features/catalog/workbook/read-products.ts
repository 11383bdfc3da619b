import type { ImportProblem, ImportReport, UnknownColumns } from '#contract/imports.ts'
import { type MergedCells, readSheets, type Sheet, type SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { SpreadsheetRejected } from '../../../spreadsheets/rejected.ts'
import {
  columnsToAssign,
  findHeadings,
  type Headings,
  type KnownColumns,
  ROWS_TO_LOOK_AT,
} from './find-headings.ts'
import { headingKey } from './heading-names.ts'
import { mergedOverRows } from './merged-cells.ts'
import { columnOf, isExample } from './product-columns.ts'
import { type ReadRow, readRow, type SheetColumns } from './read-row.ts'
import type { RefusedRow, WorkbookRow } from './workbook-rows.ts'

/** Products of one workbook. */
const MAX_ROWS = 20_000
/** Rows of one part, so that the server handles other requests in between. */
const PART_SIZE = 250

/** A part of what was read. */
export type WorkbookPart = {
  rows?: WorkbookRow[]
  problems?: ImportProblem[]
  refused?: RefusedRow[]
  sheet?: ImportReport['sheets'][number]
  columns?: UnknownColumns['sheets'][number]
  /** The columns have to be assigned by hand; no row of the file counts. */
  unknown?: Pick<UnknownColumns, 'missing' | 'doubled'> & { message: string }
}

/**
 * Reads the products of all visible sheets (docs/product.md#product-workbook). Must run in a limited worker.
 *
 * @throws SpreadsheetRejected
 */
export async function readProducts(bytes: Buffer, known: KnownColumns, post: (part: WorkbookPart) => void) {
  const seen: Seen[] = []
  for (const sheet of await readSheets(bytes)) seen.push(await look(sheet, known))
  if (seen.every(({ state }) => state === 'hidden' || state === 'empty')) {
    throw new SpreadsheetRejected('La planilla no trae productos que importar.')
  }
  for (const { sheet, columns } of seen) if (columns) post({ columns: { name: sheet.name, columns } })
  const unknown = whyUnknown(seen)
  if (unknown) return post({ unknown })
  const collect = collector(post)
  for (const { sheet, state, headings, merged } of seen) {
    if (state !== 'read' || !headings) {
      post({ sheet: { name: sheet.name, state, rows: 0, hiddenRows: 0, unusedColumns: [] } })
      continue
    }
    const rows = await readRows(sheet, headings, merged, collect)
    const unusedColumns = headings.columns.flatMap(({ heading, field }) =>
      heading && !field ? [heading] : [],
    )
    post({ sheet: { name: sheet.name, state, ...rows, unusedColumns } })
  }
  collect.end()
}

/** A sheet before its rows are read. */
type Seen = {
  sheet: Sheet
  state: ImportReport['sheets'][number]['state']
  headings?: Headings
  columns?: UnknownColumns['sheets'][number]['columns']
  merged: MergedCells[]
}

async function look(sheet: Sheet, known: KnownColumns): Promise<Seen> {
  if (sheet.hidden) return { sheet, state: 'hidden', merged: [] }
  const first = await firstRows(sheet)
  if (first.length === 0) return { sheet, state: 'empty', merged: [] }
  const merged = await sheet.merged()
  const headings = findHeadings(first, merged, known)
  const hasBarcode = headings.columns.some(({ field }) => field === 'barcode')
  return {
    sheet,
    state: hasBarcode ? 'read' : 'noHeadings',
    headings,
    columns: columnsToAssign(headings, first),
    merged,
  }
}

/** The first visible rows, to find the headings. */
async function firstRows(sheet: Sheet): Promise<SheetRow[]> {
  const first: SheetRow[] = []
  for await (const rows of sheet.rows()) {
    first.push(...rows.filter(({ hidden }) => !hidden))
    if (first.length >= ROWS_TO_LOOK_AT) break
  }
  return first.slice(0, ROWS_TO_LOOK_AT)
}

function whyUnknown(seen: Seen[]): WorkbookPart['unknown'] {
  const read = seen.filter(({ state }) => state === 'read')
  if (read.length === 0) {
    const missing = [columnOf('barcode')?.header ?? '']
    return { missing, doubled: [], message: `Falta la columna ${missing[0]}.` }
  }
  for (const { headings } of read) {
    const { columns = [], doubled = [], unclear = null } = headings ?? {}
    const headers = doubled.map((field) => columnOf(field)?.header ?? field)
    if (headers.length > 0) {
      const claiming = columns.filter(({ field }) => field && doubled.includes(field))
      const names = claiming.map(({ heading, key }) => `«${heading || key}»`).join(', ')
      return {
        missing: [],
        doubled: headers,
        message: `Varias columnas son para ${headers.join(' y ')}: ${names}.`,
      }
    }
    if (unclear) return { missing: [], doubled: [], message: unclear }
  }
  return undefined
}

async function readRows(
  sheet: Sheet,
  headings: Headings,
  merged: MergedCells[],
  collect: ReturnType<typeof collector>,
): Promise<{ rows: number; hiddenRows: number }> {
  const columns: SheetColumns = new Map()
  for (const [at, { field }] of headings.columns.entries()) {
    const column = columnOf(field)
    if (column) columns.set(at, column)
  }
  const over = mergedOverRows(merged)
  let rows = 0
  let hiddenRows = 0
  for await (const batch of sheet.rows()) {
    for (const row of batch) {
      if (row.number <= headings.row) continue
      over.enter(row)
      if (isHeadingAgain(row, headings)) continue
      const read = readRow(sheet.name, row, columns, over)
      if (!read || isExample({ barcode: read.row.barcode, tradename: read.row.fields.tradename })) continue
      if (row.hidden) hiddenRows += 1
      else {
        rows += 1
        collect.add(read)
      }
    }
  }
  return { rows, hiddenRows }
}

/** Printed lists repeat their headings on every page. */
const isHeadingAgain = ({ cells }: SheetRow, { columns }: Headings) =>
  columns.some(({ field, key }, at) => {
    const cell = cells[at]
    return field === 'barcode' && typeof cell === 'string' && headingKey(cell) === key
  })

function collector(post: (part: WorkbookPart) => void) {
  let part: Required<Pick<WorkbookPart, 'rows' | 'problems' | 'refused'>> = {
    rows: [],
    problems: [],
    refused: [],
  }
  let count = 0
  const end = () => {
    post(part)
    part = { rows: [], problems: [], refused: [] }
  }
  return {
    add({ row, problems }: ReadRow) {
      count += 1
      if (count > MAX_ROWS) throw tooMany()
      if (problems.length === 0) part.rows.push(row)
      else {
        part.problems.push(...problems)
        part.refused.push({ sheet: row.sheet, row: row.row, cells: row.cells })
      }
      if (part.rows.length + part.refused.length >= PART_SIZE) end()
    },
    end,
  }
}

const tooMany = () =>
  new SpreadsheetRejected('La planilla trae más de 20.000 productos. Divídela en partes más pequeñas.')

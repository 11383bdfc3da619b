import type { ImportProblem, ImportReport, UnknownColumns } from '#contract/import-report.ts'
import { type MergedCells, readSheets, type Sheet, type SheetRow } from '../../spreadsheets/read-sheets.ts'
import { SpreadsheetRejected } from '../../spreadsheets/rejected.ts'
import {
  areHeadings,
  columnsToAssign,
  findHeadings,
  type Headings,
  isCode,
  type KnownColumns,
  ROWS_TO_LOOK_AT,
} from './find-headings.ts'
import { mergedOverRows } from './merged-cells.ts'
import { columnOf, isExample } from './product-columns.ts'
import { type ReadRow, readRow, type SheetColumns } from './read-row.ts'
import type { RefusedRow, WorkbookRow } from './workbook-rows.ts'

/** The most products of a workbook. */
const MAX_ROWS = 20_000
/** Rows per part, so that the server handles other requests in between. */
const PART_SIZE = 250

/** A part of a workbook's products, sent while the rest is being read. */
export type WorkbookPart = {
  rows?: WorkbookRow[]
  problems?: ImportProblem[]
  refused?: RefusedRow[]
  sheet?: ImportReport['sheets'][number]
  columns?: UnknownColumns['sheets'][number]
  /** Set when columns must be assigned by hand; the file's rows are ignored. */
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
    const read = await readRows(sheet, { headings, merged, known, collect })
    if ('unknown' in read) return post(read)
    post({ sheet: { name: sheet.name, state, ...read } })
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
  const hasCode = headings.columns.some(({ field }) => isCode(field)) && !headings.proposedCode
  return {
    sheet,
    state: hasCode ? 'read' : 'noHeadings',
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
  const read = seen.flatMap(({ state, headings }) => (state === 'read' && headings ? [headings] : []))
  if (read.length === 0) {
    const missing = [columnOf('barcode')?.header ?? '']
    const proposed = seen.flatMap(({ headings }) => headings?.proposedCode ?? [])[0]
    const question = proposed
      ? ` ¿«${proposed}» es el código propio de cada producto? Si lo es, envía la planilla así.`
      : ''
    return { missing, doubled: [], message: `Falta la columna ${missing[0]}.${question}` }
  }
  return read.map(undecided).find(Boolean)
}

/** The decisions about headings that a person must take; undefined for none. */
function undecided({ columns, doubled, unclear }: Headings): WorkbookPart['unknown'] {
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
  return unclear ? { missing: [], doubled: [], message: unclear } : undefined
}

type Reading = {
  headings: Headings
  merged: MergedCells[]
  known: KnownColumns
  collect: ReturnType<typeof collector>
}
type ReadRows = Pick<ImportReport['sheets'][number], 'rows' | 'hiddenRows' | 'unusedColumns'>

async function readRows(
  sheet: Sheet,
  { headings, merged, known, collect }: Reading,
): Promise<ReadRows | { unknown: WorkbookPart['unknown'] }> {
  let columns = columnsAt(headings)
  const unused = new Set(unusedHeadings(headings))
  const over = mergedOverRows(merged)
  let rows = 0
  let hiddenRows = 0
  for await (const batch of sheet.rows()) {
    for (const row of batch) {
      if (row.number <= headings.row) continue
      over.enter(row)
      if (mayBeHeadings(row, columns) && areHeadings(row, known)) {
        // Printed lists repeat their headings on each page, and a second table may have other columns.
        const again = findHeadings([row], merged, known)
        const unknown = undecided(again)
        if (unknown) return { unknown }
        columns = columnsAt(again)
        for (const heading of unusedHeadings(again)) unused.add(heading)
        continue
      }
      const read = readRow(sheet.name, row, columns, over)
      if (!read || isExample({ barcode: read.row.barcode, tradename: read.row.fields.tradename })) continue
      if (row.hidden) hiddenRows += 1
      else {
        rows += 1
        collect.add(read)
      }
    }
  }
  return { rows, hiddenRows, unusedColumns: [...unused] }
}

function columnsAt({ columns }: Headings): SheetColumns {
  const known = columns.map(({ field }, at) => [at, columnOf(field)] as const)
  return new Map(known.flatMap(([at, column]) => (column ? [[at, column]] : [])))
}

const unusedHeadings = ({ columns }: Headings) =>
  columns.flatMap(({ heading, field }) => (heading && !field ? [heading] : []))

/** Whether a row may have headings: a cheap test, since nearly all rows have a number as their code. */
function mayBeHeadings({ cells }: SheetRow, columns: SheetColumns): boolean {
  const at = [...columns].find(([, { field }]) => isCode(field))?.[0]
  if (at === undefined) return false
  const cell = cells[at]
  return typeof cell === 'string' ? /\p{L}/u.test(cell) : cell === undefined
}

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

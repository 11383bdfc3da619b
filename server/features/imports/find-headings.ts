import type { UnknownColumns } from '#contract/import-report.ts'
import type { ProductField } from '#contract/product-fields.ts'
import { isGtin } from '#domain/barcodes.ts'
import type { CellValue, MergedCells, SheetRow } from '../../spreadsheets/read-sheets.ts'
import { headingKey, knownField } from './heading-names.ts'
import { areOwnCodes, findOwnCodes } from './own-code-column.ts'
import { shownCell } from './product-cells.ts'
import { columnOf, isNumeric } from './product-columns.ts'

/** The last row with content where headings are expected: a title or a date may stand above them. */
const MAX_HEADING_ROW = 20
/** Rows to read for the headings and for samples. */
export const ROWS_TO_LOOK_AT = 60

/** Fields by heading key, or by `#3` for the third column; an empty one leaves the column out. */
export type Assigned = Readonly<Record<string, ProductField | ''>>
export type KnownColumns = { assigned: Assigned; remembered: Assigned }

type Column = { key: string; heading: string; field: ProductField | '' }
export type Headings = {
  columns: Column[]
  /** The last row of the headings; 0 when there are none. */
  row: number
  /** Fields that several columns claim. */
  doubled: ProductField[]
  /** A message about a decision that a person must take; else null. */
  unclear: string | null
  /** The heading of own codes that stand in for missing barcodes once a person confirms it; else null. */
  proposedCode: string | null
}

/** Finds the headings among a sheet's first rows, as far as they are known. */
export function findHeadings(rows: SheetRow[], merged: MergedCells[], known: KnownColumns): Headings {
  const first = rows.slice(0, MAX_HEADING_ROW).findIndex((row) => areHeadings(row, known))
  const index = first >= 0 ? first : likelyHeadingRow(rows)
  const { texts, lines } = index < 0 ? { texts: [], lines: 0 } : headingTexts(rows, index, merged)
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const columns = resolve(
    Array.from({ length: width }, (_, at) => texts[at] ?? ''),
    known,
  )
  const below = index < 0 ? rows : rows.slice(index + lines)
  recognizeCodes(columns, below, known)
  const ownCodes = findOwnCodes(columns, below, (column) => !isDecided(column, known))
  if (ownCodes) ownCodes.field = 'ownCode'
  return {
    columns,
    row: index < 0 ? 0 : (rows[index + lines - 1]?.number ?? 0),
    unclear: unclearColumn(columns, below, known),
    doubled: doubledFields(columns),
    proposedCode: ownCodes?.heading ?? null,
  }
}

const isText = (cell: CellValue | undefined): cell is string => typeof cell === 'string' && cell.trim() !== ''
/** Whether a cell is a word such as "Venta", not "$ 1.990". */
const isWord = (cell: CellValue) => typeof cell === 'string' && /^\s*\p{L}/u.test(cell) && !/\d{3}/.test(cell)
/** Whether a cell is a number or contains a code, unlike any heading. */
const isNumberLike = (cell: CellValue | undefined) =>
  cell !== undefined && (typeof cell !== 'string' || /\d{5}/.test(cell))

export const isCode = (field: ProductField | '') => field === 'barcode' || field === 'ownCode'

const isDecided = ({ key }: Column, { assigned, remembered }: KnownColumns) =>
  assigned[key] !== undefined || remembered[key] !== undefined

/**
 * Whether a row has headings: one must be the barcode's or the own code's, and no cell a code, since the template's instructions have "Código de barras"
 * beside an example.
 */
export function areHeadings({ cells }: SheetRow, known: KnownColumns): boolean {
  const columns = resolve(
    Array.from(cells, (cell) => (isText(cell) ? cell : '')),
    known,
  )
  const named = new Set(columns.flatMap(({ key, field }) => (key.startsWith('#') || !field ? [] : field)))
  const hasCode = columns.some(({ field }) => isCode(field))
  return hasCode && (named.size > 1 || (named.size === 1 && !cells.some(isNumberLike)))
}

/** The first row that looks like headings although its barcode column isn't known. */
function likelyHeadingRow(rows: SheetRow[]): number {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell !== undefined).length)
  const most = Math.max(0, ...filled)
  return rows
    .slice(0, MAX_HEADING_ROW)
    .findIndex(
      ({ cells }, index) => (filled[index] ?? 0) >= Math.max(1, most * 0.6) && !cells.some(isNumberLike),
    )
}

/**
 * The headings by column. A merged cell is the heading of all its columns, and a second line adds to the first: below "Precio" there may
 * be "Costo" and "Venta".
 */
function headingTexts(rows: SheetRow[], index: number, merged: MergedCells[]) {
  const { number, cells } = rows[index] as SheetRow
  const texts = Array.from(cells, (cell) => shownCell(cell))
  const wide = new Set<number>()
  for (const { top, bottom, left, right } of merged) {
    if (number < top || number > bottom || left === right || right - left > 100) continue
    for (let at = left; at <= right; at += 1) {
      texts[at] = texts[left] ?? ''
      wide.add(at)
    }
  }
  const below = rows[index + 1]
  const fields = resolve(
    Array.from(texts, (text) => text ?? ''),
    { assigned: {}, remembered: {} },
  )
  const isSecondLine =
    below?.number === number + 1 &&
    below.cells.every(isWord) &&
    fields.every(({ field }, at) => field !== 'barcode' || !isText(below.cells[at])) &&
    below.cells.some((cell, at) => isText(cell) && (wide.has(at) || isNumericField(fields[at]?.field)))
  if (!isSecondLine) return { texts, lines: 1 }
  const length = Math.max(texts.length, below.cells.length)
  const both = Array.from({ length }, (_, at) => `${texts[at] ?? ''} ${shownCell(below.cells[at])}`.trim())
  return { texts: both, lines: 2 }
}

function isNumericField(field = '') {
  const column = columnOf(field)
  return column !== undefined && isNumeric(column)
}

/**
 * Decides each column's field: as assigned for this file, else as remembered, else by its known heading. An assigned field belongs to no
 * other column.
 */
function resolve(texts: string[], { assigned, remembered }: KnownColumns): Column[] {
  const keys = texts.map(headingKey)
  const columns = texts.map((heading, at) => {
    // A column without a heading, or with a repeated one, is named by its position.
    const name = keys[at] && keys.indexOf(keys[at]) === at ? keys[at] : ''
    const key = name || `#${at + 1}`
    const own = assigned[key]
    const field = own ?? remembered[key] ?? knownField(keys[at] ?? '') ?? ''
    return { key, heading: heading.trim(), field, isAssigned: own !== undefined }
  })
  const taken = new Set(columns.flatMap(({ field, isAssigned }) => (isAssigned && field ? [field] : [])))
  return columns.map(({ key, heading, field, isAssigned }) => ({
    key,
    heading,
    field: field && !isAssigned && taken.has(field) ? '' : field,
  }))
}

function doubledFields(columns: Column[]): ProductField[] {
  const fields = columns.flatMap(({ field }) => field || [])
  return [...new Set(fields.filter((field, at) => fields.indexOf(field) !== at))]
}

/** Headings of codes that may be barcodes or the pharmacy's own. */
const CODE = /^(codigo|cod|sku)( (del |de )?(producto|articulo))?$/
/** The minimum share of valid GTINs in a column of barcodes; some real barcodes are invalid, and most other numbers are. */
const MIN_GTIN_SHARE = 0.6

/** A column headed "Código" has the barcodes when no other column does and most of its values are valid GTINs. */
function recognizeCodes(columns: Column[], data: SheetRow[], { assigned, remembered }: KnownColumns) {
  for (const [at, column] of columns.entries()) {
    // A heading that meant own codes in another file may mean something else here.
    const isRemembered = remembered[column.key] === 'ownCode' && assigned[column.key] === undefined
    if (isRemembered && data.length > 1 && !areOwnCodes(data, at)) column.field = ''
  }
  if (columns.some(({ field }) => field === 'barcode')) return
  const candidates = columns.filter(({ key }, at) => {
    if (!CODE.test(key) || assigned[key] !== undefined) return false
    if ((remembered[key] ?? 'ownCode') !== 'ownCode') return false
    const codes = data.flatMap(({ cells }) => (cells[at] === undefined ? [] : shownCell(cells[at])))
    return codes.length > 0 && codes.filter(isGtin).length >= codes.length * MIN_GTIN_SHARE
  })
  const [column, ...others] = candidates
  if (column && others.length === 0) column.field = 'barcode'
}

/** A message about a known heading that is ambiguous in this sheet. */
function unclearColumn(columns: Column[], data: SheetRow[], known: KnownColumns): string | null {
  const has = (field: string) => columns.some((column) => column.field === field)
  const at = columns.findIndex((column) => column.key === 'cantidad' && !isDecided(column, known))
  const values = data.flatMap(({ cells }) => cells[at] ?? [])
  const areNumbers = values.length > 0 && values.every((value) => /^\d+$/.test(shownCell(value)))
  const quantity = columns[at]
  if (quantity?.field === 'quantity' && areNumbers && !has('stock')) {
    quantity.field = ''
    return `La columna «${quantity.heading}» puede ser el stock o el contenido del envase.`
  }
  const price = columns.find(
    (column) => column.key === 'precio' && column.field === 'cost' && !isDecided(column, known),
  )
  if (price && columns.some(({ key }) => /^(monto |valor )?iva( \d+)?( ?%)?$/.test(key))) {
    price.field = ''
    return `La columna «${price.heading}» puede ser un precio sin IVA.`
  }
  return null
}

/** A sheet's columns, for a person to assign. */
export function columnsToAssign(
  { columns, row }: Headings,
  rows: SheetRow[],
): UnknownColumns['sheets'][number]['columns'] {
  const data = rows.filter(({ number }) => number > row)
  return columns.flatMap(({ key, heading, field }, at) => {
    const samples = data.flatMap(({ cells }) => (cells[at] === undefined ? [] : [shownCell(cells[at])]))
    return heading || samples.length > 0 ? [{ key, heading, field, samples: samples.slice(0, 3) }] : []
  })
}

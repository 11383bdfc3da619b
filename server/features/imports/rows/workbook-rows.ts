import type { ImportProblem, ImportReport, UnknownColumns } from '#contract/import-report.ts'
import { PRODUCT_FIELDS, type ProductField, productFieldNames } from '#contract/product-fields.ts'
import type { ProductValues } from '#contract/products.ts'
import { readProductName } from '#domain/product-name.ts'
import { fold } from '#domain/text.ts'

/** A lot of a workbook's product; the empty name stands for units without a lot. */
export type WorkbookLot = { lot: string; expires: string | null; units: number }

/** A read row of a product workbook; each value is valid by itself. */
export type WorkbookRow = {
  sheet: string
  /** The row's number in the sheet, from 1. */
  row: number
  /** The row's barcodes; empty when it has none. */
  barcode: string
  /**
   * The fields that the row states, as values of the product form. A missing column or a blank cell states nothing; "-" states
   * the empty value.
   */
  fields: Partial<Omit<ProductValues, 'barcode'>>
  /** The cells as written, in the order of PRODUCT_COLUMNS. */
  cells: string[]
  /** The rows with the same code that contradict it, if it is the first one of its product. */
  others?: WorkbookRow[]
  /** The lot and its expiry as written, in a list with such columns. */
  lot?: string
  /**
   * Its lot with its units, and the lots of further rows that differ only in lot, expiry and stock; the sum of their units is the stock.
   */
  lots?: WorkbookLot[]
  /** The variant from a column of its own: `500 ml`. It is added to names that repeat. */
  variant?: string
  /** The problem of its code, which the spreadsheet has damaged: the row is imported only if its product is recognised by name. */
  damaged?: RowProblem
  /** The problem of its price, which has decimals: `fields.cost` is rounded, and counts only if a person chooses so. */
  rounded?: RowProblem
}

export const rowKey = ({ sheet, row }: Place) => `${row} ${sheet}`

export function byPlace(sheets: ImportReport['sheets']): (a: Place, b: Place) => number {
  const place = new Map(sheets.map(({ name }, index) => [name, index]))
  return (a, b) => (place.get(a.sheet) ?? 0) - (place.get(b.sheet) ?? 0) || a.row - b.row
}

type Place = Pick<WorkbookRow, 'sheet' | 'row'>

/** An own code for comparison, unlike the key of any barcode. */
export const ownCodeKey = (ownCode: string) => `own ${fold(ownCode)}`

/** The code by which a row is known: its barcodes, else its own code; empty when it has neither. */
export const codeOf = ({ barcode, fields }: Pick<WorkbookRow, 'barcode' | 'fields'>): string =>
  barcode || fields.ownCode || ''

export function cellOf({ cells }: Pick<WorkbookRow, 'cells'>, field: ProductField): string {
  return cells[PRODUCT_COLUMNS.findIndex((column) => column.field === field)] ?? ''
}

/** A problem with one cell of a row. The report groups problems with equal reasons. */
export type RowProblem = Pick<ImportProblem, 'reason' | 'message'> & { field: ProductField }

/** A row that is not imported: its cells as written in the order of PRODUCT_COLUMNS, and why. */
export type RefusedRow = Pick<WorkbookRow, 'sheet' | 'row' | 'cells'> & { problems: ImportProblem[] }

export const refuse = (
  { sheet, row, cells }: Pick<WorkbookRow, 'sheet' | 'row' | 'cells'>,
  problems: readonly RowProblem[],
): RefusedRow => ({
  ...{ sheet, row, cells },
  problems: problems.map(({ field, reason, message }) => ({
    ...{ sheet, row, reason, message },
    barcode: cellOf({ cells }, 'barcode') || cellOf({ cells }, 'ownCode'),
    name: cellOf({ cells }, 'tradename'),
    column: columnOf(field)?.header ?? field,
    value: cellOf({ cells }, field),
  })),
})

/** The name by which a row's product is recognised where it has no code. */
export const nameOfRow = ({
  fields: { tradename = '', laboratory = '', quantity = '' },
}: Pick<WorkbookRow, 'fields'>) => readProductName({ name: tradename, laboratory, content: quantity })

/** The rows of a workbook, and what was refused or left out when it was read. */
export type ReadRows = {
  rows: WorkbookRow[]
  refused: RefusedRow[]
  sheets: ImportReport['sheets']
  /** Number of rows left out as repetitions of an earlier row. */
  repeated: number
}

export type Workbook = ReadRows & {
  /** Set when no column has codes: why it would be refused, unless its products are recognised by name. */
  withoutCodes: (UnknownColumns & { message: string }) | undefined
  /** Set when columns were read as proposed: what a person would have been asked. */
  proposed: UnknownColumns | undefined
}

/** A column of the product workbook, for the template and for the import. */
export type ProductColumn = { field: ProductField; header: string } & (typeof PRODUCT_FIELDS)[ProductField]

export const PRODUCT_COLUMNS: readonly ProductColumn[] = productFieldNames.map((field) => ({
  ...PRODUCT_FIELDS[field],
  field,
  header: PRODUCT_FIELDS[field].label,
}))

export const columnOf = (field: string) => PRODUCT_COLUMNS.find((column) => column.field === field)

export const isNumeric = ({ kind }: ProductColumn) =>
  kind === 'pesos' || kind === 'percent' || kind === 'units'

export const isExample = ({ barcode, tradename }: { barcode: string; tradename?: string }) =>
  barcode === PRODUCT_FIELDS.barcode.example && tradename === PRODUCT_FIELDS.tradename.example

/** Rows per statement: a compromise between speed and time for other requests. */
export const CHUNK_SIZE = 500

export function* chunks<Row>(rows: readonly Row[]) {
  for (let from = 0; from < rows.length; from += CHUNK_SIZE) yield rows.slice(from, from + CHUNK_SIZE)
}

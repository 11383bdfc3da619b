import type { ImportProblem, ImportReport } from '#contract/import-report.ts'
import type { ProductValues } from '#contract/products.ts'

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
}

/** A row that is not imported, with its cells as written in the order of PRODUCT_COLUMNS. */
export type RefusedRow = Pick<WorkbookRow, 'sheet' | 'row' | 'cells'>

/** The content of a workbook. */
export type Workbook = {
  rows: WorkbookRow[]
  problems: ImportProblem[]
  refused: RefusedRow[]
  sheets: ImportReport['sheets']
  /** Number of rows left out as repetitions of an earlier row. */
  repeated: number
}

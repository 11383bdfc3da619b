import type { ImportProblem, ImportReport } from '#contract/import-report.ts'
import type { ProductValues } from '#contract/products.ts'

/** A row of a product workbook as read: what its cells say of a product, each value valid by itself. */
export type WorkbookRow = {
  sheet: string
  /** The row's number in the sheet, from 1. */
  row: number
  /** Empty when the row has no code. */
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

/** All that is read from a workbook. */
export type Workbook = {
  rows: WorkbookRow[]
  problems: ImportProblem[]
  refused: RefusedRow[]
  sheets: ImportReport['sheets']
  /** Rows equal to an earlier one, which are left out. */
  repeated: number
}

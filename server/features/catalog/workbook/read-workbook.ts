import { productFieldNames } from '#contract/products.ts'
import { Refusal } from '../../../http/refusal.ts'
import { runLimited } from '../../../spreadsheets/limited-worker.ts'
import { SpreadsheetRejected } from '../../../spreadsheets/rejected.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'
import type { ReadProducts } from './read-products.ts'
import type { Workbook } from './workbook-rows.ts'

const WORKER = new URL('./read-products-worker.ts', import.meta.url)
const SHEET = 'Productos'

type Options = { assigned?: Record<string, string>; onCrash: (error: unknown) => void }

/** @throws Refusal BAD_INPUT for an unreadable file */
export async function readWorkbook(bytes: Buffer, { onCrash }: Options): Promise<Workbook> {
  const workbook: Workbook = { rows: [], problems: [], refused: [], sheets: [], repeated: 0 }
  const onPart = ({ fields, products, problems }: ReadProducts) => {
    for (const { barcode, version: _, ...values } of products)
      workbook.rows.push({
        sheet: SHEET,
        row: workbook.rows.length + 2,
        barcode,
        fields: Object.fromEntries(
          Object.entries(values).filter(([name]) => fields.includes(name as (typeof fields)[number])),
        ),
        cells: PRODUCT_COLUMNS.map(({ field }) => String({ barcode, ...values }[field] ?? '')),
      })
    for (const { row, column, message } of problems)
      workbook.problems.push({
        sheet: SHEET,
        row,
        barcode: '',
        name: '',
        column,
        value: '',
        reason: message,
        message,
      })
  }
  try {
    await runLimited<ReadProducts>(WORKER, { input: bytes, onPart, onCrash })
  } catch (error) {
    if (!(error instanceof SpreadsheetRejected)) throw error
    const issues = [{ path: 'fileExcel', message: error.message }]
    throw new Refusal('BAD_INPUT', { message: error.message, issues })
  }
  workbook.refused = [...new Set(workbook.problems.map(({ row }) => row))].map((row) => ({
    sheet: SHEET,
    row,
    cells: productFieldNames.map(() => ''),
  }))
  workbook.sheets = [
    { name: SHEET, state: 'read', rows: workbook.rows.length, hiddenRows: 0, unusedColumns: [] },
  ]
  return workbook
}

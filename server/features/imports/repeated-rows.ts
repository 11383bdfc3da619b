import type { ImportProblem } from '#contract/import-report.ts'
import { barcodeKeys } from '#domain/barcodes.ts'
import { fold } from '#domain/text.ts'
import { PRODUCT_COLUMNS, type ProductColumn } from './product-columns.ts'
import type { RefusedRow, WorkbookRow } from './workbook-rows.ts'

const REASON = 'Código repetido con datos distintos'

/** The first row of each product, and the result for repeated rows. */
export type FirstRows = {
  rows: WorkbookRow[]
  problems: ImportProblem[]
  refused: RefusedRow[]
  repeated: number
}

/**
 * Keeps the first of several rows with a common code. A repeated row is counted when it agrees with the first, else refused with a
 * problem for each differing cell.
 */
export function firstRows() {
  const kept: FirstRows = { rows: [], problems: [], refused: [], repeated: 0 }
  const byCode = new Map<string, WorkbookRow>()
  return {
    kept,
    add(row: WorkbookRow) {
      const codes = barcodeKeys(row.barcode)
      const first = codes.map((code) => byCode.get(code)).find(Boolean)
      if (!first) {
        for (const code of codes) byCode.set(code, row)
        kept.rows.push(row)
        return
      }
      const differing = PRODUCT_COLUMNS.filter((column) => differs(column, row, first))
      if (differing.length === 0) kept.repeated += 1
      else {
        takeCondition(first, row)
        kept.problems.push(...differing.map((column) => problem(column, row, first)))
        kept.refused.push({ sheet: row.sheet, row: row.row, cells: row.cells })
      }
    },
  }
}

/** Gives a row that says nothing of its condition of sale that of a refused repetition. */
function takeCondition(first: WorkbookRow, { fields }: WorkbookRow) {
  if (saysHowSold(first.fields) || !saysHowSold(fields)) return
  const { saleCondition, prescription, directSale } = fields
  Object.assign(first.fields, { prescription, directSale }, saleCondition && { saleCondition })
}

const saysHowSold = ({ saleCondition = 'unknown', prescription, directSale }: WorkbookRow['fields']) =>
  saleCondition !== 'unknown' || prescription === true || directSale === true

function differs({ field, kind }: ProductColumn, row: WorkbookRow, first: WorkbookRow): boolean {
  if (field === 'barcode') {
    const known = barcodeKeys(first.barcode)
    return barcodeKeys(row.barcode).some((code) => !known.includes(code))
  }
  const [value, firstValue] = [row.fields[field], first.fields[field]]
  if (value === undefined) return false
  // Categories and laboratories are compared without case and accents.
  if (kind === 'name') return fold(String(value)) !== fold(String(firstValue ?? ''))
  return value !== firstValue
}

function problem({ field, header }: ProductColumn, row: WorkbookRow, first: WorkbookRow): ImportProblem {
  const at = PRODUCT_COLUMNS.findIndex((column) => column.field === field)
  const written = (cells: string[], name: string) =>
    cells[PRODUCT_COLUMNS.findIndex((column) => column.field === name)] ?? ''
  const where =
    first.sheet === row.sheet ? `La fila ${first.row}` : `La fila ${first.row} de la hoja ${first.sheet}`
  const says = first.cells[at] ? `dice «${first.cells[at]}»` : 'no dice nada'
  return {
    sheet: row.sheet,
    row: row.row,
    barcode: written(row.cells, 'barcode'),
    name: written(row.cells, 'tradename'),
    column: header,
    value: row.cells[at] ?? '',
    reason: REASON,
    message: `${where} tiene el mismo código y ${says} en ${header}. Se usa la primera.`,
  }
}

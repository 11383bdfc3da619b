import { type ProductForm, productBody } from '#contract/products.ts'
import type { CellValue } from '../../../spreadsheets/read-cells.ts'
import { SpreadsheetRejected } from '../../../spreadsheets/rejected.ts'
import { readCell } from './product-cells.ts'
import {
  columnByHeader,
  columnOf,
  isExample,
  PRODUCT_COLUMNS,
  type ProductColumn,
} from './product-columns.ts'

/** The header must be in one of the first rows; above it there may be a title or a date. */
const MAX_HEADER_ROW = 20

/** A problem with a row: the row's number in the sheet, the column's header and the message. */
export type RowProblem = { row: number; column: string; message: string }

export type ReadProducts = {
  /** The fields that the sheet has columns for. */
  fields: ProductColumn['field'][]
  products: ProductForm[]
  problems: RowProblem[]
}

/**
 * Reads products from the cells of a sheet by the rules of the product form. An invalid row is reported with all its
 * problems. Of two rows with the same barcode the first one counts.
 *
 * @throws SpreadsheetRejected when a required column is missing
 */
export function readProducts(cells: CellValue[][]): ReadProducts {
  const { columns, first } = findHeader(cells)
  const products: ProductForm[] = []
  const problems: RowProblem[] = []
  const rowOf = new Map<string, number>()
  for (const [index, cellsOfRow] of cells.entries()) {
    if (index < first || cellsOfRow.every((cell) => cell === null)) continue
    const row = index + 1
    const read = readRow(cellsOfRow, columns)
    if ('problems' in read) {
      problems.push(...read.problems.map((problem) => ({ row, ...problem })))
      continue
    }
    const { product } = read
    if (isExample(product)) continue
    const earlier = rowOf.get(product.barcode)
    if (earlier !== undefined) {
      const message = `Código repetido: ya está en la fila ${earlier}.`
      problems.push({ row, column: headerOf('barcode'), message })
      continue
    }
    rowOf.set(product.barcode, row)
    products.push(product)
  }
  return { fields: [...columns.values()].map(({ field }) => field), products, problems }
}

const headerOf = (field: string) => columnOf(field)?.header ?? field

/** Finds the header, the first row with all required columns: its columns by position, and the index of the row below it. */
function findHeader(cells: CellValue[][]): { columns: Map<number, ProductColumn>; first: number } {
  let best = new Map<number, ProductColumn>()
  for (const [index, row] of cells.slice(0, MAX_HEADER_ROW).entries()) {
    const columns = new Map<number, ProductColumn>()
    for (const [position, cell] of row.entries()) {
      const column = typeof cell === 'string' ? columnByHeader(cell) : undefined
      if (column && ![...columns.values()].includes(column)) columns.set(position, column)
    }
    if (missingHeaders(columns).length === 0) return { columns, first: index + 1 }
    if (columns.size > best.size) best = columns
  }
  throw new SpreadsheetRejected(
    `Faltan columnas en la primera hoja: ${missingHeaders(best).join(', ')}. Usa el formato que se descarga aquí.`,
  )
}

function missingHeaders(columns: Map<number, ProductColumn>): string[] {
  const present = [...columns.values()]
  return PRODUCT_COLUMNS.filter((column) => column.required && !present.includes(column)).map(
    ({ header }) => header,
  )
}

type Problem = Omit<RowProblem, 'row'>

function readRow(
  cells: CellValue[],
  columns: Map<number, ProductColumn>,
): { product: ProductForm } | { problems: Problem[] } {
  const problems: Problem[] = []
  const fields: Record<string, string> = {}
  for (const [position, { field, header, kind }] of columns) {
    const read = readCell(kind, cells[position] ?? null)
    if ('problem' in read) problems.push({ column: header, message: read.problem })
    else fields[field] = read.text
  }
  if (fields.barcode === '') {
    problems.push({ column: headerOf('barcode'), message: 'Falta el código de barras.' })
  }
  const { data, error } = productBody.safeParse(fields)
  for (const issue of error?.issues ?? []) {
    const column = headerOf(String(issue.path[0]))
    // The problem of an unreadable cell is already reported.
    if (!problems.some((problem) => problem.column === column))
      problems.push({ column, message: issue.message })
  }
  return data && problems.length === 0 ? { product: data } : { problems }
}

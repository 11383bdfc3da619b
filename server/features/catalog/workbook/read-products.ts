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

/** Rows above the header: a title, a date. */
const HEADER_WITHIN = 20

/** A row's trouble: its number in the sheet, its column's header, and the reason. */
export type RowProblem = { row: number; column: string; message: string }

export type ReadProducts = {
  /** Which fields the sheet has columns for. */
  fields: ProductColumn['field'][]
  products: ProductForm[]
  problems: RowProblem[]
}

/**
 * Reads products from the cells of a sheet: each row is one that the product form would take, or is reported with every
 * reason. Of two rows with one barcode the earlier is taken.
 *
 * @throws SpreadsheetRejected when the columns that an import needs aren't there
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

/** The columns by their place, and the first row below them: the first row that names what an import needs. */
function findHeader(cells: CellValue[][]): { columns: Map<number, ProductColumn>; first: number } {
  let best = new Map<number, ProductColumn>()
  for (const [index, row] of cells.slice(0, HEADER_WITHIN).entries()) {
    const columns = new Map<number, ProductColumn>()
    for (const [place, cell] of row.entries()) {
      const column = typeof cell === 'string' ? columnByHeader(cell) : undefined
      if (column && ![...columns.values()].includes(column)) columns.set(place, column)
    }
    if (missing(columns).length === 0) return { columns, first: index + 1 }
    if (columns.size > best.size) best = columns
  }
  throw new SpreadsheetRejected(
    `Faltan columnas en la primera hoja: ${missing(best).join(', ')}. Usa el formato que se descarga aquí.`,
  )
}

function missing(columns: Map<number, ProductColumn>): string[] {
  const there = [...columns.values()]
  return PRODUCT_COLUMNS.filter((column) => column.required && !there.includes(column)).map(
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
  for (const [place, { field, header, kind }] of columns) {
    const read = readCell(kind, cells[place] ?? null)
    if ('problem' in read) problems.push({ column: header, message: read.problem })
    else fields[field] = read.text
  }
  if (fields.barcode === '') {
    problems.push({ column: headerOf('barcode'), message: 'Falta el código de barras.' })
  }
  const { data, error } = productBody.safeParse(fields)
  for (const issue of error?.issues ?? []) {
    const column = headerOf(String(issue.path[0]))
    // A cell that couldn't be read has said so already.
    if (!problems.some((problem) => problem.column === column))
      problems.push({ column, message: issue.message })
  }
  return data && problems.length === 0 ? { product: data } : { problems }
}

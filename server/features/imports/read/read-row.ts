import { pesos } from '#contract/fields.ts'
import type { ProductField } from '#contract/product-fields.ts'
import { type ProductForm, productBody } from '#contract/products.ts'
import { flagsOf, type SaleCondition } from '#domain/sale-condition.ts'
import type { CellValue, MergedCells, SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { isPlaceholder } from '../columns/column-values.ts'
import type { Table } from '../columns/resolve-columns.ts'
import {
  type CellProblem,
  DIGITS_LOST,
  readCell,
  saysCondition,
  saysDirectSale,
  shownCell,
} from '../rows/product-cells.ts'
import {
  PRODUCT_COLUMNS,
  type ProductColumn,
  type RowProblem,
  type WorkbookRow,
} from '../rows/workbook-rows.ts'

/** A read row with its problems; `row.fields` has only valid fields. */
type ReadRow = { row: WorkbookRow; problems: RowProblem[] }

/** The form's rules; a price of 0 is judged with the other rows of the list. */
const RULES = { ...productBody.shape, cost: pesos }
const CONTRADICTION = {
  reason: 'Receta y venta directa a la vez',
  message: 'Un producto con receta no puede ser de venta directa.',
}

/**
 * Reads a row: each cell by the product form's rule.
 *
 * @returns nothing when all its cells are blank
 */
export function readRow(
  sheet: string,
  sheetRow: SheetRow,
  { columns, spare }: { columns: ReadonlyMap<number, ProductColumn>; spare: Table['spare'] },
  merged: ReturnType<typeof mergedOverRows>,
): ReadRow | undefined {
  const { number } = sheetRow
  const values: Partial<Record<ProductField, unknown>> = {}
  const shown: Partial<Record<ProductField, string>> = {}
  const found: RowProblem[] = []
  let rounded: WorkbookRow['rounded']
  let damaged: WorkbookRow['damaged']
  let ofPrescription: SaleCondition | undefined
  for (const [at, column] of columns) {
    const { field } = column
    const own = cellAt(sheetRow, at, column, spare)
    const inherited = own === undefined ? merged.valueAt(at, column, number) : null
    const cell = inherited && 'value' in inherited ? inherited.value : own
    const read = inherited && 'problem' in inherited ? inherited : readCell(column, cell)
    shown[field] = shownCell(cell)
    if (!read) continue
    if ('problem' in read && 'rounded' in read && read.rounded !== undefined) {
      values[field] = read.rounded
      rounded = { field, ...read.problem }
    } else if ('problem' in read && read.problem.reason === DIGITS_LOST.reason)
      damaged = { field, ...read.problem }
    else if ('problem' in read) found.push({ field, ...read.problem })
    else {
      const { data, error } = RULES[field].safeParse(read.text)
      const message = error?.issues[0]?.message
      if (message === undefined) values[field] = data
      else found.push({ field, reason: message, message })
    }
    const directSale = field === 'prescription' ? saysDirectSale(cell) : undefined
    if (directSale !== undefined && values.directSale === undefined) values.directSale = directSale
    if (field === 'prescription') ofPrescription = saysCondition(cell)
  }
  if (Object.keys(values).length === 0 && found.length === 0 && !damaged) return undefined
  if (values.saleCondition !== undefined)
    Object.assign(values, flagsOf(values.saleCondition as SaleCondition))
  else if (values.prescription === true && values.directSale === true)
    found.push({ field: 'directSale', ...CONTRADICTION })
  else if (values.prescription === true && ofPrescription !== undefined) values.saleCondition = ofPrescription
  const { barcode = '', ...fields } = values as Partial<ProductForm>
  const row: WorkbookRow = {
    ...{ sheet, row: number, barcode, fields },
    cells: PRODUCT_COLUMNS.map(({ field }) => shown[field] ?? ''),
    ...(rounded && { rounded }),
    ...(damaged && { damaged }),
  }
  // The problems of its price and its code alone don't refuse a row.
  const problems = found.length > 0 ? [...found, damaged, rounded].filter((one) => one !== undefined) : []
  return { row, problems }
}

/**
 * Follows cells merged over several rows, whose value is in the first row. A text counts for all rows; a price, a stock or a code is
 * refused as ambiguous.
 */
export function mergedOverRows(merged: MergedCells[]) {
  const begins = Map.groupBy(
    merged.filter(({ top, bottom }) => bottom > top),
    ({ top }) => top,
  )
  let open: (MergedCells & { value: CellValue | undefined })[] = []
  return {
    /** Enters a row; call it for all rows in their order. */
    enter({ number, cells }: SheetRow) {
      open = open.filter(({ bottom }) => bottom >= number)
      for (const range of begins.get(number) ?? []) open.push({ ...range, value: cells[range.left] })
    },
    /** The value of a blank cell that is merged with a cell above. */
    valueAt(
      at: number,
      { kind, field }: ProductColumn,
      number: number,
    ): { value: CellValue } | { problem: CellProblem } | null {
      const range = open.find(({ left, right, top }) => left <= at && at <= right && top < number)
      if (range?.value === undefined) return null
      if (kind === 'name' || (kind === 'text' && field !== 'tradename')) return { value: range.value }
      const message = `La celda está combinada con la de la fila ${range.top}. Sepárala y escribe el valor en cada fila.`
      return { problem: { reason: 'Celda combinada', message } }
    },
  }
}

/** Kinds of fields whose cells may be placeholders. A product's name is never one: it may be VARIOS. */
const KINDS = ['name', 'text', 'barcode', 'code']

/** A cell, unless it is a placeholder such as `N/A` and `- Sin Departamento -`: its field is then read from the next spare column. */
function cellAt({ cells }: SheetRow, at: number, { kind, field }: ProductColumn, spare: Table['spare']) {
  const cell = cells[at]
  const mayBePlaceholder = KINDS.includes(kind) && field !== 'tradename' && typeof cell === 'string'
  if (!mayBePlaceholder || cell.trim() === '' || !isPlaceholder(cell)) return cell
  const other = spare.find((one) => {
    const text = shownCell(cells[one.at])
    return one.field === field && text !== '' && text !== '-' && !isPlaceholder(text)
  })
  return other && cells[other.at]
}

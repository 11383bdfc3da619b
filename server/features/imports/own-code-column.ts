import type { ProductField } from '#contract/product-fields.ts'
import { fold } from '#domain/text.ts'
import type { SheetRow } from '../../spreadsheets/read-sheets.ts'
import { shownCell } from './product-cells.ts'

type Column = { key: string; field: ProductField | '' }

/** Headings of the pharmacy's own codes, the likeliest first. */
const OWN_CODES = [
  /^(sku|clave)( (del |de )?(producto|articulo))?$/,
  /^(codigo|cod|id)( (del |de )?(producto|articulo|sistema))?$/,
  /^(codigo|cod|id) (interno|int|propio|sistema|prod|art|erp)( (del |de )?(producto|articulo))?$/,
  /^(producto|product|articulo|item) (id|codigo|cod)$/,
  /^(item|plu|referencia|ref|n|nro|numero)$/,
]
/** The minimum share of rows with a code, and of distinct ones among them. */
const MIN_FILLED_SHARE = 0.8
const MIN_DISTINCT_SHARE = 0.95
/** Columns with more such numbers are barcodes under another name, which only a person can tell. */
const MAX_BARCODE_SHARE = 0.6
const LIKE_BARCODE = /^\d{12,14}$/

const codesAt = (rows: readonly SheetRow[], at: number) =>
  rows.flatMap(({ cells }) => {
    const code = shownCell(cells[at])
    return code === '' || code.length > 40 ? [] : [code]
  })

/** Whether a column's values can tell products apart: filled, and distinct in nearly all rows. */
export function areOwnCodes(rows: readonly SheetRow[], at: number): boolean {
  const filled = rows.filter(({ cells }) => cells.some((cell) => shownCell(cell) !== ''))
  const codes = codesAt(filled, at)
  return (
    codes.length > 0 &&
    codes.length >= filled.length * MIN_FILLED_SHARE &&
    new Set(codes.map(fold)).size >= codes.length * MIN_DISTINCT_SHARE
  )
}

/** Whether values only count the rows: 1, 2, 3… They would name other products in the next list. */
const countRows = (codes: readonly string[]) => codes.every((code, index) => Number(code) === index + 1)

/**
 * Finds the column that may be the pharmacy's own codes, in a sheet without barcodes: a person has to confirm it
 * (docs/product.md#reading-a-workbook).
 *
 * @param isOpen whether nobody has decided about a column
 */
export function findOwnCodes<One extends Column>(
  columns: readonly One[],
  rows: readonly SheetRow[],
  isOpen: (column: One) => boolean,
): One | undefined {
  if (columns.some(({ field }) => field === 'barcode' || field === 'ownCode')) return undefined
  const candidates = columns.flatMap((column, at) => {
    const place = OWN_CODES.findIndex((pattern) => pattern.test(column.key))
    if (place < 0 || column.field || !isOpen(column) || !areOwnCodes(rows, at)) return []
    const codes = codesAt(rows, at)
    return countRows(codes) ||
      codes.filter((code) => LIKE_BARCODE.test(code)).length > codes.length * MAX_BARCODE_SHARE
      ? []
      : [{ column, place }]
  })
  return candidates.sort((a, b) => a.place - b.place)[0]?.column
}

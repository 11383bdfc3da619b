import { fold } from '#domain/text.ts'
import type { ColumnValues } from './column-values.ts'

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
const MAX_LENGTH = 40

/** Whether a column's values can tell products apart: filled, and distinct in nearly all rows. */
export function areOwnCodes({ samples, filledShare }: ColumnValues): boolean {
  const codes = samples.filter((code) => code.length <= MAX_LENGTH)
  return (
    codes.length > 0 &&
    filledShare * (codes.length / samples.length) >= MIN_FILLED_SHARE &&
    new Set(codes.map(fold)).size >= codes.length * MIN_DISTINCT_SHARE
  )
}

/** Whether values only count the rows: 1, 2, 3… They would name other products in the next list. */
const countRows = (codes: readonly string[]) => codes.every((code, index) => Number(code) === index + 1)

/** How likely a column has the pharmacy's own codes, from 0 for the likeliest; undefined when it hasn't. */
export function rankOfOwnCodes(key: string, values: ColumnValues): number | undefined {
  const rank = OWN_CODES.findIndex((pattern) => pattern.test(key))
  if (rank < 0 || !areOwnCodes(values)) return undefined
  const { samples } = values
  const barcodes = samples.filter((code) => LIKE_BARCODE.test(code))
  return countRows(samples) || barcodes.length > samples.length * MAX_BARCODE_SHARE ? undefined : rank
}

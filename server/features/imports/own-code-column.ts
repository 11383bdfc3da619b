import { fold } from '#domain/text.ts'
import { arePrices, type ColumnValues } from './column-values.ts'
import { NEVER_A_CODE, OWN_CODES } from './column-vocabulary.ts'

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

const MIN_UNNAMED = 5

/** Whether values are codes whatever the heading says: `A-0012`, and numbers that are neither prices nor counts. */
const looksLikeCodes = ({ samples }: ColumnValues) =>
  samples.length >= MIN_UNNAMED && !arePrices(samples) && samples.every((code) => /^\S*\d\S*$/.test(code))

/** The minimum share of distinct values of a column that may be codes, and their usual length. */
const MIN_CODE_SHARE = 0.7
const MIN_CODE_LENGTH = 4

/** Whether a column nobody understood may have codes after all, so that a person must look at it before names tell products apart. */
export function mayBeCodes(key: string, values: ColumnValues): boolean {
  const { samples, filledShare } = values
  const long = samples.filter((code) => code.length >= MIN_CODE_LENGTH)
  return (
    !NEVER_A_CODE.test(key) &&
    looksLikeCodes(values) &&
    filledShare >= MIN_CODE_SHARE &&
    long.length >= samples.length * MIN_CODE_SHARE &&
    new Set(samples).size >= samples.length * MIN_CODE_SHARE &&
    !countRows(samples)
  )
}

/** How likely a column has the pharmacy's own codes, from 0 for the likeliest; undefined when it hasn't. */
export function rankOfOwnCodes(key: string, values: ColumnValues): number | undefined {
  const { samples } = values
  const known = OWN_CODES.findIndex((pattern) => pattern.test(key))
  const rank = known < 0 && !NEVER_A_CODE.test(key) && looksLikeCodes(values) ? OWN_CODES.length : known
  if (rank < 0 || !areOwnCodes(values)) return undefined
  // The key of a table keeps its product, even if all of them are there in their order.
  if (countRows(samples) && !/\bid\b/.test(key)) return undefined
  return areLikeBarcodes(samples) ? undefined : rank
}

/** Whether most values have a barcode's length, whatever their check digits. */
export const areLikeBarcodes = (samples: readonly string[]) =>
  samples.filter((code) => LIKE_BARCODE.test(code)).length > samples.length * MAX_BARCODE_SHARE

import { cut, fold } from '#domain/text.ts'
import type { CellValue, SheetRow } from '../spreadsheets/read-sheets.ts'

/** Headings of tables in files, for lists of products and bank statements alike. */

/** The most characters of a heading for comparison. */
const MAX_KEY_LENGTH = 200

/**
 * A heading for comparison: without case, accents, punctuation and repeated spaces, joined words apart. `P. Venta*` → `p venta`,
 * `PrecioVenta` → `precio venta`, `N° Docto.` → `n docto`.
 */
export const headingKey = (heading: string) =>
  cut(
    fold(
      heading
        .replace(/[º°]/g, ' ')
        .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
        .replace(/[^\p{L}\p{M}\p{N}%$+]+/gu, ' '),
    ),
    MAX_KEY_LENGTH,
  )

/** The field of each column key; an empty field leaves the column out. */
export type Assigned<Field extends string> = ReadonlyMap<string, Field | ''>

/** The key of a column whose heading is missing or repeated: its place, `#3` for the third column. */
const placeKey = (at: number) => `#${at + 1}`
export const isPlaceKey = (key: string) => /^#\d{1,3}$/.test(key)

/** The columns of a row of headings, each with the key by which it is assigned: the heading for comparison, or the place. */
export function withColumnKeys(
  texts: readonly string[],
  keyOf = headingKey,
): { key: string; heading: string }[] {
  const keys = texts.map(keyOf)
  return texts.map((heading, at) => ({
    key: keys[at] && keys.indexOf(keys[at]) === at ? keys[at] : placeKey(at),
    heading: heading.trim(),
  }))
}

/** A row of headings has at least this share of the cells of the widest row. */
const MIN_FILLED_SHARE = 0.6

/** The index of the first row that looks like headings, for a table without known headings; -1 for none. */
export function likelyHeadingRow(rows: readonly SheetRow[], isHeading: (cell: CellValue) => boolean): number {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cell !== undefined).length)
  const needed = Math.max(1, Math.max(0, ...filled) * MIN_FILLED_SHARE)
  return rows.findIndex(
    ({ cells }, index) =>
      (filled[index] ?? 0) >= needed && cells.every((cell) => cell === undefined || isHeading(cell)),
  )
}

/** The most sample values of a column. */
const MAX_SAMPLES = 3
/** The most characters of a sample value. */
const MAX_SAMPLE_LENGTH = 200

/** The first different values of a column, so that a person recognises the column. */
const samplesOf = (values: readonly string[]): string[] =>
  [...new Set(values)].slice(0, MAX_SAMPLES).map((text) => cut(text, MAX_SAMPLE_LENGTH))

/**
 * The columns of a table for a person to assign, without those that have neither a heading nor a value.
 *
 * @param valuesAt the values of the column at a place, as the sheet shows them
 */
export const columnsToShow = <Column extends { heading: string }>(
  columns: readonly Column[],
  valuesAt: (at: number) => readonly string[],
): (Column & { samples: string[] })[] =>
  columns
    .map((column, at) => ({ ...column, samples: samplesOf(valuesAt(at)) }))
    .filter(({ heading, samples }) => heading !== '' || samples.length > 0)

/** Joins headings that are written in two rows: below "Precio" there may be "Costo" and "Venta". */
export const joinHeadingRows = (first: readonly string[], second: readonly string[]): string[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, at) =>
    `${first[at] ?? ''} ${second[at] ?? ''}`.trim(),
  )

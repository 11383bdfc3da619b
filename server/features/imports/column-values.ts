import { NO_CATEGORY, NO_LABORATORY } from '#contract/product-fields.ts'
import { isGtin } from '#domain/barcodes.ts'
import { fold } from '#domain/text.ts'
import type { SheetRow } from '../../spreadsheets/read-sheets.ts'
import { cellWord } from './cell-text.ts'
import { LABORATORY, PLACEHOLDER, WEEKDAYS } from './column-vocabulary.ts'
import { shownCell } from './product-cells.ts'

/** The values of a column that tell what it has. */
const MAX_SAMPLES = 300

/** The first filled cells of a column, as the sheet shows them. */
export type Samples = readonly string[]
export type ColumnValues = {
  samples: Samples
  /** The share of rows in which the column is filled. */
  filledShare: number
}

export const NO_VALUES: ColumnValues = { samples: [], filledShare: 0 }

/** Collects what the columns have, wherever in the sheet it is. */
export function collectValues() {
  const columns: { samples: string[]; filled: number }[] = []
  let rows = 0
  return {
    add({ cells }: SheetRow) {
      if (cells.some((cell) => shownCell(cell) !== '')) rows += 1
      for (const [at, cell] of cells.entries()) {
        const text = cell === undefined ? '' : shownCell(cell)
        if (!text) continue
        columns[at] ??= { samples: [], filled: 0 }
        columns[at].filled += 1
        if (columns[at].samples.length < MAX_SAMPLES) columns[at].samples.push(text)
      }
    },
    /** The values by column. */
    values: (): ColumnValues[] =>
      Array.from(columns, (column) =>
        column ? { samples: column.samples, filledShare: column.filled / rows } : NO_VALUES,
      ),
  }
}

/** The minimum share of valid GTINs in a column of barcodes; some real barcodes are invalid, and most other numbers are. */
const MIN_GTIN_SHARE = 0.6
export const areBarcodes = (samples: Samples) => shareOf(samples, isGtin) >= MIN_GTIN_SHARE

export const areWholeNumbers = (samples: Samples) => shareOf(samples, (text) => /^\d+$/.test(text)) === 1

/** The share of words at which a column of codes is one of names: an export may write NULL or a total. */
const MAX_WORDS_AMONG_CODES = 0.05

/** Whether the values are codes such as `12` and `A`, and nearly none a word. A dash, which clears a cell, is neither. */
export const areMereCodes = (samples: Samples) =>
  samples.some((text) => /[\p{L}\p{N}]/u.test(text)) &&
  shareOf(samples, (text) => /\p{L}{2}/u.test(text)) <= MAX_WORDS_AMONG_CODES

export const areMereNumbers = (samples: Samples) =>
  samples.some((text) => /\p{N}/u.test(text)) &&
  shareOf(samples, (text) => /\p{L}/u.test(text)) <= MAX_WORDS_AMONG_CODES

/** The shop's own names for none, which a file of its products states. */
const OWN_NAMES: readonly string[] = [NO_CATEGORY, NO_LABORATORY]

/** Whether a cell stands for nothing. A dash empties a field, and an error such as #N/A is one of a formula. */
export const isPlaceholder = (text: string) =>
  /^[.\s_*?¿]+$/.test(text) ||
  (!/^#/.test(text.trim()) && !OWN_NAMES.includes(text.trim()) && PLACEHOLDER.test(cellWord(text)))

/** Whether the values are laboratories, whatever the heading says: "LINEA" with BAYER and LAB CHILE. */
export const areLaboratories = (samples: Samples) =>
  shareOf([...new Set(samples)], (text) => LABORATORY.test(fold(text))) >= 0.4

export const areWeekdays = (samples: Samples) =>
  shareOf(samples, (text) => WEEKDAYS.test(cellWord(text))) >= 0.6

export const areDates = (samples: Samples) =>
  shareOf(samples, (text) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(text)) >= 0.6

/** A number as lists write amounts: `$ 1.990`, `1.234,56`, `12.5`. */
const AMOUNT = /^(\$|bs\.?|s\/\.?|clp)? ?\d{1,9}([.,]\d{3})*([.,]\d{1,4})?( ?(\$|bs\.?|clp))?$/i
export const areAmounts = (samples: Samples) =>
  samples.length > 0 &&
  shareOf(samples, (text) => AMOUNT.test(text)) >= 0.8 &&
  shareOf(samples, (text) => /[1-9]/.test(text)) >= 0.5 &&
  !areBarcodes(samples)

/** Whether amounts are prices by themselves: with a currency or decimals, or round ones of three digits and more, as nearly all prices are. */
export const arePrices = (samples: Samples) =>
  areAmounts(samples) &&
  (shareOf(samples, (text) => /[$]|bs|clp|[.,]\d{2}$/i.test(text)) >= 0.6 ||
    shareOf(samples, (text) => /^[\d.,]{2,}0$/.test(text) && text.replace(/\D/g, '').length < 8) >= 0.6)

/** Whether the values name products: texts of words, nearly all different. */
export const areProductNames = (samples: Samples) =>
  shareOf(samples, (text) => /\p{L}{3}/u.test(text) && !/[@]|:\/\/|^www\./.test(text)) >= 0.9 &&
  samples.reduce((sum, text) => sum + text.length, 0) >= samples.length * MIN_NAME_LENGTH &&
  new Set(samples.map(fold)).size >= samples.length * 0.7
const MIN_NAME_LENGTH = 8

const FORM =
  /^(comp|tab|caps?\b|capsul|grage|jarabe|jbe|susp|sol\b|soluc|crema|unguent|pomada|gel\b|ovulo|sup\b|suposit|amp\b|ampoll|iny|gotas|gts|colirio|polvo|pvo|spray|aeros|inhal|parche|locion|shampoo|champu|emuls|elixir|granul|pasta|espuma|jabon|liquido|ung\b)/
/** Whether the values are forms such as COMPRIMIDO and CREMA, without the number or the volume of a content. */
export const areForms = (samples: Samples) =>
  shareOf(samples, (text) => FORM.test(fold(text)) && !/\d/.test(text)) >= 0.5

function shareOf(samples: Samples, test: (text: string) => boolean): number {
  return samples.length === 0 ? 0 : samples.filter(test).length / samples.length
}

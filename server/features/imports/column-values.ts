import { isGtin } from '#domain/barcodes.ts'
import { fold } from '#domain/text.ts'
import type { SheetRow } from '../../spreadsheets/read-sheets.ts'
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

/** Whether the values are codes such as `12` and `A`, and none a word. A dash, which clears a cell, is neither. */
export const areMereCodes = (samples: Samples) =>
  samples.some((text) => /[\p{L}\p{N}]/u.test(text)) && !samples.some((text) => /\p{L}{2}/u.test(text))

export const areMereNumbers = (samples: Samples) =>
  samples.some((text) => /\p{N}/u.test(text)) && !samples.some((text) => /\p{L}/u.test(text))

const FORM =
  /^(comp|tab|caps?\b|capsul|grage|jarabe|jbe|susp|sol\b|soluc|crema|unguent|pomada|gel\b|ovulo|sup\b|suposit|amp\b|ampoll|iny|gotas|gts|colirio|polvo|pvo|spray|aeros|inhal|parche|locion|shampoo|champu|emuls|elixir|granul|pasta|espuma|jabon|liquido|ung\b)/
/** Whether the values are forms such as COMPRIMIDO and CREMA, without the number or the volume of a content. */
export const areForms = (samples: Samples) =>
  shareOf(samples, (text) => FORM.test(fold(text)) && !/\d/.test(text)) >= 0.5

function shareOf(samples: Samples, test: (text: string) => boolean): number {
  return samples.length === 0 ? 0 : samples.filter(test).length / samples.length
}

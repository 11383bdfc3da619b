import { fold } from '#domain/text.ts'

/** The reason to refuse a cell. The report groups equal reasons. */
export type CellProblem = { reason: string; message: string }
/** A cell's value as the text that the product form would send, or the problem with it. */
export type CellText =
  | { text: string }
  | { problem: CellProblem /** A price with decimals as whole pesos. */; rounded?: number }

/** A word of a cell for comparison: without case, accents and punctuation. `Rec. Médica` → `rec medica`. */
export const cellWord = (value: string) => fold(value.replace(/[^\p{L}\p{M}\p{N}✓✔]+/gu, ' '))

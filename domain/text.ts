/** Reduces white space to single spaces within each line, and none around the lines. */
export const tidyLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .trim()

/** The first characters of a text, without half of a character, which the database refuses. */
export const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()

/** Folds a text for comparison: lower case, no accents, single spaces. The SQL function `fold()` does the same. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

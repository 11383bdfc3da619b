/** The most characters that a cell holds. */
const MAX_CHARACTERS = 32_767

/** What XML can't hold, and half characters. */
const UNPRINTABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * People's text as it may stand in a cell: what begins like a formula gets an apostrophe in front, so that it stays text in
 * whatever the sheet is saved as next (threat 76); what no sheet can hold is left out (threat 77).
 */
export function cellText(text: string): string {
  const clean = text.replace(UNPRINTABLE, '')
  const safe = /^[=+\-@\t\r]/.test(clean) ? `'${clean}` : clean
  const cut = safe.slice(0, MAX_CHARACTERS)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** The same as XML. Workbooks read `_x0041_` as the character of that number, so that its first line is spelt as one. */
export const cellXml = (text: string): string =>
  cellText(text)
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (character) => MARKUP[character] ?? '')
    .replace(/\r/g, '&#13;')

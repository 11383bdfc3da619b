/** Excel's limit per cell. */
const MAX_CHARACTERS = 32_767

/** Characters that XML doesn't allow, and unpaired surrogates. */
const UNPRINTABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Makes a text safe for a cell: removes illegal characters, and puts an apostrophe before a text that looks like a formula.
 * {@link withoutGuard} removes the apostrophe again, so a text that begins with its own apostrophe gets another one.
 */
export function cellText(text: string): string {
  const clean = text.replace(UNPRINTABLE, '')
  const safe = /^'*[=+\-@\t\r]/.test(clean) ? `'${clean}` : clean
  const cut = safe.slice(0, MAX_CHARACTERS)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** Removes the apostrophe of {@link cellText}. */
export const withoutGuard = (text: string): string => text.replace(/^'(?='*[=+\-@])/, '')

/** Like {@link cellText}, as XML. Workbooks read `_x0041_` as an escaped character, so its first underscore is escaped. */
export const cellXml = (text: string): string =>
  cellText(text)
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (character) => MARKUP[character] ?? '')
    .replace(/\r/g, '&#13;')

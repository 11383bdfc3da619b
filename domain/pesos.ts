/** Whole numbers and prices as people write them. Ambiguous numbers are refused, never guessed. */

const CURRENCY_BEFORE = /^(clp\s*)?\$?\s*(clp\s*)?/i
/** The currency after a price: `1.990.-`, `1.990,-`, `1990 pesos`. */
const CURRENCY_AFTER = /\s*(clp|pesos)?\s*[.,]?\s*(?:-|=)*\s*(clp|pesos)?\.?$/i

/** Ambiguous numbers: a comma before three digits means thousands in other countries, and 1990.000 is neither a fraction nor thousands. */
const AMBIGUOUS = /^(\d{1,3},\d{3}|\d{4,}[.,]\d{3}|0[.,]\d{3})$/
/** Patterns of whole numbers: with thousands as in Chile or elsewhere, and with zeros as decimals. */
const WHOLE = [
  { pattern: /^(\d+)(?:[.,]0{1,2}|[.,]0{4,})?$/, thousands: ' ' },
  { pattern: /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,0+)?$/, thousands: '.' },
  { pattern: /^([1-9]\d{0,2}(?:,\d{3})+)\.0+$/, thousands: ',' },
  { pattern: /^([1-9]\d{0,2}(?:,\d{3}){2,})$/, thousands: ',' },
]

/** The digits of a whole number; 'ambiguous' when it could be read as two numbers; null when it is no whole number. */
export function readWholeNumber(text: string): { digits: string } | 'ambiguous' | null {
  const numeral = withoutSpaces(text)
  if (AMBIGUOUS.test(numeral)) return 'ambiguous'
  for (const { pattern, thousands } of WHOLE) {
    const [, digits] = pattern.exec(numeral) ?? []
    if (digits) return { digits: digits.replaceAll(thousands, '') }
  }
  return null
}

/** Removes the spaces between thousands: `12 990`. */
export const withoutSpaces = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=^\d{1,3}(?: \d{3})*) (?=\d{3}(?:\D|$))/g, '')

/** Removes the signs of the currency around a price: `$1.990.-`, `CLP 1.990`. */
export const withoutCurrency = (text: string) =>
  text.trim().replace(CURRENCY_BEFORE, '').replace(CURRENCY_AFTER, '')

/** A price in pesos, with or without sign and dots: `12.990`, `$12990`; see {@link readWholeNumber}. */
export const readPesos = (text: string) => readWholeNumber(withoutCurrency(text))

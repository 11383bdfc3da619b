import { hasCheckDigit } from './barcodes.ts'
import { expiryDay } from './lots.ts'

/** The data of a pack's GS1 DataMatrix or GS1-128 code. */
export type Gs1 = { gtin?: string; lot?: string; expires?: string; serial?: string }

/** The separator after elements of variable length, as scanners type it (GS1 General Specifications 7.8: FNC1). */
export const FNC1 = '\u001d'

/** The lengths of elements that need no separator, by the first two digits of their identifier (table 7.8.5-2), identifier included. */
const FIXED = new Map(
  Object.entries({
    4: '20',
    8: '11 12 13 14 15 16 17 18 19',
    10: '31 32 33 34 35 36',
    16: '01 02 03 41',
    18: '04',
    20: '00',
  }).flatMap(([length, identifiers]) =>
    identifiers.split(' ').map((identifier) => [identifier, Number(length)] as const),
  ),
)

/**
 * Reads the elements of a GS1 code: as a scanner types it, with its symbology identifier (`]d2`, `]C1`) or without, or as the text printed
 * below it, `(01)…(17)…`. Identifiers other than 01, 10, 17 and 21 are skipped.
 *
 * @param year the current year, which decides the century of an expiry's two digits
 * @returns undefined for a text that isn't such a code, and for one with a wrong check digit or date
 */
export function readGs1(text: string, year: number): Gs1 | undefined {
  const elements = text.trimStart().startsWith('(') ? readPrinted(text.trim()) : readTyped(text)
  if (!elements || elements.length === 0) return undefined
  const read: Gs1 = {}
  for (const [identifier, value] of elements) {
    if (identifier === '01') {
      if (!/^\d{14}$/.test(value) || !hasCheckDigit(value)) return undefined
      read.gtin = value
    } else if (identifier === '17') {
      const expires = readDate(value, year)
      if (!expires) return undefined
      read.expires = expires
    } else if (identifier === '10' || identifier === '21') {
      if (!/^[!-z]{1,20}$/.test(value)) return undefined
      read[identifier === '10' ? 'lot' : 'serial'] = value
    }
  }
  return read
}

function readPrinted(text: string): [string, string][] | undefined {
  if (!/^(\(\d{2,4}\)[^(]+)+$/.test(text)) return undefined
  return [...text.matchAll(/\((\d{2,4})\)([^(]+)/g)].map(([, identifier = '', value = '']) => [
    identifier,
    value.replaceAll(FNC1, '').trim(),
  ])
}

function readTyped(text: string): [string, string][] | undefined {
  // Scanners add spaces and line ends around the code; separators (FNC1) belong to it.
  const typed = text.replace(/^[ \r\n\t]+|[ \r\n\t]+$/g, '')
  let rest = typed.replace(/^\](d2|C1|Q3|e0)/, '')
  if (rest.startsWith(FNC1)) rest = rest.slice(1)
  // A number alone is an ordinary barcode (EAN or UPC).
  if (rest === typed && /^\d{1,14}$/.test(rest)) return undefined
  const elements: [string, string][] = []
  while (rest !== '') {
    const identifier = rest.slice(0, 2)
    if (!/^\d{2}$/.test(identifier)) return undefined
    const fixed = FIXED.get(identifier)
    const end = fixed ?? (rest.includes(FNC1) ? rest.indexOf(FNC1) : rest.length)
    if (rest.length < end || end <= 2) return undefined
    elements.push([identifier, rest.slice(2, end)])
    rest = rest.slice(end)
    if (rest.startsWith(FNC1)) rest = rest.slice(1)
  }
  return elements
}

/** `YYMMDD`; day 00 is the month's last day. The century is chosen so that the year is at most 50 years away (section 7.12). */
function readDate(value: string, year: number): string | undefined {
  const [, digits, month, day] = /^(\d{2})(\d{2})(\d{2})$/.exec(value) ?? []
  if (digits === undefined) return undefined
  const difference = Number(digits) - (year % 100)
  const century = Math.floor(year / 100) + (difference >= 51 ? -1 : difference <= -50 ? 1 : 0)
  return expiryDay(century * 100 + Number(digits), Number(month), Number(day))
}

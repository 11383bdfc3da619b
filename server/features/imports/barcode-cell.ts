import { barcodeKeys, hasCheckDigit } from '#domain/barcodes.ts'
import type { CellText } from './cell-text.ts'

/** A spreadsheet stores a number with 15 exact digits, and replaces further digits by zeros. */
const EXACT_DIGITS = 15
/** The problem of a code that a spreadsheet has damaged; its product may be recognised by name. */
export const DIGITS_LOST = {
  reason: 'Código que perdió dígitos',
  message:
    'La planilla cambió este código y perdió dígitos. Da formato de texto a la celda y escríbelo completo.',
}
const UNCLEAR = {
  reason: 'Código que no se entiende',
  message: 'No entendemos este código. Si son varios, sepáralos con una coma.',
}

/** Reads a cell with one or several barcodes of a product: `736…,759…` → `736…, 759…`. */
export function readBarcode(value: string | number): CellText {
  if (typeof value === 'number') return readNumber(value)
  const text = unquoted(value)
  const codes = codesOf(text)
  if (codes.some(lostDigits)) return { problem: DIGITS_LOST }
  if (codes.length === 0 || (codes.length > 1 && codes.some((code) => code.length < 4)))
    return { problem: UNCLEAR }
  return { text: [...new Map(codes.map((code) => [barcodeKeys(code)[0], code])).values()].join(', ') }
}

function readNumber(value: number): CellText {
  const digits = String(value)
  const exact = Number.isInteger(value) && value > 0 && digits.length <= EXACT_DIGITS
  return exact && !wasRetyped(digits) ? { text: digits } : { problem: DIGITS_LOST }
}

/** Reads a cell with the pharmacy's own code: text, whose leading zeros count. */
export function readOwnCode(value: string | number): CellText {
  if (typeof value === 'number')
    return Number.isInteger(value) && String(value).length <= EXACT_DIGITS
      ? { text: String(value) }
      : { problem: DIGITS_LOST }
  const text = unquoted(value)
  return /^\d+([.,]\d+)?e\+?\d+$/i.test(text) ? { problem: DIGITS_LOST } : { text }
}

/** A text without the marks that keep a spreadsheet from reading it as a number: `="0012"`, `'0012`. */
const unquoted = (value: string) =>
  value
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()

/** Whether a code was retyped from the display 7,80123E+12, so that its last digits are zeros. */
const wasRetyped = (digits: string) => /^\d{6,}0{6}$/.test(digits)

/** Whether text lost its last digits: scientific notation, or a GTIN that ends in zeros with a wrong check digit. */
const lostDigits = (code: string) =>
  /^\d+([.,]\d+)?e\+?\d+$/i.test(code) ||
  (/^\d{12,14}$/.test(code) && /^\d{3,5}[1-9]0+$/.test(code) && !hasCheckDigit(code))

function codesOf(text: string): string[] {
  // A whole number that became text with decimals, such as `736,00`.
  if (/^\d+[.,]0+$/.test(text)) return [text.replace(/[.,]0+$/, '')]
  if (/^\d+[.,]\d+e\+?\d+$/i.test(text)) return [text]
  const parts = text.split(/\s*[,;|\n]\s*/).filter(Boolean)
  return parts.flatMap((part) => {
    const pieces = part.split(/ (?:y|o) | ?[/\-+] ?| /i)
    const several = pieces.length > 1 && pieces.every((piece) => /^\d{8,14}$/.test(piece))
    return several ? pieces : [part.replaceAll(' ', '')]
  })
}

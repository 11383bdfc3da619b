/**
 * The RUT, Chile's number of a person or company, stored without its check digit (0 to 9 or K): 12.345.678-5. Only the format
 * shows a check digit, after a dash or as a final K; digits alone are never guessed to have one.
 */
export type Rut = {
  /** The digits without the check digit. */
  digits: string
  /** Whether the typed check digit is the number's own; `none` if none was typed. */
  checkDigit: 'right' | 'wrong' | 'none'
}

/** Separators of the digits: dots and white space. */
const SEPARATORS = /[.\s]/g
const DASH = /[-\u2010-\u2015\u2212]/

/** Reads a RUT as people type it; null for a text that isn't one. */
export function readRut(text: string): Rut | null {
  const compact = text.replace(SEPARATORS, '').replace(DASH, '-')
  const [, digits, afterDash, k] = /^(\d+)(?:-([\dk])|(k))?$/i.exec(compact) ?? []
  if (!digits) return null
  const written = afterDash ?? k
  if (!written) return { digits, checkDigit: 'none' }
  return { digits, checkDigit: written.toUpperCase() === checkDigitOf(digits) ? 'right' : 'wrong' }
}

/** The check digit of a RUT's digits: the weights 2 to 7 repeat from the right, modulo 11. */
export function checkDigitOf(digits: string): string {
  const sum = [...digits].reverse().reduce((sum, digit, index) => sum + Number(digit) * (2 + (index % 6)), 0)
  const rest = 11 - (sum % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}

/** The digits with dots between thousands: `12.345.678`. */
const dotted = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, '.')

/** A RUT with dots and its check digit: `12.345.678-5`. */
export const fullRut = (digits: string) => `${dotted(digits)}-${checkDigitOf(digits)}`

/** The maximum number of digits of a RUT in use. */
const MAX_DIGITS = 8

/** Whether digits alone seem to end with a check digit, because there are more than a RUT has. */
export const seemsToHaveCheckDigit = ({ digits, checkDigit }: Rut) =>
  checkDigit === 'none' && digits.length > MAX_DIGITS

/**
 * Formats a typed RUT for its field: with dots, and with the check digit if typed. Nine digits with a valid check digit at the
 * end get the missing dash. A text that isn't a RUT stays unchanged.
 */
export function formatRut(text: string): string {
  const rut = readRut(text)
  if (!rut) return text
  if (rut.checkDigit !== 'none') return `${dotted(rut.digits)}-${text.trim().slice(-1).toUpperCase()}`
  const number = rut.digits.slice(0, MAX_DIGITS)
  if (rut.digits.length === MAX_DIGITS + 1 && rut.digits.endsWith(checkDigitOf(number)))
    return fullRut(number)
  return dotted(rut.digits)
}

/**
 * The RUT, Chile's number of a person or company. It is stored as its digits without the check digit; a check digit, 0 to 9 or K,
 * follows it in writing: 12.345.678-5.
 *
 * Only the format tells whether a check digit was written: one after a dash, or a K at the end. Digits alone are the number
 * itself, however many they are, because a guess would refuse or shorten the number of somebody who left the check digit out.
 */
export type Rut = {
  /** Without the check digit. */
  digits: string
  /** Whether the check digit that was written is the number's own; `none` if none was written. */
  checkDigit: 'right' | 'wrong' | 'none'
}

/** What separates the digits: dots and white space. */
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

/** No number in use has more digits. */
const MOST_DIGITS = 8

/** Whether digits alone seem to have a check digit at their end, as there are more of them than a RUT has. */
export const seemsToHaveCheckDigit = ({ digits, checkDigit }: Rut) =>
  checkDigit === 'none' && digits.length > MOST_DIGITS

/**
 * A RUT as a field shows it once it was typed: with dots, and with the check digit if that was typed. Nine digits whose last is the
 * check digit of the others get the dash that was left out. A text that isn't a RUT stays as it is.
 */
export function formatRut(text: string): string {
  const rut = readRut(text)
  if (!rut) return text
  if (rut.checkDigit !== 'none') return `${dotted(rut.digits)}-${text.trim().slice(-1).toUpperCase()}`
  const number = rut.digits.slice(0, MOST_DIGITS)
  if (rut.digits.length === MOST_DIGITS + 1 && rut.digits.endsWith(checkDigitOf(number)))
    return fullRut(number)
  return dotted(rut.digits)
}

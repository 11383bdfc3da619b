/** Characters between a phone's digits, and the plus of an international number. */
const SEPARATORS = /[\s.()\-\u2010-\u2015\u2212]/g

/**
 * The digits of a phone number as people type it, `+56 9 1234 5678`; null for any other text. After a plus there have to be eight
 * digits or more: `+56` is only the beginning of a number.
 */
export const readPhone = (text: string): string | null =>
  /^(?:\+(?=\d{8}))?(\d+)$/.exec(text.replace(SEPARATORS, ''))?.[1] ?? null

/** Whether a text may still become a phone number, digit by digit. */
export const mayBecomePhone = (text: string) => /^\+?\d*$/.test(text.replace(SEPARATORS, ''))

/** Chile's country code and the nine digits of any number in the country. */
const INTERNATIONAL = /^56(\d{9})$/

/** A Chilean number in groups, international or not. Other numbers keep their digits; a text that isn't a number is returned unchanged. */
export function formatPhone(text: string): string {
  const digits = readPhone(text)
  if (digits === null) return text
  const [, inCountry] = INTERNATIONAL.exec(digits) ?? []
  if (inCountry) return `+56 ${grouped(inCountry)}`
  if (/^\d{9}$/.test(digits)) return grouped(digits)
  return text.trim().startsWith('+') ? `+${digits}` : digits
}

/** Mobile phones and Santiago have one digit before two groups of four, other cities an area code of two. */
const grouped = (digits: string) =>
  /^[29]/.test(digits)
    ? digits.replace(/^(.)(.{4})(.{4})$/, '$1 $2 $3')
    : digits.replace(/^(.{2})(.{3})(.{4})$/, '$1 $2 $3')

/** The digits to call a phone from anywhere, `56912345678`; null for a text that isn't a number or whose country is unknown. */
export function internationalPhone(text: string): string | null {
  const digits = readPhone(text)
  if (digits === null) return null
  if (/^\d{9}$/.test(digits)) return `56${digits}`
  return INTERNATIONAL.test(digits) || text.trim().startsWith('+') ? digits : null
}

/** Whether an international number can have WhatsApp: in Chile only mobile phones. */
export const isMobile = (international: string) => !/^56(?!9)/.test(international)

import { FNC1, readGs1 } from '#domain/gs1.ts'
import { writtenDay, writtenExpiry } from '#domain/lots.ts'

/** A line of a receipt as typed; `tradename` is set once the product is found. */
export type Line = {
  key: number
  code: string
  productId?: string
  tradename?: string
  lot: string
  expires: string
  units: string
  errors?: { [field in LineField]?: string | undefined }
}

export const LINE_FIELDS = ['code', 'lot', 'expires', 'units'] as const
export type LineField = (typeof LINE_FIELDS)[number]

export const WRONG_SCAN =
  'No se pudo leer este código GS1: su dígito verificador o su vencimiento no corresponde.'
export const WRONG_EXPIRY = 'Escribe el vencimiento como 08/2027 o 31-08-2027.'

/** The empty line below the others, with the next free key. */
export const emptyLine = (lines: readonly Line[]): Line => ({
  key: Math.max(0, ...lines.map(({ key }) => key)) + 1,
  ...{ code: '', lot: '', expires: '', units: '1' },
})

/**
 * Reads the product code, lot and expiry from a typed or scanned code; `wrong` for an unreadable GS1 code. A GTIN of 14 digits
 * loses its leading zero, because packs print 13 digits.
 */
export function readCode(
  text: string,
  year: number,
): (Pick<Line, 'code'> & Partial<Pick<Line, 'lot' | 'expires'>>) | 'wrong' {
  const gs1 = readGs1(text, year)
  if (gs1?.gtin)
    return {
      code: gs1.gtin.replace(/^0(?=\d{13}$)/, ''),
      ...(gs1.lot && { lot: gs1.lot }),
      ...(gs1.expires && { expires: writtenDay(gs1.expires) }),
    }
  const code = text.trim()
  return /^\]|^\(\d{2}\)|^01\d{14}/.test(code) || code.includes(FNC1) ? 'wrong' : { code }
}

/** The last good day of a typed expiry: null for an empty text, undefined for an unreadable text. `0827` and `082027` are months. */
export const typedExpiry = (text: string): string | null | undefined =>
  text.trim() === '' ? null : writtenExpiry(text.trim().replace(/^(\d{2})(\d{2}|\d{4})$/, '$1/$2'))

/** Whether a text in the units' field is a scanned code: it has more digits than units can have, or other characters. */
export const isScan = (text: string) => !/^\d{0,7}$/.test(text.trim())

/** Adds one pack to its line, or to a new line without one. Returns the lines and the key of the changed line. */
export function addPack(
  lines: readonly Line[],
  pack: Exclude<ReturnType<typeof readCode>, 'wrong'>,
): { lines: Line[]; key: number } {
  const same = lines.findLast(
    ({ code, lot, expires }) =>
      code === pack.code && lot === (pack.lot ?? lot) && expires === (pack.expires ?? expires),
  )
  if (same) {
    const units = String((Number(same.units) || 0) + 1)
    return { lines: lines.map((line) => (line === same ? { ...line, units } : line)), key: same.key }
  }
  const added = { ...emptyLine(lines), ...pack }
  return { lines: [...lines, added], key: added.key }
}

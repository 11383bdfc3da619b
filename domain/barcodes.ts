/**
 * The barcodes of a product (docs/imports.md#rules-that-surprise). A product may have several: they are separated by commas,
 * semicolons, lines, or spaces between two long numbers. SQL's barcode_codes() reads the same codes.
 */
export const splitCodes = (barcode: string): string[] =>
  barcode
    .split(/[,;\n]|(?<=\d{8})\s+(?=\d{8})/)
    .map((code) => code.trim())
    .filter(Boolean)

/** The codes with `, ` between them. */
export const normalizeBarcodes = (barcode: string): string => splitCodes(barcode).join(', ')

/** The codes for comparison, as SQL's barcode_keys() makes them: without leading zeros, which a GTIN may have and spreadsheets drop. */
export const barcodeKeys = (barcode: string): string[] => [
  ...new Set(
    splitCodes(barcode).map((code) => {
      const bare = code.toLowerCase().replace(/\s/g, '')
      return /^0*[1-9]\d*$/.test(bare) ? bare.replace(/^0+/, '') : bare
    }),
  ),
]

/** Whether the last digit of a GTIN is the check digit of the others. */
export function hasCheckDigit(code: string): boolean {
  const digits = [...code].reverse().map(Number)
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** Whether a text is a GTIN of any length with its check digit. */
export const isGtin = (code: string): boolean => /^(\d{8}|\d{12,14})$/.test(code) && hasCheckDigit(code)

/** The product's GTIN of 13 digits: the first code that is a GTIN-13, or a UPC of 12 digits. */
export function gtin13(barcode: string): string | undefined {
  const code = splitCodes(barcode).find((one) => /^\d{12,13}$/.test(one) && hasCheckDigit(one))
  return code?.padStart(13, '0')
}

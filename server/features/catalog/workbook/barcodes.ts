/**
 * The barcodes of a product for comparison, as the SQL function `barcode_keys()` makes them: a product may have several codes,
 * and 0736… is the same GTIN as 736….
 */
export const barcodeKeys = (barcode: string): string[] => [
  ...new Set(
    barcode
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map((code) => (/^0*[1-9]\d{7,}$/.test(code) ? code.replace(/^0+/, '') : code.toLowerCase())),
  ),
]

/** Whether the last digit of a GTIN is the check digit of the others. */
export function hasCheckDigit(code: string): boolean {
  const digits = [...code].reverse().map(Number)
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}

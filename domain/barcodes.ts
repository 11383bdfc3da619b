/**
 * The barcodes of a product (docs/product.md#product-workbook). A product may have several: they are separated by commas,
 * semicolons, lines, or spaces between two long numbers. SQL's barcode_codes() reads the same codes.
 */
const splitCodes = (barcode: string): string[] =>
  barcode
    .split(/[,;\n]|(?<=\d{8})\s+(?=\d{8})/)
    .map((code) => code.trim())
    .filter(Boolean)

/** The codes with `, ` between them. */
export const normalizeBarcodes = (barcode: string): string => splitCodes(barcode).join(', ')

/** The codes for comparison, as SQL's barcode_keys() makes them: 0736… is 736…, as a GTIN and
 * because spreadsheets drop the zeros of numbers. */
export const barcodeKeys = (barcode: string): string[] => [
  ...new Set(
    splitCodes(barcode).map((code) => {
      const bare = code.toLowerCase().replace(/\s/g, '')
      return /^0*[1-9]\d*$/.test(bare) ? bare.replace(/^0+/, '') : bare
    }),
  ),
]

/**
 * Writes the codes of a product with `, ` between them: they may be separated by commas, semicolons, lines, or spaces between
 * two long numbers. SQL's barcode_codes() reads the same codes.
 */
export const normalizeBarcodes = (text: string): string =>
  text
    .split(/[,;\n]|(?<=\d{8})\s+(?=\d{8})/)
    .map((code) => code.trim())
    .filter(Boolean)
    .join(', ')

import { tidyLines } from '#domain/text.ts'
import type { CellValue } from '../../spreadsheets/read-sheets.ts'
import { withoutGuard } from '../../spreadsheets/text-cell.ts'
import { readBarcode, readOwnCode } from './barcode-cell.ts'
import type { CellText } from './cell-text.ts'
import { readCondition, readFlag } from './flag-cells.ts'
import { readPercent, readWhole } from './number-cells.ts'
import type { ProductColumn } from './product-columns.ts'

const ERRORS =
  /^#(N\/A|N\/D|N\/A N\/A|[¡!]?REF!|[¡!]?DIV\/0!|[¿?]?(NAME|NOMBRE)\?|[¡!]?(VALUE|VALOR)!|[¡!]?(NULL|NULO)!|[¡!]?N[UÚ]M!|[¡!]?(SPILL|DESBORDAMIENTO)!|[¡!]?(CALC|CÁLC)!)$/i
const MONTH = '(ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)'
/** A date that a spreadsheet made from `12-10` or `1/2`, possibly saved as text. */
const DATE = new RegExp(
  `^(\\d{1,2}-${MONTH}(-\\d{2,4})?|${MONTH}-\\d{2,4}|\\d{1,2}[-/]\\d{1,2}[-/]\\d{4}( \\d{1,2}:\\d\\d)?|\\d{1,2}:\\d\\d(:\\d\\d)?)$`,
  'i',
)
const DATE_PROBLEM = {
  reason: 'Dato convertido en fecha',
  message: 'La planilla convirtió este dato en una fecha. Da formato de texto a la celda.',
}

/**
 * Reads a cell by its column (docs/product.md#product-workbook): tolerant of formats, but without guessing.
 *
 * @returns nothing for a blank cell
 */
export function readCell(
  { field, kind, header, needed, empty }: ProductColumn,
  cell: CellValue | undefined,
): CellText | undefined {
  if (cell === undefined) return undefined
  if (typeof cell === 'object') {
    return { problem: cell.kind === 'error' ? formulaError(cell.shown) : DATE_PROBLEM }
  }
  const value = typeof cell === 'boolean' ? (cell ? 'SI' : 'NO') : cell
  if (typeof value === 'string') {
    const text = value.trim()
    if (text === '') return undefined
    if (/^[-–—]$/.test(text)) return needed ? { problem: cannotClear(header) } : { text: String(empty) }
    if (ERRORS.test(text)) return { problem: formulaError(text) }
    if (DATE.test(text)) return { problem: DATE_PROBLEM }
  }
  if (kind === 'barcode') return readBarcode(value)
  if (kind === 'code') return readOwnCode(value)
  if (kind === 'flag') return readFlag(field, value)
  if (kind === 'condition') return readCondition(value)
  if (kind === 'pesos' || kind === 'units') return readWhole(kind, value)
  if (kind === 'percent') return readPercent(value)
  return { text: withoutGuard(tidyLines(String(value))) }
}

const formulaError = (shown: string) => ({
  reason: 'Error de fórmula',
  message: `La fórmula de la celda da un error: ${shown}.`,
})
const cannotClear = (header: string) => ({
  reason: 'Dato que no se puede borrar',
  message: `«${header}» no puede quedar vacío. Deja la celda en blanco para no cambiarlo.`,
})

/** A cell as the sheet displays it. */
export function shownCell(cell: CellValue | undefined): string {
  if (cell === undefined) return ''
  if (typeof cell === 'object') return cell.shown
  if (typeof cell === 'boolean') return cell ? 'VERDADERO' : 'FALSO'
  if (typeof cell === 'string') return cell.trim()
  // Sheets display such long codes in scientific notation.
  if (Math.abs(cell) >= 1e11 && (cell >= 1e15 || cell % 1e6 === 0)) {
    return cell.toExponential(5).replace('.', ',').replace('e', 'E')
  }
  return String(cell).replace('.', ',')
}

import { fold } from '#domain/text.ts'
import type { CellValue } from '../../../spreadsheets/read-cells.ts'
import { withoutGuard } from '../../../spreadsheets/text-cell.ts'
import type { ProductColumn } from './product-columns.ts'

/** A cell's value as the text that the product form would send, or the problem with it. */
export type ReadCell = { text: string } | { problem: string }

/** A spreadsheet stores a number with 15 exact digits, and replaces further digits by zeros. */
const EXACT_DIGITS = 15
const LOST_DIGITS =
  'La planilla cambió este código y perdió dígitos. Da formato de texto a la celda y escríbelo completo.'
const YES = ['si', 's', 'x', '1', 'true', 'verdadero', 'yes', 'y']
const NO = ['no', 'n', '0', 'false', 'falso', '']

/** Reads a cell by the kind of its column. Tolerant, but never guesses. */
export function readCell(kind: ProductColumn['kind'], value: CellValue): ReadCell {
  if (value instanceof Date) {
    return { problem: 'La planilla convirtió este dato en una fecha. Da formato de texto a la celda.' }
  }
  if (typeof value === 'string' && /^#[A-ZÁ-Ú/¡!?0-9]+[!?A]?$/.test(value.trim()) && kind !== 'text') {
    return { problem: `La fórmula de la celda da un error: ${value.trim()}.` }
  }
  return READERS[kind](value ?? '')
}

type Value = Exclude<CellValue, Date | null>

const READERS: Record<ProductColumn['kind'], (value: Value) => ReadCell> = {
  text: (value) => ({ text: typeof value === 'boolean' ? (value ? 'SI' : 'NO') : normalizeLines(value) }),
  barcode: readBarcode,
  flag: (value) => {
    const word = fold(normalize(value))
    if (YES.includes(word)) return { text: 'true' }
    return NO.includes(word) ? { text: 'false' } : { problem: 'Escribe SI o NO.' }
  },
  whole: (value) => ({ text: typeof value === 'number' ? String(value) : plainNumber(normalize(value)) }),
  percent: (value) => {
    if (typeof value !== 'number') return { text: plainNumber(normalize(value).replace(/\s*%$/, '')) || '0' }
    // 0.15 probably means 15 %: no real discount is below 1 %.
    if (value > 0 && value < 1) {
      return { problem: 'Escribe el porcentaje completo, por ejemplo 15.' }
    }
    return { text: String(Number(value.toFixed(6))) }
  },
}

/** As text, with white space reduced to single spaces. */
const normalize = (value: Value) => String(value).replace(/\s+/g, ' ').trim()

/** Normalizes each line. */
const normalizeLines = (value: Value) =>
  withoutGuard(String(value).split(/\r?\n/).map(normalize).join('\n').trim())

function readBarcode(value: Value): ReadCell {
  if (typeof value === 'number') {
    const digits = String(value)
    const exact = Number.isInteger(value) && value > 0 && digits.length <= EXACT_DIGITS
    // Retyped from the display 7,80123E+12: the last digits are zeros.
    const wasRetyped = digits.length >= 12 && /0{6}$/.test(digits)
    return exact && !wasRetyped ? { text: digits } : { problem: LOST_DIGITS }
  }
  const code = normalize(value).replace(/^'| /g, '')
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(code)) return { problem: LOST_DIGITS }
  return { text: code.replace(/^(\d+)[.,]0+$/, '$1') }
}

/** `$1.990`, `1.990,00`, `12,5` and `12.5` as plain numerals. Other text is returned as it is: the form's rules refuse it. */
function plainNumber(text: string): string {
  const bare = text.replace(/^\$\s*|\s*(CLP|pesos)$/gi, '').replace(/(?<=\d) (?=\d{3}\b)/g, '')
  const [, thousands, cents] = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(bare) ?? []
  const numeral = thousands
    ? thousands.replaceAll('.', '') + (cents ? `.${cents}` : '')
    : bare.replace(',', '.')
  return numeral.replace(/^(\d+)\.0+$/, '$1')
}

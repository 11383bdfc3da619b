import type { ProductField } from '#contract/product-fields.ts'
import { barcodeKeys, hasCheckDigit } from '#domain/barcodes.ts'
import { readWholeNumber, withoutCurrency, withoutSpaces } from '#domain/pesos.ts'
import { fold, tidyLines } from '#domain/text.ts'
import type { CellValue } from '../../../spreadsheets/read-sheets.ts'
import { withoutGuard } from '../../../spreadsheets/text-cell.ts'
import type { ProductColumn } from './workbook-rows.ts'

/** The reason to refuse a cell. The report groups equal reasons. */
export type CellProblem = { reason: string; message: string }
/** A cell's value as the text that the product form would send, or the problem with it. */
type CellText =
  | { text: string }
  | { problem: CellProblem /** A price with decimals as whole pesos. */; rounded?: number }

/** A word of a cell for comparison: without case, accents and punctuation. `Rec. Médica` → `rec medica`. */
export const cellWord = (value: string) => fold(value.replace(/[^\p{L}\p{M}\p{N}✓✔]+/gu, ' '))

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
 * Reads a cell by its column: tolerant of formats, but without guessing.
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

/** A spreadsheet stores a number with 15 exact digits, and replaces further digits by zeros. */
const EXACT_DIGITS = 15
/** The problem of a code that a spreadsheet has damaged; its product may be recognised by name. */
export const DIGITS_LOST = {
  reason: 'Código que perdió dígitos',
  message:
    'La planilla cambió este código y perdió dígitos. Da formato de texto a la celda y escríbelo completo.',
}
const UNCLEAR = {
  reason: 'Código que no se entiende',
  message: 'No entendemos este código. Si son varios, sepáralos con una coma.',
}

/** Reads a cell with one or several barcodes of a product: `736…,759…` → `736…, 759…`. */
function readBarcode(value: string | number): CellText {
  if (typeof value === 'number') return readNumber(value)
  const text = unquoted(value)
  const codes = codesOf(text)
  if (codes.some(lostDigits)) return { problem: DIGITS_LOST }
  if (codes.length === 0 || (codes.length > 1 && codes.some((code) => code.length < 4)))
    return { problem: UNCLEAR }
  return { text: [...new Map(codes.map((code) => [barcodeKeys(code)[0], code])).values()].join(', ') }
}

function readNumber(value: number): CellText {
  const digits = String(value)
  const exact = Number.isInteger(value) && value > 0 && digits.length <= EXACT_DIGITS
  return exact && !wasRetyped(digits) ? { text: digits } : { problem: DIGITS_LOST }
}

/** Reads a cell with the pharmacy's own code: text, whose leading zeros count. */
function readOwnCode(value: string | number): CellText {
  if (typeof value === 'number')
    return Number.isInteger(value) && String(value).length <= EXACT_DIGITS
      ? { text: String(value) }
      : { problem: DIGITS_LOST }
  const text = unquoted(value)
  return /^\d+([.,]\d+)?e\+?\d+$/i.test(text) ? { problem: DIGITS_LOST } : { text }
}

/** A text without the marks that keep a spreadsheet from reading it as a number: `="0012"`, `'0012`. */
const unquoted = (value: string) =>
  value
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()

/** Whether a code was retyped from the display 7,80123E+12, so that its last digits are zeros. */
const wasRetyped = (digits: string) => /^\d{6,}0{6}$/.test(digits)

/** Whether text lost its last digits: scientific notation, or a GTIN that ends in zeros with a wrong check digit. */
const lostDigits = (code: string) =>
  /^\d+([.,]\d+)?e\+?\d+$/i.test(code) ||
  (/^\d{12,14}$/.test(code) && /^\d{3,5}[1-9]0+$/.test(code) && !hasCheckDigit(code))

function codesOf(text: string): string[] {
  // A whole number that became text with decimals, such as `736,00`.
  if (/^\d+[.,]0+$/.test(text)) return [text.replace(/[.,]0+$/, '')]
  if (/^\d+[.,]\d+e\+?\d+$/i.test(text)) return [text]
  const parts = text.split(/\s*[,;|\n]\s*/).filter(Boolean)
  return parts.flatMap((part) => {
    const pieces = part.split(/ (?:y|o) | ?[/\-+] ?| /i)
    const several = pieces.length > 1 && pieces.every((piece) => /^\d{8,14}$/.test(piece))
    return several ? pieces : [part.replaceAll(' ', '')]
  })
}

const YES = ['si', 's', 'x', '1', 'true', 'verdadero', 'yes', 'y', '✓', '✔']
const NO = ['no', 'n', '0', 'false', 'falso']

const PRESCRIPTION =
  /^(presentacion |solo |venta )?(de |bajo |con |requiere )?(receta|rec|recipe|prescription|rx)( medica| med| medico| only| required)?( simple| retenida| archivada| cheque| morado)?( con control de (stock|existencia|existencias|saldo))?$/
const DIRECT_SALE =
  /^((de )?venta )?(directa|libre)$|^(vd|v d|otc|over the counter|sin receta|sin receta medica|sin recipe|no prescription)$/

/** Words that say yes or no in one column only. */
const WORDS: Partial<Record<ProductField, { yes: RegExp; no: RegExp }>> = {
  bioequivalent: {
    yes: /^(bioequivalente|bioeq|be|b e|es bioequivalente)$/,
    no: /^(no (es )?(bioequivalente|be|b e)|sin bioequivalencia)$/,
  },
  generic: { yes: /^(generico|es generico)$/, no: /^(no (es )?generico|marca|de marca)$/ },
  coldChain: {
    yes: /^(refrigerado|refrigerada|refrig|frio|en frio|cadena de frio|refrigerar|2 (a )?8( c)?)$/,
    no: /^(no (es )?refrigerad[oa]|ambiente|temperatura ambiente|t ambiente|seco)$/,
  },
  prescription: {
    yes: new RegExp(`${PRESCRIPTION.source}|^(r|rm|r m|rr|r r|rch|retenida|cheque|simple)$`),
    no: new RegExp(`${DIRECT_SALE.source}|^no requiere( receta( medica)?)?$`),
  },
  directSale: { yes: DIRECT_SALE, no: PRESCRIPTION },
}

/** Words of a kind of prescription, in the column 'Receta' or in one for the condition of sale. */
const RETAINED = /\bretenid[ao]\b|\barchivada\b|\bmorado\b|^(rr|r r)$/
const CHEQUE = /\bcheque\b|^rch$/
const SIMPLE = new RegExp(`${PRESCRIPTION.source}|^(r|rm|r m|rs|r s|simple)$`)
const NO_MEDICINE = /^(no es|no) (un )?medicamento$|^insumo( medico)?$|^cosmetico$/

/** The kind of prescription that a cell names; nothing for a mere SI. */
export function saysCondition(value: CellValue | undefined): 'simple' | 'retained' | 'check' | undefined {
  const word = typeof value === 'string' ? cellWord(value) : ''
  if (CHEQUE.test(word)) return 'check'
  if (RETAINED.test(word)) return 'retained'
  return /\bsimple\b/.test(word) ? 'simple' : undefined
}

function readCondition(value: string | number): CellText {
  const word = cellWord(String(value))
  const text =
    saysCondition(String(value)) ??
    (DIRECT_SALE.test(word) ? 'direct' : undefined) ??
    (SIMPLE.test(word) ? 'simple' : undefined) ??
    (NO_MEDICINE.test(word) ? 'none' : undefined) ??
    (word === 'por definir' ? 'unknown' : undefined)
  if (text) return { text }
  return {
    problem: {
      reason: 'Condición de venta desconocida',
      message: 'Escribe Venta directa, Receta simple, Receta retenida, Receta cheque o No es medicamento.',
    },
  }
}

/** A cell about prescriptions can also say whether the product is for direct sale: `Receta médica`, `Venta directa`. */
export function saysDirectSale(value: CellValue | undefined): boolean | undefined {
  const word = typeof value === 'string' ? cellWord(value) : ''
  if (DIRECT_SALE.test(word)) return true
  return PRESCRIPTION.test(word) ? false : undefined
}

function readFlag(field: ProductField, value: string | number): CellText {
  const word = cellWord(String(value))
  const words = WORDS[field]
  if (YES.includes(word) || words?.yes.test(word)) return { text: 'true' }
  if (NO.includes(word) || words?.no.test(word)) return { text: 'false' }
  return { problem: { reason: 'Debe ser SI o NO', message: 'Escribe SI o NO.' } }
}

const MAX_LENGTH = 40
const UNIT = /\s*(u|un|und|unid|unidad|unidades|uds?)\.?$/i

/** Reads a price or a number of units: `$1.990.-`, `1.990,00`, `12 990`. Other text is left to the form's rules. */
function readWhole(kind: 'pesos' | 'units', value: string | number): CellText {
  if (typeof value === 'number') {
    if (kind === 'units' && value < 0) return { problem: NEGATIVE_STOCK }
    // A formula's result, such as 1672.2689 × 1.19, can differ by some billionths.
    const whole = Math.round(value)
    if (Math.abs(value - whole) < 1e-6) return { text: String(whole) }
    return kind === 'pesos' ? decimals(value) : { text: String(value) }
  }
  const text = value.replace(/\s+/g, ' ').trim()
  if (text.length > MAX_LENGTH) return { text }
  const bare = kind === 'units' ? text.replace(UNIT, '') : withoutCurrency(text)
  if (kind === 'units' && /^-\s*\d/.test(bare)) return { problem: NEGATIVE_STOCK }
  const number = readWholeNumber(bare)
  if (number === 'ambiguous') {
    const message = `«${text}» se puede leer de dos maneras. Escribe el número sin puntos ni comas.`
    return { problem: { reason: 'Número que se puede leer de dos maneras', message } }
  }
  const fraction = kind === 'pesos' && number === null ? fractionIn(withoutSpaces(bare)) : null
  if (fraction !== null) return decimals(fraction)
  return { text: number?.digits ?? (withoutSpaces(bare).replace(',', '.') || text) }
}

/** A number with one or two decimals, with or without dots or commas between its thousands: `12.50`, `1.990,5`. */
const FRACTION = /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+(?=,)|[1-9]\d{0,2}(?:,\d{3})+(?=\.))[.,](\d{1,2})$/

function fractionIn(numeral: string): number | null {
  const [, whole, decimals] = FRACTION.exec(numeral) ?? []
  return whole === undefined ? null : Number(`${whole.replace(/[.,]/g, '')}.${decimals}`)
}

/** The problem of a price with decimals, with the price rounded to pesos unless that is 0. */
function decimals(value: number): CellText {
  const rounded = Math.round(value)
  if (rounded === 0) return { problem: DECIMALS }
  const message = `${DECIMALS.message} También se puede redondear al revisar la planilla.`
  return { problem: { ...DECIMALS, message }, rounded }
}
const DECIMALS = {
  reason: 'Precio con decimales',
  message: 'Escribe un número sin decimales, por ejemplo 1990.',
}

const NEGATIVE_STOCK = {
  reason: 'Stock negativo',
  message: 'El stock no puede ser negativo. Cuenta las unidades, o escribe 0.',
}
/** Reads a percentage: `15 %`, `12,5`. Other text is left to the form's rules. */
function readPercent(value: string | number): CellText {
  if (typeof value === 'number') {
    // 0.15 probably means 15 %: no real discount is below 1 %.
    if (value > 0 && value < 1) return { problem: SHARE }
    return { text: String(Number(value.toFixed(6))) }
  }
  const text = value.trim()
  const bare = text.replace(/\s*%$/, '')
  if (bare === text && /^0?[.,]\d*[1-9]\d*$/.test(bare)) return { problem: SHARE }
  return { text: bare.replace(',', '.') }
}

const SHARE = {
  reason: 'Porcentaje incompleto',
  message: 'Escribe el porcentaje completo, por ejemplo 15.',
}

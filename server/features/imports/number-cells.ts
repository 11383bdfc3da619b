import { readWholeNumber, withoutCurrency, withoutSpaces } from '#domain/pesos.ts'
import type { CellText } from './cell-text.ts'

/** The most characters of a number. */
const MAX_LENGTH = 40
const UNIT = /\s*(u|un|und|unid|unidad|unidades|uds?)\.?$/i

/** Reads a price or a number of units: `$1.990.-`, `1.990,00`, `12 990`. Other text is left to the form's rules. */
export function readWhole(kind: 'pesos' | 'units', value: string | number): CellText {
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

/** The problem of a price with decimals, with the price rounded to pesos unless that is nothing. */
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
export function readPercent(value: string | number): CellText {
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

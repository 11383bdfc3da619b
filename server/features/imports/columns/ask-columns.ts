import type { ProductField } from '#contract/product-fields.ts'
import {
  areAmounts,
  areBarcodes,
  areLikeBarcodes,
  areOwnCodes,
  arePrices,
  areProductNames,
  areWholeNumbers,
  type ColumnValues,
  LIKE_A_PRICE,
  NEVER_A_NAME,
  NEVER_A_PRICE,
  OWN_CODES,
  PART_PRICE,
  rankOfOwnCodes,
  type Samples,
} from './column-values.ts'
import type { Claim } from './product-headings.ts'

/** The columns of a sheet that a person must look at: the questions about them, and their proposed fields. */

export type Column = {
  key: string
  heading: string
  /** The heading for comparison. */
  folded: string
  field: ProductField | ''
  /** Whether a person must look at it, because the field is only a proposal. */
  asked: boolean
  values: ColumnValues
  /** The values without placeholders. */
  samples: Samples
  claim: Claim | undefined
  /** Whether a person assigned the column: for this file, or earlier. */
  isAssigned: boolean
  isDecided: boolean
}

/** Whether a field tells products apart. */
export const isCode = (field: ProductField | '') => field === 'barcode' || field === 'ownCode'

export const nameOf = ({ heading, key }: Column) => `«${heading || key}»`

/** Headings of a count, which may be the stock or a content. */
export const COUNT = /^(cantidad|cant|quantity|qty|unidades|unids|uds|units)$/

/** Whether a heading may be that of barcodes or of the pharmacy's own codes. */
export const mayBeCode = ({ folded }: Column) => OWN_CODES.some((pattern) => pattern.test(folded))

export const isFilled = ({ samples }: Column) => samples.length > 0

/** Proposes fields for ambiguous columns, and returns the questions about them. */
export const askAbout = (columns: Column[]): string[] =>
  [askEmptyBarcode, askQuantity, askNetPrice, askPartPrice, askName, askPrice]
    .map((ask) => ask(columns))
    .filter((text) => text !== '')

const isStock = ({ field }: Column) => field === 'stock'

/** "Cantidad" with mere numbers, and no stock beside it, may be the stock or a content. */
function askQuantity(columns: Column[]): string {
  const quantity = columns.find(({ folded, isDecided }) => COUNT.test(folded) && !isDecided)
  if (quantity?.field === 'stock') return quantity.asked ? questionOfCount(quantity) : ''
  if (quantity?.field !== 'quantity' || !areWholeNumbers(quantity.samples)) return ''
  if (columns.some((column) => isStock(column) && isFilled(column))) return ''
  for (const column of columns.filter(isStock)) column.field = ''
  quantity.field = 'stock'
  quantity.asked = true
  return questionOfCount(quantity)
}

const questionOfCount = (column: Column) =>
  `La columna ${nameOf(column)} puede ser el stock o el contenido del envase.`

/** "Precio" beside a column of IVA may be a price without it. */
function askNetPrice(columns: Column[]): string {
  const price = columns.find(
    ({ folded, field, isDecided }) => folded === 'precio' && field === 'cost' && !isDecided,
  )
  const tax = columns.find(({ folded }) => /^(monto |valor )?(iva|igv)( \d+)?( ?%)?$/.test(folded))
  if (!price || !tax) return ''
  price.asked = true
  // Amounts, unlike rates, are added to a price.
  if (tax.samples.some((text) => /\d{3}/.test(text))) price.field = ''
  return `La columna ${nameOf(price)} puede ser un precio sin IVA.`
}

/** A price beside those of a box, a strip or a single tablet may be of any of them. */
function askPartPrice(columns: Column[]): string {
  const price = columns.find(({ field, isDecided, asked }) => field === 'cost' && !isDecided && !asked)
  const part = columns.find(
    (column) => column !== price && !column.isDecided && PART_PRICE.test(column.folded),
  )
  if (!price || !part || !isFilled(part)) return ''
  price.asked = true
  return `La columna ${nameOf(price)} puede ser el precio del envase o de una parte: también hay ${nameOf(part)}.`
}

const isOpen = (column: Column) =>
  column.field === '' && !column.isDecided && !column.asked && isFilled(column)

const isTaken = (columns: Column[], field: ProductField) =>
  columns.some((column) => column.field === field && (isFilled(column) || column.isDecided))

/** Proposes the column whose texts look like product names, where no heading says which one has them. */
function askName(columns: Column[]): string {
  if (isTaken(columns, 'tradename')) return ''
  const [name] = columns
    .filter(
      (column) => isOpen(column) && !NEVER_A_NAME.test(column.folded) && areProductNames(column.samples),
    )
    .toSorted((a, b) => meanLength(b.samples) - meanLength(a.samples))
  if (!name) return ''
  propose(columns, name, 'tradename')
  return `¿La columna ${nameOf(name)} trae el nombre de los productos?`
}

const meanLength = (samples: Samples) =>
  samples.reduce((sum, text) => sum + text.length, 0) / Math.max(1, samples.length)

/** Proposes a price where no heading is certain: columns with a similar heading, or else the only column with values like prices. */
function askPrice(columns: Column[]): string {
  if (isTaken(columns, 'cost') || columns.some(({ claim, asked }) => asked && claim?.field === 'cost'))
    return ''
  const open = columns.filter(
    (column) =>
      isOpen(column) &&
      !mayBeCode(column) &&
      !NEVER_A_PRICE.test(column.folded) &&
      areAmounts(column.samples),
  )
  const headed = open.filter(({ folded }) => LIKE_A_PRICE.test(folded))
  const priced = open.filter(({ samples }) => arePrices(samples))
  const candidates = headed.length > 0 ? headed : priced
  const [price, ...others] = candidates
  if (!price || (headed.length === 0 && others.length > 0)) return ''
  for (const column of others) column.asked = true
  propose(columns, price, 'cost')
  return others.length > 0
    ? `Ninguna columna dice ser el precio de venta. Puede ser ${candidates.map(nameOf).join(' o ')}.`
    : `¿La columna ${nameOf(price)} es el precio de venta?`
}

function propose(columns: Column[], proposed: Column, field: ProductField) {
  for (const column of columns) if (column.field === field) column.field = ''
  proposed.field = field
  proposed.asked = true
}

/** An empty column for the barcode may be the wrong one. */
function askEmptyBarcode(columns: Column[]): string {
  const holder = columns.find(({ field }) => field === 'barcode')
  if (!holder || holder.isDecided || isFilled(holder) || !columns.some(isFilled)) return ''
  if (columns.some(({ field }) => field === 'ownCode')) return ''
  holder.asked = true
  return `La columna ${nameOf(holder)} está vacía.`
}

/**
 * Proposes a column of GTINs for the barcode, or else the pharmacy's own codes, when no filled column has either. Adds a question about
 * own codes.
 */
export function proposeCodes({ columns, questions }: { columns: Column[]; questions: string[] }) {
  if (columns.some(({ field, values }) => isCode(field) && values.samples.length > 0)) return
  const open = columns.filter(({ field, isDecided }) => field === '' && !isDecided)
  const barcodes =
    open.find(({ values }) => areBarcodes(values.samples)) ??
    open.find(({ values }) => areLikeBarcodes(values.samples) && areOwnCodes(values))
  const [ownCodes] = open
    .flatMap((column) => {
      const rank = rankOfOwnCodes(column.folded, column.values)
      return rank === undefined ? [] : [{ column, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
  const proposed = barcodes ?? ownCodes?.column
  if (!proposed) return
  for (const column of columns) if (column.field === 'barcode') column.field = ''
  proposed.field = barcodes ? 'barcode' : 'ownCode'
  proposed.asked = true
  if (!barcodes)
    questions.push(
      `¿${nameOf(proposed)} es el código propio de cada producto? Si lo es, envía la planilla así.`,
    )
}

import type { ProductField } from '#contract/product-fields.ts'
import { headingKey, withColumnKeys } from '../../../tables/headings.ts'
import { columnOf } from '../rows/workbook-rows.ts'
import {
  areAmounts,
  areBarcodes,
  areDates,
  areForms,
  areLaboratories,
  areLikeBarcodes,
  areMereCodes,
  areMereNumbers,
  areOwnCodes,
  arePrices,
  areProductNames,
  areWeekdays,
  areWholeNumbers,
  type ColumnValues,
  isOfLots,
  isPlaceholder,
  LIKE_A_PRICE,
  NEVER_A_NAME,
  NEVER_A_PRICE,
  NO_VALUES,
  OWN_CODES,
  PART_PRICE,
  PERIOD,
  PROPER_PRICE,
  rankOfOwnCodes,
  type Samples,
  WEEKDAYS,
} from './column-values.ts'
import { type Claim, claimOf, type KnownProductColumns } from './product-headings.ts'

export type Column = {
  key: string
  heading: string
  /** The heading for comparison. */
  folded: string
  values: ColumnValues
  /** The values without placeholders. */
  samples: Samples
  /** Whether a person assigned the column: for this file, or earlier. */
  isDecided: boolean
  claim: Claim | undefined
  field: ProductField | ''
  /** Why a person must look at the column, whose field is only a proposal; empty where the missing field says why. */
  question?: string
}

/** A table below a row of headings. */
export type Table = {
  columns: Column[]
  /** Fields that several columns claim equally. */
  doubled: ProductField[]
  /** The unused columns headed for a category or a laboratory, by position, the better headings first. */
  spare: { at: number; field: ProductField }[]
}

/** Ranks before that of a proper heading. */
const ASSIGNED = -2
const REMEMBERED = -1
/** The rank behind all headings of a field. */
const LAST_RANK = 9

/**
 * Decides each column's field by its heading and its values. A filled column comes before an empty one, a proper heading before a weaker
 * one; between equal columns a person decides.
 */
export function resolveColumns(
  texts: readonly string[],
  allValues: readonly ColumnValues[],
  { assigned, remembered }: KnownProductColumns,
): Table {
  const columns = withColumnKeys(texts).map(({ key, heading }, at): Column => {
    const values = allValues[at] ?? NO_VALUES
    const samples = values.samples.filter((text) => !isPlaceholder(text))
    const folded = headingKey(heading)
    const decided = assigned.get(key) ?? rememberedField(remembered.get(key), values)
    const isDecided = decided !== undefined
    const rank = assigned.has(key) ? ASSIGNED : REMEMBERED
    const claim = decided ? { field: decided, rank } : undefined
    return {
      ...{ key, heading, folded, values, samples, isDecided, field: '' },
      claim: isDecided ? claim : claimOfColumn(folded, samples),
    }
  })
  for (const correct of [leaveOutTimedDiscounts, takeBarcodes, takeCountForStock, takeTherapyForCategory])
    correct(columns)
  const fields = new Set(columns.flatMap(({ claim }) => claim?.field ?? []))
  const doubled = [...fields].filter((field) => isDoubled(field, columns))
  for (const ask of [askEmptyBarcode, askNetPrice, askPartPrice, askName, askPrice]) ask(columns)
  const spare = columns
    .flatMap(({ key, folded, field, samples }, at) => {
      const claim = field === '' && isFilled({ samples }) ? claimOfColumn(folded, samples) : undefined
      const isSpare = claim?.field === 'category' || claim?.field === 'laboratory'
      return isSpare && remembered.get(key) !== '' ? [{ at, ...claim }] : []
    })
    .toSorted((a, b) => a.rank - b.rank)
  return { columns, doubled, spare }
}

/** A heading remembered for own codes may have barcodes, or no codes, in this file. */
function rememberedField(field: ProductField | '' | undefined, values: ColumnValues) {
  if (field !== 'ownCode') return field
  if (areBarcodes(values.samples)) return undefined
  return values.samples.length > 1 && !areOwnCodes(values) ? '' : field
}

/** Fields of words: a column of numbers below such a heading has the keys of another table. */
const WORDS: readonly ProductField[] = ['category', 'laboratory', 'therapeuticAction', 'dcm', 'form']

/** The claim of a column's heading, as far as the column's values allow it. */
function claimOfColumn(key: string, samples: Samples): Claim | undefined {
  const claim = claimOf(key)
  if (!claim || samples.length === 0) return claim
  const { field } = claim
  if (field === 'tradename' && areMereNumbers(samples)) return undefined
  if (WORDS.includes(field) && areMereCodes(samples)) return undefined
  // "LINEA" may mean the laboratory's line of products.
  if (field === 'category' && claim.rank > 0 && areLaboratories(samples))
    return { field: 'laboratory', rank: LAST_RANK }
  if (field === 'quantity' && key.includes('presenta')) {
    if (areForms(samples)) return { field: 'form', rank: 1 }
    if (areMereNumbers(samples)) return undefined
  }
  return claim
}

/** Whether a field tells products apart. */
export const isCode = (field: ProductField | '') => field === 'barcode' || field === 'ownCode'

const isFilled = ({ samples }: Pick<Column, 'samples'>) => samples.length > 0
const nameOf = ({ heading, key }: Column) => `«${heading || key}»`

const claimsOf = (columns: Column[], field: ProductField) =>
  columns.filter((column) => column.claim?.field === field && isFilled(column))

/** Whether a heading may be that of barcodes or of the pharmacy's own codes. */
const mayBeCode = ({ folded }: Column) => OWN_CODES.some((pattern) => pattern.test(folded))

/** A column headed "Código" has the barcodes when no other column does and most of its values are valid GTINs. */
function takeBarcodes(columns: Column[]) {
  if (columns.some((column) => column.claim?.field === 'barcode' && (isFilled(column) || column.isDecided)))
    return
  const [barcodes, ...others] = columns.filter(
    (column) => mayBeCode(column) && !column.isDecided && areBarcodes(column.samples),
  )
  if (barcodes && others.length === 0) barcodes.claim = { field: 'barcode', rank: 0 }
}

/** Headings of a count, which may be the stock or a content. */
const COUNT = /^(cantidad|cant|quantity|qty|unidades|unids|uds|units)$/

/** Reads a count as the stock where no filled column has the stock: surely in a list of lots; elsewhere it may be a content. */
function takeCountForStock(columns: Column[]) {
  if (claimsOf(columns, 'stock').length > 0) return
  const counts = columns.filter(
    ({ folded, isDecided, samples }) => COUNT.test(folded) && !isDecided && areWholeNumbers(samples),
  )
  const ofLots = counts.length === 1 && columns.some((one) => isFilled(one) && isOfLots(one.folded))
  const [stock, ...others] = ofLots ? counts : counts.filter(({ claim }) => claim?.field === 'quantity')
  if (!stock) return
  for (const column of others) column.claim = undefined
  stock.claim = { field: 'stock', rank: 0 }
  if (ofLots) return
  for (const column of [stock, ...others])
    column.question = `La columna ${nameOf(column)} puede ser el stock o el contenido del envase.`
}

/** How many columns on each side of a discount may say when it is valid. */
const BESIDE = 3

/** Leaves out a discount with weekdays or dates beside it, because it isn't permanent. */
function leaveOutTimedDiscounts(columns: Column[]) {
  for (const [at, column] of columns.entries()) {
    if (column.claim?.field !== 'discount' || column.isDecided) continue
    const beside = columns.slice(Math.max(0, at - BESIDE), at + BESIDE + 1)
    if (beside.some(saysWhen)) column.claim = undefined
  }
}

const saysWhen = ({ folded, samples }: Column) =>
  areWeekdays(samples) ||
  (samples.length > 0 && WEEKDAYS.test(folded)) ||
  (PERIOD.test(folded) && areDates(samples))

/** Reads a therapeutic action as the category where no filled column has a proper heading of categories. */
function takeTherapyForCategory(columns: Column[]) {
  if (claimsOf(columns, 'category').some(({ claim }) => claim!.rank <= 0)) return
  const therapy = claimsOf(columns, 'therapeuticAction').find(({ isDecided }) => !isDecided)
  if (therapy) therapy.claim = { field: 'category', rank: 0 }
}

/** Gives a field to the column with the best claim. Of several equal claims it proposes the likeliest, and returns true. */
function isDoubled(field: ProductField, columns: Column[]): boolean {
  const filled = claimsOf(columns, field)
  const claiming = filled.length > 0 ? filled : columns.filter(({ claim }) => claim?.field === field)
  const rank = Math.min(...claiming.map(({ claim }) => claim!.rank))
  const best = claiming.filter(({ claim }) => claim!.rank === rank)
  const proposed = best.find(({ folded }) => PROPER_PRICE.test(folded)) ?? best[0]!
  proposed.field = field
  if (best.length === 1 || filled.length === 0) return false
  const question = `Varias columnas son para ${columnOf(field)?.header}: ${best.map(nameOf).join(', ')}.`
  for (const column of best) column.question = question
  return true
}

/** An empty column for the barcode may be the wrong one. */
function askEmptyBarcode(columns: Column[]) {
  const holder = columns.find(({ field }) => field === 'barcode')
  if (!holder || holder.isDecided || isFilled(holder) || !columns.some(isFilled)) return
  if (!columns.some(({ field }) => field === 'ownCode'))
    holder.question = `La columna ${nameOf(holder)} está vacía.`
}

/** "Precio" beside a column of IVA may be a price without it. */
function askNetPrice(columns: Column[]) {
  const price = columns.find(
    ({ folded, field, isDecided }) => folded === 'precio' && field === 'cost' && !isDecided,
  )
  const tax = columns.find(({ folded }) => /^(monto |valor )?(iva|igv)( \d+)?( ?%)?$/.test(folded))
  if (!price || !tax) return
  price.question = `La columna ${nameOf(price)} puede ser un precio sin IVA.`
  // Amounts, unlike rates, are added to a price.
  if (tax.samples.some((text) => /\d{3}/.test(text))) price.field = ''
}

/** A price beside those of a box, a strip or a single tablet may be of any of them. */
function askPartPrice(columns: Column[]) {
  const price = columns.find(
    ({ field, isDecided, question }) => field === 'cost' && !isDecided && question === undefined,
  )
  const part = columns.find(
    (column) => column !== price && !column.isDecided && PART_PRICE.test(column.folded),
  )
  if (price && part && isFilled(part))
    price.question = `La columna ${nameOf(price)} puede ser el precio del envase o de una parte: también hay ${nameOf(part)}.`
}

/** The columns to propose for a field that no filled or decided column has. */
const openColumns = (columns: Column[], field: ProductField) =>
  columns.some((column) => column.field === field && (isFilled(column) || column.isDecided))
    ? []
    : columns.filter(
        (column) =>
          column.field === '' && !column.isDecided && column.question === undefined && isFilled(column),
      )

function propose(columns: Column[], proposed: Column, field: ProductField, question: string) {
  const isReplaced = isCode(field) ? isCode : (other: ProductField | '') => other === field
  for (const column of columns) if (isReplaced(column.field)) column.field = ''
  Object.assign(proposed, { field, question })
}

/** Proposes the column whose texts look like product names, where no heading says which one has them. */
function askName(columns: Column[]) {
  const [name] = openColumns(columns, 'tradename')
    .filter(({ folded, samples }) => !NEVER_A_NAME.test(folded) && areProductNames(samples))
    .toSorted((a, b) => meanLength(b.samples) - meanLength(a.samples))
  if (name)
    propose(columns, name, 'tradename', `¿La columna ${nameOf(name)} trae el nombre de los productos?`)
}

const meanLength = (samples: Samples) => samples.join('').length / samples.length

/** Proposes a price where no heading is certain: columns with a similar heading, or else the only column with values like prices. */
function askPrice(columns: Column[]) {
  if (columns.some(({ claim, question }) => question !== undefined && claim?.field === 'cost')) return
  const open = openColumns(columns, 'cost').filter(
    (column) => !mayBeCode(column) && !NEVER_A_PRICE.test(column.folded) && areAmounts(column.samples),
  )
  const headed = open.filter(({ folded }) => LIKE_A_PRICE.test(folded))
  const priced = open.filter(({ samples }) => arePrices(samples))
  const candidates = headed.length > 0 || priced.length > 1 ? headed : priced
  const [price, ...others] = candidates
  if (!price) return
  const question =
    others.length > 0
      ? `Ninguna columna dice ser el precio de venta. Puede ser ${candidates.map(nameOf).join(' o ')}.`
      : `¿La columna ${nameOf(price)} es el precio de venta?`
  propose(columns, price, 'cost', question)
  for (const column of others) column.question = question
}

/** Proposes a column of GTINs for the barcode, or else the pharmacy's own codes, when no filled column has either. */
export function proposeCodes(columns: Column[]) {
  if (columns.some((column) => isCode(column.field) && isFilled(column))) return
  const open = columns.filter(({ field, isDecided }) => field === '' && !isDecided)
  const barcodes =
    open.find(({ values }) => areBarcodes(values.samples)) ??
    open.find(({ values }) => areLikeBarcodes(values.samples) && areOwnCodes(values))
  if (barcodes) return propose(columns, barcodes, 'barcode', '')
  const rankOf = ({ folded, values }: Column) => rankOfOwnCodes(folded, values)
  const [ownCodes] = open
    .filter((column) => rankOf(column) < Infinity)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  if (ownCodes)
    propose(
      columns,
      ownCodes,
      'ownCode',
      `¿${nameOf(ownCodes)} es el código propio de cada producto? Si lo es, envía la planilla así.`,
    )
}

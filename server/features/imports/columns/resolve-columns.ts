import type { ProductField } from '#contract/product-fields.ts'
import { headingKey, withColumnKeys } from '../../../tables/headings.ts'
import { columnOf } from '../rows/workbook-rows.ts'
import { askAbout, COUNT, type Column, isFilled, mayBeCode, nameOf } from './ask-columns.ts'
import {
  areBarcodes,
  areDates,
  areForms,
  areLaboratories,
  areMereCodes,
  areMereNumbers,
  areOwnCodes,
  areWeekdays,
  areWholeNumbers,
  type ColumnValues,
  isOfLots,
  isPlaceholder,
  NO_VALUES,
  PERIOD,
  PROPER_PRICE,
  type Samples,
  WEEKDAYS,
} from './column-values.ts'
import { type Claim, claimOf, type KnownProductColumns, type ProductColumns } from './product-headings.ts'

/** Fields that are read from the next column of their kind where a cell is a placeholder. */
const NAMED = ['category', 'laboratory'] as const
/** A table below a row of headings. */
export type Table = {
  columns: Column[]
  doubled: ProductField[]
  /** Messages about the decisions that a person must take. */
  questions: string[]
  /** The unused columns headed for a category or a laboratory, by position, the better headings first. */
  spare: { at: number; field: ProductField }[]
}

/**
 * Decides each column's field by its heading and its values. A filled column comes before an empty one, a proper heading before a weaker
 * one; between equal columns a person decides.
 */
export function resolveColumns(
  texts: readonly string[],
  values: readonly ColumnValues[],
  known: KnownProductColumns,
): Table {
  const columns = withColumnKeys(texts).map(({ key, heading }, at): Column => {
    const own = values[at] ?? NO_VALUES
    const samples = own.samples.filter((text) => !isPlaceholder(text))
    const folded = headingKey(heading)
    const decided = known.assigned.get(key) ?? rememberedField(known.remembered.get(key), own)
    const claim = decided ? { field: decided, rank: 0 } : undefined
    return {
      ...{ key, heading, folded, field: '', asked: false, values: own, samples },
      claim: decided === undefined ? claimOfColumn(folded, samples) : claim,
      isAssigned: known.assigned.has(key),
      isDecided: decided !== undefined,
    }
  })
  for (const correct of CORRECTIONS) correct(columns)
  const fields = new Set(columns.flatMap(({ claim }) => claim?.field ?? []))
  const doubled = [...fields].filter((field) => isDoubled(field, columns))
  const questions = doubled.map((field) => {
    const names = columns.filter(({ claim, asked }) => asked && claim?.field === field).map(nameOf)
    return `Varias columnas son para ${columnOf(field)?.header}: ${names.join(', ')}.`
  })
  recognizeBarcodes(columns)
  questions.push(...askAbout(columns))
  const spare = NAMED.flatMap((field) => spareColumns(columns, field, known.remembered))
  return { columns, doubled, questions, spare }
}

/** The columns that were left out for another one of their kind, unless a person has decided so before. */
const spareColumns = (columns: Column[], field: ProductField, remembered: ProductColumns) =>
  columns
    .flatMap(({ key, folded, field: used, samples }, at) => {
      const claim = used === '' && samples.length > 0 ? claimOfColumn(folded, samples) : undefined
      return claim?.field === field && remembered.get(key) !== '' ? [{ at, field, rank: claim.rank }] : []
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ at }) => ({ at, field }))

/** A heading remembered for own codes may have barcodes, or no codes, in this file. */
function rememberedField(field: ProductField | '' | undefined, values: ColumnValues) {
  if (field !== 'ownCode') return field
  if (areBarcodes(values.samples)) return undefined
  return values.samples.length > 1 && !areOwnCodes(values) ? '' : field
}

/** Fields of words: a column of numbers below such a heading has the keys of another table. */
const WORDS: ReadonlySet<ProductField> = new Set([
  ...(['category', 'laboratory', 'therapeuticAction', 'dcm', 'form'] as const),
])

/** The claim of a column's heading, as far as the column's values allow it. */
function claimOfColumn(key: string, samples: Samples): Claim | undefined {
  const claim = claimOf(key)
  if (!claim || samples.length === 0) return claim
  const { field } = claim
  if (field === 'tradename' && areMereNumbers(samples)) return undefined
  if (WORDS.has(field) && areMereCodes(samples)) return undefined
  // "LINEA" may mean the laboratory's line of products.
  if (field === 'category' && claim.rank > 0 && areLaboratories(samples))
    return { field: 'laboratory', rank: LAST_RANK }
  if (field === 'quantity' && key.includes('presenta')) {
    if (areForms(samples)) return { field: 'form', rank: 1 }
    if (areMereNumbers(samples)) return undefined
  }
  return claim
}

const claimsOf = (columns: Column[], field: ProductField) =>
  columns.filter((column) => column.claim?.field === field && isFilled(column))

/** Whether a column counts units, which may be the stock's or a content's. */
const isCount = ({ folded, isDecided, samples }: Column) =>
  COUNT.test(folded) && !isDecided && areWholeNumbers(samples)

/** Reads the units of a list with lots as the stock, where no filled column has the stock. */
function takeUnitsOfLots(columns: Column[]) {
  if (!columns.some((column) => isFilled(column) && isOfLots(column.folded))) return
  const [units, ...others] = columns.filter(isCount)
  if (units && others.length === 0 && claimsOf(columns, 'stock').length === 0)
    units.claim = { field: 'stock', rank: 0 }
}

/** Proposes "quantity" with mere numbers as the stock beside a column of contents, where no filled column has the stock. */
function leaveContentToOthers(columns: Column[]) {
  const contents = claimsOf(columns, 'quantity')
  const counts = contents.filter(isCount)
  if (claimsOf(columns, 'stock').length > 0 || contents.length === counts.length) return
  for (const column of counts) column.claim = undefined
  const [count] = counts
  if (count) Object.assign(count, { claim: { field: 'stock', rank: 0 }, asked: true })
}

/** The rank behind all headings of a field. */
const LAST_RANK = 9

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
  if (claimsOf(columns, 'category').some(({ claim }) => claim?.rank === 0)) return
  const therapy = claimsOf(columns, 'therapeuticAction').find(({ isDecided }) => !isDecided)
  if (therapy) therapy.claim = { field: 'category', rank: 0 }
}

/** Corrections of claims by the other columns, in this order. */
const CORRECTIONS = [leaveOutTimedDiscounts, takeUnitsOfLots, leaveContentToOthers, takeTherapyForCategory]

/** Gives a field to the column with the best claim. Of several equal claims it proposes the likeliest, and returns true. */
function isDoubled(field: ProductField, columns: Column[]): boolean {
  const claiming = columns.filter(({ claim }) => claim?.field === field)
  const assigned = claiming.filter(({ isAssigned }) => isAssigned)
  const best = assigned.length > 0 ? assigned : bestOf(claiming)
  const proposed = best.find(({ folded }) => PROPER_PRICE.test(folded)) ?? best[0]
  const isDouble = best.length > 1 && (assigned.length > 0 || best[0]?.samples.length !== 0)
  for (const column of isDouble ? best : []) column.asked = true
  if (assigned.length > 0) for (const column of assigned) column.field = field
  else if (proposed) proposed.field = field
  return isDouble
}

/** The filled columns with the best claim; of several equal ones those that a person chose earlier. */
function bestOf(claiming: Column[]): Column[] {
  const filled = claiming.filter(isFilled)
  if (filled.length === 0) return claiming.slice(0, 1)
  const rank = Math.min(...filled.map(({ claim }) => claim?.rank ?? 0))
  const best = filled.filter(({ claim }) => claim?.rank === rank)
  return best.some(({ isDecided }) => isDecided) ? best.filter(({ isDecided }) => isDecided) : best
}

/** A column headed "Código" has the barcodes when no other column does and most of its values are valid GTINs. */
function recognizeBarcodes(columns: Column[]) {
  const holder = columns.find(({ field }) => field === 'barcode')
  if (holder && (isFilled(holder) || holder.isDecided)) return
  const [column, ...others] = columns.filter(
    (column) => mayBeCode(column) && !column.isDecided && areBarcodes(column.samples),
  )
  if (!column || others.length > 0) return
  if (holder) holder.field = ''
  column.field = 'barcode'
}

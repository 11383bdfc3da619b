import type { ProductField } from '#contract/product-fields.ts'
import { headingKey, placeKey } from '../../tables/headings.ts'
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
  isPlaceholder,
  LIKE_A_PRICE,
  LOT,
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
import { type Claim, claimOf } from './product-headings.ts'
import { columnOf } from './workbook-rows.ts'

/**
 * Fields by heading key, or by `#3` for the third column; an empty one leaves the column out. Among remembered ones also preferences
 * (`pvp > precio`): of two headings for the field the first counts.
 */
export type Assigned = ReadonlyMap<string, ProductField | ''>
export type KnownColumns = { assigned: Assigned; remembered: Assigned }

export const preferenceKey = (chosen: string, other: string) => `${chosen} > ${other}`

/** A column of a sheet and its field. `asked`: a person must look at it, and the field is only a proposal. */
type Column = { key: string; heading: string; field: ProductField | ''; asked: boolean }

/** Fields of which the next column of their kind serves where a cell stands for nothing. */
const NAMED = ['category', 'laboratory'] as const
export type Resolved = {
  columns: Column[]
  /** Fields that several columns claim equally. */
  doubled: ProductField[]
  /** Messages about the decisions that a person must take. */
  questions: string[]
  /** The unused columns headed for a category or a laboratory, by position, the better headings first. */
  spare: { at: number; field: ProductField }[]
}

type Candidate = Column & {
  samples: Samples
  claim: Claim | undefined
  /** Whether a person assigned the column: for this file, or earlier. */
  isAssigned: boolean
  isDecided: boolean
}

/** Whether a field tells products apart. */
export const isCode = (field: ProductField | '') => field === 'barcode' || field === 'ownCode'

/** The columns of headings, named by their key, or by position where a heading is missing or repeated. */
export function nameColumns(texts: readonly string[]): { key: string; heading: string }[] {
  const keys = texts.map(headingKey)
  return texts.map((heading, at) => ({
    key: keys[at] && keys.indexOf(keys[at]) === at ? keys[at] : placeKey(at),
    heading: heading.trim(),
  }))
}

/** The fields of headings alone, each as assigned for this file, else as remembered, else as its heading is known. */
export const fieldsOfHeadings = (texts: readonly string[], { assigned, remembered }: KnownColumns) =>
  nameColumns(texts).map(
    ({ key, heading }) =>
      assigned.get(key) ?? remembered.get(key) ?? claimOf(headingKey(heading))?.field ?? '',
  )

/**
 * Decides each column's field by its heading and its values (docs/product.md#reading-a-workbook). A filled column comes before an empty
 * one, a proper heading before a weaker one; equal ones are for a person to decide.
 */
export function resolveColumns(
  texts: readonly string[],
  values: readonly ColumnValues[],
  known: KnownColumns,
): Resolved {
  const columns = nameColumns(texts).map(({ key, heading }, at): Candidate => {
    const own = values[at] ?? NO_VALUES
    const samples = own.samples.filter((text) => !isPlaceholder(text))
    const decided = known.assigned.get(key) ?? rememberedField(known.remembered.get(key), own)
    return {
      ...{ key, heading, field: '', asked: false, samples },
      claim:
        decided === undefined
          ? claimOfColumn(heading, samples)
          : decided
            ? { field: decided, rank: 0 }
            : undefined,
      isAssigned: known.assigned.has(key),
      isDecided: decided !== undefined,
    }
  })
  leaveOutTimedDiscounts(columns)
  takeUnitsOfLots(columns)
  leaveContentToOthers(columns)
  takeTherapyForCategory(columns)
  const fields = new Set(columns.flatMap(({ claim }) => claim?.field ?? []))
  const doubled = [...fields].filter((field) => isDoubled(field, columns, known.remembered))
  const questions = doubled.map((field) => {
    const names = columns.filter(({ claim, asked }) => asked && claim?.field === field).map(nameOf)
    return `Varias columnas son para ${columnOf(field)?.header}: ${names.join(', ')}.`
  })
  recognizeBarcodes(columns)
  questions.push(
    ...[
      askEmptyBarcode(columns),
      askQuantity(columns),
      askNetPrice(columns),
      askPartPrice(columns),
      askName(columns),
      askPrice(columns),
    ].filter((text) => text !== ''),
  )
  return {
    columns: columns.map(({ key, heading, field, asked }) => ({ key, heading, field, asked })),
    doubled,
    questions,
    spare: NAMED.flatMap((field) => spareColumns(columns, field, known.remembered)),
  }
}

/** The columns that were left out for another one of their kind, unless a person has decided so before. */
const spareColumns = (columns: Candidate[], field: ProductField, remembered: Assigned) =>
  columns
    .flatMap(({ key, heading, field: used, samples }, at) => {
      const claim = used === '' && samples.length > 0 ? claimOfColumn(heading, samples) : undefined
      return claim?.field === field && remembered.get(key) !== '' ? [{ at, field, rank: claim.rank }] : []
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ at }) => ({ at, field }))

/** A heading that meant own codes or their absence in another file may have barcodes here. */
function rememberedField(field: ProductField | '' | undefined, values: ColumnValues) {
  if (field !== 'ownCode') return field
  if (areBarcodes(values.samples)) return undefined
  return values.samples.length > 1 && !areOwnCodes(values) ? '' : field
}

const nameOf = ({ heading, key }: Column) => `«${heading || key}»`

/** Fields of words: a column of numbers below such a heading has the keys of another table. */
const WORDS: ReadonlySet<ProductField> = new Set([
  ...(['category', 'laboratory', 'therapeuticAction', 'dcm', 'form'] as const),
])

/** The claim of a column's heading, as far as the column's values allow it. */
function claimOfColumn(heading: string, samples: Samples): Claim | undefined {
  const key = headingKey(heading)
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

const COUNT = /^(cantidad|cant|quantity|qty|unidades|unids|uds|units)$/

/** Lets the units of a list with lots be their stock, where no filled column has it. */
function takeUnitsOfLots(columns: Candidate[]) {
  const isFilled = ({ samples }: Candidate) => samples.length > 0
  if (!columns.some((column) => isFilled(column) && LOT.test(headingKey(column.heading)))) return
  if (columns.some((column) => isFilled(column) && column.claim?.field === 'stock')) return
  const [units, ...others] = columns.filter(
    (column) =>
      !column.isDecided && COUNT.test(headingKey(column.heading)) && areWholeNumbers(column.samples),
  )
  if (units && others.length === 0) units.claim = { field: 'stock', rank: 0 }
}

/** Lets "quantity" with mere numbers be the stock beside a column of contents, where no filled column has the stock. */
function leaveContentToOthers(columns: Candidate[]) {
  const claims = (field: ProductField) =>
    columns.filter(({ claim, samples }) => claim?.field === field && samples.length > 0)
  const contents = claims('quantity')
  const counts = contents.filter(
    ({ heading, isDecided, samples }) =>
      COUNT.test(headingKey(heading)) && !isDecided && areWholeNumbers(samples),
  )
  if (claims('stock').length > 0 || contents.length === counts.length) return
  for (const column of counts) column.claim = undefined
  const [count] = counts
  if (count) Object.assign(count, { claim: { field: 'stock', rank: 0 }, asked: true })
}

/** The rank behind all headings of a field. */
const LAST_RANK = 9

/** The columns on each side of a discount that may say when it holds. */
const BESIDE = 3

/** Leaves out a discount with weekdays or dates of its own beside it, which isn't a permanent one. */
function leaveOutTimedDiscounts(columns: Candidate[]) {
  for (const [at, column] of columns.entries()) {
    if (column.claim?.field !== 'discount' || column.isDecided) continue
    const beside = columns.slice(Math.max(0, at - BESIDE), at + BESIDE + 1)
    if (beside.some(saysWhen)) column.claim = undefined
  }
}

function saysWhen({ heading, samples }: Candidate): boolean {
  const key = headingKey(heading)
  return (
    areWeekdays(samples) ||
    (samples.length > 0 && WEEKDAYS.test(key)) ||
    (PERIOD.test(key) && areDates(samples))
  )
}

/** Lets a therapeutic action be the category where no filled column is headed so. */
function takeTherapyForCategory(columns: Candidate[]) {
  const isFilled = ({ samples }: Candidate) => samples.length > 0
  if (
    columns.some(
      (column) => isFilled(column) && column.claim?.field === 'category' && column.claim.rank === 0,
    )
  )
    return
  const therapy = columns.find(
    (column) => isFilled(column) && !column.isDecided && column.claim?.field === 'therapeuticAction',
  )
  if (therapy) therapy.claim = { field: 'category', rank: 0 }
}

/** Gives a field to the column with the best claim. Of several equal claims the likeliest is proposed, and the answer is true. */
function isDoubled(field: ProductField, columns: Candidate[], remembered: Assigned): boolean {
  const claiming = columns.filter(({ claim }) => claim?.field === field)
  const assigned = claiming.filter(({ isAssigned }) => isAssigned)
  const best = assigned.length > 0 ? assigned : preferred(bestOf(claiming), field, remembered)
  const proposed = best.find(({ heading }) => PROPER_PRICE.test(headingKey(heading))) ?? best[0]
  const isDouble = best.length > 1 && (assigned.length > 0 || best[0]?.samples.length !== 0)
  for (const column of isDouble ? best : []) column.asked = true
  if (assigned.length > 0) for (const column of assigned) column.field = field
  else if (proposed) proposed.field = field
  return isDouble
}

function bestOf(claiming: Candidate[]): Candidate[] {
  const filled = claiming.filter(({ samples }) => samples.length > 0)
  if (filled.length === 0) return claiming.slice(0, 1)
  const rank = Math.min(...filled.map(({ claim }) => claim?.rank ?? 0))
  return filled.filter(({ claim }) => claim?.rank === rank)
}

/** The columns without those that a person has left out for another one of them before. */
const preferred = (equal: Candidate[], field: ProductField, remembered: Assigned) =>
  equal.filter(({ key }) => !equal.some((other) => remembered.get(preferenceKey(other.key, key)) === field))

/** Whether a heading may be that of barcodes or of the pharmacy's own codes. */
const mayBeCode = (heading: string) => OWN_CODES.some((pattern) => pattern.test(headingKey(heading)))

/** A column headed "Código" has the barcodes when no other column does and most of its values are valid GTINs. */
function recognizeBarcodes(columns: Candidate[]) {
  const holder = columns.find(({ field }) => field === 'barcode')
  if (holder && (holder.samples.length > 0 || holder.isDecided)) return
  const [column, ...others] = columns.filter(
    ({ heading, isDecided, samples }) => mayBeCode(heading) && !isDecided && areBarcodes(samples),
  )
  if (!column || others.length > 0) return
  if (holder) holder.field = ''
  column.field = 'barcode'
}

const isStock = ({ field }: Candidate) => field === 'stock'

/** "Cantidad" with mere numbers, and no stock beside it, may be the stock or a content. */
function askQuantity(columns: Candidate[]): string {
  const quantity = columns.find(({ heading, isDecided }) => COUNT.test(headingKey(heading)) && !isDecided)
  if (quantity?.field === 'stock') return quantity.asked ? questionOfCount(quantity) : ''
  if (quantity?.field !== 'quantity' || !areWholeNumbers(quantity.samples)) return ''
  if (columns.some((column) => isStock(column) && column.samples.length > 0)) return ''
  for (const column of columns.filter(isStock)) column.field = ''
  quantity.field = 'stock'
  quantity.asked = true
  return questionOfCount(quantity)
}

const questionOfCount = (column: Candidate) =>
  `La columna ${nameOf(column)} puede ser el stock o el contenido del envase.`

/** "Precio" beside a column of IVA may be a price without it. */
function askNetPrice(columns: Candidate[]): string {
  const price = columns.find(
    ({ heading, field, isDecided }) => headingKey(heading) === 'precio' && field === 'cost' && !isDecided,
  )
  const tax = columns.find(({ heading }) =>
    /^(monto |valor )?(iva|igv)( \d+)?( ?%)?$/.test(headingKey(heading)),
  )
  if (!price || !tax) return ''
  price.asked = true
  // Amounts, unlike rates, are added to a price.
  if (tax.samples.some((text) => /\d{3}/.test(text))) price.field = ''
  return `La columna ${nameOf(price)} puede ser un precio sin IVA.`
}

/** A price beside those of a box, a strip or a single tablet may be of any of them. */
function askPartPrice(columns: Candidate[]): string {
  const price = columns.find(({ field, isDecided, asked }) => field === 'cost' && !isDecided && !asked)
  const part = columns.find(
    (column) => column !== price && !column.isDecided && PART_PRICE.test(headingKey(column.heading)),
  )
  if (!price || !part || part.samples.length === 0) return ''
  price.asked = true
  return `La columna ${nameOf(price)} puede ser el precio del envase o de una parte: también hay ${nameOf(part)}.`
}

/** Whether a filled column has no field yet, by its heading or by a person. */
const isOpen = ({ field, isDecided, asked, samples }: Candidate) =>
  field === '' && !isDecided && !asked && samples.length > 0

const isTaken = (columns: Candidate[], field: ProductField) =>
  columns.some((column) => column.field === field && (column.samples.length > 0 || column.isDecided))

/** Where no column is headed as the name, the texts that name products may be it. */
function askName(columns: Candidate[]): string {
  if (isTaken(columns, 'tradename')) return ''
  const [name] = columns
    .filter(
      (column) =>
        isOpen(column) && !NEVER_A_NAME.test(headingKey(column.heading)) && areProductNames(column.samples),
    )
    .toSorted((a, b) => meanLength(b.samples) - meanLength(a.samples))
  if (!name) return ''
  propose(columns, name, 'tradename')
  return `¿La columna ${nameOf(name)} trae el nombre de los productos?`
}

const meanLength = (samples: Samples) =>
  samples.reduce((sum, text) => sum + text.length, 0) / Math.max(1, samples.length)

/** Where no column is headed as the price, one like it may be the price: by its heading, or as the only one by its values. */
function askPrice(columns: Candidate[]): string {
  if (isTaken(columns, 'cost') || columns.some(({ claim, asked }) => asked && claim?.field === 'cost'))
    return ''
  const open = columns.filter((column) => {
    const key = headingKey(column.heading)
    return (
      isOpen(column) && !mayBeCode(column.heading) && !NEVER_A_PRICE.test(key) && areAmounts(column.samples)
    )
  })
  const headed = open.filter(({ heading }) => LIKE_A_PRICE.test(headingKey(heading)))
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

function propose(columns: Candidate[], proposed: Candidate, field: ProductField) {
  for (const column of columns) if (column.field === field) column.field = ''
  proposed.field = field
  proposed.asked = true
}

/** An empty column for the barcode may be the wrong one. */
function askEmptyBarcode(columns: Candidate[]): string {
  const holder = columns.find(({ field }) => field === 'barcode')
  if (!holder || holder.isDecided || holder.samples.length > 0) return ''
  if (columns.every(({ samples }) => samples.length === 0)) return ''
  if (columns.some(({ field }) => field === 'ownCode')) return ''
  holder.asked = true
  return `La columna ${nameOf(holder)} está vacía.`
}

/**
 * Proposes a column of GTINs for the barcode, or else the pharmacy's own codes, when no filled column has either. Adds a question about
 * own codes.
 */
export function proposeCodes(
  { columns, questions }: Resolved,
  values: readonly ColumnValues[],
  { assigned, remembered }: KnownColumns,
) {
  const filled = (at: number) => (values[at] ?? NO_VALUES).samples.length > 0
  if (columns.some(({ field }, at) => isCode(field) && filled(at))) return
  const open = columns.flatMap((column, at) => {
    const isDecided = assigned.has(column.key) || remembered.has(column.key)
    return column.field || isDecided ? [] : [{ column, values: values[at] ?? NO_VALUES }]
  })
  const barcodes = (
    open.find(({ values: { samples } }) => areBarcodes(samples)) ??
    open.find(({ values }) => areLikeBarcodes(values.samples) && areOwnCodes(values))
  )?.column
  const [ownCodes] = open
    .flatMap(({ column, values }) => {
      const rank = rankOfOwnCodes(headingKey(column.heading), values)
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

import { NO_PRICE } from '#contract/fields.ts'
import type { ImportedProduct, ImportPart } from '#contract/import-report.ts'
import {
  mapProductFields,
  NO_CATEGORY,
  NO_LABORATORY,
  type ProductField,
  productFieldNames,
} from '#contract/product-fields.ts'
import { CONTRADICTION, type ProductValues } from '#contract/products.ts'
import { readPresentation } from '#domain/presentation.ts'
import { conditionOfFlags, flagsOf, type SaleCondition } from '#domain/sale-condition.ts'
import { listedCondition, stricterOf } from '#domain/sale-hold/assess-sale.ts'
import { fold, tidyLines } from '#domain/text.ts'
import { assess, type SaleKnowledge } from '../../products/sale-knowledge.ts'
import { codeOf, type RowProblem, type WorkbookRow } from '../rows/workbook-rows.ts'
import type { CurrentProduct, Match, Names } from './find-matches.ts'

export type PlannedRow = {
  row: WorkbookRow
  isNew: boolean
  /** The product's id; null until a new product is written. */
  productId: string | null
  /** The previous values of the changed fields; none for a new product. */
  before: Partial<ProductValues>
  /** The new values of the changed fields; all fields for a new product. */
  after: Partial<ProductValues>
  name: string
  /** The product's last counted stock, and the row's; null for none. */
  counted: { before: number | null; after: number | null }
  /** Whether the product has a price per unit after the import. */
  hasContent: boolean
  /** Whether the product will be held, because its condition of sale is unknown after the import. */
  held: boolean
  /** The row's identity, if its product is recognised by name. */
  identity?: string | undefined
  /** The condition that the row states against the list of ingredients. */
  contradiction?: SaleContradiction
}

/** A condition of sale in a file that is milder than the one in the list of ingredients. */
type SaleContradiction = {
  ingredient: string
  stated: SaleCondition
  listed: SaleCondition
  controlled: boolean
}

export type KnownNames = { categories: Names; suppliers: Names }

type Leave = ReadonlySet<ImportPart>

export type Rules = {
  names: KnownNames
  leave: Leave
  /** Whether rows without a price are imported: most rows of the list have one, or most say 0. */
  mostPriced: boolean
  sale: SaleKnowledge
  /** The ingredients whose condition the person takes from the file against the list. */
  trusted: ReadonlySet<string>
}

const MAX_BARCODE = 400
const RESERVED = 'Este nombre no se puede usar.'
const DEFAULTS = mapProductFields(({ empty }) => empty) as ProductValues

/** Decides what a row does to the product that it matches, or why it can't be imported. */
export function planRow(row: WorkbookRow, match: Match, rules: Rules): PlannedRow | RowProblem[] {
  const { names } = rules
  const [current, ...others] = match.products
  if (others.length > 0 || (!current && codeOf(row) === '' && match.identity === undefined))
    return [codeProblem(row, match)]
  if (match.near !== undefined) return [nearProblem(match.near)]
  if (!current && codeOf(row) === '' && isNoProduct(row)) return [NO_PRODUCT]
  const stated = statedFields(row, current, rules, match.identity)
  const problems = current ? [] : missingFields(row, rules)
  if (row.fields.cost === 0 && !rules.mostPriced) problems.push(problem('cost', NO_PRICE))
  if (stated.category !== undefined && names.categories.get(stated.category)?.isReserved)
    problems.push(problem('category', RESERVED))
  if (stated.laboratory !== undefined && names.suppliers.get(stated.laboratory)?.isReserved)
    problems.push(problem('laboratory', RESERVED))
  const barcode = barcodeAfter(current, match)
  if (barcode.length > MAX_BARCODE)
    problems.push(problem('barcode', 'Demasiados códigos', `Máximo ${MAX_BARCODE} caracteres.`))
  const after = valuesAfter(current?.values ?? knownDefaults(names), { ...stated, barcode })
  if (after.prescription && after.directSale)
    problems.push(problem('directSale', 'Receta y venta directa a la vez', CONTRADICTION))
  if (problems.length > 0) return problems
  return planned({ row, identity: match.identity }, current, after, stated, rules)
}

/** Plans a row again for the product's current fields. */
export function planAgain(before: PlannedRow, current: CurrentProduct, rules: Rules): PlannedRow {
  const stated = statedFields(before.row, current, rules, before.identity)
  const barcode = before.after.barcode ?? current.values.barcode
  return planned(before, current, valuesAfter(current.values, { ...stated, barcode }), stated, rules)
}

/** The values after a row. Its condition of sale wins over the flags; without one, the condition follows from the flags. */
function valuesAfter(before: ProductValues, stated: Partial<ProductValues>): ProductValues {
  const after = { ...before, ...stated }
  if (stated.saleCondition !== undefined) return { ...after, ...flagsOf(stated.saleCondition) }
  return { ...after, saleCondition: conditionOfFlags(after, before.saleCondition) }
}

function planned(
  { row, identity }: Pick<PlannedRow, 'row' | 'identity'>,
  current: CurrentProduct | undefined,
  values: ProductValues,
  stated: WorkbookRow['fields'],
  rules: Rules,
): PlannedRow {
  const { saleCondition, held, contradiction } = settleCondition(values, stated, current, rules)
  const after = { ...values, saleCondition, ...flagsOf(saleCondition) }
  const changed = productFieldNames.filter((field) => current && !isSame(current.values[field], after[field]))
  const pick = (values: ProductValues) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  return {
    ...{ row, identity },
    isNew: !current,
    productId: current?.id ?? null,
    before: current ? pick(current.values) : {},
    after: current ? pick(after) : after,
    name: after.tradename,
    counted: {
      before: current?.countedStock ?? null,
      after: current ? (stated.stock ?? null) : after.stock,
    },
    hasContent: readPresentation(after) !== null,
    held,
    ...(contradiction && { contradiction }),
  }
}

/**
 * The condition of sale after a row. A mere SI means the list's condition. A condition milder than the list's is taken only where the
 * person trusts the file, and a controlled ingredient always keeps at least a retained prescription.
 */
function settleCondition(
  after: ProductValues,
  stated: WorkbookRow['fields'],
  current: CurrentProduct | undefined,
  { sale, trusted }: Rules,
): { saleCondition: SaleCondition; held: boolean; contradiction?: SaleContradiction } {
  const { saleCondition } = after
  if (saleCondition === 'unknown') {
    const { held, settled } = assess(after, sale)
    return { saleCondition: settled ?? saleCondition, held: held && !settled }
  }
  // An unchanged condition isn't compared with the list: a person may have chosen it against the list.
  const found =
    saleCondition === current?.values.saleCondition ? undefined : listedCondition(after, sale.list)
  if (!found || stricterOf(saleCondition, found.condition) === saleCondition)
    return { saleCondition, held: false }
  const { ingredient, condition: listed, controlled } = found
  if (stated.saleCondition === undefined && stated.prescription === true)
    return { saleCondition: listed, held: false }
  const trustedOne = controlled ? stricterOf(saleCondition, 'retained') : saleCondition
  return {
    saleCondition: trusted.has(ingredient) ? trustedOne : listed,
    held: false,
    contradiction: { ingredient, stated: saleCondition, listed, controlled },
  }
}

/** Whether values are equal apart from white space, which a workbook's reader normalises. */
const isSame = (value: ProductValues[ProductField], other: ProductValues[ProductField]) =>
  typeof value === 'string' ? tidyLines(value) === tidyLines(String(other)) : value === other

const problem = (field: ProductField, reason: string, message = reason): RowProblem => ({
  ...{ field, reason, message },
})

/** A title or a total among the rows of a list without codes. */
const isNoProduct = ({ fields }: WorkbookRow) =>
  Object.keys(fields).length < 2 || /^(sub ?|gran )?total(es)?\b/.test(fold(fields.tradename ?? ''))
const NO_PRODUCT = problem(
  'tradename',
  'Fila que no es un producto',
  'Parece un título o un total: un producto nuevo sin código necesita más que un nombre.',
)

const nearProblem = (name: string) =>
  problem(
    'tradename',
    'Parecido a un producto',
    `Se parece a «${name}». Envía la lista una vez a mano, con «Revisar antes», y di si es el mismo.`,
  )

function codeProblem(row: WorkbookRow, { products }: Match): RowProblem {
  const missing = 'Falta el código de barras o el código propio'
  if (codeOf(row) === '') return problem('barcode', missing, `${missing}.`)
  const named = products
    .map(({ values }) => `${values.tradename} (${values.barcode || values.ownCode})`)
    .join(' y ')
  return problem(
    'barcode',
    'Códigos de varios productos',
    `Los códigos son de productos distintos: ${named}. Deja en la fila los de uno solo.`,
  )
}

function missingFields({ fields }: WorkbookRow, { mostPriced }: Rules): RowProblem[] {
  return [
    ...(fields.tradename
      ? []
      : [problem('tradename', 'Producto nuevo sin nombre', 'Un producto nuevo necesita un nombre.')]),
    ...(fields.cost === undefined && !mostPriced
      ? [problem('cost', 'Producto nuevo sin precio', 'Un producto nuevo necesita un precio.')]
      : []),
  ]
}

/** The row's fields that its product takes over. A new product takes all of them. */
function statedFields(
  row: WorkbookRow,
  current: CurrentProduct | undefined,
  { names, leave }: Rules,
  identity: string | undefined,
): WorkbookRow['fields'] {
  const stated = withKnownNames(row, names)
  if (!current) return stated
  const isLeft = (field: string) =>
    // A price of 0 never overwrites a price, nor an own code another own code.
    (field === 'cost' && stated.cost === 0) ||
    (field === 'ownCode' && stated.ownCode !== '' && current.values.ownCode !== '') ||
    leave.has(partOf(field)) ||
    // Fields by which a product was recognised don't change it.
    (identity !== undefined && isNamed(field, current.values)) ||
    (field === 'tradename' &&
      leave.has('spelling') &&
      spelling(stated.tradename ?? '') === spelling(current.values.tradename))
  return Object.fromEntries(Object.entries(stated).filter(([field]) => !isLeft(field)))
}

/** Whether a field names the product: its name, and its laboratory and content if it has them. */
const isNamed = (field: string, { laboratory, quantity }: ProductValues) =>
  field === 'tradename' ||
  (field === 'laboratory' && laboratory !== NO_LABORATORY) ||
  (field === 'quantity' && quantity !== '')

/** Receta and Venta directa belong to the condition of sale. */
const partOf = (field: string) =>
  (field === 'prescription' || field === 'directSale' ? 'saleCondition' : field) as ImportPart

/** A name without what is only its spelling: capitals, accents, spaces. */
const spelling = (name: string) => fold(name).replaceAll(' ', '')

/** The row's fields with names in the catalogue's spelling. A cleared category or laboratory becomes the default. */
function withKnownNames(
  { fields }: WorkbookRow,
  { categories, suppliers }: KnownNames,
): WorkbookRow['fields'] {
  const { category, laboratory } = fields
  return {
    ...fields,
    ...(category !== undefined && { category: nameIn(categories, category || NO_CATEGORY) }),
    ...(laboratory !== undefined && { laboratory: nameIn(suppliers, laboratory || NO_LABORATORY) }),
  }
}

const knownDefaults = ({ categories, suppliers }: KnownNames): ProductValues => ({
  ...DEFAULTS,
  category: nameIn(categories, NO_CATEGORY),
  laboratory: nameIn(suppliers, NO_LABORATORY),
})

const nameIn = (names: Names, written: string) => names.get(written)?.name ?? written

/** The product's codes, with the row's new ones. */
function barcodeAfter(current: CurrentProduct | undefined, { codes }: Match): string {
  const added = codes.filter(({ productId }) => !current || productId === null)
  return [current?.values.barcode, ...added.map(({ written }) => written)].filter(Boolean).join(', ')
}

/** Whether a row changes its product. */
export const isChanged = ({ after }: PlannedRow) => Object.keys(after).length > 0

/** The changes of a row in the product form's format; for a new product, the fields that the row states. */
export const fieldChanges = ({ isNew, row, before, after }: PlannedRow): ImportedProduct['fields'] =>
  (Object.keys(after) as ProductField[])
    .filter((field) => !isNew || field === 'barcode' || field in row.fields)
    .map((field) => ({ field, before: formText(before[field]), after: formText(after[field]) }))

export const formText = (value: unknown) => (value === undefined ? '' : String(value))

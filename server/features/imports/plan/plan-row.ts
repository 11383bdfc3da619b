import { NO_PRICE } from '#contract/fields.ts'
import type { ImportedProduct, ImportPart, ImportReport } from '#contract/import-report.ts'
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
type SaleContradiction = Omit<ImportReport['contradictions'][number], 'count' | 'names'>

export type Rules = {
  names: { categories: Names; suppliers: Names }
  leave: ReadonlySet<ImportPart>
  /** Whether rows without a price are imported: most rows of the list have one, or most say 0. */
  mostPriced: boolean
  sale: SaleKnowledge
  /** The ingredients whose condition the person takes from the file against the list. */
  trusted: ReadonlySet<string>
}

const MAX_BARCODE = 400
const DEFAULTS = mapProductFields(({ empty }) => empty) as ProductValues

/** Decides what a row does to the product that it matches, or why it can't be imported. */
export function planRow(row: WorkbookRow, match: Match, rules: Rules): PlannedRow | RowProblem[] {
  const { names, mostPriced } = rules
  const { products, codes, identity } = match
  const [current, ...others] = products
  if (others.length > 0) return [codeOf(row) === '' ? NO_CODE : severalProblem(products)]
  if (!current && codeOf(row) === '') {
    if (identity === undefined) return [NO_CODE]
    if (isNoProduct(row)) return [NO_PRODUCT]
  }
  const { tradename, cost } = row.fields
  const stated = statedFields({ row, identity }, current, rules)
  const { category = '', laboratory = '' } = stated
  const newCodes = codes.filter(({ productId }) => !current || productId === null)
  const barcode = [current?.values.barcode, ...newCodes.map(({ written }) => written)]
    .filter(Boolean)
    .join(', ')
  const after = valuesAfter(current, { ...stated, barcode }, rules)
  const problems = [
    !current && !tradename && NO_NAME,
    !current && cost === undefined && !mostPriced && NO_COST,
    cost === 0 && !mostPriced && problem('cost', NO_PRICE),
    names.categories.get(category)?.isReserved && problem('category', RESERVED),
    names.suppliers.get(laboratory)?.isReserved && problem('laboratory', RESERVED),
    barcode.length > MAX_BARCODE && TOO_MANY_CODES,
    after.prescription && after.directSale && ALSO_DIRECT_SALE,
  ].filter((one) => !!one)
  return problems.length > 0 ? problems : planned({ row, identity }, current, after, stated, rules)
}

/** Plans a row again for the product's current fields. */
export function planAgain(before: PlannedRow, current: CurrentProduct, rules: Rules): PlannedRow {
  const stated = statedFields(before, current, rules)
  const barcode = before.after.barcode ?? current.values.barcode
  return planned(before, current, valuesAfter(current, { ...stated, barcode }, rules), stated, rules)
}

/** The values after a row. Its condition of sale wins over the flags; without one, the condition follows from the flags. */
function valuesAfter(
  current: CurrentProduct | undefined,
  stated: Partial<ProductValues>,
  { names }: Rules,
): ProductValues {
  const before = current?.values ?? inKnownNames(DEFAULTS, names)
  const after = { ...before, ...stated }
  if (stated.saleCondition !== undefined) return { ...after, ...flagsOf(stated.saleCondition) }
  return { ...after, saleCondition: conditionOfFlags(after, before.saleCondition) }
}

type Named = Pick<PlannedRow, 'row' | 'identity'>

function planned(
  { row, identity }: Named,
  current: CurrentProduct | undefined,
  values: ProductValues,
  stated: WorkbookRow['fields'],
  rules: Rules,
): PlannedRow {
  const { saleCondition, ...sale } = settleCondition(values, stated, current, rules)
  const after = { ...values, saleCondition, ...flagsOf(saleCondition) }
  const changed = productFieldNames.filter((field) => current && !isSame(current.values[field], after[field]))
  const pick = (values: ProductValues) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  return {
    ...{ row, identity, isNew: !current, productId: current?.id ?? null, name: after.tradename },
    before: current ? pick(current.values) : {},
    after: current ? pick(after) : after,
    counted: {
      before: current?.countedStock ?? null,
      after: current ? (stated.stock ?? null) : after.stock,
    },
    hasContent: readPresentation(after) !== null,
    ...sale,
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
const NO_CODE = problem(
  'barcode',
  'Falta el código de barras o el código propio',
  'Falta el código de barras o el código propio.',
)
const NO_NAME = problem('tradename', 'Producto nuevo sin nombre', 'Un producto nuevo necesita un nombre.')
const NO_COST = problem('cost', 'Producto nuevo sin precio', 'Un producto nuevo necesita un precio.')
const RESERVED = 'Este nombre no se puede usar.'
const TOO_MANY_CODES = problem('barcode', 'Demasiados códigos', `Máximo ${MAX_BARCODE} caracteres.`)
const ALSO_DIRECT_SALE = problem('directSale', 'Receta y venta directa a la vez', CONTRADICTION)

function severalProblem(products: readonly CurrentProduct[]): RowProblem {
  const named = products.map(({ values }) => `${values.tradename} (${values.barcode || values.ownCode})`)
  const message = `Los códigos son de productos distintos: ${named.join(' y ')}. Deja en la fila los de uno solo.`
  return problem('barcode', 'Códigos de varios productos', message)
}

export const nearProblem = (name: string) =>
  problem(
    'tradename',
    'Parecido a un producto',
    `Se parece a «${name}». Envía la lista una vez a mano, con «Revisar antes», y di si es el mismo.`,
  )

/** The row's fields that its product takes over. A new product takes all of them. */
function statedFields(
  { row, identity }: Named,
  current: CurrentProduct | undefined,
  { names, leave }: Rules,
): WorkbookRow['fields'] {
  const stated = inKnownNames(row.fields, names)
  if (!current) return stated
  const { values } = current
  const isLeft = (field: string) =>
    // A price of 0 never overwrites a price, nor an own code another own code.
    (field === 'cost' && stated.cost === 0) ||
    (field === 'ownCode' && stated.ownCode !== '' && values.ownCode !== '') ||
    leave.has(partOf(field)) ||
    // Fields by which a product was recognised don't change it.
    (identity !== undefined && isNamed(field, values)) ||
    (field === 'tradename' &&
      leave.has('spelling') &&
      spelling(stated.tradename ?? '') === spelling(values.tradename))
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

/** Fields with names in the catalogue's spelling. A cleared category or laboratory becomes the default. */
function inKnownNames<Fields extends WorkbookRow['fields']>(
  fields: Fields,
  { categories, suppliers }: Rules['names'],
): Fields {
  const { category, laboratory } = fields
  return {
    ...fields,
    ...(category !== undefined && { category: categories.get(category || NO_CATEGORY)!.name }),
    ...(laboratory !== undefined && { laboratory: suppliers.get(laboratory || NO_LABORATORY)!.name }),
  }
}

/** Whether a row changes its product. */
export const isChanged = ({ after }: PlannedRow) => Object.keys(after).length > 0

/** The changes of a row in the product form's format; for a new product, the fields that the row states. */
export const fieldChanges = ({ isNew, row, before, after }: PlannedRow): ImportedProduct['fields'] =>
  (Object.keys(after) as ProductField[])
    .filter((field) => !isNew || field === 'barcode' || field in row.fields)
    .map((field) => ({ field, before: formText(before[field]), after: formText(after[field]) }))

export const formText = (value: unknown) => (value === undefined ? '' : String(value))

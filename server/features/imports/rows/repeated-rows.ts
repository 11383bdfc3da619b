import type { ProductField } from '#contract/product-fields.ts'
import { productBody } from '#contract/products.ts'
import { barcodeKeys } from '#domain/barcodes.ts'
import { identityOf } from '#domain/product-name.ts'
import { needsPrescription, type SaleCondition } from '#domain/sale-condition.ts'
import { fold } from '#domain/text.ts'
import {
  cellOf,
  codeOf,
  nameOfRow,
  ownCodeKey,
  PRODUCT_COLUMNS,
  type ProductColumn,
  type ReadRows,
  type RefusedRow,
  type RowProblem,
  refuse,
  type WorkbookLot,
  type WorkbookRow,
} from './workbook-rows.ts'

/** The most rows of a product to choose from; further ones are refused. */
const MAX_CHOICES = 10
const MAX_LOTS = 100

/**
 * Joins rows with a common code (docs/imports.md#the-way-of-a-file): a row without contradictions fills the blanks of an earlier one,
 * another row is added to the first one's `others`. Rows with rounded prices are only joined with each other, because they may be left out.
 */
export function joinRows(read: readonly WorkbookRow[]) {
  const joined: Pick<ReadRows, 'rows' | 'refused' | 'repeated'> = { rows: [], refused: [], repeated: 0 }
  const [whole, rounded] = [new Map<string, WorkbookRow>(), new Map<string, WorkbookRow>()]
  for (const row of read) {
    const byCode = row.rounded ? rounded : whole
    const first = keysOf(row)
      .map((key) => byCode.get(key))
      .find(Boolean)
    const same =
      first && rowsOf(first).find((one) => !isOtherLot(one, row) && differingColumns(one, row).length === 0)
    if (!first) joined.rows.push(row)
    else if (same) {
      fillBlanks(same, row)
      joined.repeated += 1
    } else if (!addLot(first, row)) {
      if (rowsOf(first).length < (areLots([first, row]) ? MAX_LOTS : MAX_CHOICES))
        first.others = [...(first.others ?? []), row]
      else joined.refused.push(refuse(row, repeatedProblems(row, first)))
      continue
    }
    for (const key of keysOf(first ?? row)) if (!byCode.has(key)) byCode.set(key, first ?? row)
  }
  return joined
}

/** The rows of a product: the first, and those that contradict it. */
export const rowsOf = (first: WorkbookRow): WorkbookRow[] => [first, ...(first.others ?? [])]

/** Whether two rows are lots of one product, each with its units. */
const isOtherLot = (one: WorkbookRow, other: WorkbookRow) =>
  one.lot !== other.lot && one.fields.stock !== undefined && other.fields.stock !== undefined

const isNamed = ({ lot, expires }: WorkbookLot) => lot !== '' || expires !== null

/** Adds a row to its product's first one as another lot, where they differ in nothing but lot, expiry and stock. */
function addLot(first: WorkbookRow, row: WorkbookRow): boolean {
  const [lot] = row.lots ?? []
  if (!first.lots || !lot || first.lots.length >= MAX_LOTS) return false
  const isKnown = first.lots.some(({ lot: code, expires }) => code === lot.lot && expires === lot.expires)
  if (isKnown || ![...first.lots, lot].some(isNamed)) return false
  if (differingColumns(first, row).some(({ field }) => field !== 'stock')) return false
  const sum = String([...first.lots, lot].reduce((total, { units }) => total + units, 0))
  if (!productBody.shape.stock.safeParse(sum).success) return false
  fillBlanks(first, row)
  first.lots.push(lot)
  first.fields.stock = Number(sum)
  first.cells[STOCK_AT] = sum
  return true
}

/** The lots that a row sets, without units that have no lot. */
export const namedLots = ({ lots = [] }: WorkbookRow): WorkbookLot[] =>
  lots.filter((lot) => isNamed(lot) && lot.units > 0)

/** Whether rows of a product are its lots. */
export const areLots = (rows: readonly WorkbookRow[]) =>
  rows.every(({ lot }) => lot !== undefined) && new Set(rows.map(({ lot }) => lot)).size > 1

/** The units of a product's rows together; undefined when fewer than two rows state them, or no product has so many. */
export function unitsOf(rows: readonly WorkbookRow[]): number | undefined {
  const stated = rows.flatMap(({ fields: { stock } }) => stock ?? [])
  const sum = stated.reduce((total, stock) => total + stock, 0)
  return stated.length > 1 && productBody.shape.stock.safeParse(String(sum)).success ? sum : undefined
}

/** The keys of a row: its codes, or else its name, laboratory and content. A damaged row has keys of its own, since it may be left out. */
export function keysOf(row: WorkbookRow): string[] {
  const { barcode, fields, damaged } = row
  const keys = [
    ...barcodeKeys(barcode).map((key) => `barcode ${key}`),
    ...(fields.ownCode ? [ownCodeKey(fields.ownCode)] : []),
  ]
  if (keys.length === 0 && fields.tradename) keys.push(`name ${identityOf(nameOfRow(row))}`)
  return damaged ? keys.map((key) => `damaged ${key}`) : keys
}

/** The columns in which two rows contradict each other; a blank contradicts nothing, nor does a price of 0. */
function differingColumns(one: WorkbookRow, other: WorkbookRow): ProductColumn[] {
  const differing = PRODUCT_COLUMNS.filter((column) => differs(column, one, other))
  if (differing.length > 0 || !soldOtherwise(one, other)) return differing
  return PRODUCT_COLUMNS.filter(({ field }) => CONDITION.includes(field) && other.fields[field as Condition])
}

type Condition = 'saleCondition' | 'prescription' | 'directSale'
const CONDITION: readonly ProductField[] = ['saleCondition', 'prescription', 'directSale']

function differs({ field, kind }: ProductColumn, one: WorkbookRow, other: WorkbookRow): boolean {
  if (field === 'barcode') {
    const known = barcodeKeys(one.barcode)
    return known.length > 0 && barcodeKeys(other.barcode).some((code) => !known.includes(code))
  }
  if (isBlank(one, field) || isBlank(other, field)) return false
  // Rows without a code are joined by their names, however they are spelled.
  if (field === 'tradename' && codeOf(one) === '' && codeOf(other) === '') return false
  const [value, otherValue] = [one.fields[field], other.fields[field]]
  // Categories, laboratories and own codes are compared without case and accents.
  if (kind === 'name' || kind === 'code') return fold(String(value)) !== fold(String(otherValue))
  return value !== otherValue
}

/** Whether a row says nothing of a field. */
export function isBlank({ barcode, fields }: WorkbookRow, field: ProductField): boolean {
  if (field === 'barcode') return barcode === ''
  return fields[field] === undefined || (field === 'cost' && fields.cost === 0)
}

const saysHowSold = ({ saleCondition = 'unknown', prescription, directSale }: WorkbookRow['fields']) =>
  saleCondition !== 'unknown' || prescription === true || directSale === true

/** Whether one row says that a product needs a prescription, and the other that it needs none. */
function soldOtherwise({ fields: one }: WorkbookRow, { fields: other }: WorkbookRow): boolean {
  if (!saysHowSold(one) || !saysHowSold(other)) return false
  const isOnPrescription = ({ saleCondition, prescription }: WorkbookRow['fields']) =>
    prescription === true || needsPrescription(saleCondition as SaleCondition)
  return isOnPrescription(one) !== isOnPrescription(other)
}

function fillBlanks(row: WorkbookRow, other: WorkbookRow) {
  for (const [at, { field }] of PRODUCT_COLUMNS.entries()) {
    if (!isBlank(row, field) || isBlank(other, field)) continue
    if (field === 'barcode') row.barcode = other.barcode
    else Object.assign(row.fields, { [field]: other.fields[field] })
    row.cells[at] = other.cells[at] ?? ''
  }
}

/**
 * The choice for rows of a product that contradict each other: a number for the row with this place, `fill` for the first row with its
 * blanks filled, `sum` for the same with the units of all rows.
 */
type Use = number | 'fill' | 'sum'

type Settled = {
  row: WorkbookRow
  /** The rows that aren't imported; none when a person has chosen. */
  left: RefusedRow[]
  /** The number of the product's other rows, if a person has chosen. */
  repeated: number
}

/**
 * Decides which row of a product is imported. Without a choice it is the first; if it states no condition of sale, it takes another row's.
 */
export function settleRepeated(first: WorkbookRow, use?: Use): Settled {
  const others = first.others ?? []
  if (others.length === 0) return { row: first, left: [], repeated: 0 }
  if (use === undefined)
    return {
      row: withCondition(first, others),
      left: others.map((row) => refuse(row, repeatedProblems(row, first))),
      repeated: 0,
    }
  const repeated = others.length
  if (typeof use === 'number') return { row: rowsOf(first)[use] ?? first, left: [], repeated }
  const filled = { ...first, fields: { ...first.fields }, cells: [...first.cells] }
  for (const row of others) if (!soldOtherwise(filled, row)) fillBlanks(filled, row)
  const units = use === 'sum' ? unitsOf(rowsOf(first)) : undefined
  if (units !== undefined) {
    filled.fields.stock = units
    filled.cells[STOCK_AT] = String(units)
  }
  return { row: filled, left: [], repeated }
}

/** The first row with another row's condition of sale, if it states none itself. */
function withCondition(first: WorkbookRow, others: readonly WorkbookRow[]): WorkbookRow {
  const telling = others.find(({ fields }) => saysHowSold(fields))
  if (saysHowSold(first.fields) || !telling) return first
  const { saleCondition, prescription, directSale } = telling.fields
  return {
    ...first,
    fields: { ...first.fields, prescription, directSale, ...(saleCondition && { saleCondition }) },
  }
}

const STOCK_AT = PRODUCT_COLUMNS.findIndex(({ field }) => field === 'stock')

/** A problem for each cell of a row that contradicts the first row with one of its codes, or its name. */
function repeatedProblems(row: WorkbookRow, first: WorkbookRow): RowProblem[] {
  const lots = areLots([first, row])
  const by = codeOf(row) === '' ? 'nombre' : 'código'
  const reason = `${by === 'nombre' ? 'Nombre' : 'Código'} repetido ${lots ? 'en varios lotes' : 'con datos distintos'}`
  const differing = differingColumns(first, row)
  // Lots with equal units differ in no column; the problem then stands at the stock.
  const columns = differing.length > 0 ? differing : PRODUCT_COLUMNS.filter(({ field }) => field === 'stock')
  return columns.map((column) => {
    const message = lots
      ? `es de otro lote y ${saysOf(first, column)}. Se usa la primera; al revisar la planilla se pueden sumar las unidades.`
      : `tiene el mismo ${by} y ${saysOf(first, column)}. Se usa la primera.`
    return { field: column.field, reason, message: `${whereIs(first, row)} ${message}` }
  })
}

/**
 * A problem for each cell of a row that differs from an earlier row of its product with other codes. Cells that are blank there count, too:
 * that row is already planned.
 */
export const problemsOfProduct = (row: WorkbookRow, earlier: WorkbookRow): RowProblem[] =>
  PRODUCT_COLUMNS.filter((column) => {
    const { field } = column
    if (field === 'barcode' || isBlank(row, field)) return false
    return isBlank(earlier, field) || differs(column, earlier, row)
  }).map((column) => ({
    field: column.field,
    reason: 'Código repetido con datos distintos',
    message: `${whereIs(earlier, row)} es del mismo producto y ${saysOf(earlier, column)}. Se usa la primera.`,
  }))

const whereIs = (first: WorkbookRow, row: WorkbookRow) =>
  first.sheet === row.sheet ? `La fila ${first.row}` : `La fila ${first.row} de la hoja ${first.sheet}`

function saysOf(row: WorkbookRow, { field, header }: ProductColumn) {
  const written = cellOf(row, field)
  return `${written ? `dice «${written}»` : 'no dice nada'} en ${header}`
}

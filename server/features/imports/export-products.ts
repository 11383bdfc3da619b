import type { Product } from '#contract/products.ts'
import { type Lot, sumUnits } from '#domain/lots.ts'
import { SALE_CONDITION_NAMES, SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { eachBatch, type List } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { escapeHtml } from '../../escape-html.ts'
import { type Cell, columnName, type Sheet } from '../../spreadsheets/workbook-stream.ts'
import { listActiveNames } from '../categories-and-suppliers/list-names.ts'
import { type ProductFilters, productConditions } from '../products/list-products.ts'
import { PRODUCT_JOINS, PRODUCT_SELECT } from '../products/queries.ts'
import { readLots } from '../stock/lots.ts'
import { isNumeric, PRODUCT_COLUMNS, type ProductColumn } from './rows/workbook-rows.ts'

/** The last row with drop-down lists and notes. */
const LAST_ROW = 10_001

const LISTS = 'Listas'
const NEEDED = { code: 'Si no hay código propio', new: 'En productos nuevos' } as const

const CONDITIONS = SALE_CONDITIONS.filter((condition) => condition !== 'unknown').map(
  (condition) => SALE_CONDITION_NAMES[condition],
)

const COLUMNS = PRODUCT_COLUMNS.map((column) => ({ ...column, numeric: isNumeric(column) }))

/**
 * The sheets of an empty product workbook, made from the importer's columns: headers with an example row, notes and drop-down lists at the
 * cells, a sheet of instructions, and a sheet with the lists.
 */
export async function productTemplate(database: Db): Promise<Sheet[]> {
  const lists = [
    { header: 'SI o NO', width: 12, names: ['SI', 'NO'] },
    { header: 'Categorías', width: 40, names: await listActiveNames(database, 'categories') },
    { header: 'Laboratorios', width: 40, names: await listActiveNames(database, 'suppliers') },
    { header: 'Condiciones de venta', width: 24, names: CONDITIONS },
  ]
  const [flags = '', categories = '', suppliers = '', conditions = ''] = lists.map(({ names }, index) => {
    const letter = columnName(index)
    return `${LISTS}!$${letter}$2:$${letter}$${Math.max(2, names.length + 1)}`
  })
  const ranges = { flags, categories, suppliers, conditions }
  const longest = Math.max(...lists.map(({ names }) => names.length))
  return [
    {
      name: 'Productos',
      columns: COLUMNS,
      rows: [[PRODUCT_COLUMNS.map(({ example }) => example)]],
      validations: PRODUCT_COLUMNS.map((column, index) => validationRule(column, index, ranges)),
    },
    {
      name: 'Instrucciones',
      columns: [
        { header: 'Columna', width: 22 },
        { header: 'Obligatoria', width: 20 },
        { header: 'Qué escribir', width: 90 },
        { header: 'Ejemplo', width: 44 },
      ],
      rows: [
        PRODUCT_COLUMNS.map(({ header, needed, note, example }) => [
          ...[header, needed ? NEEDED[needed] : 'No', note, String(example)],
        ]),
        [[], ...INSTRUCTIONS.map((text) => [text])],
      ],
    },
    {
      name: LISTS,
      columns: lists,
      rows: [Array.from({ length: longest }, (_, index) => lists.map(({ names }) => names[index] ?? ''))],
    },
  ]
}

const INSTRUCTIONS = [
  'Escribe un producto por fila en la hoja Productos. La fila de ejemplo no se importa: bórrala o reemplázala.',
  'El orden de las columnas no importa. De un producto que ya existe, lo que falta queda como está: una columna que no viene o una celda en blanco.',
  'Un guion (-) borra lo que había: deja vacío un texto, pone NO, 0 de descuento o 0 de stock.',
  'Un producto nuevo necesita nombre y precio. Si la mayoría trae precio, los demás se crean sin él y no se venden hasta tener uno. Sin stock queda en 0; sin categoría, en «Sin categoría»; sin laboratorio, en «Sin laboratorio».',
  'Los nombres de categorías y laboratorios pueden llevar comas.',
  'Se leen todas las hojas visibles que tengan una columna Código de barras o Código propio. Las filas ocultas no se importan, y se informan.',
  'Las filas con el mismo código son un producto: se completan entre sí. Si se contradicen, cuenta la primera, o la que elijas al revisar.',
  'Las filas con errores no se guardan y se informan una a una. El mismo archivo se puede enviar de nuevo.',
]

/** A spreadsheet's message about a word that isn't in a closed list. */
const STRICT = { flags: 'Elige SI o NO.', conditions: 'Elige una de la lista.' }

type Ranges = Record<'flags' | 'conditions' | NonNullable<ProductColumn['names']>, string>

/** Data validation of a column: a note shown at a selected cell, and a drop-down list. */
function validationRule({ header, note, kind, names }: ProductColumn, index: number, ranges: Ranges): string {
  const choices = kind === 'flag' ? 'flags' : kind === 'condition' ? 'conditions' : names
  const letter = columnName(index)
  const prompt = `showInputMessage="1" promptTitle="${escapeHtml(header)}" prompt="${escapeHtml(note)}"`
  const place = `allowBlank="1" sqref="${letter}2:${letter}${LAST_ROW}"`
  if (!choices) return `<dataValidation ${prompt} ${place}/>`
  // Lists of categories and laboratories accept new names.
  const strict =
    choices in STRICT ? `showErrorMessage="1" error="${STRICT[choices as keyof typeof STRICT]}"` : ''
  return `<dataValidation type="list" ${strict} ${prompt} ${place}><formula1>${ranges[choices]}</formula1></dataValidation>`
}

/** Rows per batch: large, because a search scans all products for each batch. */
const BATCH = 1_000

/**
 * The products of the list in the columns of the template, by trade name. Importing them
 * again changes nothing.
 *
 * @param byLot with a row for each lot, and one for the stock without a lot
 */
export function productSheet(database: Db, query: ProductFilters, byLot = false): Sheet {
  const { scope, filters } = productConditions(query)
  const sorted: List = {
    ...{ table: 'products', columns: PRODUCT_SELECT, joins: PRODUCT_JOINS, scope, filters },
    ...{ orderBy: ['sort_key', 'id'], direction: 'asc' },
  }
  const batches = eachBatch<Product>(database, sorted, BATCH)
  if (!byLot) return { name: 'Productos', columns: COLUMNS, rows: cellsOf(batches) }
  const ofLots = [
    { header: 'Lote', width: 16 },
    { header: 'Vencimiento', width: 13 },
  ]
  return { name: 'Productos', columns: [...COLUMNS, ...ofLots], rows: cellsByLot(database, batches) }
}

const cells = (product: Product) => PRODUCT_COLUMNS.map((column) => cellOf(product, column))

async function* cellsOf(batches: AsyncIterable<Product[]>) {
  for await (const products of batches) yield products.map(cells)
}

async function* cellsByLot(database: Db, batches: AsyncIterable<Product[]>) {
  for await (const products of batches) {
    const ids = products.map(({ _id }) => _id)
    const lots = await readLots(database, ids)
    yield products.flatMap((product) =>
      splitByLot(product, lots.get(product._id) ?? []).map(({ lot, expires, units }) => [
        ...cells({ ...product, stock: units }),
        lot,
        expires ?? '',
      ]),
    )
  }
}

/** A product's stock by lot, and without one. */
function splitByLot({ stock }: Product, lots: readonly Lot[]): Pick<Lot, 'lot' | 'expires' | 'units'>[] {
  const named = lots.filter(({ lot, expires, units }) => units > 0 && (lot !== '' || expires !== null))
  const without = stock - sumUnits(named)
  return without > 0 || named.length === 0 ? [...named, { lot: '', expires: null, units: without }] : named
}

/** A field in the form that the importer reads (product-cells.ts). */
function cellOf(product: Product, { field, kind }: ProductColumn): Cell {
  if (field === 'saleCondition')
    return product.saleCondition === 'unknown' ? '' : SALE_CONDITION_NAMES[product.saleCondition]
  const value = product[field]
  if (typeof value === 'boolean') return value ? 'SI' : 'NO'
  // The importer refuses a price of 0, and takes 0.15 for 15 %; a blank cell changes nothing.
  if (kind === 'pesos' && value === 0) return ''
  if (kind === 'percent' && 0 < Number(value) && Number(value) < 1)
    return `${String(value).replace('.', ',')} %`
  return value
}

import type { Blob } from 'node:buffer'
import type Stream from 'node:stream'
import { sql } from 'kysely'
import writeExcelFile, { type Feature, type SheetData } from 'write-excel-file/node'
import {
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
  sanitizeAttributeValue,
} from 'write-excel-file/utility'
import type { Product } from '#contract/products.ts'
import { type Lot, sumUnits } from '#domain/lots.ts'
import { SALE_CONDITION_NAMES, SALE_CONDITIONS } from '#domain/sale-condition.ts'
import { BATCH_SIZE } from '../../database/in-batches.ts'
import { eachBatch } from '../../database/list-page.ts'
import type { Db } from '../../database/schema.ts'
import { cellText } from '../../spreadsheets/text-cell.ts'
import { type Cell, columnName, type Sheet } from '../../spreadsheets/workbook-stream.ts'
import { listActiveNames } from '../categories-and-suppliers/list-names.ts'
import { type ProductFilters, productConditions } from '../products/list-products.ts'
import { PRODUCT_JOINS, PRODUCT_SELECT } from '../products/queries.ts'
import { readLots } from '../stock/lots.ts'
import { isNumeric, PRODUCT_COLUMNS, type ProductColumn } from './workbook-rows.ts'

/** The last row with drop-down lists and notes. */
const LAST_ROW = 10_001
/** Rows whose barcode cells are formatted as text; each cell makes the file larger. */
const TEXT_ROWS = 1_000

const HEAD = { fontWeight: 'bold', backgroundColor: '#DDEFE6', type: String } as const
const LISTS = 'Listas'
const NEEDED = { code: 'Si no hay código propio', new: 'En productos nuevos' } as const

/** The conditions of sale that a workbook can state. */
const CONDITIONS = SALE_CONDITIONS.filter((condition) => condition !== 'unknown').map(
  (condition) => SALE_CONDITION_NAMES[condition],
)

type ActiveNames = { categories: string[]; suppliers: string[] }

/**
 * An empty product workbook, made from the importer's columns: headers with an example
 * row, notes and drop-down lists at the cells, a sheet of instructions, and a sheet with the lists.
 */
export async function productTemplate(database: Db): Promise<Buffer> {
  const [categories, suppliers] = await Promise.all([
    listActiveNames(database, 'categories'),
    listActiveNames(database, 'suppliers'),
  ])
  return writeTemplate({ categories: categories.map(cellText), suppliers: suppliers.map(cellText) })
}

function writeTemplate(names: ActiveNames): Promise<Buffer> {
  return writeExcelFile(
    [
      {
        sheet: 'Productos',
        data: products(),
        columns: PRODUCT_COLUMNS.map(({ width }) => ({ width })),
        stickyRowsCount: 1,
      },
      {
        sheet: 'Instrucciones',
        data: instructions(),
        columns: [{ width: 22 }, { width: 20 }, { width: 90 }, { width: 44 }],
        stickyRowsCount: 1,
      },
      {
        sheet: LISTS,
        data: lists(names),
        columns: [{ width: 12 }, { width: 40 }, { width: 40 }, { width: 24 }],
      },
    ],
    { features: [notesAndLists(names)] },
  ).toBuffer()
}

function products(): SheetData {
  const text = { type: String, format: '@' } as const
  return [
    PRODUCT_COLUMNS.map(({ header }) => ({ ...HEAD, value: header })),
    PRODUCT_COLUMNS.map(({ example }) =>
      typeof example === 'number' ? { value: example } : { ...text, value: example },
    ),
    ...Array.from({ length: TEXT_ROWS }, () =>
      PRODUCT_COLUMNS.map(({ kind }) => (kind === 'barcode' || kind === 'code' ? text : null)),
    ),
  ]
}

function instructions(): SheetData {
  const rows = PRODUCT_COLUMNS.map(({ header, needed, note, example }) => [
    header,
    needed ? NEEDED[needed] : 'No',
    note,
    String(example),
  ])
  return [
    ['Columna', 'Obligatoria', 'Qué escribir', 'Ejemplo'].map((value) => ({ ...HEAD, value })),
    ...rows,
    [],
    [
      'Escribe un producto por fila en la hoja Productos. La fila de ejemplo no se importa: bórrala o reemplázala.',
    ],
    [
      'El orden de las columnas no importa. De un producto que ya existe, lo que falta queda como está: una columna que no viene o una celda en blanco.',
    ],
    ['Un guion (-) borra lo que había: deja vacío un texto, pone NO, 0 de descuento o 0 de stock.'],
    [
      'Un producto nuevo necesita nombre y precio. Si la mayoría trae precio, los demás se crean sin él y no se venden hasta tener uno. Sin stock queda en 0; sin categoría, en «Sin categoría»; sin laboratorio, en «Sin laboratorio».',
    ],
    ['Los nombres de categorías y laboratorios pueden llevar comas.'],
    [
      'Se leen todas las hojas visibles que tengan una columna Código de barras o Código propio. Las filas ocultas no se importan, y se informan.',
    ],
    [
      'Las filas con el mismo código son un producto: se completan entre sí. Si se contradicen, cuenta la primera, o la que elijas al revisar.',
    ],
    [
      'Las filas con errores no se guardan y se informan una a una. El mismo archivo se puede enviar de nuevo.',
    ],
  ]
}

/** SI/NO, the categories, the laboratories and the conditions of sale, each in its own column. */
function lists({ categories, suppliers }: ActiveNames): SheetData {
  const columns = [['SI', 'NO'], categories, suppliers, CONDITIONS]
  const longest = Math.max(...columns.map(({ length }) => length))
  return [
    ['SI o NO', 'Categorías', 'Laboratorios', 'Condiciones de venta'].map((value) => ({ ...HEAD, value })),
    ...Array.from({ length: longest }, (_, index) => columns.map((names) => names[index] ?? null)),
  ]
}

/** Data validation, which the library doesn't support: notes shown at a selected cell, and drop-down lists. */
function notesAndLists({ categories, suppliers }: ActiveNames): Feature<Stream | Buffer | Blob> {
  const ranges = {
    flags: `${LISTS}!$A$2:$A$3`,
    categories: `${LISTS}!$B$2:$B$${Math.max(2, categories.length + 1)}`,
    suppliers: `${LISTS}!$C$2:$C$${Math.max(2, suppliers.length + 1)}`,
    conditions: `${LISTS}!$D$2:$D$${CONDITIONS.length + 1}`,
  }
  const rules = PRODUCT_COLUMNS.map((column, index) => validationRule(column, index, ranges))
  const markup = `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml, _options, { sheetIndex }) =>
            sheetIndex === 0
              ? insertElementMarkupAccordingToOrderOfSiblings(
                  xml,
                  markup,
                  getOrderOfSiblings('xl/worksheets/sheet{id}.xml', 'worksheet') ?? [],
                  'worksheet',
                )
              : xml,
        },
      },
    },
  }
}

/** A spreadsheet's message about a word that isn't in a closed list. */
const STRICT = { flags: 'Elige SI o NO.', conditions: 'Elige una de la lista.' }

type Ranges = Record<'flags' | 'conditions' | NonNullable<ProductColumn['names']>, string>

function validationRule({ header, note, kind, names }: ProductColumn, index: number, ranges: Ranges): string {
  const choices = kind === 'flag' ? 'flags' : kind === 'condition' ? 'conditions' : names
  const letter = columnName(index)
  const prompt = `showInputMessage="1" promptTitle="${sanitizeAttributeValue(header)}" prompt="${sanitizeAttributeValue(note)}"`
  const place = `allowBlank="1" sqref="${letter}2:${letter}${LAST_ROW}"`
  if (!choices) return `<dataValidation ${prompt} ${place}/>`
  // Lists of categories and laboratories accept new names.
  const strict =
    choices in STRICT ? `showErrorMessage="1" error="${STRICT[choices as keyof typeof STRICT]}"` : ''
  return `<dataValidation type="list" ${strict} ${prompt} ${place}><formula1>${ranges[choices]}</formula1></dataValidation>`
}

/** Ids per query: each query may scan all products. */
const FOUND_SIZE = 20_000

/**
 * The products of the list in the columns of the template, by trade name. Importing them
 * again changes nothing.
 *
 * @param byLot with a row for each lot, and one for the stock without a lot
 */
export const productSheet = (database: Db, query: ProductFilters, byLot = false): Sheet => ({
  name: 'Productos',
  columns: [
    ...PRODUCT_COLUMNS.map((column) => ({ ...column, numeric: isNumeric(column) })),
    ...(byLot
      ? [
          { header: 'Lote', width: 16 },
          { header: 'Vencimiento', width: 13 },
        ]
      : []),
  ],
  rows: productCells(database, query, byLot),
})

async function* productCells(database: Db, query: ProductFilters, byLot: boolean): AsyncGenerator<Cell[][]> {
  for await (const found of findProducts(database, query)) {
    for (let from = 0; from < found.length; from += BATCH_SIZE) {
      const ids = found.slice(from, from + BATCH_SIZE).map(({ id }) => id)
      const { rows } = await sql<Product>`
        select ${PRODUCT_SELECT}
        from unnest(${ids}::uuid[]) with ordinality as found (id, place)
        join products on products.id = found.id ${PRODUCT_JOINS}
        order by place`.execute(database)
      const cells = (product: Product) => PRODUCT_COLUMNS.map((column) => cellOf(product, column))
      if (!byLot) yield rows.map(cells)
      else {
        const lots = await readLots(database, ids)
        yield rows.flatMap((product) =>
          splitByLot(product, lots.get(product._id) ?? []).map(({ lot, expires, units }) => [
            ...cells({ ...product, stock: units }),
            lot,
            expires ?? '',
          ]),
        )
      }
    }
  }
}

/** A product's stock by lot, and without one. */
function splitByLot({ stock }: Product, lots: readonly Lot[]): Pick<Lot, 'lot' | 'expires' | 'units'>[] {
  const named = lots.filter(({ lot, expires, units }) => units > 0 && (lot !== '' || expires !== null))
  const without = stock - sumUnits(named)
  return without > 0 || named.length === 0 ? [...named, { lot: '', expires: null, units: without }] : named
}

function findProducts(database: Db, query: ProductFilters) {
  const { scope, filters } = productConditions(query)
  return eachBatch<{ id: string }>(
    database,
    {
      ...{ table: 'products', columns: sql`products.id`, scope, filters },
      ...{ orderBy: ['sort_key', 'id'], direction: 'asc' },
    },
    FOUND_SIZE,
  )
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

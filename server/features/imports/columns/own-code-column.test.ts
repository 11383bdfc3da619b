import { expect, test } from 'vitest'
import type { CellValue, SheetRow } from '../../../spreadsheets/read-sheets.ts'
import { headingKey } from '../../../tables/headings.ts'
import { areOwnCodes, collectValues } from './column-values.ts'
import type { KnownProductColumns } from './product-headings.ts'
import { proposeCodes, resolveColumns } from './resolve-columns.ts'

const rowsOf = (...lines: (CellValue | undefined)[][]): SheetRow[] =>
  lines.map((cells, index) => ({ number: index + 2, cells: cells as CellValue[], hidden: false }))
const NOTHING = { assigned: new Map(), remembered: new Map() }
/** The column that is proposed for the own codes. */
function found(headings: string[], rows: SheetRow[], known: KnownProductColumns = NOTHING) {
  const collected = collectValues()
  for (const row of rows) collected.add(row)
  const { columns } = resolveColumns(headings, collected.values(), known)
  proposeCodes(columns)
  return columns.find(({ field, question }) => field === 'ownCode' && question)?.key
}
const lines = (code: (index: number) => CellValue | undefined) =>
  rowsOf(...Array.from({ length: 20 }, (_, index) => [code(index), `Producto ${index}`]))

test.each([
  'ID',
  'CÓDIGO',
  'SKU',
  'COD. INTERNO',
  'Clave',
  'Cód. Producto',
  'id_producto',
  'Código artículo',
  'ITEM',
])('proposes a column %s for own codes', (heading) => {
  expect(
    found(
      [heading, 'Nombre'],
      lines((index) => `A${index}`),
    ),
  ).toBe(headingKey(heading))
})

test.each<[string, string, SheetRow[]]>([
  ['another heading', 'Ubicación', lines((index) => `A${index}`)],
  ['a column that most rows leave empty', 'SKU', lines((index) => (index < 5 ? `A${index}` : undefined))],
  ['codes that many rows share', 'Código', lines((index) => index % 4)],
  ['the mere number of the row', 'Item', lines((index) => index + 1)],
  ['numbers like barcodes', 'Código', lines((index) => 7_800_000_000_000 + index)],
  ['an empty sheet', 'SKU', rowsOf()],
])('doesn’t propose %s', (_, heading, rows) => {
  expect(found([heading, 'Nombre'], rows)).toBeUndefined()
})

test('proposes the likeliest of several columns, and none beside barcodes or against a decision', () => {
  const rows = rowsOf(...Array.from({ length: 5 }, (_, index) => [index + 7, `S${index}`, `x${index}`]))
  expect(found(['ID', 'SKU', 'Código'], rows)).toBe('sku')
  expect(found(['SKU', 'EAN'], rows)).toBeUndefined()
  expect(
    found(['ID'], rows, { assigned: new Map([['id', '' as const]]), remembered: new Map() }),
  ).toBeUndefined()
})

test('codes are compared ignoring case, and blank rows don’t count', () => {
  const valuesOf = (...codes: (CellValue | undefined)[]) => {
    const collected = collectValues()
    for (const row of rowsOf(...codes.map((code) => [code]))) collected.add(row)
    return collected.values()[0]!
  }
  expect(areOwnCodes(valuesOf('a', undefined, 'b'))).toBe(true)
  expect(areOwnCodes(valuesOf('a', 'A', 'b'))).toBe(false)
})

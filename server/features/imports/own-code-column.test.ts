import { expect, test } from 'vitest'
import type { CellValue, SheetRow } from '../../spreadsheets/read-sheets.ts'
import { headingKey } from './heading-names.ts'
import { areOwnCodes, findOwnCodes } from './own-code-column.ts'

const rowsOf = (...lines: (CellValue | undefined)[][]): SheetRow[] =>
  lines.map((cells, index) => ({ number: index + 2, cells: cells as CellValue[], hidden: false }))
const column = (heading: string, field: '' | 'barcode' | 'tradename' = '') => ({
  key: headingKey(heading),
  field,
})
const found = (headings: string[], rows: SheetRow[]) =>
  findOwnCodes(
    headings.map((heading) => column(heading)),
    rows,
    () => true,
  )?.key
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
])('%s may head own codes', (heading) => {
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
])('%s is no proposal', (_, heading, rows) => {
  expect(found([heading, 'Nombre'], rows)).toBeUndefined()
})

test('the likeliest of several columns is proposed, and none beside barcodes or against a decision', () => {
  const rows = rowsOf(...Array.from({ length: 5 }, (_, index) => [index + 7, `S${index}`, `x${index}`]))
  expect(found(['ID', 'SKU', 'Código'], rows)).toBe('sku')
  const withBarcodes = [column('SKU'), column('EAN', 'barcode')]
  expect(findOwnCodes(withBarcodes, rows, () => true)).toBeUndefined()
  expect(findOwnCodes([column('ID')], rows, () => false)).toBeUndefined()
})

test('codes are compared ignoring case, and blank rows don’t count', () => {
  expect(areOwnCodes(rowsOf(['a'], [undefined], ['b']), 0)).toBe(true)
  expect(areOwnCodes(rowsOf(['a'], ['A'], ['b']), 0)).toBe(false)
})

import { expect, test } from 'vitest'
import { readInProcess } from '#tests/read-workbook.ts'
import { HEADER, type XmlSheet, xmlBook } from '#tests/workbooks.ts'
import type { Refusal } from '../../../refusals/refusal.ts'
import { settleRepeated } from '../rows/repeated-rows.ts'

const read = (sheets: XmlSheet[]) => readInProcess(xmlBook(sheets))
const readRows = (...rows: XmlSheet['rows']) => read([{ rows }])
const A = ['7800000000011', 'Aspirina', 1990]
const B = ['7800000000028', 'Bicarbonato', 990]
const HEADINGS = ['Cod. barra', 'Descripción', 'Precio Venta ']

test('rows of every visible sheet are read, hidden ones are counted', async () => {
  const { rows, sheets } = await read([
    {
      name: 'Resumen',
      rows: [
        ['Categoría', 'Stock'],
        ['Dolor', 12],
      ],
    },
    { name: 'Lista 1', rows: [HEADINGS, A, B, ['1003', 'C', 5], []], hidden: [3] },
    { name: 'Vacía', rows: [[]] },
    { name: 'Oculta', state: 'hidden', rows: [HEADINGS, ['1004', 'D', 5]] },
    { name: 'Más oculta', state: 'veryHidden', rows: [HEADINGS, ['1005', 'E', 5]] },
    { name: 'Lista 2', rows: [['Stock', 'EAN'], [3, '1006'], HEADINGS] },
  ])
  expect(rows.map(({ sheet, row, barcode }) => [sheet, row, barcode])).toEqual([
    ['Lista 1', 2, A[0]],
    ['Lista 1', 4, '1003'],
    ['Lista 2', 2, '1006'],
  ])
  const none = { rows: 0, hiddenRows: 0, unusedColumns: [] }
  expect(sheets).toMatchObject([
    { name: 'Resumen', state: 'noHeadings', ...none },
    { name: 'Lista 1', state: 'read', rows: 2, hiddenRows: 1, unusedColumns: [] },
    { name: 'Vacía', state: 'empty', ...none },
    { name: 'Oculta', state: 'hidden', ...none },
    { name: 'Más oculta', state: 'hidden', ...none },
    { name: 'Lista 2', state: 'read', rows: 1, hiddenRows: 0, unusedColumns: [] },
  ])
})

test('rows keep their cells as written, without a barcode too', async () => {
  const { rows } = await readRows(HEADINGS, [null, 'Sin código', '$ 1.990'], ['0736', null, null])
  expect(rows).toMatchObject([
    { row: 2, barcode: '', fields: { tradename: 'Sin código', cost: 1990 } },
    { row: 3, barcode: '0736', fields: {} },
  ])
  expect(rows[0]?.cells.filter(Boolean)).toEqual(['Sin código', '$ 1.990'])
  expect(rows[0]?.cells).toHaveLength(HEADER.length)
})

test('doesn’t read headings repeated on each page as products', async () => {
  const { rows, problems } = await readRows(HEADINGS, A, HEADINGS, B)
  expect(rows.map(({ row }) => row)).toEqual([2, 4])
  expect(problems).toEqual([])
})

test('reads another table below with its columns in other places', async () => {
  const { rows, sheets } = await readRows(
    ['EAN', 'Nombre', 'Precio', 'Costo'],
    ['1001', 'A', 1990, 1200],
    [],
    ['Costo', 'Precio', 'Nombre', 'EAN', 'Sala'],
    [700, 990, 'B', '1002', 3],
  )
  expect(rows.map(({ barcode, fields }) => [barcode, fields])).toEqual([
    ['1001', { tradename: 'A', cost: 1990 }],
    ['1002', { tradename: 'B', cost: 990 }],
  ])
  expect(sheets[0]?.unusedColumns).toEqual(['Costo', 'Sala'])
})

test('applies a merged text to all its rows, and refuses a merged price', async () => {
  const { rows, problems } = await read([
    {
      rows: [
        ['EAN', 'Categoría', 'Precio'],
        ['1001', 'Dolor', 1990],
        ['1002', null, 990],
        ['1003', 'Piel', 500],
        ['1004', 'Piel', null],
        ['1005', 'Piel', null],
      ],
      merged: ['B2:B3', 'C4:C5'],
    },
  ])
  expect(rows.map(({ row, fields }) => [row, fields.category, fields.cost])).toEqual([
    [2, 'Dolor', 1990],
    [3, 'Dolor', 990],
    [4, 'Piel', 500],
    [6, 'Piel', undefined],
  ])
  expect(problems).toMatchObject([{ row: 5, column: 'Precio', reason: 'Celda combinada', value: '' }])
})

test('merges rows of one code that agree; others wait for a choice, or are refused field by field', async () => {
  const { rows, repeated, problems, refused } = await read([
    {
      rows: [
        ['EAN', 'Nombre', 'Categoría', 'Precio', 'Stock'],
        ['x1x1', 'Roto', 'Dolor', 'x', 1],
        ['0736000111229', 'Uno', 'Dolor', 1990, 5],
        ['736000111229', 'Uno', 'DOLOR', '$1.990', null],
        ['X1X1', 'Dos', 'Dolor', 500, 1],
        ['736000111229', 'Uno', 'Piel', 2490, 5],
        ['7800000000011, 7800000000028', 'Tres', null, 100, null],
        ['7800000000028', 'Tres', null, 100, null],
        ['7800000000028,7800000000035', 'Tres', null, 100, 2],
      ],
    },
    {
      name: 'Otra',
      rows: [
        ['EAN', 'Precio'],
        ['736000111229', 5],
      ],
    },
  ])
  expect(rows.map(({ row }) => row)).toEqual([3, 5, 7])
  expect(repeated).toBe(2)
  expect(refused.map(({ row }) => row)).toEqual([2])
  const settled = rows.map((row) => settleRepeated(row))
  expect(settled.flatMap(({ left }) => left).map(({ sheet, row }) => `${sheet} ${row}`)).toEqual([
    'Hoja1 6',
    'Otra 2',
    'Hoja1 9',
  ])
  const reason = 'Código repetido con datos distintos'
  expect(problems).toMatchObject([{ row: 2, column: 'Precio' }])
  expect(settled.flatMap(({ left }) => left.flatMap((one) => one.problems))).toMatchObject([
    {
      row: 6,
      name: 'Uno',
      column: 'Categoría',
      value: 'Piel',
      reason,
      message: expect.stringMatching(/fila 3 .*«Dolor»/),
    },
    { row: 6, column: 'Precio', value: '2490', reason, message: expect.stringMatching(/«1990»/) },
    {
      sheet: 'Otra',
      row: 2,
      column: 'Precio',
      value: '5',
      message: expect.stringMatching(/fila 3 de la hoja Hoja1/),
    },
    {
      row: 9,
      column: 'Código de barras',
      reason,
      message: expect.stringMatching(/fila 7 .*«7800000000011, /),
    },
  ])
})

test('fills the blanks of a product’s rows from each other, also by own code and across sheets', async () => {
  const { rows, repeated } = await read([
    {
      rows: [
        ['Código propio', 'EAN', 'Nombre', 'Precio', 'Stock'],
        ['007', null, 'Gasa', 0, null],
        ['7', null, 'Otra gasa', 500, 3],
        ['007', '7800000000011', null, 990, null],
      ],
    },
    {
      name: 'Stock',
      rows: [
        ['EAN', 'Stock'],
        ['7800000000011', 12],
      ],
    },
  ])
  expect(rows.map(({ barcode, fields, others }) => ({ barcode, ...fields, others }))).toEqual([
    { ownCode: '007', barcode: '7800000000011', tradename: 'Gasa', cost: 990, stock: 12, others: undefined },
    { ownCode: '7', barcode: '', tradename: 'Otra gasa', cost: 500, stock: 3, others: undefined },
  ])
  expect(repeated).toBe(2)
})

test('uses the chosen one of contradicting rows, or the first with its blanks filled', async () => {
  const { rows } = await readRows(
    ['EAN', 'Nombre', 'Precio', 'Stock', 'Venta directa', 'Receta'],
    ['1001', 'A', 990, null, null, null],
    ['1001', 'A', 1200, 4, 'SI', null],
    ['1001', 'A', 1200, 4, null, 'SI'],
    ['1001', 'A', 1200, 4, 'SI', null],
  )
  const [first] = rows
  expect(first?.others?.map(({ row }) => row)).toEqual([3, 4])
  const fieldsOf = (use?: 'fill' | number) => settleRepeated(first!, use).row.fields
  // Rows with and without a prescription don't fill each other's blanks.
  expect(fieldsOf(0)).toEqual({ tradename: 'A', cost: 990 })
  expect(fieldsOf(1)).toMatchObject({ cost: 1200, stock: 4, directSale: true })
  expect(fieldsOf(2)).toMatchObject({ cost: 1200, stock: 4, prescription: true })
  expect(fieldsOf('fill')).toEqual({ tradename: 'A', cost: 990, stock: 4, directSale: true })
  expect(fieldsOf()).toMatchObject({ cost: 990, directSale: true })
  expect(fieldsOf(7)).toEqual(fieldsOf(0))
})

test('refuses the contradicting rows of a product beyond ten', async () => {
  const { rows, refused, problems } = await readRows(
    ['EAN', 'Precio'],
    ...Array.from({ length: 15 }, (_, index) => ['1001', 990 + index]),
  )
  expect(rows[0]?.others).toHaveLength(9)
  expect(refused).toHaveLength(5)
  expect(problems.every(({ reason }) => reason === 'Código repetido con datos distintos')).toBe(true)
})

test('20,000 rows are read below a title, one more is refused', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [String(7_800_000_000_000 + index * 7), 1990, 5])
  const all = [['Inventario'], [], ['EAN', 'Precio', 'Stock'], ...rows]
  expect((await readRows(...all)).rows).toHaveLength(20_000)
  expect(await readRows(...all, ['x1']).catch((caught: Refusal) => caught)).toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringMatching(/20\.000/),
  })
})

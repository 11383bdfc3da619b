import { expect, test } from 'vitest'
import { readInProcess } from '#tests/read-workbook.ts'
import { STYLE, type XmlSheet, xmlBook } from '#tests/workbooks.ts'
import type { Refusal } from '../../../refusals/refusal.ts'
import { rowsOf } from '../rows/repeated-rows.ts'

/**
 * A product list, and copies of it with the damage that pharmacies do. A copy may lack values and its rows may be refused, but each value
 * that is read must be the one of the list.
 */

type Cell = XmlSheet['rows'][number][number]
type Row = Record<string, Cell>

const LIST: Row[] = Array.from({ length: 60 }, (_, index) => ({
  barcode: index % 9 === 0 ? `0073600000${1000 + index}` : String(7_800_000_000_000 + index * 37),
  tradename: `Producto ${index} ${50 + index} mg x ${10 + index} comp.`,
  category: ['Dolor y fiebre', 'Vitaminas, minerales', 'Piel / pelo'][index % 3] ?? '',
  laboratory: ['Quillay', 'Biosur', 'Araucaria S.A.'][index % 3] ?? '',
  prescription: index % 2 === 0 ? 'SI' : 'NO',
  cost: 990 + index * 1010,
  stock: index * 7,
  costPrice: 500 + index * 600,
}))
const HEADINGS: Row = {
  barcode: 'Código de barras',
  tradename: 'Nombre',
  category: 'Categoría',
  laboratory: 'Laboratorio',
  prescription: 'Receta',
  cost: 'Precio',
  stock: 'Stock',
  costPrice: 'Costo',
}
const FIELDS = Object.keys(HEADINGS)

const sheetOf = (rows: Row[], headings = HEADINGS, fields = FIELDS): XmlSheet['rows'] =>
  [headings, ...rows].map((row) => fields.map((field) => row[field] ?? null))
const changed = (change: (row: Row, index: number) => Row) =>
  LIST.map((row, index) => ({ ...row, ...change(row, index) }))
const dotted = (number: Cell) => String(number).replace(/\B(?=(\d{3})+$)/g, '.')
const renamed = (names: Row) => ({ ...HEADINGS, ...names })

const COPIES: Record<string, XmlSheet[]> = {
  'as it is': [{ rows: sheetOf(LIST) }],
  'columns in another order, the cost before the price': [
    {
      rows: sheetOf(LIST, renamed({ cost: 'Precio Venta ' }), [
        'costPrice',
        'cost',
        'stock',
        'tradename',
        'barcode',
      ]),
    },
  ],
  'other headings': [
    {
      rows: sheetOf(
        LIST,
        renamed({
          barcode: 'COD. BARRA',
          tradename: 'Descripción',
          cost: 'P. venta',
          stock: 'SALDO',
          costPrice: 'Valor',
        }),
      ),
    },
  ],
  'the cost called price too': [{ rows: sheetOf(LIST, renamed({ costPrice: 'Precio neto' })) }],
  'no price but the cost': [
    { rows: sheetOf(LIST, HEADINGS, ['barcode', 'tradename', 'costPrice', 'stock']) },
  ],
  'numbers as text': [
    {
      rows: sheetOf(
        changed(({ cost, stock }) => ({ cost: `$${dotted(cost ?? 0)}.-`, stock: `${stock},00` })),
      ),
    },
  ],
  'codes as numbers': [{ rows: sheetOf(changed(({ barcode }) => ({ barcode: Number(barcode) }))) }],
  'codes that lost their digits': [
    { rows: sheetOf(changed(({ barcode }) => ({ barcode: Number(Number(barcode).toPrecision(6)) }))) },
  ],
  'codes in scientific notation': [
    {
      rows: sheetOf(
        changed(({ barcode }) => ({ barcode: Number(barcode).toExponential(5).replace('.', ',') })),
      ),
    },
  ],
  'prices with thousands as in the United States': [
    { rows: sheetOf(changed(({ cost }) => ({ cost: dotted(cost ?? 0).replaceAll('.', ',') }))) },
  ],
  'titles above, totals below, empty columns': [
    {
      rows: [
        ['Farmacia Central'],
        [null, null, 'Precios al', 20_260_101],
        [],
        ...sheetOf(LIST).map((cells) => [null, ...cells, null]),
        [null, null, 'TOTAL', null, null, null, 1_234_567, 890],
      ],
    },
  ],
  'headings again every ten rows': [
    { rows: [0, 10, 20].flatMap((from) => sheetOf(LIST.slice(from, from + 10))) },
  ],
  'two tables with their columns in different order': [
    {
      rows: [
        ...sheetOf(LIST.slice(0, 30), HEADINGS, ['barcode', 'cost', 'costPrice', 'tradename']),
        ...sheetOf(LIST.slice(30), HEADINGS, ['tradename', 'costPrice', 'cost', 'barcode']),
      ],
    },
  ],
  'two lines of headings': [
    {
      rows: [
        ['Código de barras', 'Nombre', 'Precio', null],
        [null, null, 'Costo', 'Venta'],
        ...LIST.map((row) => [
          row.barcode ?? null,
          row.tradename ?? null,
          row.costPrice ?? null,
          row.cost ?? null,
        ]),
      ],
      merged: ['C1:D1'],
    },
  ],
  'categories merged over three rows': [
    {
      rows: sheetOf(
        LIST.map((row, index) => ({
          ...row,
          category: index % 3 === 0 ? (row.category ?? null) : null,
        })).slice(0, 3),
      ),
    },
  ],
  'prices merged over two rows': [
    {
      rows: sheetOf(changed(({ cost }, index) => ({ cost: index % 2 === 0 ? (cost ?? null) : null }))),
      merged: LIST.flatMap((_, index) => (index % 2 === 0 ? [`F${index + 2}:F${index + 3}`] : [])),
    },
  ],
  'errors of formulas': [
    {
      rows: sheetOf(
        changed((_, index): Row => (index % 3 === 0 ? { cost: { error: '#N/A' } } : { category: '#N/A' })),
      ),
    },
  ],
  'names turned into dates': [
    { rows: sheetOf(changed(() => ({ tradename: { number: 46_307, style: STYLE.dayAndMonth } }))) },
  ],
  'flags in words': [
    {
      rows: sheetOf(
        changed(({ prescription }) => ({
          prescription: prescription === 'SI' ? 'RECETA MEDICA' : 'VENTA DIRECTA',
        })),
      ),
    },
  ],
  'every row twice, the second time with another price': [
    { rows: [...sheetOf(LIST), ...sheetOf(changed(({ cost }) => ({ cost: Number(cost) + 1 }))).slice(1)] },
  ],
  'old prices in hidden rows and sheets': [
    {
      rows: [...sheetOf(changed(({ cost }) => ({ cost: Number(cost) - 1 }))), ...sheetOf(LIST).slice(1)],
      hidden: LIST.map((_, index) => index + 2),
    },
    { state: 'hidden', rows: sheetOf(changed(({ cost }) => ({ cost: Number(cost) - 1 }))) },
  ],
  'divided among sheets': [
    { rows: sheetOf(LIST.slice(0, 20)) },
    { rows: sheetOf(LIST.slice(20)) },
    { rows: [['Notas']] },
  ],
}

const codeOf = (cell: Cell) => String(cell).replace(/^0+/, '')
const truth = new Map(LIST.map((row) => [codeOf(row.barcode ?? ''), row]))
const YES_OR_NO: Record<string, boolean> = { SI: true, NO: false }

test.each(Object.entries(COPIES))('reads no wrong value from a copy: %s', async (_, sheets) => {
  const book = await readInProcess(xmlBook(sheets)).catch((error: Refusal) => error)
  if ('code' in book) return expect(book.code).toBe('UNKNOWN_COLUMNS')
  for (const { barcode, fields } of book.rows.filter((row) => row.barcode)) {
    const row = truth.get(codeOf(barcode))
    for (const [field, value] of Object.entries(fields)) {
      if (field === 'directSale') expect(value).toBe(row?.prescription === 'NO')
      else expect(value).toBe(field === 'prescription' ? YES_OR_NO[String(row?.prescription)] : row?.[field])
    }
  }
  for (const { reason, message } of book.problems) expect(`${reason}: ${message}`).toMatch(/^[A-Z].*: .*[.]$/)
  // Each row of the list is read or reported.
  const hidden = book.sheets.some((sheet) => sheet.hiddenRows > 0)
  const written = sheets
    .flatMap(({ rows }) => rows)
    .filter((cells) => cells.some((cell) => truth.has(codeOf(cell))))
  if (!hidden) {
    const read = book.rows.flatMap(rowsOf)
    expect(read.length + book.refused.length + book.repeated).toBeGreaterThanOrEqual(written.length)
  }
})

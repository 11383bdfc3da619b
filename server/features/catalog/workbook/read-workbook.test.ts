import { describe, expect, test } from 'vitest'
import type { UnknownColumns } from '#contract/imports.ts'
import { createDatabase } from '#tests/app.ts'
import { HEADER, type XmlSheet, xmlBook } from '#tests/workbooks.ts'
import type { Refusal } from '../../../http/refusal.ts'
import { readWorkbook } from './read-workbook.ts'
import { readHeadings, saveHeadings } from './workbook-headings.ts'

type Known = Omit<Parameters<typeof readWorkbook>[1], 'onCrash'>

const onCrash = (error: unknown) => {
  throw error
}
const read = (sheets: XmlSheet[], known: Known = {}) => readWorkbook(xmlBook(sheets), { ...known, onCrash })
const readRows = (...rows: XmlSheet['rows']) => read([{ rows }])
async function refusal(sheets: XmlSheet[], known: Known = {}) {
  const error = await read(sheets, known).then(
    () => expect.fail('the workbook was read'),
    (caught: Refusal) => caught,
  )
  expect(error.code).toBe('UNKNOWN_COLUMNS')
  return { message: error.message, data: error.details.data as UnknownColumns }
}

const A = ['7800000000011', 'Aspirina', 1990]
const B = ['7800000000028', 'Bicarbonato', 990]
const HEADINGS = ['Cod. barra', 'Descripción', 'Precio Venta ']

describe('columns', () => {
  test('are known by their headings, in any order, below a title and beside others', async () => {
    const { rows, sheets } = await readRows(
      ['Farmacia Central'],
      [null, 'Inventario al', 20_260_101],
      [],
      ['N°', 'P. venta', 'Costo', 'STOCK ACTUAL', 'Producto', 'Observaciones', 'EAN'],
      [1, 1990, 1200, 5, 'Aspirina', 'revisar', '7800000000011'],
    )
    expect(rows).toMatchObject([
      { row: 5, barcode: '7800000000011', fields: { tradename: 'Aspirina', cost: 1990, stock: 5 } },
    ])
    expect(Object.keys(rows[0]?.fields ?? {})).toHaveLength(3)
    expect(sheets).toEqual([
      {
        name: 'Hoja1',
        state: 'read',
        rows: 1,
        hiddenRows: 0,
        unusedColumns: ['N°', 'Costo', 'Observaciones'],
      },
    ])
  })

  test('two for one field are refused, with the headings seen', async () => {
    const { message, data } = await refusal([
      {
        rows: [
          ['Código de barras', 'Producto', 'Precio', 'Costo', 'PVP'],
          [...A, 500, 2490],
          [...B, 1, null],
        ],
      },
      { name: 'Otra', rows: [['Notas'], ['x']] },
    ])
    expect(message).toMatch(
      /Precio: «Precio», «PVP».*Encabezados: Código de barras, Producto, Precio, Costo, PVP/,
    )
    expect(data).toMatchObject({ missing: [], doubled: ['Precio'] })
    expect(data.sheets.map(({ name }) => name)).toEqual(['Hoja1', 'Otra'])
    expect(data.sheets[0]?.columns).toEqual([
      { key: 'codigo de barras', heading: 'Código de barras', field: 'barcode', samples: [A[0], B[0]] },
      { key: 'producto', heading: 'Producto', field: 'tradename', samples: [A[1], B[1]] },
      { key: 'precio', heading: 'Precio', field: 'cost', samples: ['1990', '990'] },
      { key: 'costo', heading: 'Costo', field: '', samples: ['500', '1'] },
      { key: 'pvp', heading: 'PVP', field: 'cost', samples: ['2490'] },
    ])
  })

  test('an unknown barcode column is refused, and can be assigned', async () => {
    const rows = [['SKU', 'Producto', 'Valor', null], [...A, 'x'], B]
    const { message, data } = await refusal([{ rows }])
    expect(message).toBe('Falta la columna Código de barras. Encabezados: SKU, Producto, Valor.')
    expect(data).toMatchObject({ missing: ['Código de barras'], doubled: [] })
    expect(data.sheets[0]?.columns.map(({ key, field }) => [key, field])).toEqual([
      ['sku', ''],
      ['producto', 'tradename'],
      ['valor', ''],
      ['#4', ''],
    ])
    const assigned = { sku: 'barcode', valor: 'cost', '#4': 'dcm' } as const
    expect((await read([{ rows }], { assigned })).rows).toMatchObject([
      { barcode: A[0], fields: { tradename: A[1], cost: A[2], dcm: 'x' } },
      { barcode: B[0], fields: { tradename: B[1], cost: B[2] } },
    ])
  })

  test('a sheet without headings has columns by number', async () => {
    const { message, data } = await refusal([{ rows: [A, B] }])
    expect(message).toMatch(/no tiene encabezados/)
    expect(data.sheets[0]?.columns[0]).toEqual({ key: '#1', heading: '', field: '', samples: [A[0], B[0]] })
    const assigned = { '#1': 'barcode', '#2': 'tradename', '#3': 'cost' } as const
    const { rows } = await read([{ rows: [A, B] }], { assigned })
    expect(rows.map(({ barcode, fields }) => [barcode, fields.tradename, fields.cost])).toEqual([A, B])
  })

  test('assigned columns come before remembered ones, and these before known headings', async () => {
    const rows = [
      ['Código de barras', 'Producto', 'Precio', 'PVP', 'Ubicación'],
      [...A, 2490, 'B4'],
    ]
    const remembered = { precio: '', ubicacion: 'quantity' } as const
    expect((await read([{ rows }], { remembered })).rows[0]?.fields).toEqual({
      tradename: A[1],
      cost: 2490,
      quantity: 'B4',
    })
    const assigned = { precio: 'cost', ubicacion: '' } as const
    expect((await read([{ rows }], { remembered, assigned })).rows[0]?.fields).toEqual({
      tradename: A[1],
      cost: A[2],
    })
    expect((await refusal([{ rows }], { assigned: { precio: 'cost', pvp: 'cost' } })).data.doubled).toEqual([
      'Precio',
    ])
  })

  test('assigned headings are remembered, those by number not', async () => {
    const database = await createDatabase()
    await saveHeadings(database, { sku: 'barcode', valor: '', '#3': 'cost' })
    await saveHeadings(database, { valor: 'cost' })
    expect(await readHeadings(database)).toEqual({ sku: 'barcode', valor: 'cost' })
  })

  test('equal headings are told apart by number', async () => {
    const rows = [
      ['Código de barras', 'Precio', 'Precio'],
      ['1', 1200, 1990],
    ]
    expect((await refusal([{ rows }])).data.sheets[0]?.columns.map(({ key }) => key)).toEqual([
      'codigo de barras',
      'precio',
      '#3',
    ])
    const assigned = { precio: '', '#3': 'cost' } as const
    expect((await read([{ rows }], { assigned })).rows[0]?.fields).toEqual({ cost: 1990 })
  })

  test('"Cantidad" with mere numbers and no stock beside it is for a person to decide', async () => {
    const rows = [
      ['Código de barras', 'Cantidad'],
      ['1001', 5],
      ['1002', '12'],
    ]
    expect((await refusal([{ rows }])).message).toMatch(/«Cantidad» puede ser el stock o el contenido/)
    expect((await read([{ rows }], { assigned: { cantidad: 'stock' } })).rows[1]?.fields).toEqual({
      stock: 12,
    })
    const withStock = [
      ['Código de barras', 'Cantidad', 'Stock'],
      ['1001', 30, 5],
    ]
    expect((await readRows(...withStock)).rows[0]?.fields).toEqual({ quantity: '30', stock: 5 })
    const withUnits = [
      ['Código de barras', 'Cantidad'],
      ['1001', '30 comprimidos'],
    ]
    expect((await readRows(...withUnits)).rows[0]?.fields).toEqual({ quantity: '30 comprimidos' })
  })

  test('"Precio" beside a column of IVA is for a person to decide', async () => {
    expect(
      (
        await refusal([
          {
            rows: [
              ['EAN', 'Precio', 'IVA', 'Total'],
              ['1001', 1000, 190, 1190],
            ],
          },
        ])
      ).message,
    ).toMatch(/sin IVA/)
  })

  test.each<[string, XmlSheet, object | null]>([
    [
      'merged over two columns with their own names below',
      {
        rows: [
          ['EAN', 'Nombre', 'Precio', null],
          [null, null, 'Costo', 'Venta'],
          ['1001', 'A', 1200, 1990],
        ],
        merged: ['C1:D1', 'A1:A2'],
      },
      { tradename: 'A', cost: 1990 },
    ],
    [
      'with names below, not merged',
      {
        rows: [
          ['EAN', 'Nombre', 'Precio', null],
          [null, null, 'Costo', 'Venta'],
          ['1001', 'A', 1200, 1990],
        ],
      },
      { tradename: 'A' },
    ],
    [
      'merged over two columns without names below',
      {
        rows: [
          ['EAN', 'Nombre', 'Precio', null],
          ['1001', 'A', 1200, 1990],
        ],
        merged: ['C1:D1'],
      },
      null,
    ],
  ])('a heading %s', async (_, sheet, fields) => {
    if (fields) expect((await read([sheet])).rows).toMatchObject([{ fields }])
    else expect((await refusal([sheet])).data.doubled).toEqual(['Precio'])
    if (fields) expect(Object.keys((await read([sheet])).rows[0]?.fields ?? {})).toEqual(Object.keys(fields))
  })
})

describe('rows', () => {
  test('of every visible sheet are read, hidden ones are counted', async () => {
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
    expect(sheets).toEqual([
      { name: 'Resumen', state: 'noHeadings', ...none },
      { name: 'Lista 1', state: 'read', rows: 2, hiddenRows: 1, unusedColumns: [] },
      { name: 'Vacía', state: 'empty', ...none },
      { name: 'Oculta', state: 'hidden', ...none },
      { name: 'Más oculta', state: 'hidden', ...none },
      { name: 'Lista 2', state: 'read', rows: 1, hiddenRows: 0, unusedColumns: [] },
    ])
  })

  test('keep their cells as written, without a barcode too', async () => {
    const { rows } = await readRows(HEADINGS, [null, 'Sin código', '$ 1.990'], ['0736', null, null])
    expect(rows).toMatchObject([
      { row: 2, barcode: '', fields: { tradename: 'Sin código', cost: 1990 } },
      { row: 3, barcode: '0736', fields: {} },
    ])
    expect(rows[0]?.cells.filter(Boolean)).toEqual(['Sin código', '$ 1.990'])
    expect(rows[0]?.cells).toHaveLength(HEADER.length)
  })

  test('headings that are repeated on each page are no products', async () => {
    const { rows, problems } = await readRows(HEADINGS, A, HEADINGS, B)
    expect(rows.map(({ row }) => row)).toEqual([2, 4])
    expect(problems).toEqual([])
  })

  test('another table below may have its columns elsewhere', async () => {
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

  test('merged cells stand for all their rows where they are texts, and are refused where they are not', async () => {
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

  test('with one code are one when they are equal; a different one is refused field by field', async () => {
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
    expect(refused.map(({ sheet, row }) => `${sheet} ${row}`)).toEqual([
      'Hoja1 2',
      'Hoja1 6',
      'Hoja1 9',
      'Otra 2',
    ])
    const reason = 'Código repetido con datos distintos'
    expect(problems).toMatchObject([
      { row: 2, column: 'Precio' },
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
        row: 9,
        column: 'Código de barras',
        reason,
        message: expect.stringMatching(/fila 7 .*«7800000000011, /),
      },
      { row: 9, column: 'Stock', value: '2', reason, message: expect.stringMatching(/no dice nada/) },
      {
        sheet: 'Otra',
        row: 2,
        column: 'Precio',
        value: '5',
        message: expect.stringMatching(/fila 3 de la hoja Hoja1/),
      },
    ])
  })

  test('20,000 of them are read below a title, one more is refused', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [String(7_800_000_000_000 + index), 1990, 5])
    const all = [['Inventario'], [], ['EAN', 'Precio', 'Stock'], ...rows]
    expect((await readRows(...all)).rows).toHaveLength(20_000)
    expect(await readRows(...all, ['x1']).catch((caught: Refusal) => caught)).toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/20\.000/),
    })
  })
})

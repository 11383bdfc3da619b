import { expect, test } from 'vitest'
import type { UnknownColumns } from '#contract/import-report.ts'
import { productFieldNames } from '#contract/product-fields.ts'
import { createDatabase } from '#tests/app.ts'
import { readInProcess } from '#tests/read-workbook.ts'
import { type XmlSheet, xmlBook } from '#tests/workbooks.ts'
import type { Refusal } from '../../../refusals/refusal.ts'
import { ANY_LAYOUT, readRemembered, rememberColumns } from '../../../tables/read-table.ts'

type Known = Parameters<typeof readInProcess>[1]

const read = (sheets: XmlSheet[], known: Known = {}) => readInProcess(xmlBook(sheets), known)
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

test('recognises columns by their headings, in any order, below a title and beside unknown columns', async () => {
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
  expect(sheets).toMatchObject([
    {
      name: 'Hoja1',
      state: 'read',
      rows: 1,
      hiddenRows: 0,
      unusedColumns: ['N°', 'Costo', 'Observaciones'],
    },
  ])
})

test('two columns for one field are refused, with the headings seen', async () => {
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
    {
      key: 'codigo de barras',
      heading: 'Código de barras',
      field: 'barcode',
      asked: false,
      samples: [A[0], B[0]],
    },
    { key: 'producto', heading: 'Producto', field: 'tradename', asked: false, samples: [A[1], B[1]] },
    { key: 'precio', heading: 'Precio', field: '', asked: true, samples: ['1990', '990'] },
    { key: 'costo', heading: 'Costo', field: '', asked: false, samples: ['500', '1'] },
    { key: 'pvp', heading: 'PVP', field: 'cost', asked: true, samples: ['2490'] },
  ])
})

test('an unknown barcode column is refused, and can be assigned', async () => {
  const rows = [['SKU', 'Producto', 'Valor', null], [...A, 'x'], B]
  const { message, data } = await refusal([{ rows }])
  expect(message).toBe(
    'Falta la columna Código de barras. ¿La columna «Valor» es el precio de venta? Encabezados: SKU, Producto, Valor.',
  )
  expect(data).toMatchObject({ missing: ['Código de barras'], doubled: [] })
  expect(data.sheets[0]?.columns.map(({ key, field }) => [key, field])).toEqual([
    ['sku', 'barcode'],
    ['producto', 'tradename'],
    ['valor', 'cost'],
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
  expect(data.sheets[0]?.columns[0]).toEqual({
    ...{ key: '#1', heading: '', field: 'barcode', asked: true },
    samples: [A[0], B[0]],
  })
  expect(data.sheets[0]?.columns.map(({ field }) => field)).toEqual(['barcode', 'tradename', 'cost'])
  const assigned = { '#1': 'barcode', '#2': 'tradename', '#3': 'cost' } as const
  const { rows } = await read([{ rows: [A, B] }], { assigned })
  expect(rows.map(({ barcode, fields }) => [barcode, fields.tradename, fields.cost])).toEqual([A, B])
})

test('prefers assigned columns to remembered ones, and remembered ones to known headings', async () => {
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

test('remembers assigned headings, but not columns that were assigned by number', async () => {
  const database = await createDatabase()
  const remember = (columns: Record<string, string>) =>
    rememberColumns(database, 'products', { layout: ANY_LAYOUT, columns: new Map(Object.entries(columns)) })
  await remember({ sku: 'barcode', valor: '', '#3': 'cost', otro: 'a field of another version' })
  await remember({ valor: 'cost' })
  await rememberColumns(database, 'statement', {
    layout: ANY_LAYOUT,
    columns: new Map([['abono', 'credit']]),
  })
  const remembered = await readRemembered(database, 'products', productFieldNames)
  expect(Object.fromEntries(remembered.get(ANY_LAYOUT) ?? [])).toEqual({ sku: 'barcode', valor: 'cost' })
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

test('asks a person about "Cantidad" with mere numbers and no stock beside it', async () => {
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

test('asks a person about "Precio" beside a column of IVA', async () => {
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

test('reads a column “Código” as barcodes if its values are valid ones and no other column has barcodes', async () => {
  const valid = ['7800000000016', '7800000000023', 7800000000030]
  const rowsOf = (codes: unknown[]) =>
    codes.map((code) => [code, 'Aspirina', 1990] as XmlSheet['rows'][number])
  const heading = ['Código', 'Producto', 'Precio venta']
  expect((await readRows(heading, ...rowsOf(valid))).rows.map(({ barcode }) => barcode)).toEqual(
    valid.map(String),
  )
  for (const own of [
    ['1001', '1002', '1003'],
    ['7800000000011', '7800000000012', '7800000000013'],
  ])
    expect((await refusal([{ rows: [heading, ...rowsOf(own)] }])).data.missing).toEqual(['Código de barras'])
  const both = await readRows(['Código', 'EAN', 'Producto'], ['7800000000016', '7800000000023', 'Aspirina'])
  expect(both.rows).toMatchObject([{ barcode: '7800000000023' }])
  const without = await readInProcess(xmlBook([{ rows: [heading, ...rowsOf(valid)] }]), {
    assigned: { codigo: '' },
  })
  expect(without.withoutCodes?.missing).toEqual(['Código de barras'])
})

/** Codes with right check digits, so that their column is recognised as barcodes. */
const GTINS = ['7800000000016', '7800000000023', '7800000000030']
/** A sheet of three rows. Each heading has one value for all rows, or an array with a value for each. */
const listOf = (columns: Record<string, XmlSheet['rows'][number][number] | string[]>): XmlSheet => ({
  rows: [
    Object.keys(columns),
    ...GTINS.map((_, at) =>
      Object.values(columns).map((value) => (Array.isArray(value) ? value[at]! : value)),
    ),
  ],
})
const fieldsOf = async (sheet: XmlSheet) => {
  const { rows, sheets } = await read([sheet])
  return { ...rows[0]?.fields, unused: sheets[0]?.unusedColumns }
}

test('prefers a filled column to an empty one, and a better heading to a weaker one', async () => {
  const list = listOf({
    'Código de barras': null,
    CODBAR: GTINS,
    Descripción: 'ASPIRINA 500 MG',
    Nombre: null,
    Proveedor: 'DISTRIBUIDORA',
    MARCA: 'CAFIASPIRINA',
    Laboratorio: 'BAYER',
    Rubro: 'FARMACIA',
    Departamento: 'MEDICAMENTOS',
    'Sub Categoría': 'DOLOR',
  })
  expect(await fieldsOf(list)).toEqual({
    ...{ tradename: 'ASPIRINA 500 MG', laboratory: 'BAYER', category: 'FARMACIA' },
    unused: ['Proveedor', 'MARCA', 'Departamento', 'Sub Categoría'],
  })
  expect(await fieldsOf(listOf({ EAN: GTINS, Proveedor: 'D', MARCA: 'CAFIASPIRINA', LAB: '12' }))).toEqual({
    laboratory: 'CAFIASPIRINA',
    unused: ['Proveedor', 'LAB'],
  })
})

test.each([
  ['ACCIÓN TERAPÉUTICA'],
  ['DEPARTAMENTO'],
  ['GRUPO'],
  ['LÍNEA'],
  ['FAMILIA'],
  ['RUBRO'],
  ['SECCIÓN'],
  ['tipo_producto'],
  ['CLASE'],
  ['subcategoría'],
])('reads %s as the category if no other column is', async (heading) => {
  expect(await fieldsOf(listOf({ EAN: GTINS, [heading]: 'ANALGÉSICO' }))).toMatchObject({
    category: 'ANALGÉSICO',
  })
  expect(await fieldsOf(listOf({ EAN: GTINS, [heading]: 'ANALGÉSICO', Categoría: 'DOLOR' }))).toEqual(
    heading === 'ACCIÓN TERAPÉUTICA'
      ? { category: 'DOLOR', therapeuticAction: 'ANALGÉSICO', unused: [] }
      : { category: 'DOLOR', unused: [heading] },
  )
  // Numbers are codes of groups, not categories.
  expect(await fieldsOf(listOf({ EAN: GTINS, [heading]: '12' }))).toEqual({ unused: [heading] })
})

test('reads a column “Presentación” of words as the form, and one with contents as the quantity', async () => {
  const forms = listOf({ EAN: GTINS, PRESENTACIÓN: ['COMPRIMIDO', 'JARABE', 'CREMA'] })
  expect(await fieldsOf(forms)).toMatchObject({ form: 'COMPRIMIDO' })
  const contents = listOf({ EAN: GTINS, PRESENTACIÓN: ['30 COMPRIMIDOS', 'FRASCO 120 ML', 'POMO 20 G'] })
  expect(await fieldsOf(contents)).toMatchObject({ quantity: '30 COMPRIMIDOS' })
  const both = listOf({ EAN: GTINS, PRESENTACIÓN: 'COMPRIMIDO', 'Forma farmacéutica': 'COMPRIMIDOS' })
  expect(await fieldsOf(both)).toEqual({ form: 'COMPRIMIDOS', unused: ['PRESENTACIÓN'] })
})

test('samples are the first filled cells, wherever in the sheet they are', async () => {
  const rows: XmlSheet['rows'] = [['SKU', 'Nombre', 'Nota']]
  for (let at = 0; at < 400; at += 1) rows.push([`A${at}`, `Producto ${at}`, at === 390 ? 'mirar' : null])
  const { data } = await refusal([{ rows }])
  expect(data.sheets[0]?.columns[2]).toMatchObject({ samples: ['mirar'] })
})

test('one refusal asks all questions of all sheets with proposals, and sending the proposals answers it', async () => {
  const sheets: XmlSheet[] = [
    {
      ...listOf({
        ...{ CODPROD: '12', 'Nro. único': GTINS, Producto: 'ASPIRINA', 'Precio venta': 1990, Precio: 1500 },
        ...{ PVP: 2190, Cantidad: 12 },
      }),
      name: 'Farmacia',
    },
    {
      ...listOf({ Clave: 'A-1', Nombre: 'CREMA', 'P. Venta': 990, 'Precio caja': 9000 }),
      name: 'Perfumería',
    },
  ]
  const { message, data } = await refusal(sheets)
  expect(message).toMatch(
    /^Falta la columna Código de barras\. Varias columnas son para Precio: «Precio venta», «Precio», «PVP»\. La columna «Cantidad» puede ser el stock o el contenido del envase\. La columna «P\. Venta» puede ser el precio del envase o de una parte: también hay «Precio caja»\./,
  )
  expect(data).toMatchObject({ missing: ['Código de barras'], doubled: ['Precio'] })
  const columns = data.sheets.flatMap((sheet) => sheet.columns)
  const asked = columns.filter((column) => column.asked)
  expect(asked.map(({ heading, field }) => [heading, field])).toEqual([
    ['Nro. único', 'barcode'],
    ['Precio venta', ''],
    ['Precio', ''],
    ['PVP', 'cost'],
    ['Cantidad', 'stock'],
    ['P. Venta', 'cost'],
  ])
  const assigned = Object.fromEntries(columns.map(({ key, field }) => [key, field]))
  const { rows, ...workbook } = await read(sheets, { assigned })
  const decided = Object.fromEntries(workbook.decided)
  expect(rows[0]).toMatchObject({
    barcode: GTINS[0],
    fields: { tradename: 'ASPIRINA', cost: 2190, stock: 12 },
  })
  // Columns that were understood anyway aren't remembered.
  expect(decided).toEqual({
    'nro unico': 'barcode',
    pvp: 'cost',
    cantidad: 'stock',
    'p venta': 'cost',
  })
  expect((await read(sheets, { remembered: decided })).rows).toEqual(rows)
  // A price that was left out for another one is read where it is the only one.
  const alone = await read([listOf({ EAN: GTINS, Precio: 1500 })], { remembered: decided })
  expect(alone.rows[0]?.fields).toEqual({ cost: 1500 })
})

test('asks about an empty column of barcodes, unless the file has no products', async () => {
  const { message, data } = await refusal([
    listOf({ 'Código de barras': null, Llave: GTINS, Nombre: 'CREMA' }),
  ])
  expect(message).toMatch(/^La columna «Código de barras» está vacía\. Sin Precio/)
  expect(data.sheets[0]?.columns.map(({ field, asked }) => [field, asked])).toEqual([
    ['', true],
    ['barcode', true],
    ['tradename', false],
  ])
  expect((await readRows(['Código de barras', 'Nombre'])).rows).toEqual([])
})

test('a stock report without prices is read', async () => {
  const report = listOf({
    ...{ CODIGO_BARRA: GTINS, NOM_PROD: 'ASPIRINA 500MG', 'STOCK TOTAL (UND)': '12', COSTO: 900 },
    ...{ 'STOCK MÍNIMO': 2, 'F. VENCIMIENTO': '2027' },
  })
  expect(await fieldsOf(report)).toEqual({
    ...{ tradename: 'ASPIRINA 500MG', stock: 12 },
    unused: ['COSTO', 'STOCK MÍNIMO', 'F. VENCIMIENTO'],
  })
})

test('doesn’t read repeated headings as products, even if the barcode column is known only by its values', async () => {
  const heading = ['Código', 'Producto', 'Precio venta']
  const { rows, sheets } = await readRows(heading, [GTINS[0]!, 'Aspirina', 1990], heading, [
    GTINS[1]!,
    'Bicarbonato',
    990,
  ])
  expect(rows.map(({ barcode }) => barcode)).toEqual(GTINS.slice(0, 2))
  expect(sheets[0]).toMatchObject({ rows: 2, unusedColumns: [] })
})

test.each([';', ',', '\t'])(
  'a list as text with %j between its cells is read like a workbook',
  async (delimiter) => {
    const lines = [
      ['CodBarra', 'Descripción', 'PrecioVenta', 'Existencias'],
      [GTINS[0], 'Ñandú, "grande"; 500 mg', '$ 1.990', '12'],
      ['7,8E+12', 'Bicarbonato', '990', '3'],
    ]
    const text = lines
      .map((cells) => cells.map((cell) => `"${cell?.replaceAll('"', '""')}"`).join(delimiter))
      .join('\r\n')
    for (const encoding of ['utf8', 'latin1'] as const) {
      const { rows, problems, sheets } = await readInProcess(Buffer.from(text, encoding))
      expect(rows).toMatchObject([
        {
          row: 2,
          barcode: GTINS[0],
          fields: { tradename: 'Ñandú, "grande"; 500 mg', cost: 1990, stock: 12 },
        },
        {
          row: 3,
          barcode: '',
          cells: expect.arrayContaining(['7,8E+12']),
          damaged: { reason: 'Código que perdió dígitos' },
        },
      ])
      expect(problems).toEqual([])
      expect(sheets).toMatchObject([{ name: 'CSV', rows: 2 }])
    }
  },
)

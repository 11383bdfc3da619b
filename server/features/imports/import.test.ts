import { describe, expect, test } from 'vitest'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { importCalls } from '#contract/imports.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { BOOK, type Cells, HEADER, row, workbook, xmlSheet, zip } from '#tests/workbooks.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

const upload = (bytes: Buffer) =>
  send(importCalls.uploadProducts, { form: multipart({}, ['fileExcel', bytes, 'productos.xlsx']), token })
const importRows = async (rows: Cells[], header?: string[]) => upload(await workbook(rows, header))
const saved = (barcode: unknown) =>
  database
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'category_id')
    .innerJoin('suppliers', 'suppliers.id', 'supplier_id')
    .selectAll('products')
    .select(['categories.name as category', 'suppliers.name as laboratory'])
    .where('barcode', '=', String(barcode))
    .executeTakeFirst()
const code = (cells: Cells) => cells['Código de barras']

describe('an import', () => {
  test('creates new products, updates existing ones, and changes nothing when repeated', async () => {
    const known = await makeProduct(database, { tradename: 'Antes', cost: 100, stock: 1 })
    const rows = [
      row({
        DCM: 'Losartán',
        'Forma farmacéutica': 'jarabe',
        Cantidad: '120 ml',
        'Registro sanitario': 'F-90001/25',
        Bioequivalente: 'SI',
        Genérico: 'NO',
        Receta: 'Sí',
        Descuento: 12.5,
        'Advertencia legal': 'Uso externo\nVenta bajo receta',
        Categoría: 'Categoría recién nacida',
        Laboratorio: 'Laboratorio recién nacido',
      }),
      row({ 'Código de barras': known.barcode, Nombre: 'Después', Precio: 2_490, Stock: 40 }),
      row(),
    ]
    const file = await workbook(rows)
    const first = await upload(file)
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({ created: 2, updated: 1, unchanged: 0, errors: [] })
    expect(await saved(code(rows[0]!))).toMatchObject({
      dcm: 'Losartán',
      form: 'jarabe',
      quantity: '120 ml',
      health_register: 'F-90001/25',
      bioequivalent: true,
      generic: false,
      prescription: true,
      direct_sale: false,
      cost: 1990,
      discount: 12.5,
      stock: 5,
      legal_warning: 'Uso externo\nVenta bajo receta',
      category: 'Categoría recién nacida',
      laboratory: 'Laboratorio recién nacido',
    })
    expect(await saved(known.barcode)).toMatchObject({
      id: known.id,
      tradename: 'Después',
      cost: 2_490,
      stock: 40,
      version: 2,
    })
    const before = await database.selectFrom('products').selectAll().orderBy('id').execute()
    const again = await upload(file)
    expect(again.body.data).toMatchObject({ created: 0, updated: 0, unchanged: 3, errors: [] })
    expect(await database.selectFrom('products').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('leaves fields without a column unchanged', async () => {
    const first = row({ DCM: 'Se queda', Receta: 'SI', Descuento: 20 })
    await importRows([first])
    const header = [
      'codigo barras',
      'PRODUCTO',
      'categoria',
      'laboratorio *',
      'precio',
      'Existencias',
      'Otra',
    ]
    const cells = [code(first), 'Nombre nuevo', 'importados', 'QUILLAY', 500, 1, 'x']
    const data = [[null, 'Inventario'], [], header, cells] as SheetData
    const answer = await upload(await writeExcelFile(data).toBuffer())
    expect(answer.body.data).toMatchObject({ updated: 1, errors: [] })
    expect(await saved(code(first))).toMatchObject({
      tradename: 'Nombre nuevo',
      dcm: 'Se queda',
      prescription: true,
      discount: 20,
      cost: 500,
      category: 'Importados',
    })
  })

  test('takes the first of two rows with one barcode, and reports its row number', async () => {
    const one = row({ Nombre: 'Primero' })
    const { body } = await importRows([
      row({ ...one, Precio: 'x' }),
      one,
      row(),
      row({ ...one, Nombre: 'Otro' }),
    ])
    expect(body.data.errors).toMatchObject([{ row: 2, column: 'Precio' }, { row: 5 }])
    expect(await saved(code(one))).toMatchObject({ tradename: 'Primero' })
  })

  test('reports all problems of a row, and saves nothing of it', async () => {
    const bad = row({ Precio: -1, Stock: 'muchos', Receta: '?' })
    const { body } = await importRows([row(), bad])
    expect(body.data.errors.map(({ row, column }) => `${row} ${column}`).sort()).toEqual([
      '3 Precio',
      '3 Receta',
      '3 Stock',
    ])
    expect(await saved(code(bad))).toBeUndefined()
  })

  test('is answered with 400 when no row is valid, with all problems, and saves nothing', async () => {
    const { status, body } = await importRows([
      row({ Precio: 'x', Categoría: 'Nunca vista' }),
      row({ Stock: 'x' }),
    ])
    expect(status).toBe(400)
    expect(body).toMatchObject({
      message: 'Ninguna fila se pudo importar.',
      issues: [{ path: 'fileExcel' }],
      data: {
        created: 0,
        errors: [
          { row: 2, column: 'Precio' },
          { row: 3, column: 'Stock' },
        ],
      },
    })
    const category = database.selectFrom('categories').select('id').where('name', '=', 'Nunca vista')
    expect(await category.executeTakeFirst()).toBeUndefined()
  })

  test('reports a missing column for the barcode', async () => {
    const header = HEADER.filter((name) => name !== 'Código de barras' && name !== 'Código propio')
    const { status, body } = await importRows([row()], header)
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringContaining('Código de barras'),
    })
    expect((await upload(await writeExcelFile([['Hola']]).toBuffer())).status).toBe(400)
  })

  test('reads the results of formulas, and reports their errors', async () => {
    const cost = HEADER.indexOf('Precio')
    const rows = [row(), row()].map((cells) => HEADER.map((header) => cells[header] ?? null)) as unknown[][]
    const sheet = xmlSheet([HEADER, ...rows], (place, rowIndex) => {
      if (place === cost && rowIndex === 1) return '<f>990+1000</f><v>1990</v>'
      if (place === cost && rowIndex === 2) return 'error'
      return null
    })
    const { status, body } = await upload(zip({ ...BOOK, 'xl/worksheets/sheet1.xml': sheet }))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ created: 1, errors: [{ row: 3, column: 'Precio' }] })
  })

  test('reads percents as the spreadsheet shows them', async () => {
    const header = [...HEADER]
    const cells = [15, 150, 12.5].map((percent) => {
      const one = row()
      return header.map((name) =>
        name === 'Descuento' ? { value: percent / 100, format: '0.0%' } : (one[name] ?? null),
      )
    })
    const { body } = await upload(await writeExcelFile([header, ...cells] as SheetData).toBuffer())
    expect(body.data).toMatchObject({ created: 2, errors: [{ row: 3, column: 'Descuento' }] })
    expect(await saved(cells[0]?.[0])).toMatchObject({ discount: 15 })
    expect(await saved(cells[2]?.[0])).toMatchObject({ discount: 12.5 })
  })
})

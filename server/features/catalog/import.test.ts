import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/pictures.ts'
import { packStored } from '../../spreadsheets/archive.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'

const { app, database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

const HEADER = PRODUCT_COLUMNS.map(({ header }) => header)
type Cells = Record<string, string | number | boolean | Date | null>

let codes = 0
/** A row that lacks nothing, with a barcode of its own. */
function row(cells: Cells = {}): Cells {
  codes += 1
  return {
    'Código de barras': `78055500${String(codes).padStart(5, '0')}`,
    Nombre: `Producto importado ${codes}`,
    Categoría: 'Importados',
    Laboratorio: 'Quillay',
    Precio: 1990,
    Stock: 5,
    ...cells,
  }
}

const workbook = (rows: Cells[], header: string[] = HEADER): Promise<Buffer> => {
  const data = [header, ...rows.map((cells) => header.map((name) => cells[name] ?? null))] as SheetData
  return writeExcelFile(data, { dateFormat: 'dd/mm/yyyy' }).toBuffer()
}
const upload = (bytes: Buffer) =>
  send(productCalls.uploadProducts, { form: multipart({}, ['fileExcel', bytes, 'productos.xlsx']), token })
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
  test('makes new products, changes known ones, and the same file again changes nothing', async () => {
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
    expect(first.body.data).toEqual({ created: 2, updated: 1, unchanged: 0, errors: [] })
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
    expect(again.body.data).toEqual({ created: 0, updated: 0, unchanged: 3, errors: [] })
    expect(await database.selectFrom('products').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('leaves alone what the sheet has no column for', async () => {
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

  test.each<[Cells, object]>([
    [{ 'Código de barras': 7_801_234_567_894 }, { barcode: '7801234567894' }],
    [{ 'Código de barras': '0012345' }, { barcode: '0012345' }],
    [{ 'Código de barras': " '780 1234 567 887 " }, { barcode: '7801234567887' }],
    [{ Precio: '$ 1.990' }, { cost: 1990 }],
    [{ Precio: '1.990,00' }, { cost: 1990 }],
    [{ Precio: '12 990' }, { cost: 12_990 }],
    [{ Precio: '1.234.567' }, { cost: 1_234_567 }],
    [{ Descuento: '12,5' }, { discount: 12.5 }],
    [{ Descuento: '15 %' }, { discount: 15 }],
    [{ Descuento: null }, { discount: 0 }],
    [{ Stock: '1.000' }, { stock: 1000 }],
    [{ Stock: 0 }, { stock: 0 }],
    [
      { Bioequivalente: 'sí', Genérico: ' SI ' },
      { bioequivalent: true, generic: true },
    ],
    [
      { Bioequivalente: 1, Genérico: '0' },
      { bioequivalent: true, generic: false },
    ],
    [
      { Bioequivalente: true, 'Venta directa': 'VERDADERO' },
      { bioequivalent: true, direct_sale: true },
    ],
    [{ Nombre: '  Paracetamol \u00a0 500   mg ' }, { tradename: 'Paracetamol 500 mg' }],
    [{ Nombre: 500 }, { tradename: '500' }],
    [{ Nombre: '=1+1' }, { tradename: '=1+1' }],
    [{ Nombre: "'=1+1" }, { tradename: '=1+1' }],
  ])('reads %j', async (cells, fields) => {
    const one = row(cells)
    const { body } = await importRows([one])
    expect(body.data).toEqual({ created: 1, updated: 0, unchanged: 0, errors: [] })
    const barcode = 'barcode' in fields ? fields.barcode : code(one)
    expect(await saved(barcode)).toMatchObject(fields)
  })

  test.each<[Cells, string, RegExp]>([
    [{ 'Código de barras': '7,80123E+12' }, 'Código de barras', /perdió dígitos/],
    [{ 'Código de barras': 7_801_230_000_000 }, 'Código de barras', /perdió dígitos/],
    [{ 'Código de barras': 78012345678.5 }, 'Código de barras', /perdió dígitos/],
    [{ 'Código de barras': 7.8e20 }, 'Código de barras', /perdió dígitos/],
    [{ 'Código de barras': null }, 'Código de barras', /Falta/],
    [{ 'Código de barras': '1'.repeat(41) }, 'Código de barras', /40/],
    [{ Nombre: null }, 'Nombre', /obligatorio/],
    [{ Nombre: 'x'.repeat(201) }, 'Nombre', /200/],
    [{ Nombre: new Date('2026-10-12') }, 'Nombre', /fecha/],
    [{ Categoría: 'Piel, pelo' }, 'Categoría', /comas/],
    [{ Categoría: null }, 'Categoría', /obligatorio/],
    [{ Laboratorio: 'all' }, 'Laboratorio', /comas/],
    [{ Precio: 'NaN' }, 'Precio', /entero/],
    [{ Precio: -1 }, 'Precio', /entero/],
    [{ Precio: 1990.5 }, 'Precio', /entero/],
    [{ Precio: '1,99' }, 'Precio', /entero/],
    [{ Precio: null }, 'Precio', /entero/],
    [{ Precio: 1e12 }, 'Precio', /entero/],
    [{ Descuento: 150 }, 'Descuento', /porcentaje/],
    [{ Descuento: '150 %' }, 'Descuento', /porcentaje/],
    [{ Descuento: 0.15 }, 'Descuento', /completo/],
    [{ Stock: -3 }, 'Stock', /entero/],
    [{ Stock: 1.5 }, 'Stock', /entero/],
    [{ Receta: 'quizás' }, 'Receta', /SI o NO/],
    [{ Receta: 'SI', 'Venta directa': 'SI' }, 'Venta directa', /receta/],
  ])('reports %j', async (cells, column, message) => {
    const good = row()
    const { status, body } = await importRows([row(), row(cells), good])
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      created: 2,
      errors: [{ row: 3, column, message: expect.stringMatching(message) }],
    })
    expect(await saved(code(good))).toBeDefined()
  })

  test('takes the first of two rows with one barcode, and says where it was', async () => {
    const one = row({ Nombre: 'Primero' })
    const { body } = await importRows([
      row({ ...one, Precio: 'x' }),
      one,
      row(),
      row({ ...one, Nombre: 'Otro' }),
    ])
    expect(body.data.errors).toMatchObject([
      { row: 2, column: 'Precio' },
      { row: 5, column: 'Código de barras', message: 'Código repetido: ya está en la fila 3.' },
    ])
    expect(await saved(code(one))).toMatchObject({ tradename: 'Primero' })
  })

  test('names every reason of a row, and saves nothing of it', async () => {
    const bad = row({ Precio: -1, Stock: 'muchos', Receta: '?' })
    const { body } = await importRows([row(), bad])
    expect(body.data.errors.map(({ row, column }) => `${row} ${column}`).sort()).toEqual([
      '3 Precio',
      '3 Receta',
      '3 Stock',
    ])
    expect(await saved(code(bad))).toBeUndefined()
  })

  test('is 400 when no row is good, with all the reasons, and saves nothing', async () => {
    const { status, body } = await importRows([
      row({ Precio: 'x', Categoría: 'Nunca vista' }),
      row({ Stock: '' }),
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

  test('says which columns are missing', async () => {
    const header = HEADER.filter((name) => name !== 'Precio' && name !== 'Stock')
    const { status, body } = await importRows([row()], header)
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringContaining('Faltan columnas en la primera hoja: Precio, Stock'),
    })
    expect((await upload(await writeExcelFile([['Hola']]).toBuffer())).status).toBe(400)
  })

  test('takes formulas and errors in cells for what they show', async () => {
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

  test('takes percents as they are shown', async () => {
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

  test('runs one at a time', async () => {
    const file = await workbook(Array.from({ length: 400 }, () => row()))
    const answers = await Promise.all([upload(file), upload(file), upload(file)])
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBe(1)
    expect(answers.filter(({ status }) => status === 429).length).toBe(2)
    expect(answers.find(({ status }) => status === 429)?.body.message).toMatch(/importación en curso/)
    expect((await upload(file)).body.data).toMatchObject({ unchanged: 400 })
  })

  test('takes ten thousand rows while the shop goes on answering', async () => {
    const lists = ['Dolor', 'Alergia', 'Digestivo']
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      row({
        Categoría: lists[index % 3] ?? '',
        Laboratorio: `Casa ${index % 12}`,
        DCM: `Principio ${index % 900}`,
      }),
    )
    const file = await workbook(rows)
    let running = true
    const importing = upload(file).finally(() => {
      running = false
    })
    let answered = 0
    while (running) {
      const url = `/api/products/category/%20/%20/all/all?page=${(answered % 50) + 1}`
      expect((await app.inject({ url })).statusCode).toBe(200)
      answered += 1
    }
    expect((await importing).body.data).toMatchObject({ created: 10_000, errors: [] })
    expect(answered).toBeGreaterThan(10)
    const raised = await workbook(rows.map((cells) => ({ ...cells, Precio: 2_990 })))
    expect((await upload(raised)).body.data).toMatchObject({ updated: 10_000 })
    expect((await upload(raised)).body.data).toMatchObject({ unchanged: 10_000 })
    const { body } = await send(productCalls.listProducts, {
      query: { category: 'Alergia', search: 'casa 7' },
      token,
    })
    expect(body.total).toBeGreaterThan(0)
  }, 60_000)
})

/** The parts of a workbook with one sheet. */
const BOOK = {
  '[Content_Types].xml':
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}

const letters = (place: number) => String.fromCharCode(65 + place)

function xmlSheet(
  rows: unknown[][],
  content: (place: number, rowIndex: number) => string | null = () => null,
) {
  const cell = (value: unknown, place: number, rowIndex: number) => {
    const at = `r="${letters(place)}${rowIndex + 1}"`
    const special = content(place, rowIndex)
    if (special === 'error') return `<c ${at} t="e"><f>1/0</f><v>#DIV/0!</v></c>`
    if (special) return `<c ${at}>${special}</c>`
    if (value === null) return ''
    if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`
    return `<c ${at} t="inlineStr"><is><t>${value}</t></is></c>`
  }
  const lines = rows.map(
    (cells, index) =>
      `<row r="${index + 1}">${cells.map((value, place) => cell(value, place, index)).join('')}</row>`,
  )
  return `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`
}

type Content = string | Buffer

/** A zip of these files, deflated; `promise` is the size that the headers tell in place of the true one. */
function zip(files: Record<string, Content>, promise?: number): Buffer {
  const raw = new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]))
  const packed = new Map([...raw].map(([name, content]) => [name, deflateRawSync(content)]))
  const archive = Buffer.from(packStored(packed))
  const end = archive.length - 22
  let at = archive.readUInt32LE(end + 16)
  for (const content of raw.values()) {
    const local = archive.readUInt32LE(at + 42)
    archive.writeUInt16LE(8, at + 10)
    archive.writeUInt16LE(8, local + 8)
    archive.writeUInt32LE(promise ?? content.length, at + 24)
    archive.writeUInt32LE(promise ?? content.length, local + 22)
    at += 46 + archive.readUInt16LE(at + 28)
  }
  return archive
}

const bookWith = (files: Record<string, Content>, promise?: number) => zip({ ...BOOK, ...files }, promise)
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ja">${Array.from({ length: 20 }, (_, index) => `<!ENTITY a${index} "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">`).join('')}]>`

describe('a hostile file', () => {
  const good = xmlSheet([['Código de barras'], ['1']])
  const files: Record<string, () => Buffer | Promise<Buffer>> = {
    'no zip at all': () => Buffer.from('Código;Nombre\n1;2\n'),
    'an old .xls': () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]),
    'a picture': () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2_000)]),
    'four bytes of a zip': () => Buffer.from('504b0304', 'hex'),
    'another kind of zip': () => zip({ 'a.txt': 'hola' }),
    'a workbook cut short': async () => (await workbook([row()])).subarray(0, 2_000),
    'a damaged workbook': async () => {
      const bytes = await workbook(Array.from({ length: 50 }, () => row()))
      bytes.fill(0xaa, 60, 400)
      return bytes
    },
    'a workbook without sheets': () => bookWith({}),
    'no XML in it': () => bookWith({ 'xl/worksheets/sheet1.xml': Buffer.alloc(5_000, 7) }),
    'a bomb of 300 MB': () => bookWith({ 'xl/worksheets/sheet1.xml': Buffer.alloc(300 * 1024 * 1024, 32) }),
    'a bomb whose header tells of 1 kB': () =>
      bookWith({ 'xl/worksheets/sheet1.xml': Buffer.alloc(300 * 1024 * 1024, 32) }, 1_024),
    'a header that promises too much': () => bookWith({ 'xl/worksheets/sheet1.xml': good }, 30_000),
    '20,000 files': () =>
      zip(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`xl/${index}.xml`, '']))),
    'a cell at XFD1048576': () =>
      bookWith({
        'xl/worksheets/sheet1.xml': sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      }),
    'a cell in column XFD': () =>
      bookWith({ 'xl/worksheets/sheet1.xml': sheetOf('<row r="1"><c r="XFD1"><v>1</v></c></row>') }),
    'a cell far below, in no row of that number': () =>
      bookWith({ 'xl/worksheets/sheet1.xml': sheetOf('<row><c t="n" r="A1048576"><v>1</v></c></row>') }),
    'a million rows': () =>
      bookWith({ 'xl/worksheets/sheet1.xml': sheetOf('<row><c><v>1</v></c></row>'.repeat(1e6)) }),
    'a billion laughs': () => bookWith({ 'xl/worksheets/sheet1.xml': `${LAUGHS}${xmlSheet([['&a19;']])}` }),
    'an external entity': () =>
      bookWith({
        'xl/sharedStrings.xml':
          '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><sst><si><t>&e;</t></si></sst>',
        'xl/worksheets/sheet1.xml': good,
      }),
    macros: () => bookWith({ 'xl/worksheets/sheet1.xml': good, 'xl/vbaProject.bin': 'MZ' }),
    'names that leave the folder': () =>
      bookWith({ '../../etc/cron.xml': 'x', 'xl/worksheets/sheet1.xml': good }),
  }

  test.each(Object.entries(files))('is refused quickly: %s', async (_, make) => {
    const bytes = await make()
    const { rss } = process.memoryUsage()
    const started = performance.now()
    const { status, body } = await upload(bytes)
    expect(performance.now() - started).toBeLessThan(5_000)
    expect([400, 413, 415]).toContain(status)
    expect(body).toMatchObject({ message: expect.any(String), issues: [{ path: 'fileExcel' }] })
    expect(body.message).not.toMatch(/[<>/]|Error/)
    expect(process.memoryUsage().rss - rss).toBeLessThan(300 * 1024 * 1024)
    expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200)
  })

  test('that is no file at all is said at the field', async () => {
    const form = multipart({ fileExcel: 'texto' })
    expect(await send(productCalls.uploadProducts, { form, token })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'fileExcel', message: 'Este campo es obligatorio.' }] },
    })
    const large = multipart({}, ['fileExcel', Buffer.alloc(9 * 1024 * 1024)])
    expect(await send(productCalls.uploadProducts, { form: large, token })).toMatchObject({ status: 413 })
  })
})

test('only administrators may import', async () => {
  const form = () => multipart({}, ['fileExcel', Buffer.from('x')])
  expect((await send(productCalls.uploadProducts, { form: form() })).status).toBe(401)
  const { token: marketing } = await makeUser(database, { role: 'Marketing' })
  expect((await send(productCalls.uploadProducts, { form: form(), token: marketing })).status).toBe(403)
})

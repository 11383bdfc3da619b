import { describe, expect, test } from 'vitest'
import type { UnknownColumns } from '#contract/import-report.ts'
import { importCalls } from '#contract/imports.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { bookWith, HEADER, row, sheetOf, workbook, xmlSheet, zip } from '#tests/workbooks.ts'

const { app, database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

const upload = (bytes: Buffer) =>
  send(importCalls.uploadProducts, { form: multipart({}, ['fileExcel', bytes, 'productos.xlsx']), token })
/** XML entities that expand to gigabytes. */
const ENTITY_BOMB = `<!DOCTYPE x [<!ENTITY a "ja">${Array.from({ length: 20 }, (_, index) => `<!ENTITY a${index} "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">`).join('')}]>`

describe('a hostile file', () => {
  const good = xmlSheet([['Código de barras'], ['1']])
  const files: Record<string, () => Buffer | Promise<Buffer>> = {
    'no zip at all': () => Buffer.from('Código;Nombre\n1;2\n'),
    'an old .xls': () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]),
    'an image': () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2_000)]),
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
    'a bomb of 70 MB': () => bookWith({ 'xl/worksheets/sheet1.xml': Buffer.alloc(70 * 1024 * 1024, 32) }),
    'a bomb whose header tells of 1 kB': () =>
      bookWith({ 'xl/worksheets/sheet1.xml': Buffer.alloc(70 * 1024 * 1024, 32) }, 1_024),
    'a header that promises too much': () => bookWith({ 'xl/worksheets/sheet1.xml': good }, 30_000),
    '600 files': () =>
      zip(Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`xl/${index}.xml`, '']))),
    'a cell at XFD1048576': () =>
      bookWith({
        'xl/worksheets/sheet1.xml': sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      }),
    'a cell in column XFD': () =>
      bookWith({ 'xl/worksheets/sheet1.xml': sheetOf('<row r="1"><c r="XFD1"><v>1</v></c></row>') }),
    'a cell far below, in no row of that number': () =>
      bookWith({ 'xl/worksheets/sheet1.xml': sheetOf('<row><c t="n" r="A1048576"><v>1</v></c></row>') }),
    '30,000 rows': () =>
      bookWith({ 'xl/worksheets/sheet1.xml': sheetOf('<row><c><v>1</v></c></row>'.repeat(30_000)) }),
    'a billion laughs': () =>
      bookWith({ 'xl/worksheets/sheet1.xml': `${ENTITY_BOMB}${xmlSheet([['&a19;']])}` }),
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

  test.each(Object.entries(files))('is refused: %s', async (_, make) => {
    const bytes = await make()
    const { rss } = process.memoryUsage()
    const { status, body } = await upload(bytes)
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.any(String), issues: [{ path: 'fileExcel' }] })
    expect(body.message).not.toMatch(/[<>/]|Error/)
    expect(process.memoryUsage().rss - rss).toBeLessThan(150 * 1024 * 1024)
    expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200)
  })

  test('refuses a text of 30,000 characters in every cell before the server holds a copy for each cell', async () => {
    const line = `<row>${'<c t="s"><v>0</v></c>'.repeat(HEADER.length)}</row>`
    const sheet = xmlSheet([HEADER]).replace('</sheetData>', `${line.repeat(60)}$&`)
    const strings = `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`
    const { status, body } = await upload(
      bookWith({ 'xl/worksheets/sheet1.xml': sheet, 'xl/sharedStrings.xml': strings }),
    )
    expect([status, body.message]).toEqual([
      400,
      'El archivo trae demasiados datos. Divídelo en partes más pequeñas.',
    ])
  })

  test('a missing file is reported at the field', async () => {
    const form = multipart({ fileExcel: 'texto' })
    expect(await send(importCalls.uploadProducts, { form, token })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'fileExcel', message: 'Este campo es obligatorio.' }] },
    })
    const large = multipart({}, ['fileExcel', Buffer.alloc(9 * 1024 * 1024)])
    expect(await send(importCalls.uploadProducts, { form: large, token })).toMatchObject({ status: 413 })
  })
})

describe('an odd workbook', () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const line = (number: string, ...cells: string[]) => `<row r="${number}">${cells.map(cell).join('')}</row>`
  const bookOf = (...lines: string[]) => bookWith({ 'xl/worksheets/sheet1.xml': sheetOf(lines.join('')) })
  const HEADINGS = line('1', 'Código de barras', 'Nombre', 'Precio')
  const preview = (bytes: Buffer, columns?: string) =>
    send(importCalls.previewImport, {
      form: multipart(columns === undefined ? {} : { columns }, ['fileExcel', bytes, 'rara.xlsx']),
      token,
    })
  const open = async (id: string) => {
    const { status, body } = await send(importCalls.getImport, { params: { id }, token })
    expect(status).toBe(200)
    return body.data
  }

  test('reports rows with odd numbers by their places, saved or previewed, and opens the report again', async () => {
    const numbers = ['abc', '1e309', '1.5', 'NaN', '__proto__', '9007199254740993', '1']
    const lines = numbers.flatMap((number) => {
      const [code = '', other = ''] = [row(), row()].map((made) => String(made['Código de barras']))
      return [line(number, code, 'Rara', '990'), line(number, other, 'Rara', 'x')]
    })
    const bytes = bookOf(HEADINGS, ...lines, line('1048577', '', 'Sin código', '1'))
    for (const { status, body } of [await preview(bytes), await upload(bytes)]) {
      expect(status).toBeLessThan(300)
      const report = await open(body.data._id)
      expect(report.errors.map((problem) => problem.row)).toEqual([3, 5, 7, 9, 11, 13, 15, 16])
      const created = report.preview?.changes.map((change) => change.row) ?? [2, 4, 6, 8, 10, 12, 14]
      expect(created).toEqual([2, 4, 6, 8, 10, 12, 14])
    }
  })

  test.each([
    ['a lone surrogate becomes U+FFFD', '&#xD83D;', '\ufffd'],
    ['the escape of a lone surrogate becomes U+FFFD', '_xDC00_', '\ufffd'],
    ['NUL is left out', '&#0;', ''],
    ['the escape of NUL is left out', '_x0000_', ''],
  ])('%s, in headings, names, refused rows and samples', async (_, half, shown) => {
    const code = String(row()['Código de barras'])
    const long = `${'x'.repeat(199)}_xD83D__xDE00_`
    const headings = line('1', 'Código de barras', 'Nombre', 'Precio', `Nota ${half}`, long)
    const named = line('2', code, `Ja${half}rabe`, '990', `a${half}`, long)
    const refused = line('3', `${code}9`, `M${half}alo`, `x${half}`, half, half)
    const { status, body } = await upload(bookOf(headings, named, refused))
    expect(status).toBe(200)
    const report = await open(body.data._id)
    expect(report.errors).toMatchObject([{ name: `M${shown}alo`, value: `x${shown}` }])
    expect(report.sheets[0]?.unusedColumns[0]).toBe(`Nota ${shown}`.trim())
    const product = await database
      .selectFrom('products')
      .select('tradename')
      .where('barcode', '=', code)
      .executeTakeFirst()
    expect(product?.tradename).toBe(`Ja${shown}rabe`)
  })

  test('a character outside the basic plane stays whole', async () => {
    const code = String(row()['Código de barras'])
    const { body } = await upload(bookOf(HEADINGS, line('2', code, '_xD83D__xDE00_ &#x1F600;', '990')))
    expect(body.data).toMatchObject({ created: 1 })
    const product = database.selectFrom('products').select('tradename').where('barcode', '=', code)
    expect((await product.executeTakeFirst())?.tradename).toBe('😀 😀')
  })

  test('treats headings with names of objects like any others: shown as unused, asked about, assigned and remembered', async () => {
    const names = ['constructor', '__proto__']
    const code = () => String(row()['Código de barras'])
    const known = bookOf(
      line('1', 'Código de barras', 'Nombre', 'Precio', ...names),
      line('2', code(), 'A', '990', 'x', 'y'),
    )
    const { status, body } = await preview(known)
    expect(status).toBe(201)
    expect(body.data.sheets[0]?.unusedColumns).toEqual(names)
    const asking = bookOf(line('1', ...names, 'Nombre', 'Precio'), line('2', code(), '7', 'B', '990'))
    const asked = await preview(asking)
    expect(asked.body).toMatchObject({
      code: 'UNKNOWN_COLUMNS',
      data: { sheets: [{ columns: [...names.map((heading) => ({ heading })), {}, {}] }] },
    })
    const [first, second] = (asked.body as unknown as { data: UnknownColumns }).data.sheets[0]!.columns
    const assigned = await preview(
      asking,
      JSON.stringify({ [first!.key]: 'barcode', [second!.key]: 'stock' }),
    )
    expect(assigned.body.data).toMatchObject({ created: 1 })
    expect((await preview(asking)).body.data).toMatchObject({ created: 1 })
  })
})

test('only administrators may import', async () => {
  const form = () => multipart({}, ['fileExcel', Buffer.from('x')])
  expect((await send(importCalls.uploadProducts, { form: form() })).status).toBe(401)
  const { token: marketing } = await makeUser(database, { role: 'Marketing' })
  expect((await send(importCalls.uploadProducts, { form: form(), token: marketing })).status).toBe(403)
})

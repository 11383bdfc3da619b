import { describe, expect, test } from 'vitest'
import { importCalls } from '#contract/imports.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { bookWith, row, sheetOf, workbook, xmlSheet, zip } from '#tests/workbooks.ts'

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
    'a bomb of 150 MB': () => bookWith({ 'xl/worksheets/sheet1.xml': Buffer.alloc(150 * 1024 * 1024, 32) }),
    'a bomb whose header tells of 1 kB': () =>
      bookWith({ 'xl/worksheets/sheet1.xml': Buffer.alloc(150 * 1024 * 1024, 32) }, 1_024),
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

test('only administrators may import', async () => {
  const form = () => multipart({}, ['fileExcel', Buffer.from('x')])
  expect((await send(importCalls.uploadProducts, { form: form() })).status).toBe(401)
  const { token: marketing } = await makeUser(database, { role: 'Marketing' })
  expect((await send(importCalls.uploadProducts, { form: form(), token: marketing })).status).toBe(403)
})

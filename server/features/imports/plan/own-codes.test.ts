import { describe, expect, test } from 'vitest'
import type { UnknownColumns } from '#contract/import-report.ts'
import { importCalls } from '#contract/imports.ts'
import { type ProductForm, productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { openImports, rowOf } from '#tests/workbook-imports.ts'
import { type Cells, row, workbook } from '#tests/workbooks.ts'

const app = await createTestApp()
const { database, send } = app
const { token } = await makeUser(database, { role: 'Administrador' })
const { upload, preview, save, read, edit } = openImports(app, token)

const gtin = () => `780${String(unique()).padStart(10, '0')}`
const ownCode = () => `P-${unique()}`
const CODES = { 'Código de barras': null }
/** A new product's row with an own code and no barcode. */
const coded = (cells: Cells = {}) => row({ ...CODES, 'Código propio': ownCode(), ...cells })
const find = async (search: string) =>
  (await send(productCalls.listProducts, { query: { search }, token })).body.data
const productOf = (code: unknown) =>
  database
    .selectFrom('products')
    .select(['id', 'barcode', 'own_code', 'cost', 'stock', 'tradename'])
    .where('own_code', '=', String(code))
    .execute()

const FORM = {
  tradename: 'Con código propio',
  category: 'Dolor y fiebre',
  laboratory: 'Laboratorio Andino',
  cost: '1990',
  stock: '3',
}
const create = (fields: Partial<Record<keyof ProductForm, string>>) =>
  send(productCalls.createProduct, { form: multipart({ ...FORM, ...fields }), token })

describe('an own code', () => {
  test('stands in for a barcode: rows with one create products, and find them again', async () => {
    const [one, two] = [coded({ Nombre: 'Uno' }), coded({ Nombre: 'Dos' })]
    expect((await upload([one, two])).body.data).toMatchObject({ created: 2, errors: [] })
    const again = await upload([{ ...one, Precio: 2_490 }, two])
    expect(again.body.data).toMatchObject({ created: 0, updated: 1, unchanged: 1, errors: [] })
    expect(await productOf(one['Código propio'])).toMatchObject([
      { barcode: '', cost: 2_490, tradename: 'Uno' },
    ])
    expect(await productOf(two['Código propio'])).toMatchObject([{ tradename: 'Dos' }])
  })

  test('is compared without case and accents, but with its leading zeros', async () => {
    const code = `ñandú-${unique()}`
    const zeros = `00${unique()}`
    await upload([coded({ 'Código propio': code }), coded({ 'Código propio': zeros })])
    const same = await upload([
      coded({ 'Código propio': code.toUpperCase(), Precio: 77, Nombre: 'Otro nombre' }),
      coded({ 'Código propio': zeros.slice(2), Nombre: 'Sin ceros' }),
    ])
    expect(same.body.data).toMatchObject({ created: 1, updated: 1, errors: [] })
    // The code stays as it was written first.
    expect(await productOf(code)).toMatchObject([{ cost: 77, tradename: 'Otro nombre' }])
    expect(await productOf(zeros.slice(2))).toMatchObject([{ tradename: 'Sin ceros' }])
  })

  test('adds a barcode to its product, and a barcode adds an own code; a later import can be undone', async () => {
    const known = await makeProduct(database)
    const first = coded()
    await upload([first])
    const [plain] = await productOf(first['Código propio'])
    const [barcode, code] = [gtin(), ownCode()]
    const { body } = await upload([
      { ...first, 'Código de barras': barcode },
      rowOf(known, { 'Código propio': code }),
    ])
    expect(body.data).toMatchObject({ created: 0, updated: 2, errors: [] })
    expect(await read(plain!.id)).toMatchObject({ barcode, ownCode: first['Código propio'] })
    expect(await read(known.id)).toMatchObject({ barcode: known.barcode, ownCode: code })
    // The barcode and the own code find the product now.
    expect((await upload([row({ 'Código de barras': barcode, Precio: 5 })])).body.data).toMatchObject({
      updated: 1,
    })
    expect((await upload([{ ...first, Precio: 1990 }])).body.data).toMatchObject({ updated: 1, created: 0 })

    const later = await makeProduct(database)
    await upload([rowOf(later, { 'Código propio': ownCode() })])
    const joined = await upload([rowOf(later, { 'Código propio': ownCode(), Precio: 9 })])
    const undone = await send(importCalls.undoImport, { params: { id: joined.body.data._id }, token })
    expect(undone.body.data).toMatchObject({ restored: 1, left: [] })
    expect((await read(later.id)).cost).toBe(1_990)
  })

  test('is removed with a created product by an undo, and isn’t restored if another product has it meanwhile', async () => {
    const was = ownCode()
    const product = await makeProduct(database, { own_code: was })
    const fresh = coded()
    const { body } = await upload([rowOf(product, { 'Código propio': '-' }), fresh])
    await create({ ownCode: was })
    const undone = await send(importCalls.undoImport, { params: { id: body.data._id }, token })
    expect(undone.body.data).toMatchObject({
      removed: 1,
      restored: 0,
      left: [{ productId: product.id, reason: 'Su código propio ahora es de otro producto.' }],
    })
    expect(await productOf(fresh['Código propio'])).toEqual([])
  })

  test('is refused beside the barcode of another product, with both products named', async () => {
    const one = await makeProduct(database, { tradename: 'El de barras' })
    const two = await makeProduct(database, { tradename: 'El propio', own_code: ownCode() })
    const [{ own_code: code } = { own_code: '' }] = await database
      .selectFrom('products')
      .select('own_code')
      .where('id', '=', two.id)
      .execute()
    const { body } = await upload([rowOf(one, { 'Código propio': code }), row()])
    expect(body.data.errors).toMatchObject([
      {
        reason: 'Códigos de varios productos',
        message: expect.stringMatching(/El de barras \(\d+\) y El propio \(/),
      },
    ])
  })

  test('a refused row names the missing code, or shows its own code', async () => {
    const nameless = coded({ Nombre: null, 'Código propio': `N-${unique()}` })
    const { body } = await upload([row(), row({ ...CODES, Nombre: `Nadie ${unique()}` }), nameless])
    expect(body.data.errors).toMatchObject([
      { message: 'Falta el código de barras o el código propio.' },
      { barcode: nameless['Código propio'], message: 'Un producto nuevo necesita un nombre.' },
    ])
  })

  test('is never replaced by an import, which can only add it or clear it', async () => {
    const [without, having] = [
      await makeProduct(database),
      await makeProduct(database, { own_code: ownCode() }),
    ]
    const known = (await read(having.id)).ownCode
    const added = ownCode()
    const leave = { leave: 'tradename,category' }
    const rows = [rowOf(without, { 'Código propio': added }), rowOf(having, { 'Código propio': ownCode() })]
    expect((await upload(rows, leave)).body.data).toMatchObject({ updated: 1, unchanged: 1, errors: [] })
    expect((await read(without.id)).ownCode).toBe(added)
    expect((await read(having.id)).ownCode).toBe(known)
    await upload([rowOf(having, { 'Código propio': '-' })])
    expect((await read(having.id)).ownCode).toBe('')
  })

  test('is found by staff, kept by a form that doesn’t send it, and can be removed by one', async () => {
    const code = `BUSCA-${unique()}`
    const { body } = await create({ ownCode: code })
    expect(await find(code.toLowerCase())).toMatchObject([{ _id: body.data._id, ownCode: code }])
    const { ownCode: _, ...product } = await read(body.data._id)
    await edit(product as Awaited<ReturnType<typeof read>>, { tradename: 'Otro' })
    expect(await read(body.data._id)).toMatchObject({ tradename: 'Otro', ownCode: code })
    await edit(await read(body.data._id), { ownCode: '' })
    expect((await read(body.data._id)).ownCode).toBe('')
  })

  test('belongs to one product, even if two forms are saved at once', async () => {
    const code = ownCode()
    const answers = await Promise.all([create({ ownCode: code }), create({ ownCode: code.toLowerCase() })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'OWN_CODE_TAKEN',
      issues: [{ path: 'ownCode', message: 'Ya existe un producto con ese código propio.' }],
    })
  })

  test('creates one product, even if forms and imports send it at the same time', async () => {
    const cells = [coded(), coded(), coded()]
    const answers = await Promise.all([
      upload(cells),
      upload(cells),
      ...cells.map((one) => create({ ownCode: String(one['Código propio']) })),
    ])
    for (const { status } of answers) expect([200, 201, 409, 429]).toContain(status)
    for (const one of cells) expect(await productOf(one['Código propio'])).toHaveLength(1)
  })

  test('is reported before saving if another product got it after the preview', async () => {
    const cells = coded()
    const { _id } = await preview([cells])
    await create({ ownCode: String(cells['Código propio']) })
    expect(await save(_id)).toMatchObject({ status: 409, body: { code: 'IMPORT_CHANGED' } })
    expect((await save(_id)).body.data).toMatchObject({ created: 0, updated: 1 })
  })
})

test('a list without barcodes proposes its own codes once, and remembers them', async () => {
  const lines = (column: string) =>
    Array.from({ length: 8 }, (_, index) => ({
      [column]: `A${unique()}`,
      Producto: `Del punto de venta ${unique()}`,
      'P. Venta': 1_000 + index,
      Depto: 'Farmacia',
    }))
  const HEADING = 'Cod. Interno'
  const file = (rows: Cells[], header = [HEADING, 'Depto', 'Producto', 'P. Venta']) => workbook(rows, header)
  const sendFile = async (bytes: Buffer, texts: Record<string, string> = {}) =>
    send(importCalls.uploadProducts, { form: multipart(texts, ['fileExcel', bytes, 'lista.xlsx']), token })
  const rows = lines(HEADING)
  const asked = await sendFile(await file(rows))
  expect(asked).toMatchObject({ status: 400, body: { code: 'UNKNOWN_COLUMNS' } })
  expect(asked.body.message).toContain('¿«Cod. Interno» es el código propio de cada producto?')
  const { sheets } = asked.body.data as unknown as UnknownColumns
  const columns = Object.fromEntries(
    sheets.flatMap((sheet) => sheet.columns.map(({ key, field }) => [key, field])),
  )
  expect(columns).toMatchObject({ 'cod interno': 'ownCode', producto: 'tradename', 'p venta': 'cost' })
  const sent = await sendFile(await file(rows), { columns: JSON.stringify(columns) })
  expect(sent.body.data).toMatchObject({ created: 8, errors: [] })
  // The next file of the same shape goes in without a question, also with barcodes beside the codes.
  expect((await sendFile(await file(lines(HEADING)))).body.data).toMatchObject({ created: 8, errors: [] })
  const withBarcodes = rows.map((cells) => ({ ...cells, EAN: gtin() }))
  const joined = await sendFile(await file(withBarcodes, ['EAN', HEADING, 'Producto', 'P. Venta']))
  expect(joined.body.data).toMatchObject({ created: 0, updated: 8, errors: [] })
  // Values that can't tell products apart are no codes, whatever the heading meant before.
  const departments = rows.map((cells) => ({ ...cells, EAN: gtin(), [HEADING]: 'D1' }))
  const other = await sendFile(await file(departments, ['EAN', HEADING, 'Producto', 'P. Venta']))
  expect(other.body.data).toMatchObject({ created: 8, errors: [] })
})

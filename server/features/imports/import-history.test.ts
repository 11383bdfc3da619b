import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/universal'
import { describe, expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import type { ImportProblem } from '#contract/import-report.ts'
import { importCalls } from '#contract/imports.ts'
import { orderCalls } from '#contract/orders.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { makeImport } from '#tests/imports.ts'
import { HEADER, row } from '#tests/workbooks.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })
const { entries } = openAuditTrail(database)

const list = async (query = {}) => (await send(importCalls.listImports, { query, token })).body
const undo = (id: string) => send(importCalls.undoImport, { params: { id }, token })
const keepStock = (id: string) => send(importCalls.keepStock, { params: { id }, token })
const download = async (id: string) => {
  const answer = await send(importCalls.exportRefusedRows, { params: { id }, token })
  return { ...answer, bytes: answer.body as unknown as Buffer }
}
const stockOf = (id: string) =>
  database
    .selectFrom('products')
    .select(['stock', 'counted_stock as counted'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function buy(productId: string, quantity: number) {
  const { id, token } = await makeUser(database)
  const items = [{ productId, quantity }]
  const { body } = await send(cartCalls.updateCart, { body: { cart: id, items }, token })
  const details = { ...SHIPPING, id, products: body.data }
  expect((await send(orderCalls.createOrder, { body: details, token })).status).toBe(201)
}

test('the list has every import, newest first, and finds them by file and person', async () => {
  const marta = { ...(await makeUser(database)), name: 'Marta Ñúñez' }
  const product = await makeProduct(database)
  const changes = [{ id: product.id, fields: { cost: 5 } }]
  const { id: preview } = await makeImport(database, { state: 'preview', fileName: 'Julio.xlsx' })
  const { id: undone } = await makeImport(database, { fileName: 'Agosto.xlsx', actor: marta, changes })
  const { id: refused } = await makeImport(database, {
    ...{ state: 'refused', fileName: 'Septiembre.xlsx' },
    refused: [{ sheet: 'Hoja1', row: 2, cells: [] }],
  })
  await undo(undone)
  const all = await list()
  expect(all.total).toBe(3)
  expect(all.data).toMatchObject([
    { _id: refused, state: 'refused', refused: 1, created: 0, savedAt: null, undoneAt: null },
    { _id: undone, state: 'undone', actor: 'Marta Ñúñez', fileName: 'Agosto.xlsx', updated: 1 },
    { _id: preview, state: 'preview', actor: 'Julia Soto' },
  ])
  const [, second] = all.data
  for (const moment of [second?.createdAt, second?.savedAt, second?.undoneAt])
    expect(Math.abs(Date.now() - Date.parse(moment ?? ''))).toBeLessThan(60_000)
  expect((await list({ page: 2, pageSize: 1 })).data).toMatchObject([{ _id: undone }])
  for (const [search, id] of [['nunez', undone] as const, ['SEPT', refused] as const, ['%', ''] as const])
    expect((await list({ search })).data.map(({ _id }) => _id)).toEqual(id ? [id] : [])
  expect(await list({ state: 'preview' })).toMatchObject({ total: 1, data: [{ _id: preview }] })
  expect((await list({ state: 'saved', search: 'julio' })).total).toBe(0)
})

test('a saved import lists its products with their values before and after, until it is undone', async () => {
  const product = await makeProduct(database, { tradename: 'Ácido cambiado', cost: 990 })
  const { id } = await makeImport(database, { changes: [{ id: product.id, fields: { cost: 1_290 } }] })
  const changes = (query: { search?: string } = {}) =>
    send(importCalls.listImportChanges, { params: { id }, query, token })
  expect((await changes()).body).toMatchObject({
    total: 1,
    data: [
      {
        ...{ _id: product.id, name: 'Ácido cambiado', isNew: false },
        fields: [{ field: 'cost', before: '990', after: '1290' }],
      },
    ],
  })
  expect((await changes({ search: 'acido' })).body.total).toBe(1)
  expect((await changes({ search: 'otro' })).body.total).toBe(0)
  await undo(id)
  expect((await changes()).body.total).toBe(0)
  const { token: other } = await makeUser(database, { role: 'Marketing' })
  expect(
    (await send(importCalls.listImportChanges, { params: { id }, query: {}, token: other })).status,
  ).toBe(403)
})

describe('the refused rows of an import', () => {
  const problem = (sheet: string, number: number, column: string, message: string): ImportProblem => ({
    ...{ sheet, row: number, barcode: '', name: '', column, value: '', reason: message, message },
  })
  const cellsOf = (cells: ReturnType<typeof row>) => HEADER.map((name) => String(cells[name] ?? ''))
  const code = '0078055500017'
  const wrong = row({ 'Código de barras': code, Precio: 'gratis', Stock: '-1', DCM: '-', Nombre: '=1+1 <b>' })
  const other = row({ Nombre: '' })

  const makeRefused = () =>
    makeImport(database, {
      state: 'refused',
      refused: [
        { sheet: 'Marzo', row: 2, cells: cellsOf(wrong) },
        { sheet: 'Abril', row: 2, cells: cellsOf(other).slice(0, 3) },
      ],
      errors: [
        problem('Marzo', 2, 'Precio', 'Debe ser un número.'),
        problem('Marzo', 2, 'Stock', 'Debe ser un número.'),
        problem('Abril', 2, 'Nombre', 'Este campo es obligatorio.'),
      ],
    })

  test('download in the template’s columns, as text and as they were written, with the reasons', async () => {
    const { id } = await makeRefused()
    const { status, headers, bytes } = await download(id)
    expect([status, headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="filas-rechazadas.xlsx"',
    ])
    const [header = [], ...rows] = await readSheet(new Blob([new Uint8Array(bytes)]))
    expect(header).toEqual([...HEADER, 'Motivo'])
    const texts = rows.map((cells) => header.map((_, index) => cells[index] ?? ''))
    // The apostrophe keeps a cell a text in other formats, too. The en dash clears a field like the hyphen.
    const guarded: Record<string, string> = { '=1+1 <b>': "'=1+1 <b>", '-1': "'-1", '-': '–' }
    const written = cellsOf(wrong).map((text) => guarded[text] ?? text)
    expect(texts).toEqual([
      [...written, 'Precio: Debe ser un número.; Stock: Debe ser un número.'],
      [...cellsOf(other).slice(0, 3), ...HEADER.slice(3).map(() => ''), 'Nombre: Este campo es obligatorio.'],
    ])
  })

  test('can be imported once they are mended: the reasons are ignored, codes keep their zeros', async () => {
    const mended = row({ 'Código de barras': code, Nombre: '=Crema <b>', Precio: '1.990', Stock: '7' })
    const { id } = await makeImport(database, {
      refused: [{ sheet: 'Marzo', row: 2, cells: cellsOf(mended) }],
      errors: [problem('Marzo', 2, 'Precio', 'Debe ser un número.')],
    })
    const { bytes } = await download(id)
    await send(importCalls.uploadProducts, { form: multipart({}, ['fileExcel', bytes, 'a.xlsx']), token })
    const { rows } = await sql`
      select barcode, tradename, cost, stock from products join product_barcodes on product_id = products.id
      where code = any(barcode_keys(${code}))`.execute(database)
    expect(rows).toEqual([{ barcode: code, tradename: '=Crema <b>', cost: 1990, stock: 7 }])
  })

  test('are not found for an unknown import, one without refused rows and after they have expired', async () => {
    for (const unknown of ['nada', crypto.randomUUID()]) expect((await download(unknown)).status).toBe(404)
    const { id } = await makeImport(database, {})
    expect(await download(id)).toMatchObject({
      status: 404,
      body: { message: 'No hay filas rechazadas que descargar: se guardan 90 días.' },
    })
  })
})

describe('taking back raised stock', () => {
  test('subtracts what the import added, once; later sales stay, later counts are left', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => makeProduct(database, { stock: 10 })))
    const [plain = '', soldSince = '', counted = '', reimported = ''] = made.map(({ id }) => id)
    const ids = [plain, soldSince, counted, reimported]
    await sql`update products set counted_stock = 10, stock = 6 where id = any(${ids}::uuid[])`.execute(
      database,
    )
    const raise = (changed: string[]) => changed.map((id) => ({ id, fields: { stock: 10 } }))
    const { id } = await makeImport(database, { changes: raise(ids), restocked: ids })
    await buy(soldSince, 3)
    await sql`update products set stock = 8, counted_stock = 8 where id = ${counted}`.execute(database)
    await buy(reimported, 1)
    await makeImport(database, { changes: raise([reimported]) })

    const answers = await Promise.all([keepStock(id), keepStock(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const messages = answers.map(({ body }) => body.message).toSorted()
    expect(messages).toEqual([
      'Productos con el stock como estaba: 0.',
      'Productos con el stock como estaba: 2. Contados después, sin cambios: 2.',
    ])
    expect(answers[0]?.body.data).toMatchObject({ _id: id, canKeepStock: false, canUndo: true })
    expect(await Promise.all(ids.map(stockOf))).toEqual([
      { stock: 6, counted: 10 },
      { stock: 3, counted: 10 },
      { stock: 8, counted: 8 },
      { stock: 10, counted: 10 },
    ])
    expect(await entries()).toMatchObject([
      { action: 'product.update', id: plain, before: { stock: 10 }, after: { stock: 6 } },
      { action: 'product.update', id: soldSince, before: { stock: 7 }, after: { stock: 3 } },
      { action: 'product.import-stock', id, label: 'precios.xlsx', after: { products: 2 } },
    ])

    // The import can still be undone where nothing else happened.
    const undone = await undo(id)
    expect(undone.body.data).toMatchObject({ restored: 1, left: [{}, {}, {}] })
    expect(await stockOf(plain)).toEqual({ stock: 6, counted: 10 })
    expect(await keepStock(id)).toMatchObject({ status: 409, body: { code: 'IMPORT_STATE' } })
  })

  test('never goes below zero, and is refused for previews and unknown imports', async () => {
    const product = await makeProduct(database, { stock: 2 })
    const changes = [{ id: product.id, fields: { stock: 10 } }]
    const { id } = await makeImport(database, { changes, restocked: [product.id] })
    await buy(product.id, 7)
    await keepStock(id)
    expect(await stockOf(product.id)).toMatchObject({ stock: 0 })
    const preview = await makeImport(database, { state: 'preview' })
    expect((await keepStock(preview.id)).status).toBe(409)
    for (const unknown of ['nada', crypto.randomUUID()]) expect((await keepStock(unknown)).status).toBe(404)
  })
})

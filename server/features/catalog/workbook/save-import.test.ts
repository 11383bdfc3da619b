import { describe, expect, test } from 'vitest'
import type { ImportChanged } from '#contract/import-report.ts'
import { importCalls } from '#contract/imports.ts'
import { type Product, productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeCategory, makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { type Cells, HEADER, row, workbook } from '#tests/workbooks.ts'
import { placeOrder } from '../../orders/place-order.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador', name: 'Julia' })
const { entries } = openAuditTrail(database)

const SAME = { Categoría: 'Dolor y fiebre', Laboratorio: 'Laboratorio Andino' }
/** A row of an existing product, which changes nothing but what `cells` say. */
const rowOf = (
  product: { barcode: string; tradename: string; cost: number; stock: number },
  cells: Cells = {},
) =>
  row({
    ...SAME,
    'Código de barras': product.barcode,
    Nombre: product.tradename,
    Precio: product.cost,
    Stock: product.stock,
    ...cells,
  })
/** A workbook with the columns that its rows use. */
async function form(rows: Cells[]) {
  const header = HEADER.filter((name) => rows.some((cells) => cells[name] !== undefined))
  return multipart({}, ['fileExcel', await workbook(rows, header), 'productos.xlsx'])
}
const upload = async (rows: Cells[]) => send(importCalls.uploadProducts, { form: await form(rows), token })
async function preview(rows: Cells[]) {
  const { status, body } = await send(importCalls.previewImport, { form: await form(rows), token })
  expect(status).toBe(201)
  return body.data
}
const save = (id: string, body: Parameters<typeof send<typeof importCalls.saveImport>>[1]['body'] = {}) =>
  send(importCalls.saveImport, { params: { id }, body, token })
const get = async (id: string) => (await send(importCalls.getImport, { params: { id }, token })).body.data
const read = async (id: string): Promise<Product> =>
  (await send(productCalls.getProduct, { params: { id }, token })).body.data
const count = async () =>
  (
    await database
      .selectFrom('products')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
const changesOf = (importId: string) =>
  database
    .selectFrom('product_import_changes')
    .select(['product_id', 'before', 'after', 'version'])
    .where('import_id', '=', importId)
    .orderBy('product_id')
    .execute()
const stockOf = (id: string) =>
  database
    .selectFrom('products')
    .select(['stock', 'counted_stock', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function sell(productId: string, quantity: number) {
  const buyer = await makeUser(database)
  await database
    .insertInto('cart_lines')
    .values({ user_id: buyer.id, product_id: productId, quantity })
    .execute()
  const shownLines = [{ productId, quantity }]
  await placeOrder(database, { userId: buyer.id, details: SHIPPING, shownLines, idempotencyKey: null })
}

async function edit(product: Product, changes: object) {
  const { _id, photo: _, ...fields } = { ...product, ...changes }
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const { status } = await send(productCalls.updateProduct, {
    params: { id: _id },
    form: multipart(texts),
    token,
  })
  expect(status).toBe(200)
}

describe('a preview', () => {
  test('says what would change, and saves nothing', async () => {
    const changed = await makeProduct(database, { tradename: 'Losartán', cost: 1_000 })
    const same = await makeProduct(database)
    const before = await count()
    const fresh = row({ Categoría: 'Recién nacida', Laboratorio: 'Casa nueva', Cantidad: '30 comprimidos' })
    const report = await preview([
      rowOf(same),
      rowOf(changed, { Precio: 1_200 }),
      fresh,
      row({ Precio: 'x' }),
    ])
    expect(report).toMatchObject({
      state: 'preview',
      fileName: 'productos.xlsx',
      actor: 'Julia Soto',
      savedAt: null,
      created: 1,
      updated: 1,
      unchanged: 1,
      refused: 1,
      errors: [{ column: 'Precio' }],
      unitsUnderstood: 1,
      unitsMissing: 1,
      canUndo: false,
      preview: {
        changes: [
          {
            productId: changed.id,
            barcode: changed.barcode,
            name: 'Losartán',
            fields: [{ field: 'cost', before: '1000', after: '1200' }],
          },
          { productId: null, name: fresh.Nombre },
        ],
        newCategories: [{ name: 'Recién nacida', products: 1, similar: null }],
        newLaboratories: [{ name: 'Casa nueva', products: 1, similar: null }],
        suspicious: [],
      },
    })
    expect(report.preview?.changes[1]?.fields).toEqual(
      expect.arrayContaining([{ field: 'cost', before: '', after: '1990' }]),
    )
    expect(await count()).toBe(before)
    expect(await get(report._id)).toEqual(report)
    expect(await entries()).toEqual([])
  })

  test('offers to merge nearly equal names, and points at suspicious values', async () => {
    for (const name of ['Anticoagulantes', 'Vitamina A']) await makeCategory(database, name)
    const product = await makeProduct(database, { cost: 5_000 })
    await database.updateTable('products').set({ prescription: true }).where('id', '=', product.id).execute()
    const other = await makeProduct(database, { cost: 500 })
    const report = await preview([
      rowOf(product, { Precio: 500, Receta: 'NO', Descuento: 61 }),
      rowOf(other, { Precio: 5_000 }),
      row({ ...SAME, Categoría: 'ANTICOAGULANTE', Laboratorio: 'Biosur' }),
      row({ ...SAME, Categoría: 'Vitamina B', Laboratorio: 'LABORATORIOS BIOSUR S.A.' }),
      row({ ...SAME, Categoría: 'Vitamina B', Laboratorio: 'Biosur' }),
    ])
    expect(report.preview?.newCategories).toEqual([
      { name: 'Vitamina B', products: 2, similar: null },
      { name: 'ANTICOAGULANTE', products: 1, similar: 'Anticoagulantes' },
    ])
    expect(report.preview?.newLaboratories).toEqual([
      { name: 'Biosur', products: 2, similar: null },
      { name: 'LABORATORIOS BIOSUR S.A.', products: 1, similar: 'Biosur' },
    ])
    expect(
      report.preview?.suspicious.map(({ name, kind, before, after }) => [name, kind, before, after]),
    ).toEqual([
      [product.tradename, 'priceTenth', '5000', '500'],
      [product.tradename, 'discount', '0', '61'],
      [product.tradename, 'prescriptionOff', 'true', 'false'],
      [other.tradename, 'priceTenfold', '500', '5000'],
    ])
  })

  test('without a valid row is refused with its report, and kept', async () => {
    for (const call of [importCalls.previewImport, importCalls.uploadProducts]) {
      const { status, body } = await send(call, { form: await form([row({ Precio: 'x' })]), token })
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: 'Ninguna fila se pudo importar.',
      })
      const { _id } = body.data
      expect(await get(_id)).toMatchObject({ state: 'refused', refused: 1, preview: null, canUndo: false })
      expect((await save(_id)).body.code).toBe('IMPORT_STATE')
    }
  })
})

describe('saving a preview', () => {
  test('saves what was shown, once, with what undoing it needs', async () => {
    const product = await makeProduct(database, { cost: 1_000, stock: 3 })
    const fresh = row({ ...SAME })
    const { _id } = await preview([rowOf(product, { Precio: 1_200, Stock: 8 }), fresh])
    const { status, body } = await save(_id)
    expect({ status, message: body.message }).toEqual({
      status: 200,
      message: 'Importación terminada. Creados: 1. Actualizados: 1. Sin cambios: 0. Filas con errores: 0.',
    })
    expect(body.data).toMatchObject({
      _id,
      state: 'saved',
      created: 1,
      updated: 1,
      preview: null,
      canUndo: true,
    })
    expect(await read(product.id)).toMatchObject({ cost: 1_200, stock: 8, version: '2-8' })
    const [changed, created] = await changesOf(_id)
    expect(changed).toEqual({
      product_id: product.id,
      before: { cost: 1_000, stock: 3, countedStock: null },
      after: { cost: 1_200, stock: 8, countedStock: 8 },
      version: 2,
    })
    expect(created).toMatchObject({
      before: null,
      after: { barcode: fresh['Código de barras'], category: 'Dolor y fiebre', cost: 1_990, stock: 5 },
      version: 1,
    })
    expect((await entries()).map(({ action }) => action)).toEqual([
      'product.create',
      'product.update',
      'product.import',
    ])
    const again = await save(_id)
    expect({ status: again.status, body: again.body }).toEqual({ status, body })
    expect(await entries()).toHaveLength(3)
    const stored = database.selectFrom('product_import_rows').select('place').where('import_id', '=', _id)
    expect(await stored.execute()).toEqual([])
  })

  test('of two saves at once, the products are written once', async () => {
    const before = await count()
    const { _id } = await preview(Array.from({ length: 30 }, () => row()))
    const answers = await Promise.all([save(_id), save(_id), save(_id)])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
    expect(await count()).toBe(before + 30)
    expect((await entries()).filter(({ action }) => action === 'product.import')).toHaveLength(1)
  })

  test('is refused with the new preview when a form was saved meanwhile, and then saves that', async () => {
    const product = await makeProduct(database, { cost: 1_000 })
    const other = await makeProduct(database)
    const { _id } = await preview([rowOf(product, { Precio: 1_200 }), rowOf(other, { Precio: 7_000 })])
    await edit(await read(product.id), { cost: 1_100, dcm: 'No está en la planilla' })
    const { status, body } = await save(_id)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'IMPORT_CHANGED' })
    const changed = (body as unknown as { data: ImportChanged }).data
    expect(changed.meanwhile).toEqual([
      {
        barcode: product.barcode,
        name: product.tradename,
        fields: [{ field: 'cost', before: '1000', after: '1100' }],
      },
    ])
    expect(changed.import.preview?.changes[0]?.fields).toEqual([
      { field: 'cost', before: '1100', after: '1200' },
    ])
    expect(await get(_id)).toEqual(changed.import)
    expect((await read(other.id)).cost).toBe(1_990)
    expect((await save(_id)).status).toBe(200)
    expect(await read(product.id)).toMatchObject({ cost: 1_200, dcm: 'No está en la planilla' })
  })

  test('isn’t stopped by an edit of other fields, or of a row that is left out', async () => {
    const product = await makeProduct(database)
    const left = await makeProduct(database)
    const { _id, preview: shown } = await preview([rowOf(product, { Precio: 1 }), rowOf(left, { Precio: 2 })])
    const { sheet, row } = shown!.changes.find(({ productId }) => productId === left.id)!
    await edit(await read(product.id), { dcm: 'Otro' })
    await edit(await read(left.id), { cost: 900 })
    const { status, body } = await save(_id, { skip: [{ sheet, row }] })
    expect({ status, updated: body.data.updated }).toEqual({ status: 200, updated: 1 })
    expect(await read(left.id)).toMatchObject({ cost: 900 })
  })

  test('after a sale: the stock of the file is refused, the kept stock isn’t', async () => {
    const product = await makeProduct(database, { stock: 10 })
    const { _id } = await preview([rowOf(product, { Precio: 1_500, Stock: 10 })])
    await sell(product.id, 4)
    const refused = await save(_id)
    expect(refused.body.code).toBe('IMPORT_CHANGED')
    expect((refused.body as unknown as { data: ImportChanged }).data.meanwhile[0]?.fields).toEqual([
      { field: 'stock', before: '10', after: '6' },
    ])
    await sell(product.id, 1)
    expect((await save(_id, { stock: 'keep' })).body.data).toMatchObject({ updated: 1, restocks: [] })
    expect(await read(product.id)).toMatchObject({ cost: 1_500, stock: 5 })
  })

  test('a product that somebody created or that lost its code meanwhile is shown', async () => {
    const fresh = row({ ...SAME })
    const gone = await makeProduct(database)
    const { _id } = await preview([fresh, rowOf(gone, { Precio: 5 })])
    await makeProduct(database, { barcode: `0${fresh['Código de barras']}`, tradename: 'Se adelantó' })
    await edit(await read(gone.id), { barcode: `999${unique()}` })
    const { body } = await save(_id)
    const { meanwhile, import: report } = (body as unknown as { data: ImportChanged }).data
    expect(meanwhile).toMatchObject([
      {
        barcode: fresh['Código de barras'],
        fields: expect.arrayContaining([{ field: 'stock', before: '', after: '10' }]),
      },
      {
        barcode: gone.barcode,
        fields: expect.arrayContaining([{ field: 'cost', before: '1990', after: '' }]),
      },
    ])
    expect(report).toMatchObject({ created: 1, updated: 1 })
  })

  test('merges names as chosen; a name that doesn’t exist is refused', async () => {
    await makeCategory(database, 'Antiinflamatorios')
    const fresh = row({ ...SAME, Categoría: 'ANTIINFLAMATORIO' })
    const { _id } = await preview([fresh])
    const bad = await save(_id, { mergeCategories: { ANTIINFLAMATORIO: 'Nadie' } })
    expect(bad).toMatchObject({ status: 400, body: { issues: [{ path: 'mergeCategories' }] } })
    expect((await save(_id, { mergeCategories: { ANTIINFLAMATORIO: 'Antiinflamatorios' } })).status).toBe(200)
    const named = database.selectFrom('categories').select('name').where('name_key', '=', 'antiinflamatorio')
    expect(await named.execute()).toEqual([])
    const [created] = await changesOf(_id)
    expect(created?.after).toMatchObject({ category: 'Antiinflamatorios' })
  })

  test('is refused when every row is left out, for an unknown import, and for other roles', async () => {
    const { _id, preview: shown } = await preview([row()])
    expect((await save(_id, { skip: shown!.changes.map(({ sheet, row }) => ({ sheet, row })) })).status).toBe(
      400,
    )
    for (const id of [crypto.randomUUID(), 'abc']) {
      expect((await save(id)).status).toBe(404)
      expect((await send(importCalls.getImport, { params: { id }, token })).status).toBe(404)
    }
    const { token: marketing } = await makeUser(database, { role: 'Marketing' })
    const params = { id: _id }
    const answers = [
      await send(importCalls.saveImport, { params, body: {}, token: marketing }),
      await send(importCalls.getImport, { params, token: marketing }),
      await send(importCalls.previewImport, { form: await form([row()]), token: marketing }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

describe('the stock', () => {
  test('that a file raises over what sales had left is reported', async () => {
    const [sold, counted, unsold] = [
      row({ ...SAME, Stock: 10 }),
      row({ ...SAME, Stock: 10 }),
      row({ ...SAME, Stock: 10 }),
    ]
    const first = (await upload([sold, counted, unsold])).body.data
    const ids = (await changesOf(first._id)).map(({ product_id }) => product_id)
    await sell(ids[0]!, 4)
    await sell(ids[1]!, 4)
    await edit(await read(ids[1]!), { stock: 7 })
    expect(await stockOf(ids[1]!)).toMatchObject({ stock: 7, counted_stock: 7 })
    const again = (await upload([sold, counted, { ...unsold, Stock: 12 }])).body.data
    expect(again).toMatchObject({ updated: 3, canKeepStock: true })
    expect(again.restocks).toEqual([
      {
        productId: ids[0],
        barcode: sold['Código de barras'],
        name: sold.Nombre,
        counted: 10,
        before: 6,
        after: 10,
      },
    ])
    expect(await stockOf(ids[0]!)).toEqual({ stock: 10, counted_stock: 10, version: 2 })
  })

  test('that a file only confirms counts as counted, without a new version', async () => {
    const cells = row({ ...SAME, Stock: 10 })
    const { _id } = (await upload([cells])).body.data
    const [{ product_id: id } = { product_id: '' }] = await changesOf(_id)
    await sell(id, 4)
    expect((await upload([{ ...cells, Stock: 6 }])).body.data).toMatchObject({
      updated: 0,
      unchanged: 1,
      restocks: [],
    })
    expect(await stockOf(id)).toEqual({ stock: 6, counted_stock: 6, version: 1 })
    expect((await upload([{ ...cells, Stock: 9 }])).body.data.restocks).toEqual([])
  })
})

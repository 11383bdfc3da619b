import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ImportChanged } from '#contract/import-report.ts'
import { importCalls } from '#contract/imports.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeCategory, makeProduct, makeUser, unique } from '#tests/factories.ts'
import { NAMES, openImports, rowOf } from '#tests/workbook-imports.ts'
import { row } from '#tests/workbooks.ts'

const app = await createTestApp()
const { database, send } = app
const { token } = await makeUser(database, { role: 'Administrador', name: 'Julia' })
const { entries } = openAuditTrail(database)
const { form, preview, save, get, read, changesOf, sell, edit } = openImports(app, token)
const count = async () =>
  (
    await database
      .selectFrom('products')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

describe('saving a preview', () => {
  test('saves the shown changes once, with the data to undo them', async () => {
    const product = await makeProduct(database, { cost: 1_000, stock: 3 })
    const fresh = row({ ...NAMES })
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
    const stored = await sql`select from product_import_rows where import_id = ${_id}`.execute(database)
    expect(stored.rows).toEqual([])
  })

  test('writes the products once, even if several saves run at once', async () => {
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

  test('after a sale, refuses the stock of the file, but not the kept stock', async () => {
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

  test('shows a product that was created or lost its code meanwhile', async () => {
    const fresh = row({ ...NAMES })
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
    const fresh = row({ ...NAMES, Categoría: 'ANTIINFLAMATORIO' })
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

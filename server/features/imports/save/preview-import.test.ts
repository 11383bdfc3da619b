import { describe, expect, test } from 'vitest'
import { importCalls } from '#contract/imports.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeCategory, makeProduct, makeUser } from '#tests/factories.ts'
import { NAMES, openImports, rowOf } from '#tests/workbook-imports.ts'
import { row } from '#tests/workbooks.ts'

const app = await createTestApp()
const { database, send } = app
const { token } = await makeUser(database, { role: 'Administrador', name: 'Julia' })
const { entries } = openAuditTrail(database)
const { form, upload, preview, save, get, read, changesOf, stockOf, sell, edit } = openImports(app, token)
const count = async () =>
  (
    await database
      .selectFrom('products')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

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
    for (const name of ['Anticoagulantes', 'Vitamina A', 'Anticonceptivo oral y vaginal'])
      await makeCategory(database, name)
    const product = await makeProduct(database, { cost: 5_000 })
    await database.updateTable('products').set({ prescription: true }).where('id', '=', product.id).execute()
    const other = await makeProduct(database, { cost: 500 })
    const report = await preview([
      rowOf(product, { Precio: 500, Receta: 'NO', Descuento: 61 }),
      rowOf(other, { Precio: 5_000 }),
      row({ ...NAMES, Categoría: 'ANTICOAGULANTE', Laboratorio: 'Biosur' }),
      row({ ...NAMES, Categoría: 'Vitamina B', Laboratorio: 'LABORATORIOS BIOSUR S.A.' }),
      row({ ...NAMES, Categoría: 'Vitamina B', Laboratorio: 'Biosur' }),
      row({ ...NAMES, Categoría: 'Anti coagulante' }),
      row({ ...NAMES, Categoría: 'Anticonceptivo oral' }),
      row({ ...NAMES, Laboratorio: 'Laboratorio Andnio' }),
    ])
    expect(report.preview?.newCategories).toEqual([
      { name: 'Vitamina B', products: 2, similar: null },
      { name: 'ANTICOAGULANTE', products: 1, similar: 'Anticoagulantes' },
      { name: 'Anti coagulante', products: 1, similar: 'Anticoagulantes' },
      { name: 'Anticonceptivo oral', products: 1, similar: null },
    ])
    expect(report.preview?.newLaboratories).toEqual([
      { name: 'Biosur', products: 2, similar: null },
      { name: 'LABORATORIOS BIOSUR S.A.', products: 1, similar: 'Biosur' },
      { name: 'Laboratorio Andnio', products: 1, similar: 'Laboratorio Andino' },
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

/** A condition of sale, without which a product that may be a medicine is held. */
const FOR_SALE = { Receta: 'NO', 'Venta directa': 'SI' }

describe('the stock', () => {
  test('is reported if a file raises it after sales', async () => {
    const [sold, counted, unsold] = [
      row({ ...NAMES, ...FOR_SALE, Stock: 10 }),
      row({ ...NAMES, ...FOR_SALE, Stock: 10 }),
      row({ ...NAMES, ...FOR_SALE, Stock: 10 }),
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

  test('is stored as counted if a file confirms it, without a new version', async () => {
    const cells = row({ ...NAMES, ...FOR_SALE, Stock: 10 })
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

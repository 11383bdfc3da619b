import { expect, test } from 'vitest'
import type { UnknownColumns } from '#contract/import-report.ts'
import { importCalls } from '#contract/imports.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { openImports } from '#tests/workbook-imports.ts'
import { type Cells, workbook } from '#tests/workbooks.ts'

const app = await createTestApp()
const { database, send } = app
const { token } = await makeUser(database, { role: 'Administrador' })
const { save, read } = openImports(app, token)

const fileOf = async (rows: Cells[], texts: Record<string, string> = {}) =>
  multipart(texts, ['fileExcel', await workbook(rows, Object.keys(rows[0]!)), 'existencias.xlsx'])
const upload = async (rows: Cells[], texts?: Record<string, string>) =>
  send(importCalls.uploadProducts, { form: await fileOf(rows, texts), token })
const preview = async (rows: Cells[], texts?: Record<string, string>) =>
  (await send(importCalls.previewImport, { form: await fileOf(rows, texts), token })).body.data
const again = (id: string, stockReport: 'stock' | 'all') =>
  send(importCalls.replanImport, { params: { id }, body: { stockReport }, token })
const gtin = () => `780${String(unique()).padStart(10, '0')}`
const productOf = (barcode: string) =>
  database
    .selectFrom('products')
    .select(['tradename', 'cost'])
    .where('barcode', '=', barcode)
    .executeTakeFirst()

/** A line of a stock report, whose name and LINEA aren't those of the product. */
const line = (product: { barcode: string }, stock: number, cells: Cells = {}) => ({
  'Código de barras': product.barcode,
  Descripción: 'NOMBRE DEL REPORTE',
  LINEA: 'INSUMOS VARIOS Y OTROS',
  Existencia: stock,
  Costo: 700,
  ...cells,
})

test('a stock report changes the stock alone, in one step and by a preview', async () => {
  const one = await makeProduct(database, { stock: 3 })
  const two = await makeProduct(database, { stock: 4 })
  const { body } = await upload([line(one, 9)])
  expect(body.data).toMatchObject({ updated: 1, stockReport: 'stock' })
  expect(await read(one.id)).toMatchObject({ tradename: one.tradename, category: 'Dolor y fiebre', stock: 9 })
  const shown = await preview([line(two, 8)])
  expect(shown.preview).toMatchObject({ changes: [{ fields: [{ field: 'stock' }] }], newCategories: [] })
  await save(shown._id)
  expect(await read(two.id)).toMatchObject({ tradename: two.tradename, category: 'Dolor y fiebre', stock: 8 })
})

test('changes more by a stock report if a person chooses so, uploaded or previewed, but not the parts that they leave', async () => {
  const one = await makeProduct(database)
  const two = await makeProduct(database)
  await upload([line(one, 9)], { stockReport: 'all', leave: 'category' })
  expect(await read(one.id)).toMatchObject({
    tradename: 'NOMBRE DEL REPORTE',
    category: 'Dolor y fiebre',
    stock: 9,
  })
  const { _id } = await preview([line(two, 8)], { leave: 'category' })
  const planned = await again(_id, 'all')
  expect(planned.body.data).toMatchObject({ stockReport: 'all', leave: ['category'] })
  expect((await again(_id, 'stock')).body.data).toMatchObject({ stockReport: 'stock' })
  await again(_id, 'all')
  await save(_id)
  expect(await read(two.id)).toMatchObject({
    tradename: 'NOMBRE DEL REPORTE',
    category: 'Dolor y fiebre',
    stock: 8,
  })
})

test('doesn’t treat a list with prices or many columns as a stock report, whatever is asked for', async () => {
  const one = await makeProduct(database)
  const priced = await preview([line(one, 2, { 'P. Venta': 1_490 })])
  expect(priced).toMatchObject({ stockReport: null, leave: ['spelling'] })
  expect((await again(priced._id, 'stock')).body.data).toMatchObject({
    stockReport: null,
    leave: ['spelling'],
  })
  const master = {
    DCM: 'Paracetamol',
    Laboratorio: 'Norte',
    'Registro ISP': 'F-1/20',
    Receta: 'SI',
    Forma: 'jarabe',
  }
  expect(await preview([line(one, 2, master)])).toMatchObject({ stockReport: null })
})

test('asks about a price column of unknown name, and remembers the decision even if the file is refused', async () => {
  const known = await makeProduct(database)
  const fresh = [gtin(), gtin(), gtin()]
  const rows = [known.barcode, ...fresh].map((EAN, at) => ({
    EAN,
    Mercancía: `Crema de manos ${at} lavanda`,
    Tarifa: 1_490 + at * 100,
    'Familia ': 'Cuidado',
  }))
  const asked = await upload(rows)
  expect(asked).toMatchObject({ status: 400, body: { code: 'UNKNOWN_COLUMNS' } })
  const { sheets, questions } = asked.body.data as unknown as UnknownColumns
  expect(questions).toEqual([
    '¿La columna «Mercancía» trae el nombre de los productos?',
    '¿La columna «Tarifa» es el precio de venta?',
  ])
  const columns = Object.fromEntries(sheets[0]!.columns.map(({ key, field }) => [key, field]))
  expect(columns).toMatchObject({ tarifa: 'cost', mercancia: 'tradename' })
  // Another question is open, so that the file is refused again.
  const twice = await upload(
    rows.map((cells) => ({ ...cells, Stock: 5, Existencias: 7 })),
    { columns: JSON.stringify(columns) },
  )
  expect(twice).toMatchObject({ status: 400, body: { code: 'UNKNOWN_COLUMNS' } })
  const { body } = await upload(rows)
  expect(body.data).toMatchObject({ created: 3, updated: 1, errors: [] })
  expect(await productOf(fresh[0]!)).toMatchObject({ tradename: 'Crema de manos 1 lavanda', cost: 1_590 })
})

test('a list without prices says what is missing, and what it can do', async () => {
  const { body } = await upload([line({ barcode: gtin() }, 5)])
  expect(body.message).toContain('falta: Precio. Esta lista no tiene precios: solo cambia el stock')
})

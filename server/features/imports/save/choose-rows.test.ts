import { expect, test } from 'vitest'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { openImports, rowOf } from '#tests/workbook-imports.ts'
import { type Cells, row } from '#tests/workbooks.ts'

const app = await createTestApp()
const { database } = app
const { token } = await makeUser(database, { role: 'Administrador' })
const { upload, preview, save, get } = openImports(app, token)

const productOf = (barcode: unknown) =>
  database
    .selectFrom('products')
    .select(['cost', 'stock', 'tradename', 'dcm'])
    .where('barcode', '=', String(barcode))
    .executeTakeFirst()

/** Rows of one new product that differ in their price, the first one without a stock. */
function twice(cells: Cells = {}) {
  const first = row({ Stock: null, Precio: 1_000, ...cells })
  return [first, { ...first, Precio: 2_000, Stock: 7, DCM: 'Losartán' }, { ...first, Precio: 3_000 }]
}
const place = (row: number) => ({ sheet: 'Sheet1', row })

test('a preview shows rows that contradict each other side by side', async () => {
  const rows = twice()
  const shown = await preview([...rows, row()])
  expect(shown).toMatchObject({ created: 2, refused: 2 })
  expect(shown.preview?.repeated).toEqual([
    {
      sheet: expect.any(String),
      row: 2,
      barcode: rows[0]!['Código de barras'],
      name: rows[0]!.Nombre,
      fields: ['dcm', 'cost', 'stock'],
      rows: [
        { sheet: expect.any(String), row: 2, values: ['', '1000', ''] },
        { sheet: expect.any(String), row: 3, values: ['Losartán', '2000', '7'] },
        { sheet: expect.any(String), row: 4, values: ['', '3000', ''] },
      ],
      hasBlanks: true,
    },
  ])
  expect((await get(shown._id)).preview?.repeated).toEqual(shown.preview?.repeated)
})

test('without a choice, saves the first row and reports the others, also in a direct upload', async () => {
  const [one, other] = [twice(), twice()]
  const shown = await preview([...one, row()])
  const saved = (await save(shown._id)).body.data
  const direct = (await upload([...other, row()])).body.data
  for (const report of [saved, direct]) {
    expect(report).toMatchObject({ created: 2, refused: 2, repeated: 0 })
    expect(report.errors.map(({ row, message }) => [row, message])).toEqual([
      [3, 'La fila 2 tiene el mismo código y dice «1000» en Precio. Se usa la primera.'],
      [4, 'La fila 2 tiene el mismo código y dice «1000» en Precio. Se usa la primera.'],
    ])
  }
  for (const [first] of [one, other])
    expect(await productOf(first?.['Código de barras'])).toEqual({
      ...{ cost: 1_000, stock: 0, dcm: '' },
      tradename: first?.Nombre,
    })
})

test('saves the chosen row, or the first one with its blanks filled, and counts the others as repeated', async () => {
  const [second, filled, first, none] = [twice(), twice(), twice(), twice()]
  const known = await makeProduct(database, { cost: 900, stock: 2 })
  const both = [rowOf(known, { Precio: 1_100 }), rowOf(known, { Precio: 1_200, Stock: 8 })]
  const shown = await preview([...second, ...filled, ...first, ...none, ...both])
  const sheet = shown.preview!.repeated[0]!.sheet
  const choices = [
    { ...place(2), sheet, use: 1 },
    { ...place(5), sheet, use: 'fill' as const },
    { ...place(8), sheet, use: 0 },
    { ...place(14), sheet, use: 1 },
    { ...place(99), sheet, use: 3 },
  ]
  const { body } = await save(shown._id, { repeated: choices })
  expect(body.data).toMatchObject({ created: 4, updated: 1, refused: 2, repeated: 7 })
  expect(body.data.errors.map(({ row }) => row)).toEqual([12, 13])
  const saved = await Promise.all(
    [second, filled, first, none].map(([cells]) => productOf(cells?.['Código de barras'])),
  )
  expect(saved).toMatchObject([
    { cost: 2_000, stock: 7, dcm: 'Losartán' },
    { cost: 1_000, stock: 7, dcm: 'Losartán' },
    { cost: 1_000, stock: 0, dcm: '' },
    { cost: 1_000, stock: 0, dcm: '' },
  ])
  expect(await productOf(known.barcode)).toMatchObject({ cost: 1_200, stock: 8 })
})

test('merges rows that agree and fills their blanks from each other, without a question', async () => {
  const first = row({ Stock: null, Precio: 0 })
  const { body } = await upload([
    first,
    { ...first, Precio: 990 },
    { ...first, Precio: null, Stock: 4 },
    row(),
  ])
  expect(body.data).toMatchObject({ created: 2, refused: 0, repeated: 2, withoutPrice: 0 })
  expect(await productOf(first['Código de barras'])).toMatchObject({ cost: 990, stock: 4 })
})

test('after a change by somebody else the rows are shown again, and the choice still holds', async () => {
  const known = await makeProduct(database, { cost: 900 })
  const shown = await preview([rowOf(known, { Precio: 1_100 }), rowOf(known, { Precio: 1_200 })])
  await database.updateTable('products').set({ cost: 950 }).where('id', '=', known.id).execute()
  const sheet = shown.preview!.repeated[0]!.sheet
  const body = { repeated: [{ sheet, row: 2, use: 1 }] }
  expect(await save(shown._id, body)).toMatchObject({ status: 409, body: { code: 'IMPORT_CHANGED' } })
  const again = await get(shown._id)
  expect(again).toMatchObject({ refused: 1, errors: [{ row: 3 }] })
  expect(again.preview?.repeated).toEqual(shown.preview?.repeated)
  expect((await save(shown._id, body)).body.data).toMatchObject({ updated: 1, refused: 0, errors: [] })
  expect(await productOf(known.barcode)).toMatchObject({ cost: 1_200 })
})

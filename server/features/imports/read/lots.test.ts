import { expect, test } from 'vitest'
import { importCalls } from '#contract/imports.ts'
import { lotCalls } from '#contract/lots.ts'
import { productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser, unique } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { openImports } from '#tests/workbook-imports.ts'
import { type Cells, workbook } from '#tests/workbooks.ts'
import { expiryIn } from './lot-cells.ts'

const app = await createTestApp()
const { database, send } = app
const { token } = await makeUser(database, { role: 'Administrador' })
const { save } = openImports(app, token)

const fileOf = async (rows: Cells[]) =>
  multipart({}, ['fileExcel', await workbook(rows, Object.keys(rows[0]!)), 'lotes.xlsx'])
const preview = async (rows: Cells[]) =>
  (await send(importCalls.previewImport, { form: await fileOf(rows), token })).body.data
const upload = async (rows: Cells[]) =>
  (await send(importCalls.uploadProducts, { form: await fileOf(rows), token })).body.data
const productOf = (barcode: unknown) =>
  database
    .selectFrom('products')
    .select(['id', 'stock', 'cost'])
    .where('barcode', '=', String(barcode))
    .executeTakeFirstOrThrow()
async function lotsOf(barcode: unknown) {
  const { id } = await productOf(barcode)
  const { body } = await send(lotCalls.listProductLots, { params: { id }, token })
  return body.data.map(({ lot, expires, units }) => [lot, expires, units])
}

/** A product's rows, one for each lot with its expiry and units. */
function lots(...units: [lot: string | null, expiry: string | null, stock: number][]): Cells[] {
  const EAN = `780${String(unique()).padStart(10, '0')}`
  return units.map(([Lote, Vence, Stock]) => ({
    ...{ EAN, Nombre: `Alcohol gel ${EAN}`, 'P. Venta': 1_990, Lote, 'Fecha vencimiento': Vence, Stock },
  }))
}

test.each([
  ['08/2027', '2027-08-31'],
  ['8-27', '2027-08-31'],
  ['2027-08', '2027-08-31'],
  ['31-08-2027', '2027-08-31'],
  ['01/08/2027', '2027-08-01'],
  ['2027-08-15', '2027-08-15'],
  ['AGO 2027', '2027-08-31'],
  ['ago-27', '2027-08-31'],
  ['febrero de 2028', '2028-02-29'],
  [{ kind: 'date', shown: '15-08-2027', day: '2027-08-15' } as const, '2027-08-15'],
  [{ kind: 'date', shown: 'ago-27', day: '2027-08-01' } as const, '2027-08-31'],
  [46_630, '2027-08-31'],
  ['', null],
  ['-', null],
  ['pronto', undefined],
  ['31-02-2027', undefined],
])('reads an expiry %j as %s', (cell, expected) => {
  expect(expiryIn(cell)).toBe(expected)
})

test('reads rows of one code that differ in lot, expiry and stock as lots of one product, and adds up its stock', async () => {
  const rows = lots(['A2', '30/09/2027', 7], ['A1', '05/2027', 5], [null, 'AGO 2027', 2], [null, null, 1])
  const shown = await preview(rows)
  expect(shown).toMatchObject({ created: 1, refused: 0, repeated: 0 })
  expect(shown.sheets[0]?.unusedColumns).toEqual([])
  expect(shown.preview).toMatchObject({
    repeated: [],
    lots: [
      {
        ...{ row: 2, stock: 15 },
        lots: [{ lot: 'A2' }, { lot: 'A1', expires: '2027-05-31', units: 5 }, { lot: '', units: 2 }],
      },
    ],
  })
  expect((await save(shown._id)).status).toBe(200)
  const { EAN } = rows[0]!
  expect(await productOf(EAN)).toMatchObject({ stock: 15, cost: 1_990 })
  const set = [
    ['A1', '2027-05-31', 5],
    ['', '2027-08-31', 2],
    ['A2', '2027-09-30', 7],
  ]
  expect(await lotsOf(EAN)).toEqual(set)
  expect(await upload(rows)).toMatchObject({ unchanged: 1 })
  // The next count of the same lots, then a count without lots.
  expect(await upload(rows.slice(0, 2).map((row) => ({ ...row, Stock: 3 })))).toMatchObject({ updated: 1 })
  expect(await lotsOf(EAN)).toEqual([
    ['A1', '2027-05-31', 3],
    ['A2', '2027-09-30', 3],
  ])
  const [{ Lote: _, 'Fecha vencimiento': _expiry, ...plain }] = rows as [Cells]
  const { lowered } = await upload([{ ...plain, Stock: 4 }])
  expect(lowered).toMatchObject([{ lot: 'A2', expires: '2027-09-30', units: 2 }])
  expect(await lotsOf(EAN)).toEqual([
    ['A1', '2027-05-31', 3],
    ['A2', '2027-09-30', 1],
  ])
})

test('reads «Unidades» beside lots as the stock', async () => {
  const rows = lots(['A1', '31/05/2027', 5], ['A2', '30/09/2027', 7]).map(({ Stock, ...cells }) => ({
    ...cells,
    Unidades: Stock ?? 0,
  }))
  expect((await preview(rows)).preview?.lots).toMatchObject([{ stock: 12 }])
})

test('imports an export by lot again without a change', async () => {
  const rows = lots(['A1', '2027-05-31', 5], ['A2', null, 7], [null, null, 3])
  await upload(rows)
  const { EAN, Nombre } = rows[0]!
  const query = { search: String(Nombre), lots: true }
  const { body, status } = await send(productCalls.exportProducts, { query, token })
  expect(status).toBe(200)
  const bytes = body as unknown as Buffer
  const before = await lotsOf(EAN)
  const again = await send(importCalls.uploadProducts, {
    form: multipart({}, ['fileExcel', bytes, 'productos.xlsx']),
    token,
  })
  expect(again.body.data).toMatchObject({ created: 0, updated: 0, unchanged: 1, refused: 0, repeated: 0 })
  expect(await lotsOf(EAN)).toEqual(before)
  expect(await productOf(EAN)).toMatchObject({ stock: 15 })
})

test('shows lots with different prices as a contradiction', async () => {
  const [one, other] = lots(['A1', '31/05/2027', 5], ['A2', '30/09/2027', 7]) as [Cells, Cells]
  const shown = await preview([one, { ...other, 'P. Venta': 2_990 }])
  expect(shown.preview?.repeated).toMatchObject([
    { ...{ row: 2, lots: true, sum: 12 }, rows: [{ lot: 'A1 · 31/05/2027' }, { lot: 'A2 · 30/09/2027' }] },
  ])
})

test('merges rows of the same lot, and doesn’t add up rows of a list without lots', async () => {
  const same = lots(['A1', '31/05/2027', 5], ['A1', '31/05/2027', 5])
  expect(await preview(same)).toMatchObject({ created: 1, repeated: 1, refused: 0 })
  const plain = lots([null, null, 5], [null, null, 7]).map(({ Lote: _, ...cells }) => cells)
  const [product] = (await preview(plain)).preview!.repeated
  expect(product).toMatchObject({ sum: 12 })
  expect(product).not.toHaveProperty('lots')
})

test('doesn’t add up units to more than the maximum stock', async () => {
  const shown = await preview(lots(['A1', null, 999_999], ['A2', null, 999_999]))
  expect(shown.preview?.repeated[0]).not.toHaveProperty('sum')
})

import { expect, test } from 'vitest'
import { importCalls } from '#contract/imports.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser, unique } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { openImports } from '#tests/workbook-imports.ts'
import { type Cells, workbook } from '#tests/workbooks.ts'

const app = await createTestApp()
const { database, send } = app
const { token } = await makeUser(database, { role: 'Administrador' })
const { save } = openImports(app, token)

const fileOf = async (rows: Cells[]) =>
  multipart({}, ['fileExcel', await workbook(rows, Object.keys(rows[0]!)), 'lotes.xlsx'])
const preview = async (rows: Cells[]) =>
  (await send(importCalls.previewImport, { form: await fileOf(rows), token })).body.data
const productOf = (barcode: unknown) =>
  database
    .selectFrom('products')
    .select(['stock', 'cost'])
    .where('barcode', '=', String(barcode))
    .executeTakeFirst()

/** A product's rows, one for each lot with its expiry and units. */
function lots(...units: [lot: string | null, expiry: string | null, stock: number][]): Cells[] {
  const EAN = `780${String(unique()).padStart(10, '0')}`
  return units.map(([Lote, Vence, Stock]) => ({
    ...{ EAN, Nombre: `Alcohol gel ${EAN}`, 'P. Venta': 1_990, Lote, 'Fecha vencimiento': Vence, Stock },
  }))
}

test('«Unidades» beside lots are the stock', async () => {
  const rows = lots(['A1', '31/05/2027', 5], ['A2', '30/09/2027', 7]).map(({ Stock, ...cells }) => ({
    ...cells,
    Unidades: Stock ?? 0,
  }))
  const shown = await preview(rows)
  expect(shown.preview?.repeated).toMatchObject([{ lots: true, sum: 12 }])
})

test('the units of lots are proposed to be added up, also of lots with as many units', async () => {
  const one = lots(['A1', '31/05/2027', 5], ['A2', '30/09/2027', 7], ['A3', '30/09/2027', 7])
  const other = lots([null, '31/05/2027', 5], [null, '30/09/2027', 5])
  const shown = await preview([...one, ...other])
  expect(shown).toMatchObject({ created: 2, refused: 3 })
  expect(shown.preview?.repeated).toMatchObject([
    {
      ...{ row: 2, fields: ['stock'], lots: true, sum: 19 },
      rows: [
        { lot: 'A1 · 31/05/2027', values: ['5'] },
        { lot: 'A2 · 30/09/2027' },
        { lot: 'A3 · 30/09/2027' },
      ],
    },
    { row: 5, lots: true, sum: 10, rows: [{ values: ['5'] }, { values: ['5'] }] },
  ])
  const repeated = shown.preview!.repeated.map(({ sheet, row }) => ({ sheet, row, use: 'sum' as const }))
  const { body } = await save(shown._id, { repeated })
  expect(body.data).toMatchObject({ created: 2, refused: 0, repeated: 3, errors: [] })
  expect(await productOf(one[0]!.EAN)).toEqual({ stock: 19, cost: 1_990 })
  expect(await productOf(other[0]!.EAN)).toEqual({ stock: 10, cost: 1_990 })
})

test('without a choice the first lot counts, and each other row says how its units can be added', async () => {
  const rows = lots(['A1', null, 5], ['A2', null, 5])
  const { body } = await send(importCalls.uploadProducts, { form: await fileOf(rows), token })
  expect(body.data).toMatchObject({ created: 1, refused: 1 })
  expect(body.data.errors).toMatchObject([
    {
      ...{ row: 3, column: 'Stock', value: '5', reason: 'Código repetido en varios lotes' },
      message:
        'La fila 2 es de otro lote y dice «5» en Stock. Se usa la primera; al revisar la planilla se pueden sumar las unidades.',
    },
  ])
  expect(await productOf(rows[0]!.EAN)).toMatchObject({ stock: 5 })
})

test('rows of the same lot are one, and rows of a list without lots aren’t proposed to be added up', async () => {
  const same = lots(['A1', '31/05/2027', 5], ['A1', '31/05/2027', 5])
  expect(await preview(same)).toMatchObject({
    created: 1,
    repeated: 1,
    refused: 0,
    preview: { repeated: [] },
  })
  const plain = lots([null, null, 5], [null, null, 7]).map(({ Lote: _, ...cells }) => cells)
  const [product] = (await preview(plain)).preview!.repeated
  expect(product).toMatchObject({ sum: 12 })
  expect(product).not.toHaveProperty('lots')
})

test('units that no product can have together aren’t added up', async () => {
  const shown = await preview(lots(['A1', null, 999_999], ['A2', null, 999_999]))
  expect(shown.preview?.repeated[0]).not.toHaveProperty('sum')
})

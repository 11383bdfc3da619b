import { expect, test } from 'vitest'
import { importCalls } from '#contract/imports.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { openImports, rowOf } from '#tests/workbook-imports.ts'
import { row } from '#tests/workbooks.ts'

const app = await createTestApp()
const { database, send } = app
const { token } = await makeUser(database, { role: 'Administrador' })
const { upload, preview, save, get } = openImports(app, token)

const round = (id: string, on: boolean, as = token) =>
  send(importCalls.replanImport, { params: { id }, body: { round: on }, token: as })
const costOf = async (barcode: unknown) =>
  (
    await database
      .selectFrom('products')
      .select('cost')
      .where('barcode', '=', String(barcode))
      .executeTakeFirst()
  )?.cost

test('prices with decimals are refused, rounded in the preview by choice, and saved as shown', async () => {
  const known = await makeProduct(database, { cost: 5_000 })
  const [text, number] = [row({ Precio: '12.50', Categoría: 'Solo redondeada' }), row({ Precio: 1_990.4 })]
  const shown = await preview([row(), text, rowOf(known, { Precio: '99,5' }), number, row({ Precio: 'x' })])
  expect(shown).toMatchObject({
    created: 1,
    updated: 0,
    refused: 4,
    rounded: 0,
    preview: { isRounded: false },
  })
  expect(shown.preview?.decimals.map(({ row, value, cost }) => [row, value, cost])).toEqual([
    [3, '12.50', '13'],
    [4, '99,5', '100'],
    [5, '1990,4', '1990'],
  ])
  expect(shown.errors.filter(({ reason }) => reason === 'Precio con decimales')).toHaveLength(3)

  const { body } = await round(shown._id, true)
  expect(body.data).toMatchObject({
    created: 3,
    updated: 1,
    refused: 1,
    rounded: 3,
    preview: { isRounded: true },
  })
  // All changes of the rows are shown, in the order of the file.
  expect(body.data.preview?.changes.map(({ row }) => row)).toEqual([2, 3, 4, 5])
  expect(body.data.preview?.newCategories).toContainEqual({
    ...{ name: 'Solo redondeada', products: 1 },
    similar: null,
  })
  expect(body.data.preview?.suspicious).toMatchObject([{ row: 4, kind: 'priceTenth', after: '100' }])
  expect(await get(shown._id)).toEqual(body.data)

  // The choice can be taken back, and made again.
  expect((await round(shown._id, false)).body.data).toEqual(shown)
  expect((await round(shown._id, true)).body.data).toEqual(body.data)
  const saved = await save(shown._id)
  expect(saved.body.data).toMatchObject({ created: 3, updated: 1, refused: 1, rounded: 3 })
  expect(await Promise.all([text, number].map((cells) => costOf(cells['Código de barras'])))).toEqual([
    13, 1_990,
  ])
  expect(await costOf(known.barcode)).toBe(100)
})

test('without the choice nothing is rounded: neither by an upload nor by a saved preview', async () => {
  const [one, two] = [row({ Precio: 12.5 }), row({ Precio: 12.5 })]
  expect((await upload([row(), one])).body.data).toMatchObject({ created: 1, refused: 1, rounded: 0 })
  const shown = await preview([row(), two])
  expect((await save(shown._id)).body.data).toMatchObject({
    ...{ created: 1, refused: 1, rounded: 0 },
    errors: [{ column: 'Precio', reason: 'Precio con decimales', value: '12,5' }],
  })
  expect([await costOf(one['Código de barras']), await costOf(two['Código de barras'])]).toEqual([
    undefined,
    undefined,
  ])
})

test('a list of nothing but decimals can be rounded, too', async () => {
  const cells = [row({ Precio: 12.5 }), row({ Precio: '7,25' })]
  expect((await upload(cells)).status).toBe(400)
  const shown = await preview(cells)
  expect(shown).toMatchObject({ state: 'preview', created: 0, refused: 2 })
  expect((await round(shown._id, true)).body.data).toMatchObject({ created: 2, refused: 0 })
  expect((await save(shown._id)).body.data).toMatchObject({ created: 2, errors: [] })
})

test('merges rounded rows of one product that agree; others wait for a choice', async () => {
  const first = row({ Precio: 12.5, Stock: null })
  const shown = await preview([row(), first, { ...first, Stock: 3 }, { ...first, Precio: 99.5 }])
  expect(shown).toMatchObject({ created: 1, refused: 2, repeated: 1 })
  expect(shown.errors.map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'Precio con decimales'],
    [5, 'Precio con decimales'],
  ])
  const { data } = (await round(shown._id, true)).body
  expect(data).toMatchObject({ created: 2, refused: 1, repeated: 1 })
  const [choice] = data.preview!.repeated
  const { body } = await save(shown._id, { repeated: [{ sheet: choice!.sheet, row: choice!.row, use: 1 }] })
  expect(body.data).toMatchObject({ created: 2, refused: 0, repeated: 2 })
  expect(await costOf(first['Código de barras'])).toBe(100)
})

test('another role, an unknown import and a saved one are refused', async () => {
  const { _id } = await preview([row(), row({ Precio: 1.5 })])
  const [client, marketing] = [await makeUser(database), await makeUser(database, { role: 'Marketing' })]
  for (const person of [client, marketing]) expect((await round(_id, true, person.token)).status).toBe(403)
  const visitor = await send(importCalls.replanImport, { params: { id: _id }, body: { round: true } })
  expect(visitor.status).toBe(401)
  for (const unknown of ['nada', crypto.randomUUID()]) expect((await round(unknown, true)).status).toBe(404)
  await save(_id)
  expect(await round(_id, true)).toMatchObject({ status: 409, body: { code: 'IMPORT_STATE' } })
})

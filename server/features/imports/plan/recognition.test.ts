import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ImportReport } from '#contract/import-report.ts'
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

/** A unique word without digits, similar to no other. */
const word = () =>
  randomUUID()
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
    .replaceAll('-', '')
/** A list whose source no other test has. */
function openList() {
  const own = `Columna ${word()}`
  const fileOf = async (rows: Cells[], texts: Record<string, string> = {}) => {
    const all = rows.map((cells) => ({ ...cells, [own]: 'x' }))
    const header = [...new Set(all.flatMap((cells) => Object.keys(cells)))]
    return multipart(texts, ['fileExcel', await workbook(all, header), 'lista.xlsx'])
  }
  const previewOf = async (rows: Cells[], texts?: Record<string, string>) =>
    send(importCalls.previewImport, { form: await fileOf(rows, texts), token })
  return {
    previewOf,
    preview: async (rows: Cells[], texts?: Record<string, string>): Promise<ImportReport> => {
      const { status, body } = await previewOf(rows, texts)
      expect(status).toBe(201)
      return body.data
    },
    upload: async (rows: Cells[], texts?: Record<string, string>) =>
      send(importCalls.uploadProducts, { form: await fileOf(rows, texts), token }),
  }
}
const named = (name: string) =>
  database
    .selectFrom('products')
    .select(['id', 'own_code', 'barcode', 'cost', 'stock', 'tradename', 'sale_hold'])
    .where('tradename', 'like', `%${name}%`)
    .orderBy('tradename')
    .execute()
const line = (name: string, price: number, cells: Cells = {}): Cells => ({
  Producto: name,
  Precio: price,
  ...cells,
})

test('imports a list without codes by name, gives it own codes, and finds its products by the next list without a question', async () => {
  const name = word()
  const { preview, upload } = openList()
  const rows = [
    line(`Crema ${name} 50 g`, 1_990),
    line(`Jabón ${name} 90 g`, 990),
    line(`Crema ${name} 50g`, 1_990),
  ]
  const refused = await upload(rows)
  expect(refused).toMatchObject({ status: 400, body: { code: 'UNKNOWN_COLUMNS' } })
  expect(JSON.stringify(refused.body)).toContain('«Revisar antes»')
  const report = await preview(rows)
  expect(report).toMatchObject({
    ...{ created: 2, repeated: 1, givenCodes: 2, recognition: { by: 'name', hasCodes: false, rows: 2 } },
    preview: { pairs: [] },
  })
  expect((await save(report._id)).body.data).toMatchObject({ created: 2, givenCodes: 2 })
  const made = await named(name)
  expect(made.map(({ own_code }) => own_code)).toEqual([
    expect.stringMatching(/^BOT-\d{6}$/),
    expect.stringMatching(/^BOT-\d{6}$/),
  ])
  expect(new Set(made.map(({ own_code }) => own_code)).size).toBe(2)
  // Staff rename the product: the list keeps finding it, and doesn't rename it back.
  await database
    .updateTable('products')
    .set({ tradename: `Otra ${name}` })
    .where('id', '=', made[0]!.id)
    .execute()
  const { status, body } = await upload([line(`CREMA ${name} 50 G`, 2_490), line(`Jabón ${name} 90 g`, 990)])
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ created: 0, updated: 1, unchanged: 1, refused: 0 })
  expect(await named(name)).toMatchObject([
    { own_code: made[1]!.own_code },
    { tradename: `Otra ${name}`, cost: 2_490, own_code: made[0]!.own_code },
  ])
})

test('recognises a product by name, laboratory and content; a row that differs in one of them is another product', async () => {
  const name = word()
  const [lab, other] = [`Quimera ${word()}`, `Zafiro ${word()}`]
  const ours = await makeProduct(database, {
    tradename: `${name} 500 mg comprimidos`,
    quantity: '16 comprimidos',
    laboratory: lab,
    cost: 1_000,
  })
  const { preview } = openList()
  const same = line(`${name.toUpperCase()} 500MG X16 COMP`, 1_200, { Laboratorio: `Laboratorios ${lab}` })
  const report = await preview([
    same,
    line(`${name} 500 mg x 30 comprimidos`, 2_000, { Laboratorio: lab }),
    line(`${name} 1000 mg x 16 comprimidos`, 3_000, { Laboratorio: lab }),
    line(`${name} 500 mg capsulas x 16`, 900, { Laboratorio: other }),
  ])
  expect(report).toMatchObject({ created: 3, updated: 1, preview: { pairs: [] } })
  expect(report.preview?.changes[0]).toMatchObject({
    productId: ours.id,
    fields: [{ field: 'cost', before: '1000', after: '1200' }],
  })
})

test('asks about a similar product with a proposal, saves the answer, and remembers it for that source alone', async () => {
  const name = word()
  const [ours, second] = [
    await makeProduct(database, { tradename: `${name} gotas orales 15 ml`, cost: 1_000 }),
    await makeProduct(database, { tradename: `${name} crema manos 90 g`, cost: 2_000 }),
  ]
  const rows = [line(`${name} gotas 15 ml`, 1_500), line(`${name} crema forte manos 90 g`, 2_500)]
  const { preview } = openList()
  const report = await preview(rows)
  expect(report.preview?.pairs).toMatchObject([
    { row: 2, product: { _id: ours.id, name: ours.tradename }, proposed: 'same', same: [{ field: 'cost' }] },
    { row: 3, product: { _id: second.id }, proposed: 'other' },
  ])
  expect(report).toMatchObject({ created: 1, updated: 1 })
  const { sheet, row } = report.preview!.pairs[0]!
  const saved = await save(report._id, { pairs: [{ sheet, row, same: false }] })
  expect(saved.body.data).toMatchObject({ created: 2, updated: 0 })
  expect(await read(ours.id)).toMatchObject({ cost: 1_000, tradename: ours.tradename })
  const again = await preview(rows.map((cells) => ({ ...cells, Precio: 3_000 })))
  expect(again).toMatchObject({ created: 0, updated: 2, preview: { pairs: [] } })
  // Another source finds the products of these names, without a question.
  expect(await openList().preview(rows)).toMatchObject({ created: 0, unchanged: 2, preview: { pairs: [] } })
})

test('updates a similar product that a person confirms without renaming it, and a held product stays held', async () => {
  const name = word()
  const made = await makeProduct(database, {
    tradename: `Clonazepam ${name} 2 mg comprimidos`,
    cost: 1_000,
    sale_condition: 'unknown',
  })
  const first = openList()
  await save((await first.preview([line(`Clonazepam ${name} 2 mg comprimidos`, 1_100)]))._id)
  expect(await named(name)).toMatchObject([{ sale_hold: 'held', cost: 1_100 }])
  const report = await openList().preview([line(`${name} 2 mg comprimidos clonazepan`, 1_200)])
  const [pair] = report.preview!.pairs
  await save(report._id, pair ? { pairs: [{ sheet: pair.sheet, row: pair.row, same: true }] } : {})
  expect(await named(name)).toMatchObject([{ tradename: made.tradename, sale_hold: 'held', cost: 1_200 }])
})

test('recognises rows with damaged codes by name if a person chooses so, and proposes it where most are damaged', async () => {
  const name = word()
  const ours = await makeProduct(database, { tradename: `Jarabe ${name} 120 ml`, cost: 1_000 })
  const code = (value: string) => ({ 'Código de barras': value })
  const { preview } = openList()
  const damaged = [
    line(`Jarabe ${name} 120 ml`, 1_100, code('7,5E+12')),
    line(`Talco ${name} 200 g`, 900, code('7,8E+12')),
  ]
  const good = [1, 2, 3].map((at) =>
    line(`Gasa ${name} ${at}`, 500, code(`780${String(unique()).padStart(10, '0')}`)),
  )
  const few = await preview([...damaged, ...good])
  expect(few).toMatchObject({ created: 3, refused: 2, recognition: { by: 'code', rows: 2, hasCodes: true } })
  const round = (recognize: 'code' | 'name') =>
    send(importCalls.replanImport, { params: { id: few._id }, body: { recognize }, token })
  expect((await round('name')).body.data).toMatchObject({ created: 4, updated: 1, refused: 0 })
  expect((await round('code')).body.data).toMatchObject({ created: 3, updated: 0, refused: 2 })
  const most = await preview(damaged)
  expect(most).toMatchObject({ created: 1, updated: 1, recognition: { by: 'name' } })
  await save(most._id)
  expect(await read(ours.id)).toMatchObject({ cost: 1_100, barcode: ours.barcode })
})

test('adds variants from a column of their own to names that repeat', async () => {
  const name = word()
  const { preview } = openList()
  const report = await preview([
    line(`Shampoo ${name}`, 2_990, { Variante: '250 ml' }),
    line(`Shampoo ${name}`, 4_990, { Variante: '500 ml' }),
    line(`Peineta ${name}`, 990, { Variante: 'Default Title' }),
    line(`Cepillo ${name}`, 990, { Variante: 'Rojo' }),
    line(`Quitaesmalte ${name}`, 1_490, { Variante: '100 ml' }),
  ])
  await save(report._id)
  const single = report.preview!.changes.find((change) => change.name === `Quitaesmalte ${name}`)
  expect(single?.fields).toContainEqual({ field: 'quantity', before: '', after: '100 ml' })
  expect((await named(name)).map(({ tradename }) => tradename)).toEqual([
    ...[
      `Cepillo ${name}`,
      `Peineta ${name}`,
      `Quitaesmalte ${name}`,
      `Shampoo ${name} 250 ml`,
      `Shampoo ${name} 500 ml`,
    ],
  ])
})

test('refuses titles and totals of a list', async () => {
  const name = word()
  const report = await openList().preview([
    { Producto: `PERFUMERIA ${name}`, Precio: null },
    line(`Colonia ${name} 200 ml`, 3_990),
    line('TOTAL GENERAL', 3_990),
  ])
  expect(report).toMatchObject({ created: 1, refused: 2 })
  expect(new Set(report.errors.map(({ reason }) => reason))).toEqual(new Set(['Fila que no es un producto']))
})

test('two imports of one list at once create each product once', async () => {
  const name = word()
  const list = openList()
  const rows = [1, 2, 3, 4, 5].map((at) => line(`Vela ${name} aroma ${at}`, 1_000 + at))
  const previews = await Promise.all([1, 2, 3].map(() => list.previewOf(rows)))
  const shown = previews.flatMap(({ status, body }) => (status === 201 ? [body.data._id] : []))
  while (shown.length < 2) shown.push((await list.preview(rows))._id)
  await Promise.all([...shown.map((id) => save(id)), list.upload(rows, { recognize: 'name' })])
  for (const id of shown) await save(id)
  expect(await named(name)).toHaveLength(5)
  expect((await list.upload(rows)).body.data).toMatchObject({ created: 0, unchanged: 5 })
  expect(await named(name)).toHaveLength(5)
})

test('undoing an import of names removes its products, and their codes are never given again', async () => {
  const name = word()
  const list = openList()
  const rows = [line(`Lima ${name} de uñas`, 500)]
  const first = (await save((await list.preview(rows))._id)).body.data
  const [before] = await named(name)
  await send(importCalls.undoImport, { params: { id: first._id }, token })
  expect(await named(name)).toEqual([])
  await save((await list.preview(rows))._id)
  const [after] = await named(name)
  expect(after!.own_code > before!.own_code).toBe(true)
})

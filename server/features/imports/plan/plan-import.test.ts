import { expect, test } from 'vitest'
import type { Db } from '#server/database/schema.ts'
import { createDatabase } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier, unique } from '#tests/factories.ts'
import { mergeNames } from '../../merged-names/merge-names.ts'
import type { WorkbookRow } from '../rows/workbook-rows.ts'
import { PRODUCT_COLUMNS } from '../rows/workbook-rows.ts'
import { type Choices, hasMostPrices, type Plan, type PlanOptions, planImport } from './plan-import.ts'

const database = await createDatabase()

const ALL: Choices = {
  stock: 'file',
  skip: [],
  repeated: [],
  pairs: [],
  trusted: [],
  mergeCategories: {},
  mergeLaboratories: {},
}

/** Rows as read, from the second row of a sheet on. */
const rows = (...stated: (WorkbookRow['fields'] & { barcode?: string })[]): WorkbookRow[] =>
  stated.map(({ barcode = '', ...fields }, index) => ({
    sheet: 'Hoja1',
    row: index + 2,
    barcode,
    fields,
    cells: PRODUCT_COLUMNS.map(({ field }) => String({ barcode, ...fields }[field] ?? '')),
  }))

const NOTHING = { refused: [], sheets: [], repeated: 0 }
const OPTIONS: Omit<PlanOptions, 'mostPriced'> = {
  ...{ leave: [], stockReport: null, round: false },
  recognize: { by: 'code', source: '', hasCodes: true, refuseNear: false },
}
const plan = (rows: WorkbookRow[], choices?: Choices, db: Db = database): Promise<Plan> =>
  db
    .transaction()
    .execute((tx) =>
      planImport(tx, { ...NOTHING, rows }, { ...OPTIONS, mostPriced: hasMostPrices(rows) }, choices),
    )
/** Plans a single row. Of its problems only column, reason and message are returned. */
async function planOne(row: WorkbookRow['fields'] & { barcode?: string }, choices?: Choices) {
  const { rows: planned, refused } = await plan(rows(row), choices)
  return {
    ...planned[0],
    problems: refused
      .flatMap(({ problems }) => problems)
      .map(({ column, reason, message }) => ({ column, reason, message })),
  }
}

const gtin = () => `7${String(unique()).padStart(11, '0')}`

test('an existing product changes only in the fields that its row states', async () => {
  const { id, barcode } = await makeProduct(database, {
    tradename: 'Antes',
    cost: 100,
    stock: 4,
    dcm: 'Se queda',
  })
  expect(await planOne({ barcode, tradename: 'Antes', cost: 200 })).toMatchObject({
    isNew: false,
    productId: id,
    before: { cost: 100 },
    after: { cost: 200 },
    problems: [],
  })
  expect(await planOne({ barcode })).toMatchObject({ productId: id, before: {}, after: {}, problems: [] })
})

test('a product is found by any of its codes, with and without leading zeros', async () => {
  const [one, other, further] = [gtin(), gtin(), gtin()]
  const { id } = await makeProduct(database, { barcode: `0${one},${other}` })
  for (const barcode of [one, `00${one}`, other, `${other}, ${one}`])
    expect(await planOne({ barcode })).toMatchObject({ productId: id, after: {}, problems: [] })
  expect(await planOne({ barcode: `${other}; ${further}` })).toMatchObject({
    productId: id,
    before: { barcode: `0${one},${other}` },
    after: { barcode: `0${one},${other}, ${further}` },
  })
})

test('own codes are compared ignoring case, spaces, and the zeros that a spreadsheet drops', async () => {
  const { id } = await makeProduct(database, { barcode: 'Pack 2' })
  expect(await planOne({ barcode: 'PACK2' })).toMatchObject({ productId: id, after: {} })
  expect(await planOne({ barcode: 'pack 3', tradename: 'Otro', cost: 1 })).toMatchObject({ isNew: true })
  expect(await planOne({ barcode: '0042', tradename: 'Corto', cost: 1 })).toMatchObject({ isNew: true })
  const short = await makeProduct(database, { barcode: '0042' })
  expect(await planOne({ barcode: '42', cost: 1 })).toMatchObject({ productId: short.id })
})

test('matches a row without a code with the only product of that name without a code', async () => {
  const { id } = await makeProduct(database, { barcode: '', tradename: 'Algodón  hidrófilo' })
  await makeProduct(database, { barcode: '', tradename: 'Gasa' })
  await makeProduct(database, { barcode: '', tradename: 'gasa' })
  await makeProduct(database, { tradename: 'Con código' })
  expect(await planOne({ tradename: 'ALGODON hidrofilo', cost: 5 })).toMatchObject({
    productId: id,
    after: { tradename: 'ALGODON hidrofilo', cost: 5 },
  })
  for (const tradename of ['Gasa', 'Con código', 'Nadie lo tiene'])
    expect((await planOne({ tradename, cost: 5 })).problems).toMatchObject([
      { column: 'Código de barras', message: 'Falta el código de barras o el código propio.' },
    ])
})

test('a new product needs a name and a price; the rest has a default', async () => {
  const barcode = gtin()
  expect(await planOne({ barcode, tradename: 'Nuevo', cost: 990 })).toMatchObject({
    isNew: true,
    productId: null,
    before: {},
    after: {
      barcode,
      cost: 990,
      stock: 0,
      category: 'Sin categoría',
      laboratory: 'Sin laboratorio',
      dcm: '',
    },
    counted: { after: 0 },
  })
  expect((await planOne({ barcode: gtin(), stock: 3 })).problems).toMatchObject([
    { column: 'Nombre', reason: 'Producto nuevo sin nombre' },
    { column: 'Precio', reason: 'Producto nuevo sin precio' },
  ])
})

test.each<[string, { prescription: boolean; direct_sale: boolean }, WorkbookRow['fields'], boolean]>([
  [
    'the row alone',
    { prescription: false, direct_sale: false },
    { prescription: true, directSale: true },
    true,
  ],
  ['what the product has', { prescription: true, direct_sale: false }, { directSale: true }, true],
  ['the other way round', { prescription: false, direct_sale: true }, { prescription: true }, true],
  [
    'none, as both change',
    { prescription: true, direct_sale: false },
    { prescription: false, directSale: true },
    false,
  ],
])('prescription and direct sale contradict each other by %s', async (_, flags, stated, contradicts) => {
  const { id, barcode } = await makeProduct(database)
  await database.updateTable('products').set(flags).where('id', '=', id).execute()
  expect((await planOne({ barcode, ...stated })).problems).toEqual(
    contradicts
      ? [
          {
            column: 'Venta directa',
            reason: 'Receta y venta directa a la vez',
            message: 'Un producto con receta no puede ser de venta directa.',
          },
        ]
      : [],
  )
})

test('codes of two products, too many codes and a reserved name are refused', async () => {
  const one = await makeProduct(database, { tradename: 'Uno' })
  const two = await makeProduct(database, { tradename: 'Dos' })
  expect((await planOne({ barcode: `${one.barcode}, ${two.barcode}` })).problems).toMatchObject([
    { reason: 'Códigos de varios productos', message: expect.stringMatching(/Uno \(.*\) y Dos \(/) },
  ])
  const many = Array.from({ length: 30 }, gtin).join(', ')
  expect((await planOne({ barcode: `${one.barcode}, ${many}` })).problems).toMatchObject([
    { column: 'Código de barras', message: 'Máximo 400 caracteres.' },
  ])
  for (const category of ['ＡＬＬ', 'aŁł']) {
    const named = { barcode: gtin(), tradename: 'Nuevo', cost: 1, category }
    expect((await planOne(named)).problems).toMatchObject([{ column: 'Categoría' }])
  }
})

test('new names that differ in the quotes of typesetting are one name', async () => {
  const row = (laboratory: string) => ({
    barcode: gtin(),
    tradename: `Nuevo ${unique()}`,
    cost: 1,
    laboratory,
  })
  const { names } = await plan(rows(row('Reddy’s Andina'), row("REDDY'S ANDINA")))
  expect(names.suppliers.get("REDDY'S ANDINA")).toMatchObject({ name: 'Reddy’s Andina', isNew: true })
})

test('uses the first of several rows of one product, counts equal rows as repeated, and reports how others differ', async () => {
  const [code, further] = [gtin(), gtin()]
  const { barcode } = await makeProduct(database, { barcode: `${code}, ${further}` })
  const fresh = gtin()
  const {
    rows: planned,
    refused,
    repeated,
  } = await plan(
    rows(
      { barcode: fresh, cost: 1 },
      { barcode: fresh, tradename: 'Nuevo', cost: 1 },
      { barcode: `0${fresh}`, tradename: 'Nuevo', cost: 1 },
      { barcode: fresh, tradename: 'Nuevo', cost: 2 },
      { barcode: code, cost: 10 },
      { barcode: further, cost: 12, stock: 3 },
      { barcode: `${barcode}, ${gtin()}`, cost: 10 },
    ),
  )
  expect(planned.map(({ row }) => row.row)).toEqual([3, 6])
  expect(repeated).toBe(2)
  expect(refused.map(({ row }) => row)).toEqual([2, 5, 7])
  expect(refused.flatMap(({ problems }) => problems.map(({ row, message }) => ({ row, message })))).toEqual([
    { row: 2, message: 'Un producto nuevo necesita un nombre.' },
    { row: 5, message: 'La fila 3 es del mismo producto y dice «1» en Precio. Se usa la primera.' },
    { row: 7, message: 'La fila 6 es del mismo producto y dice «10» en Precio. Se usa la primera.' },
    { row: 7, message: 'La fila 6 es del mismo producto y no dice nada en Stock. Se usa la primera.' },
  ])
})

test('finds names without case and accents, keeps the first spelling of new ones, and reads "-" as the default', async () => {
  await makeCategory(database, 'Analgésico')
  await makeSupplier(database, 'Andrómaco')
  const { barcode } = await makeProduct(database, { category: 'Analgésico', laboratory: 'Andrómaco' })
  expect(await planOne({ barcode, category: 'ANALGESICO', laboratory: 'ANDROMACO' })).toMatchObject({
    after: {},
  })
  expect(await planOne({ barcode, category: '' })).toMatchObject({ after: { category: 'Sin categoría' } })
  const fields = { tradename: 'Nuevo', cost: 1 }
  const { rows: planned } = await plan(
    rows(
      { barcode: gtin(), ...fields, category: 'Vitaminas, minerales' },
      { barcode: gtin(), ...fields, category: 'VITAMINAS,  MINERALES' },
    ),
  )
  expect(planned.map(({ after }) => after.category)).toEqual(['Vitaminas, minerales', 'Vitaminas, minerales'])
})

test('a name that was merged into another one is read as the other one', async () => {
  const id = await makeCategory(database, 'Jarabes para la tos')
  await makeCategory(database, 'Jarabes')
  const { barcode } = await makeProduct(database, { category: 'Jarabes' })
  await mergeNames(database, { kind: 'category', id, into: 'Jarabes', actor: 'operador' })
  const read = rows({ barcode, cost: 5, category: 'JARABES PARA LA TOS' })
  expect((await plan(read)).rows[0]?.after).toEqual({ cost: 5 })
})

test('choices leave rows out, keep the stock of existing products and merge names', async () => {
  await makeCategory(database, 'Anticoagulantes')
  const { barcode } = await makeProduct(database, { stock: 4 })
  const fields = { tradename: 'Nuevo', cost: 1, stock: 7 }
  const read = rows(
    { barcode, stock: 10, cost: 5 },
    { barcode: gtin(), ...fields, category: 'ANTICOAGULANTE', laboratory: 'Lab X' },
    { barcode: gtin(), ...fields, category: 'Anti coagulante', laboratory: 'Laboratorio X' },
    { barcode: gtin(), ...fields },
  )
  const { rows: planned } = await plan(read, {
    stock: 'keep',
    skip: [{ sheet: 'Hoja1', row: 5 }],
    repeated: [],
    pairs: [],
    trusted: [],
    mergeCategories: { ANTICOAGULANTE: 'Anticoagulantes', 'anti coagulante': 'Anticoagulantes' },
    mergeLaboratories: { 'Laboratorio X': 'lab x' },
  })
  expect(planned.map(({ after }) => after)).toMatchObject([
    { cost: 5 },
    { category: 'Anticoagulantes', laboratory: 'Lab X', stock: 7 },
    { category: 'Anticoagulantes', laboratory: 'Lab X', stock: 7 },
  ])
  expect(planned[0]).toMatchObject({ counted: { after: null } })
  expect(planned[0]?.after).not.toHaveProperty('stock')
  const unknown = plan(read, { ...ALL, mergeCategories: { ANTICOAGULANTE: 'No existe' } })
  const message = '«No existe» ya no existe. Elige otro nombre.'
  await expect(unknown).rejects.toMatchObject({ details: { issues: [{ path: 'mergeCategories', message }] } })
})

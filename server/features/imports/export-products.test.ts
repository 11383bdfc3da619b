import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import { beforeEach, expect, test } from 'vitest'
import { importCalls } from '#contract/imports.ts'
import { productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { HEADER } from '#tests/workbooks.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

async function download(query: object = {}) {
  const { status, headers, body } = await send(productCalls.exportProducts, { query, token })
  expect(status).toBe(200)
  const bytes = Buffer.from(body as unknown as Buffer)
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(bytes)]), { trim: false })
  return { headers, bytes, rows: sheet?.data ?? [], names: sheet?.data.slice(1).map((row) => row[1]) }
}

const upload = (bytes: Buffer) =>
  send(importCalls.uploadProducts, { form: multipart({}, ['fileExcel', bytes, 'productos.xlsx']), token })
/** All columns but the counted stock, which an import sets to the stock of the workbook. */
const allProducts = async () => {
  const rows = await database.selectFrom('products').selectAll().orderBy('id').execute()
  return rows.map(({ counted_stock: _, ...row }) => row)
}

beforeEach(async () => {
  await database.deleteFrom('products').execute()
})

type Values = Parameters<typeof makeProduct>[1] & Record<string, unknown>
const make = (values: Values) => makeProduct(database, values)

const LONGEST_NAME = `Nombre ${'x'.repeat(293)}`
const CATALOG: Values[] = [
  { tradename: '=1+1', dcm: '+56 9', form: '@suma', legal_warning: '-', quantity: '- 10 ml' },
  { tradename: "'=SUMA(A1)", dcm: "''-x", laboratory: '=Laboratorio', health_register: '-' },
  { tradename: '-', dcm: "'entre comillas'", legal_warning: "l'été" },
  { tradename: 'Ñandú 💊 "comillas" <b>&amp;</b> _x0041_', legal_warning: 'Uno\n"Dos"\n\nCuatro' },
  { tradename: LONGEST_NAME, category: 'Vitaminas, minerales y otros', laboratory: 'Pfizer, Inc. / Chile' },
  { tradename: 'Con ceros', barcode: '0000736372000012', dcm: '007', quantity: '1.990' },
  { tradename: 'Dos códigos', barcode: '7361234567890, 7591234567891', dcm: 'SI', form: 'TRUE' },
  { tradename: 'Código propio', barcode: 'CODIGO-A1', quantity: '2024-01-01', dcm: '12,5' },
  { tradename: 'Código corto', barcode: '00012' },
  { tradename: 'Sin código', barcode: '' },
  { tradename: 'Sin barras', barcode: '', own_code: '00-12' },
  { tradename: 'Con ambos', own_code: '=12' },
  { tradename: 'Sin precio', cost: 0 },
  { tradename: 'Medio', discount: 12.5, bioequivalent: true, generic: true, direct_sale: true },
  { tradename: 'Poco', discount: 0.5, prescription: true },
  { tradename: 'Menos', discount: 0.01, stock: 0 },
  { tradename: 'Gratis', discount: 100, cost: 100_000_000, stock: 1_000_000 },
  { tradename: 'Tercio', discount: 33.33, legal_warning: 'x'.repeat(1_000) },
]

test('imports an export again without a change; with one price edited, changes only that product', async () => {
  for (const values of CATALOG) await make(values)
  const before = await allProducts()
  const { bytes, rows } = await download()
  expect(rows[0]).toEqual(HEADER)
  expect(rows).toHaveLength(CATALOG.length + 1)
  const column = (header: string, name: string) =>
    rows.find((row) => row[1] === name)?.[HEADER.indexOf(header)]
  expect(column('Código de barras', 'Con ceros')).toBe('0000736372000012')
  expect(column('Descuento', 'Medio')).toBe(12.5)
  expect(column('Bioequivalente', 'Medio')).toBe('SI')
  expect(column('Receta', 'Medio')).toBe('NO')
  expect(column('Precio', 'Gratis')).toBe(100_000_000)
  expect(column('Stock', 'Menos')).toBe(0)
  expect(column('DCM', "'=1+1")).toBe("'+56 9")

  const unchanged = { created: 0, updated: 0, unchanged: CATALOG.length, refused: 0, errors: [] }
  expect((await upload(bytes)).body.data).toMatchObject(unchanged)
  expect(await allProducts()).toEqual(before)

  // In a list with prices, 0 means a price that is still to come: it doesn't overwrite a price.
  const unpriced = await upload(edited(bytes, '<v>100000000</v>', '<v>0</v>'))
  expect(unpriced.body.data).toMatchObject(unchanged)
  expect(await allProducts()).toEqual(before)

  const answer = await upload(edited(bytes, '<v>100000000</v>', '<v>1990</v>'))
  expect(answer.body.data).toMatchObject({ ...unchanged, updated: 1, unchanged: CATALOG.length - 1 })
  const after = await allProducts()
  const changed = after.filter((product, index) => product.version !== before[index]?.version)
  expect(changed).toMatchObject([{ tradename: 'Gratis', cost: 1_990, discount: 100 }])
})

test('doesn’t count white space that the importer tidies up as a change', async () => {
  await make({
    tradename: 'Dos  espacios',
    dcm: 'duro\u00a0y\ttabulado',
    legal_warning: 'Uno\r\nDos \n tres',
  })
  const before = await allProducts()
  const { bytes } = await download()
  expect((await upload(bytes)).body.data).toMatchObject({ updated: 0, unchanged: 1, refused: 0 })
  expect(await allProducts()).toEqual(before)
})

/** The workbook with another text in its sheet, as after editing a cell. */
function edited(bytes: Buffer, from: string, to: string): Buffer {
  const files = unzipSync(bytes)
  const name = 'xl/worksheets/sheet1.xml'
  const xml = strFromU8(files[name]!)
  expect(xml.split(from)).toHaveLength(2)
  return Buffer.from(zipSync({ ...files, [name]: strToU8(xml.replace(from, to)) }))
}

test('the export is filtered as the list is, and is named with the day', async () => {
  const category = 'Filtrada, con coma'
  await make({ tradename: 'Zinc 1', category, stock: 0, dcm: 'Zinc' })
  await make({ tradename: 'Zinc 2', category, stock: 5 })
  await make({ tradename: 'Magnesio', category, stock: 6, dcm: 'Magnesio' })
  await make({ tradename: 'Otro' })
  for (const [query, names] of [
    [{ category }, ['Magnesio', 'Zinc 1', 'Zinc 2']],
    [{ category: 'all', search: 'ZINC' }, ['Zinc 1', 'Zinc 2']],
    [{ category, stock: 'low', missing: 'dcm' }, ['Zinc 2']],
    [{ category: 'Ninguna' }, []],
  ] as const) {
    expect((await download(query)).names, JSON.stringify(query)).toEqual(names)
  }
  const { headers, names } = await download()
  expect(names).toHaveLength(4)
  expect(headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; filename="productos-\d{4}-\d\d-\d\d\.xlsx"$/),
    'cache-control': 'private, no-store',
  })
})

test('the export has every product once when there are several batches, also with one name', async () => {
  const [category, supplier] = [await makeCategory(database), await makeSupplier(database)]
  await sql`insert into products (tradename, quantity, category_id, supplier_id, cost)
    select 'Igual', 'n' || n, ${category}, ${supplier}, 1 from generate_series(1, 1234) n`.execute(database)
  const { rows } = await download()
  expect(new Set(rows.slice(1).map((row) => row[HEADER.indexOf('Cantidad')])).size).toBe(1_234)
})

test('only administrators may export products', async () => {
  for (const role of ['Cliente', 'Marketing'] as const) {
    const { token } = await makeUser(database, { role })
    expect((await send(productCalls.exportProducts, { query: {}, token })).status).toBe(403)
  }
  expect((await send(productCalls.exportProducts, { query: {} })).status).toBe(401)
})

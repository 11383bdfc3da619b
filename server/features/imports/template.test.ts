import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { importCalls } from '#contract/imports.ts'
import { productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeSupplier, makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { readWorkbook } from './read/read-workbook.ts'

const { app, database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })
await makeCategory(database, 'Piel & <uñas>')
await makeCategory(database, 'Bebé')
await makeSupplier(database, 'Biosur')

const download = async () => {
  const answer = await app.inject({ url: '/formato-productos-excel.xlsx' })
  return { ...answer, bytes: answer.rawPayload }
}
const cellsOf = (bytes: Buffer, sheet: string) => readSheet(new Blob([new Uint8Array(bytes)]), sheet)
const upload = (bytes: Buffer) =>
  send(importCalls.uploadProducts, { form: multipart({}, ['fileExcel', bytes, 'productos.xlsx']), token })

test('the template downloads by a plain link, with an example, instructions and lists', async () => {
  const { statusCode, headers, bytes } = await download()
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="formato-productos-excel.xlsx"',
  })
  const [header, example] = await cellsOf(bytes, 'Productos')
  expect(header?.slice(0, 3)).toEqual(['Código de barras', 'Nombre', 'Categoría'])
  expect(example?.[0]).toBe('7800000000018')
  expect((await cellsOf(bytes, 'Instrucciones')).map(([name]) => name)).toEqual(
    expect.arrayContaining(header as string[]),
  )
  expect(await cellsOf(bytes, 'Listas')).toEqual([
    ['SI o NO', 'Categorías', 'Laboratorios', 'Condiciones de venta'],
    ['SI', 'Bebé', 'Biosur', 'Venta directa'],
    ['NO', 'Piel & <uñas>', null, 'Receta simple'],
    [null, null, null, 'Receta retenida'],
    [null, null, null, 'Receta cheque'],
    [null, null, null, 'No es medicamento'],
  ])
  const { rows, sheets } = await readWorkbook(bytes, { onCrash: () => expect.fail('crashed') })
  expect(rows).toEqual([])
  expect(sheets.map(({ name, state, rows }) => [name, state, rows])).toEqual([
    ['Productos', 'read', 0],
    ['Instrucciones', 'noHeadings', 0],
    ['Listas', 'noHeadings', 0],
  ])
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)
  expect(sheet.match(/<dataValidation /g)).toHaveLength(header?.length ?? 0)
  expect(sheet).toContain('<formula1>Listas!$B$2:$B$3</formula1>')
})

test('the template can be imported with a product in it, with or without the example row', async () => {
  const { bytes } = await download()
  expect(await upload(bytes)).toMatchObject({
    status: 400,
    body: { message: 'La primera hoja no trae productos que importar.' },
  })
  const [header = [], example = []] = await cellsOf(bytes, 'Productos')
  const own = example.map((cell, index) => (index === 0 ? '7805550000017' : index === 1 ? 'Propio' : cell))
  const filled = await writeExcelFile([header, example, own] as SheetData).toBuffer()
  expect((await upload(filled)).body.data).toMatchObject({ created: 1, updated: 0, unchanged: 0, errors: [] })
  const { body } = await send(productCalls.listProducts, { query: {}, token })
  expect(body.data).toMatchObject([
    { tradename: 'Propio', barcode: '7805550000017', cost: 1990, discount: 10, prescription: true },
  ])
})

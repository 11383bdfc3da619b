import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/universal'
import writeExcelFile from 'write-excel-file/node'
import type { Db } from '#server/database/schema.ts'
import { makeCategory, makeProduct, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expectTabReachesAll } from '../keyboard.ts'
import { breakCall, expect, expectToast, test } from './office.ts'

// The server runs one import at a time, so these tests run one after the other.
test.describe.configure({ mode: 'default' })

const HEADER = ['Código de barras', 'Nombre', 'Categoría', 'Laboratorio', 'Precio', 'Stock']
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const openUpload = async (page: Page) => {
  await page.getByRole('button', { name: 'Excel', exact: true }).click()
  await page.getByRole('button', { name: 'Subir Excel' }).click()
}

const workbook = async (rows: (string | number)[][], { header = HEADER, name = 'productos.xlsx' } = {}) => ({
  name,
  mimeType: XLSX,
  buffer: await writeExcelFile([header, ...rows]).toBuffer(),
})

test('a workbook is imported: toast, reloaded list and refused rows', async ({ page, enter }) => {
  const tag = `Importado ${unique()}`
  await enter('/dashboard/products')
  await page.getByRole('button', { name: 'Excel', exact: true }).click()
  const format = page.getByRole('link', { name: 'Descargar formato Excel' })
  const downloading = page.waitForEvent('download')
  await format.click()
  expect((await downloading).suggestedFilename()).toBe('formato-productos-excel.xlsx')

  await page.getByPlaceholder('Buscar producto...').fill(tag)
  await expect(page.getByText('No se han registrado productos')).toBeVisible()
  await openUpload(page)
  const dialog = page.getByRole('dialog', { name: 'Subir informacion del Excel' })
  const field = dialog.getByLabel(/^Archivo Excel/)
  await expect(field).toHaveAttribute('accept', /\.xlsx/)
  const send = dialog.getByRole('button', { name: 'Subir archivo' })
  await send.click()
  await expect(field).toHaveAccessibleDescription(/Este campo es obligatorio\./)

  await field.setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b') })
  await send.click()
  await expect(field).toHaveAccessibleDescription(/El archivo debe ser \.xlsx/)

  await field.setInputFiles(
    await workbook([
      [`780${unique()}`, `${tag} bueno`, 'Importados', 'Quillay', 1990, 4],
      [`780${unique()}`, `${tag} malo`, 'Importados', 'Quillay', 'caro', 4],
    ]),
  )
  const chosen = dialog.locator('summary')
  await expect(chosen).toHaveText('Qué actualizar: todo lo que trae la planilla')
  await chosen.click()
  await dialog.getByRole('checkbox', { name: 'Categoría' }).uncheck()
  await expectAccessible(page, { within: 'dialog[open]' })
  const [answer] = await Promise.all([page.waitForResponse(/\/api\/products\/uploadFile/), send.click()])
  const { message } = await answer.json()
  await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: `${tag} bueno` })).toBeVisible()
  const report = page.getByRole('region', { name: 'Resultado de la importación' })
  await expect(report).toContainText('1 creados, 0 actualizados, 0 sin cambios.')
  await expect(report.getByRole('table', { name: 'Filas rechazadas' }).getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await report.getByRole('button', { name: 'Descargar filas rechazadas (Excel)' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('filas-rechazadas.xlsx')
  const rows = (await readSheet(new Blob([new Uint8Array(await readFile(await file.path()))]))).flat()
  expect(rows).toContain('Motivo')
  expect(rows).toContain(`${tag} malo`)
  await report.getByRole('button', { name: 'Cerrar el resultado' }).click()
  await expect(report).toHaveCount(0)
  // The choice is saved for the person, and survives a reload.
  await page.reload()
  await openUpload(page)
  await expect(chosen).toHaveText('Qué actualizar: todo menos Categoría')
})

test('the toast of a successful import stays for 1.5 s', async ({ page, enter }) => {
  await enter('/dashboard/products')
  // A file that is dragged over the list opens the modal.
  await expect(page.getByRole('button', { name: 'Excel', exact: true })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'lista.xlsx'))
    window.dispatchEvent(new DragEvent('dragenter', { dataTransfer }))
  })
  const dialog = page.getByRole('dialog', { name: 'Subir informacion del Excel' })
  const field = dialog.getByLabel(/^Archivo Excel/)
  const send = dialog.getByRole('button', { name: 'Subir archivo' })
  // A text list asks a question, and the proposals answer it: one more press imports the list.
  const lines = ['CODBAR;Descripción;Precio;PVP', `780${unique()};"Uno; ${unique()}";900;990`]
  await field.setInputFiles({
    name: 'lista.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n'), 'latin1'),
  })
  await expect(field).toHaveAccessibleDescription(/El archivo debe ser \.xlsx/)
  await dialog.getByRole('checkbox', { name: /^Mi lista es CSV o texto/ }).check()
  await expect(field).toHaveAttribute('accept', /\.csv/)
  await expect(field).not.toHaveAccessibleDescription(/El archivo debe ser/)
  await send.click()
  await expect(dialog.getByText('Varias columnas son para Precio: «Precio», «PVP».')).toBeVisible()
  await expect(dialog.getByLabel('Dato de la columna PVP')).toHaveValue('cost')
  await expectAccessible(page, { within: 'dialog[open]' })
  await expectToast(page, { title: 'Listo!', ms: 1_500 }, () => send.click())
})

test('a workbook that can’t be imported shows the reason beside its field', async ({ page, enter }) => {
  await enter('/dashboard/products')
  await openUpload(page)
  const dialog = page.getByRole('dialog', { name: 'Subir informacion del Excel' })
  const field = dialog.getByLabel(/^Archivo Excel/)
  const send = dialog.getByRole('button', { name: 'Subir archivo' })
  await field.setInputFiles(
    await workbook([[`780${unique()}`, 'Sin precio', 'Importados', 'Quillay', 'x', 1]]),
  )
  await send.click()
  await expect(field).toHaveAccessibleDescription(/Ninguna fila se pudo importar\./)
  await expect(dialog.getByRole('table', { name: 'Filas rechazadas' })).toContainText('Precio')

  await field.setInputFiles({ name: 'roto.xlsx', mimeType: XLSX, buffer: Buffer.from('no es un zip') })
  await send.click()
  await expect(dialog.getByRole('table', { name: 'Filas rechazadas' })).toHaveCount(0)
  await expect(field).toHaveAttribute('aria-invalid', 'true')

  await breakCall(page, /\/api\/products\/uploadFile/, 'POST', 'Estamos en mantención.')
  await send.click()
  await expect(field).toHaveAccessibleDescription(/Estamos en mantención\./)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

/** A product that sold 4 units since its stock was counted. */
async function makeSold(database: Db, cost: number) {
  const product = await makeProduct(database, { cost, stock: 6 })
  await database.updateTable('products').set({ counted_stock: 10 }).where('id', '=', product.id).execute()
  return product
}

const savedProduct = (database: Db, barcode: string) =>
  database
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select(['tradename', 'cost', 'stock', 'categories.name as category'])
    .where('barcode', '=', barcode)
    .executeTakeFirst()

test('a workbook is previewed, and saved as it was shown', async ({ page, database, enter }) => {
  const tag = [...String(unique())].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const [known, cheap] = [await makeSold(database, 10_000), await makeProduct(database, { cost: 10_000 })]
  await makeCategory(database, `Anticoagulantes ${tag}`)
  const [added, repeated, decimal, priceless] = [1, 2, 3, 4].map(() => `780${unique()}`) as [
    string,
    string,
    string,
    string,
  ]
  const file = await workbook(
    [
      [known.barcode, known.tradename, '', 9_000, 10, ''],
      [cheap.barcode, cheap.tradename, '', 1_000, '', ''],
      [added, `Nuevo ${tag}`, `ANTICOAGULANTE ${tag}`, 2_990, 3, 'Warfarina'],
      [`780${unique()}`, `Malo ${tag}`, '', 'caro', 3, ''],
      [repeated, `Repetido ${tag}`, '', 1_500, 2, ''],
      [repeated, `Repetido ${tag}`, '', 1_700, 3, ''],
      [decimal, `Decimal ${tag}`, '', 12.5, 1, ''],
      [priceless, `Regalo ${tag}`, '', 0, 1, ''],
    ],
    {
      header: [`Llave ${tag}`, 'Nombre', 'Categoría', 'Precio', 'Stock', `Nota ${tag}`],
      name: `${tag}.xlsx`,
    },
  )
  await enter('/dashboard/products')
  await openUpload(page)
  const dialog = page.getByRole('dialog', { name: 'Subir informacion del Excel' })
  await dialog.getByLabel(/^Archivo Excel/).setInputFiles(file)
  const look = dialog.getByRole('button', { name: 'Revisar antes' })
  await look.click()
  await expect(dialog.getByRole('heading', { name: 'Asignar columnas' })).toBeFocused()
  const missing = dialog.getByText('Falta la columna Código de barras.', { exact: true })
  await expect(missing).toBeVisible()
  await expect(dialog.getByLabel('Dato de la columna Precio')).toHaveValue('cost')
  await expect(dialog.getByText(new RegExp(known.barcode))).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(`Dato de la columna Llave ${tag}`).selectOption('Código de barras')
  await expect(missing).toHaveCount(0)
  await look.click()

  await expect(page).toHaveURL(/\/dashboard\/products\/imports\/[\w-]+$/)
  await expect(page).toHaveTitle(/^(\(\d+\) )?Importación · /)
  const second = page.getByRole('group', { name: `Repetido ${tag}` }).getByRole('radio', { name: /^Fila 7/ })
  await second.check()
  // A column that wasn't understood is assigned from the preview, without choosing the file again.
  await expect(page.getByText(`Columnas que no se usan: Nota ${tag}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Asignar columnas' }).click()
  const columns = page.getByRole('dialog', { name: 'Columnas de la planilla' })
  await columns.getByLabel(`Dato de la columna Nota ${tag}`).selectOption('DCM')
  await expectAccessible(page, { within: 'dialog[open]' })
  await columns.getByRole('button', { name: 'Revisar otra vez' }).click()
  await expect(columns).toBeHidden()
  await expect(page.getByText('Columnas que no se usan')).toHaveCount(0)
  await expect(page.getByText('Warfarina')).toBeVisible()
  await expect(second).toBeChecked()
  const rounding = page.getByRole('checkbox', { name: 'Redondear todos (1 fila)' })
  await rounding.check()
  await expect(page.getByText('1 precio con decimales, redondeado al peso.')).toBeVisible()
  await page.reload()
  await expect(second).toBeChecked()
  await expect(rounding).toBeChecked()
  const changes = page.getByRole('table', { name: 'Cambios', exact: true })
  await expect(changes.getByRole('row', { name: known.tradename })).toContainText('$10.000')
  await expect(page.getByText('10 → 6, vendidos 4 → 10')).toBeVisible()
  await expectAccessible(page)
  await expectTabReachesAll(page)

  const save = page.getByRole('button', { name: 'Guardar' })
  await save.click()
  const keep = page.getByRole('radio', { name: /^Dejar el stock como estaba/ })
  await expect(page.getByText('Elige qué hacer con el stock.')).toBeVisible()
  await keep.check()
  await page
    .getByRole('row', { name: cheap.tradename })
    .getByRole('checkbox', { name: /^No importar la fila/ })
    .check()
  await page.getByRole('checkbox', { name: `Unir ANTICOAGULANTE ${tag} con Anticoagulantes ${tag}` }).check()
  await database.updateTable('products').set({ cost: 11_000 }).where('id', '=', known.id).execute()
  await save.click()
  const meanwhile = page.getByRole('region', { name: 'Cambios durante la revisión' })
  await expect(meanwhile).toBeFocused()
  await expect(meanwhile.getByRole('row', { name: known.tradename })).toContainText('$11.000')
  await expect(keep).toBeChecked()
  expect(await savedProduct(database, added)).toBeUndefined()

  await save.click()
  await expect(page.getByText('Guardada', { exact: true })).toBeVisible()
  expect(await savedProduct(database, known.barcode)).toMatchObject({ cost: 9_000, stock: 6 })
  expect(await savedProduct(database, cheap.barcode)).toMatchObject({ cost: 10_000 })
  expect(await savedProduct(database, added)).toMatchObject({ category: `Anticoagulantes ${tag}` })
  expect(await savedProduct(database, repeated)).toMatchObject({ cost: 1_700, stock: 3 })
  expect(await savedProduct(database, decimal)).toMatchObject({ cost: 13 })
  expect(await savedProduct(database, priceless)).toMatchObject({ cost: 0 })
  const rejected = page.getByRole('region', { name: 'Filas rechazadas' })
  await expect(rejected).toContainText(`Malo ${tag}`)
  await expect(rejected).not.toContainText(`Repetido ${tag}`)
  await page.getByRole('link', { name: 'Ponerles precio' }).click()
  await page.getByPlaceholder('Buscar producto...').fill(tag)
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: `Regalo ${tag}` })).toBeVisible()
})

test('a list without codes is imported by name: similar products are asked in pairs, and the next list needs no question', async ({
  page,
  database,
  enter,
}) => {
  const tag = [...String(unique())].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const [near, other] = [
    await makeProduct(database, { tradename: `Ungüento ${tag} calmante 50 g`, cost: 1_000 }),
    await makeProduct(database, { tradename: `Loción ${tag} capilar 100 ml`, cost: 2_000 }),
  ]
  const list = (price: number) =>
    workbook(
      [
        [`Ungüento ${tag} 50 g`, price, 'x'],
        [`Loción ${tag} capilar forte 100 ml`, 3_000, 'x'],
        [`Esponja ${tag}`, 990, 'x'],
      ],
      { header: ['Producto', 'Precio', `Estante ${tag}`], name: `${tag}.xlsx` },
    )
  const review = async (price: number) => {
    await page.goto('/dashboard/products')
    await openUpload(page)
    const dialog = page.getByRole('dialog', { name: 'Subir informacion del Excel' })
    await dialog.getByLabel(/^Archivo Excel/).setInputFiles(await list(price))
    await dialog.getByRole('button', { name: 'Revisar antes' }).click()
    await expect(page.getByRole('region', { name: 'Reconocer por nombre' })).toContainText(
      'La lista no trae códigos.',
    )
  }
  await enter('/dashboard/products')
  await review(1_500)
  const pairOf = (name: string) => page.getByRole('group', { name })
  const first = pairOf(`Ungüento ${tag} 50 g`)
  const second = pairOf(`Loción ${tag} capilar forte 100 ml`)
  await expect(first.getByRole('radio', { name: /^Es el mismo/ })).toBeChecked()
  await expect(first).toContainText(near.tradename)
  await expect(first).toContainText('$1.500')
  await expect(second.getByRole('radio', { name: /^Es otro/ })).toBeChecked()
  const status = page.getByRole('status').filter({ hasText: 'producto' })
  await expect(status).toHaveText('2 productos nuevos y 1 producto que cambia.')
  await page.getByRole('button', { name: 'Todas son otro' }).click()
  await expect(status).toHaveText('3 productos nuevos.')
  await page.getByRole('button', { name: 'Todas son el mismo' }).click()
  await expect(status).toHaveText('1 producto nuevo y 2 productos que cambian.')
  await second.getByRole('radio', { name: /^Es otro/ }).check()
  await page.reload()
  await expect(status).toHaveText('2 productos nuevos y 1 producto que cambia.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Guardada', { exact: true })).toBeVisible()
  await expect(
    page.getByText('2 productos nuevos sin código: recibieron uno nuestro, que empieza con BOT.'),
  ).toBeVisible()
  expect(await savedProduct(database, near.barcode)).toMatchObject({ tradename: near.tradename, cost: 1_500 })
  expect(await savedProduct(database, other.barcode)).toMatchObject({ cost: 2_000 })

  await review(1_800)
  await expect(status).toHaveText('1 producto que cambia.')
  await expect(first).toHaveCount(0)
})

test('a stock report with lots changes the stock alone, with the units of its lots added up', async ({
  page,
  database,
  enter,
}) => {
  const tag = [...String(unique())].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const known = await makeProduct(database, { tradename: `Contado ${tag}`, stock: 1 })
  const file = await workbook(
    [
      [known.barcode, `OTRO ${tag}`, `LINEA ${tag}`, 'A1', 5],
      [known.barcode, `OTRO ${tag}`, `LINEA ${tag}`, 'A2', 7],
    ],
    { header: ['Código de barras', 'Descripción', 'LINEA', 'Lote', 'Existencia'], name: `${tag}.xlsx` },
  )
  await enter('/dashboard/products')
  await openUpload(page)
  const dialog = page.getByRole('dialog', { name: 'Subir informacion del Excel' })
  await dialog.getByLabel(/^Archivo Excel/).setInputFiles(file)
  await dialog.getByRole('button', { name: 'Revisar antes' }).click()
  await expect(page.getByText('Esta lista no tiene precios: solo cambia el stock.')).toBeVisible()
  const more = page.getByRole('checkbox', { name: 'Actualizar también lo demás que trae la planilla' })
  await expect(more).not.toBeChecked()
  const lots = page.getByRole('table', { name: 'Lotes de la planilla' })
  await expect(lots).toContainText(/lote A1: 5 unidades.*lote A2: 7 unidades/)
  const changes = page.getByRole('table', { name: 'Cambios', exact: true })
  await more.check()
  await expect(changes).toContainText(`OTRO ${tag}`)
  await more.uncheck()
  await expect(changes).not.toContainText(`OTRO ${tag}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Guardada', { exact: true })).toBeVisible()
  const saved = await savedProduct(database, known.barcode)
  expect(saved).toMatchObject({ tradename: `Contado ${tag}`, category: 'Dolor y fiebre', stock: 12 })
})

test('the report names stock that ignored sales; it can be taken back, and the import undone', async ({
  page,
  database,
  enter,
}) => {
  const product = await makeSold(database, 1_990)
  const added = `780${unique()}`
  const name = `Lista ${unique()}.xlsx`
  const rows = [
    [product.barcode, product.tradename, '', '', 2_190, 10],
    [added, `Nuevo ${added}`, '', '', 990, 1],
  ]
  await enter('/dashboard/products')
  await openUpload(page)
  const dialog = page.getByRole('dialog', { name: 'Subir informacion del Excel' })
  await dialog.getByLabel(/^Archivo Excel/).setInputFiles(await workbook(rows, { name }))
  await dialog.getByRole('button', { name: 'Subir archivo' }).click()
  const card = page.getByRole('region', { name: 'Resultado de la importación' })
  await expect(card.getByRole('row', { name: product.tradename })).toContainText('10 → 6, vendidos 4 → 10')
  await expect(card.getByText('1 producto nuevo quedó en «Sin categoría».')).toBeVisible()
  expect(await savedProduct(database, product.barcode)).toMatchObject({ cost: 2_190, stock: 10 })
  await card.getByRole('button', { name: 'Dejar el stock como estaba' }).click()
  await expect(card.getByRole('button', { name: 'Dejar el stock como estaba' })).toHaveCount(0)
  expect(await savedProduct(database, product.barcode)).toMatchObject({ cost: 2_190, stock: 6 })

  await card.getByRole('link', { name: 'Ver los 2 productos' }).click()
  await expect(page.getByText('2 resultados', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: `Editar ${product.tradename}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^De una importación/ })).toBeVisible()
  await card.getByRole('link', { name: 'Ver la importación' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const changed = page
    .getByRole('table', { name: 'Cambios de la importación' })
    .getByRole('row', { name: product.tradename })
  await expect(changed).toContainText('antes $1.990 → , después $2.190')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Deshacer esta importación?' })
  await expect(question).toContainText(
    'Se quita 1 producto nuevo y 1 producto vuelve a sus datos anteriores.',
  )
  await question.getByRole('button', { name: 'Deshacer' }).click()
  const outcome = page.getByRole('region', { name: 'Resultado de deshacer' })
  await expect(outcome).toContainText('1 producto volvió a sus datos anteriores y 1 producto nuevo se quitó.')
  // The report doesn't mention removed products any more.
  await expect(page.getByText(/quedó en «Sin categoría»/)).toHaveCount(0)
  expect(await savedProduct(database, product.barcode)).toMatchObject({ cost: 1_990, stock: 6 })
  expect(await savedProduct(database, added)).toBeUndefined()

  await page.getByRole('link', { name: 'Importaciones' }).click()
  const search = page.getByPlaceholder('Buscar importación...')
  await search.fill(name)
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name })).toContainText('Deshecha')
  await expectAccessible(page)
  await search.fill(`${name} nada`)
  await expect(page.getByText('No se han registrado importaciones')).toBeVisible()
})

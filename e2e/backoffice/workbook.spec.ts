import { readFile } from 'node:fs/promises'
import writeExcelFile from 'write-excel-file/node'
import { unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { breakCall, expect, expectToast, test } from './office.ts'

// The server runs one import at a time, so these tests run one after the other.
test.describe.configure({ mode: 'default' })

const HEADER = ['Código de barras', 'Nombre', 'Categoría', 'Laboratorio', 'Precio', 'Stock']
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const workbook = async (rows: (string | number)[][]) => ({
  name: 'productos.xlsx',
  mimeType: XLSX,
  buffer: await writeExcelFile([HEADER, ...rows]).toBuffer(),
})

test('a workbook is imported: toast, reloaded list and refused rows', async ({ page, enter }) => {
  const tag = `Importado ${unique()}`
  await enter('/dashboard/products')
  const format = page.getByRole('link', { name: 'Descargar formato Excel' })
  const downloading = page.waitForEvent('download')
  await format.click()
  expect((await downloading).suggestedFilename()).toBe('formato-productos-excel.xlsx')

  await page.getByPlaceholder('Buscar producto...').fill(tag)
  await expect(page.getByText('No se han registrado productos')).toBeVisible()
  await page.getByRole('button', { name: 'Subir Excel' }).click()
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
  await report.getByRole('button', { name: 'Descargar filas rechazadas' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('filas-rechazadas.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(/^\uFEFF"Fila";"Columna";"Motivo"\r\n"3";"Precio";".+"\r\n$/)
  await report.getByRole('button', { name: 'Cerrar el resultado' }).click()
  await expect(report).toHaveCount(0)
})

test('the toast of a successful import stays for 1.5 s', async ({ page, enter }) => {
  await enter('/dashboard/products')
  await page.getByRole('button', { name: 'Subir Excel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subir informacion del Excel' })
  await dialog
    .getByLabel(/^Archivo Excel/)
    .setInputFiles(await workbook([[`780${unique()}`, `Uno ${unique()}`, 'Importados', 'Quillay', 990, 1]]))
  await expectToast(page, { title: 'Listo!', ms: 1_500 }, () =>
    dialog.getByRole('button', { name: 'Subir archivo' }).click(),
  )
})

test('a workbook that can’t be imported shows the reason beside its field', async ({ page, enter }) => {
  await enter('/dashboard/products')
  await page.getByRole('button', { name: 'Subir Excel' }).click()
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

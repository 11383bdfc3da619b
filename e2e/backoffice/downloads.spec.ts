import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { breakCall, expect, expectAlertDialog, SERVER_FAILURE, test } from './office.ts'

async function rowsOf(download: Download) {
  const bytes = await readFile(await download.path())
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(bytes)]))
  return sheet?.data ?? []
}

async function downloadBy(page: Page, button: string) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  return downloading
}

test('the product list downloads what it shows, and says how many products that is', async ({
  page,
  database,
  enter,
}) => {
  const tag = unique()
  const category = `Vitaminas, minerales ${tag}`
  await makeProduct(database, { tradename: `Zinc ${tag}`, category, stock: 0 })
  await makeProduct(database, { tradename: `Magnesio ${tag}`, category })
  await makeProduct(database, { tradename: `Calcio ${tag}` })
  await enter(`/dashboard/products?buscar=${tag}`)
  await page.getByRole('combobox', { name: 'Categoría' }).selectOption(category)
  await page.getByRole('button', { name: 'Excel', exact: true }).click()
  const label = 'Descargar productos (Excel)'
  await expect(page.getByRole('button', { name: label, exact: true })).toHaveAccessibleDescription(
    '2 productos',
  )
  const download = await downloadBy(page, label)
  expect(download.suggestedFilename()).toMatch(/^productos-\d{4}-\d\d-\d\d\.xlsx$/)
  const [header, ...rows] = await rowsOf(download)
  expect(header?.slice(0, 3)).toEqual(['Código de barras', 'Nombre', 'Categoría'])
  expect(rows.map(([, name, category]) => [name, category])).toEqual([
    [`Magnesio ${tag}`, category],
    [`Zinc ${tag}`, category],
  ])

  await breakCall(page, /\/api\/products\/export/)
  await page.getByRole('button', { name: label, exact: true }).click()
  await expectAlertDialog(page, 'Error!', SERVER_FAILURE)
  // The dialog has closed the menu.
  await page.getByRole('button', { name: 'Excel', exact: true }).click()
  await expect(page.getByRole('button', { name: label, exact: true })).toBeEnabled()
})

test('suppliers and categories are downloaded', async ({ page, enter }) => {
  await enter('/dashboard/suppliers')
  const suppliers = await downloadBy(page, 'Descargar proveedores (Excel)')
  expect(suppliers.suggestedFilename()).toMatch(/^proveedores-.*\.xlsx$/)
  expect((await rowsOf(suppliers))[0]).toContain('Persona de contacto')
  await page.goto('/dashboard/categories')
  const categories = await downloadBy(page, 'Descargar categorías (Excel)')
  expect(categories.suggestedFilename()).toMatch(/^categorias-.*\.xlsx$/)
})

test('orders are downloaded for chosen days, by default this month', async ({ page, database, enter }) => {
  const { id: user_id } = await makeUser(database)
  const product = await makeProduct(database)
  const email = `dias${unique()}@correo.cl`
  const { id, number } = await database
    .insertInto('orders')
    .values({
      ...{ user_id, email, name: 'Ana', last_name: 'Soto', address: 'Uno 1', city: 'Ñuñoa' },
      ...{ postal_code: '1', phone: '9', total: 1_990, created_at: new Date('2024-02-29T15:00:00Z') },
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await sql`
    insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total)
    values (${id}, 1, ${product.id}, 'Zinc', 1990, 1, 0, 1990)`.execute(database)

  await enter('/dashboard/deliveries')
  await page.getByRole('button', { name: 'Descargar pedidos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Descargar pedidos' })
  const [from, to] = [dialog.getByLabel(/^Desde/), dialog.getByLabel(/^Hasta/)]
  await expect(dialog.getByRole('button', { name: 'Este mes' })).toHaveAttribute('aria-pressed', 'true')
  await expect(from).toHaveValue(/^\d{4}-\d\d-01$/)
  await dialog.getByRole('button', { name: 'Hoy' }).click()
  await expect(from).toHaveValue(await to.inputValue())
  await expectAccessible(page)

  await from.fill('2024-02-29')
  await to.fill('2024-02-28')
  const send = dialog.getByRole('button', { name: 'Descargar', exact: true })
  await send.click()
  await expect(to).toHaveAccessibleDescription('La fecha final no puede ser anterior a la inicial.')
  await to.fill('2024-02-29')
  await page.route(/\/deliveries\/export/, (route) => route.abort(), { times: 1 })
  await send.click()
  await expect(dialog.getByText('No hay conexión con la farmacia')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await send.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('pedidos-2024-02-29-a-2024-02-29.xlsx')
  await expect(dialog).toBeHidden()
  expect((await rowsOf(download)).slice(1)).toEqual([
    expect.arrayContaining([number, '2024-02-29 12:00', email, 'Zinc', product.barcode]),
  ])
})

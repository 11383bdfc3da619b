import { sql } from 'kysely'
import { makeProduct, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from './office.ts'

test('a product shows the book of its stock, which grows with each save', async ({
  page,
  database,
  enter,
}) => {
  const product = await makeProduct(database, { stock: 8 })
  for (let count = 0; count < 11; count += 1)
    await sql`update products set stock = stock + 1 where id = ${product.id}`.execute(database)
  await enter(`/dashboard/products/edit-product/${product.id}`)
  const book = page.getByRole('region', { name: 'Movimientos de stock' })
  await expect(book.getByRole('row').nth(1)).toContainText('Otro cambio')
  await expect(book.getByRole('row')).toHaveCount(11)
  await book.getByRole('button', { name: 'Ver anteriores (2)' }).click()
  await expect(book.getByRole('row')).toHaveCount(13)
  await expect(book.getByRole('row').last()).toContainText('Stock inicial')

  await page.getByRole('textbox', { name: 'Stock' }).fill('25')
  await page.getByRole('button', { name: 'Actualizar Producto' }).click()
  const newest = book.getByRole('row').nth(1)
  await expect(newest).toContainText('Formulario')
  await expect(newest).toContainText('Soto')
  await expect(newest).toContainText('+6')
  await expect(newest).toContainText('25')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await book.getByRole('button', { name: 'Descargar movimientos (Excel)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^movimientos-de-stock-\d{4}-\d{2}-\d{2}\.xlsx$/)
})

test('the purchase list is by laboratory, for the days that are chosen', async ({
  page,
  database,
  enter,
}) => {
  const laboratory = `Laboratorio ${unique()}`
  const product = await makeProduct(database, { laboratory, stock: 40 })
  await database.insertInto('product_sales').values({ product_id: product.id, units: 30 }).execute()
  await enter('/dashboard/products/purchase-list')
  await expect(page.getByRole('heading', { name: 'Reponer' })).toBeVisible()
  const section = page.getByRole('region', { name: laboratory, exact: true })
  await expect(section).toHaveCount(0)
  await page.getByLabel('Comprar para').selectOption('60 días')
  await expect(section.getByRole('row').nth(1)).toContainText(product.tradename)
  await expect(section.getByRole('row').nth(1).getByRole('cell').last()).toContainText('20')
  await page.getByRole('combobox', { name: 'Laboratorio' }).selectOption(laboratory)
  await expect(page.getByRole('table')).toHaveCount(1)
  await expect(page).toHaveURL(/laboratorio=/)
  await page.reload()
  await expect(section).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(1)
  await expectAccessible(page)
})

test('the inspection sheet names what each product lacks, and filters by it', async ({
  page,
  database,
  enter,
}) => {
  const number = unique()
  const dcm = `Sustancia ${number}`
  const prescribed = await makeProduct(database, { tradename: `Receta ${number}`, dcm })
  await sql`update products set prescription = true, health_register = 'F-1' where id = ${prescribed.id}`.execute(
    database,
  )
  const free = await makeProduct(database, { tradename: `Libre ${number}`, dcm })
  const rowOf = ({ tradename }: { tradename: string }) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: `Editar ${tradename}` }) })
  await enter('/dashboard/products/inspection')
  await page.getByPlaceholder('Buscar producto...').fill(String(number))
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(rowOf(prescribed)).toContainText('Sin foto')
  await page.getByLabel('Falta').selectOption('receta')
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = rowOf(free)
  await expect(row).toContainText('Receta dudosa')
  await expect(row).toContainText(`Con receta en: ${prescribed.tradename}`)
  await expectAccessible(page)
})

import { sql } from 'kysely'
import { makeOrder, makeProduct, makeUser, setStock, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from './office.ts'

test('a product shows its stock movements, one more after each save', async ({ page, database, enter }) => {
  const product = await makeProduct(database, { stock: 8 })
  for (let stock = 9; stock < 20; stock += 1) await setStock(database, product.id, stock)
  await enter(`/dashboard/products/edit-product/${product.id}`)
  const book = page.getByRole('region', { name: 'Movimientos de stock' })
  await expect(book.getByRole('row').nth(1)).toContainText('Conteo')
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

test('the purchase list is grouped by laboratory; typed quantities stay, become an order, and are added to the stock', async ({
  page,
  database,
  enter,
}) => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  const laboratory = `Laboratorio ${unique()}`
  const product = await makeProduct(database, { laboratory, stock: 40 })
  const short = await makeProduct(database, { laboratory, stock: 2 })
  await database
    .updateTable('suppliers')
    .set({ contact: 'Ana, ventas@quillay.cl', phone: '912345678' })
    .where('name', '=', laboratory)
    .execute()
  const { id: userId } = await makeUser(database)
  await makeOrder(database, { userId, lines: [{ productId: product.id, quantity: 30 }] })
  await enter('/dashboard/products/purchase-list')
  await expect(page.getByRole('heading', { name: 'Reponer' })).toBeVisible()
  const section = page.getByRole('region', { name: laboratory, exact: true })
  const quantityOf = ({ tradename }: { tradename: string }) =>
    section.getByRole('textbox', { name: `Cantidad a pedir de ${tradename}`, exact: true })
  await expect(quantityOf(product)).toHaveCount(0)
  await page.getByLabel('Comprar para').selectOption('60 días')
  await expect(quantityOf(product)).toHaveValue('20')
  await expect(section.getByRole('row', { name: product.tradename })).toContainText('40 días')
  // A product that nobody bought is folded.
  await expect(quantityOf(short)).toHaveCount(0)
  await section.getByRole('button', { name: 'Ver 1 sin cantidad a pedir' }).press('Enter')
  await expect(quantityOf(short)).toBeFocused()
  await page.getByRole('combobox', { name: 'Laboratorio' }).selectOption(laboratory)
  await expect(page.getByRole('table')).toHaveCount(1)
  await expect(page).toHaveURL(/laboratorio=/)
  await quantityOf(short).fill('7')
  // The click leaves the screen before the delay after the last key is over.
  await section.getByRole('link', { name: short.tradename }).click()
  await expect(page.getByRole('heading', { name: 'Editar Producto' })).toBeVisible()
  await page.goBack()
  await expect(quantityOf(short)).toHaveValue('7')
  await page.reload()
  await expect(quantityOf(short)).toHaveValue('7')
  await expect(page.getByRole('table')).toHaveCount(1)
  await expect(section.getByRole('link', { name: /9 1234 5678/ })).toHaveAttribute('href', 'tel:+56912345678')
  await expectAccessible(page)
  // Hydration matches the server's HTML, although the server doesn't see the URL's parameters.
  expect(complaints).toEqual([])

  await section.getByRole('button', { name: `Enviar pedido a ${laboratory}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar pedido' })
  const text = dialog.getByRole('textbox', { name: 'Texto del pedido' })
  await expect(text).toHaveValue(new RegExp(`- 20 × ${product.tradename}.*\n- 7 × ${short.tradename}`))
  await expect(dialog.getByRole('link', { name: 'Abrir en el correo' })).toHaveAttribute(
    'href',
    /^mailto:ventas@quillay\.cl\?subject=.+&body=.*20%20%C3%97/,
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await section.getByRole('button', { name: `Llegó ${short.tradename}` }).click()
  await expect(page.getByText('Stock al día: 7 unidades más.')).toBeVisible()
  await expect(quantityOf(short)).toHaveCount(0)
  await expect(quantityOf(product)).toBeFocused()
  await quantityOf(product).fill('25')
  await section.getByRole('button', { name: `Llegó ${product.tradename}` }).click()
  await expect(section).toHaveCount(0)
  const stock = await database
    .selectFrom('products')
    .select('stock')
    .where('id', 'in', [product.id, short.id])
    .orderBy('stock')
    .execute()
  expect(stock).toEqual([{ stock: 9 }, { stock: 65 }])
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
  await page.getByLabel('Falta').selectOption('prescription')
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = rowOf(free)
  await expect(row).toContainText('Receta dudosa')
  await expect(row).toContainText(`Con receta en: ${prescribed.tradename}`)
  await expectAccessible(page)
})

import { sql } from 'kysely'
import { makeCategory, makeEan, makeProduct, makeSupplier, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from './office.ts'

test('goods are received as a scanner types them, stay after a reload, are booked together and taken back', async ({
  page,
  database,
  enter,
}) => {
  test.slow()
  const [plain, coded, missing] = [makeEan(), makeEan(), makeEan()]
  const syrup = await makeProduct(database, { barcode: plain, stock: 3 })
  const tablets = await makeProduct(database, { barcode: coded, stock: 5 })
  await makeCategory(database)
  await makeSupplier(database)
  const document = `G-${unique()}`
  const stockOf = async ({ id }: { id: string }) =>
    (await database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow())
      .stock
  const field = (name: string, line: number) =>
    page.getByRole('textbox', { name: `${name}, línea ${line}`, exact: true })
  const { keyboard } = page
  const type = async (text: string) => {
    await keyboard.type(text)
    await keyboard.press('Enter')
  }

  await enter('/dashboard/products')
  await page.getByRole('link', { name: 'Recibir mercadería' }).click()
  await page.getByLabel('Proveedor').click()
  await type('Laboratorio Andino')
  await type(document)

  // A barcode, then lot, expiry and units by hand.
  await expect(field('Código', 1)).toBeFocused()
  await type(plain)
  await type('A-12')
  await type('0827')
  await type('12')
  await expect(page.getByText(syrup.tradename)).toBeVisible()
  await expect(field('Vencimiento', 1)).toHaveValue('31-08-2027')

  // A GS1 DataMatrix, whose separator scanners type as Ctrl+]; then another pack of the same lot, scanned in the units.
  const scanPack = async () => {
    await keyboard.type(`]d2010${coded}1729020010L7`)
    await keyboard.press('Control+]')
    await type('21S4')
  }
  await expect(field('Código', 2)).toBeFocused()
  await scanPack()
  await expect(field('Unidades', 2)).toBeFocused()
  await expect(field('Código', 2)).toHaveValue(coded)
  await expect(field('Lote', 2)).toHaveValue('L7')
  await expect(field('Vencimiento', 2)).toHaveValue('28-02-2029')
  await scanPack()
  await expect(field('Unidades', 2)).toHaveValue('2')
  await type('0')
  await type(`01${plain}9`)
  await expect(field('Código', 3)).toHaveAccessibleDescription(/No se pudo leer este código GS1/)
  await field('Código', 3).fill('')

  // A code that isn't in the catalogue becomes a product, and the receipt goes on.
  await type(missing)
  await expect(field('Código', 3)).toHaveAccessibleDescription('Ningún producto tiene este código.')
  await page.reload()
  await expect(field('Lote', 1)).toHaveValue('A-12')
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Crear/ }).click()
  await expect(page.getByLabel('Código de barras')).toHaveValue(missing)
  const created = `Nuevo ${unique()}`
  await page.getByLabel('Nombre').fill(created)
  await page.getByRole('combobox', { name: 'Categoría' }).selectOption({ index: 1 })
  await page.getByRole('combobox', { name: 'Laboratorio' }).selectOption({ index: 1 })
  await page.getByLabel('Precio').fill('1990')
  await page.getByRole('textbox', { name: 'Stock' }).fill('0')
  await page.getByRole('button', { name: 'Agregar Nuevo Producto' }).click()
  await expect(page.getByText(created)).toBeVisible()
  await expect(page.getByLabel('N° de guía o factura')).toHaveValue(document)

  // One wrong line: nothing is booked.
  await page.getByRole('button', { name: 'Guardar recepción' }).click()
  await expect(field('Unidades', 2)).toHaveAccessibleDescription('Escribe al menos 1 unidad.')
  await expect(field('Unidades', 2)).toBeFocused()
  expect(await stockOf(syrup)).toBe(3)
  await field('Unidades', 2).fill('30')
  await keyboard.press('Control+s')
  await expect(page.getByRole('heading', { name: /^Recepción N°/ })).toBeVisible()
  expect([await stockOf(syrup), await stockOf(tablets)]).toEqual([15, 35])
  const tabletLine = page.getByRole('row').filter({ hasText: tablets.tradename })
  await expect(tabletLine).toContainText('L7')
  await expect(tabletLine).toContainText('28-02-2029')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Recibir mercadería' }).click()
  await expect(field('Código', 1)).toHaveValue('')

  // The receipt is found and undone, but not after units of a lot have left.
  await page.getByRole('link', { name: 'Recepciones' }).click()
  await page.getByRole('searchbox').fill(document)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: /^N° \d/ }).click()
  const undo = async () => {
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click()
  }
  await sql`update lots set units = 29 where code = 'L7' and product_id = ${tablets.id}`.execute(database)
  await undo()
  await expect(page.getByText(`Ya salieron unidades de ${tablets.tradename}`)).toBeVisible()
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await sql`update lots set units = 30 where code = 'L7' and product_id = ${tablets.id}`.execute(database)
  await undo()
  await expect(page.getByText('Deshecha').first()).toBeVisible()
  expect([await stockOf(syrup), await stockOf(tablets)]).toEqual([3, 5])
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0)
})

test('lots are set on the product, shown to customers by their month, and expected goods are received from the purchase list', async ({
  page,
  database,
  enter,
}) => {
  const laboratory = `Laboratorio ${unique()}`
  const product = await makeProduct(database, { stock: 3, laboratory })
  await enter(`/dashboard/products/edit-product/${product.id}`)
  const lots = page.getByRole('region', { name: 'Lotes' })
  await expect(lots).toContainText('Sin lotes')
  await lots.getByRole('button', { name: 'Agregar lotes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lotes' })
  await dialog.getByRole('textbox', { name: 'Lote' }).fill('B-1')
  await dialog.getByRole('textbox', { name: 'Vencimiento' }).fill('AGO 2031')
  await dialog.getByRole('textbox', { name: 'Unidades' }).fill('9')
  await dialog.getByRole('button', { name: 'Guardar lotes' }).click()
  await expect(dialog).toContainText('Los lotes suman 9 unidades y el stock es 3.')
  await dialog.getByRole('textbox', { name: 'Unidades' }).fill('1')
  await dialog.getByRole('button', { name: 'Agregar otro lote' }).click()
  const second = dialog.getByRole('group', { name: 'Lote 2' })
  await second.getByRole('textbox', { name: 'Lote' }).fill('VIEJO')
  await second.getByRole('textbox', { name: 'Vencimiento' }).fill('01/2020')
  await second.getByRole('textbox', { name: 'Unidades' }).fill('1')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar lotes' }).click()
  await expect(lots.getByRole('row').filter({ hasText: 'VIEJO' })).toContainText('Vencido')
  await expect(lots).toContainText('Stock: 3 unidades · se pueden vender 2 · 1 vencida · 1 sin lote')
  await expectAccessible(page)
  await page.goto(`/descripcion?producto=${product.id}`)
  await expect(page.getByText('Vence desde agosto de 2031')).toBeVisible()

  await page.goto(`/dashboard/products/purchase-list?laboratorio=${encodeURIComponent(laboratory)}`)
  await page.getByRole('textbox', { name: `Cantidad a pedir de ${product.tradename}` }).fill('24')
  await page.getByRole('link', { name: `Recibir con lotes de ${laboratory}` }).click()
  await expect(page.getByLabel('Proveedor')).toHaveValue(laboratory)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Unidades, línea 1' })).toHaveValue('24')
  await expect(page.getByText(product.tradename)).toHaveCount(1)
  await page.getByRole('button', { name: 'Vaciar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Vaciar' }).click()
  await expect(page.getByLabel('Proveedor')).toHaveValue('')
})

import type { Page } from '@playwright/test'
import { makeCategory, makeProduct, makeSupplier, unique } from '#tests/factories.ts'
import { smallImage } from '../images.ts'
import { breakCall, expect, expectAlertDialog, test } from './office.ts'

async function fillNew(page: Page, name: string) {
  await page.getByLabel('Código de barras').fill(`780${unique()}`)
  await page.getByRole('combobox', { name: 'Categoría' }).selectOption('Dolor y fiebre')
  await page.getByLabel('Nombre').fill(name)
  await page.getByRole('combobox', { name: 'Laboratorio' }).selectOption('Laboratorio Andino')
  await page.getByLabel('Precio').fill('1990')
  await page.getByLabel('Descuento (%)').fill('12,5')
  await page.getByRole('textbox', { name: 'Stock' }).fill('8')
}

test('a product is created with its image, then the form is empty and the image a camera', async ({
  page,
  database,
  enter,
}) => {
  await makeCategory(database)
  await makeSupplier(database)
  const hidden = `Oculta ${unique()}`
  await makeCategory(database, hidden)
  await database.updateTable('categories').set({ status: false }).where('name', '=', hidden).execute()
  const name = `Nuevo ${unique()}`
  await enter('/dashboard/products/new-product')
  await expect(page.getByRole('heading', { name: 'Registrar Nuevo Producto' })).toBeVisible()
  await expect(page.getByRole('option', { name: hidden })).toHaveCount(0)
  await fillNew(page, name)
  const code = `A-${unique()}`
  await page.getByLabel('Código propio').fill(code)
  await page.getByLabel('Cantidad').fill('1000 mg')
  await expect(page.getByText('No se entiende, así que no se muestra el precio por unidad.')).toBeVisible()
  await page.getByLabel('Cantidad').fill('Caja x 30 comprimidos')
  await expect(page.getByText('Se entiende: 30 comprimidos, $58 por comprimido')).toBeVisible()
  await page.getByRole('combobox', { name: 'Bioequivalente' }).selectOption('SI')
  await page.getByRole('combobox', { name: 'Refrigerado' }).selectOption('SI')
  await page.getByLabel(/^Imagen/).setInputFiles(await smallImage('caja.png'))
  await expect(page.getByRole('img', { name: 'Vista previa' })).toBeVisible()
  await page.getByRole('button', { name: 'Agregar Nuevo Producto' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'El producto fue creado.' })).toBeVisible()
  await expect(page.getByLabel('Nombre')).toHaveValue('')
  await expect(page.getByRole('img', { name: 'Sin imagen' })).toBeVisible()
  const saved = await database
    .selectFrom('products')
    .selectAll()
    .where('tradename', '=', name)
    .executeTakeFirstOrThrow()
  expect(saved).toMatchObject({ cost: 1990, discount: 12.5, stock: 8, bioequivalent: true, own_code: code })
  expect(saved.photo).not.toBe('')

  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(page).toHaveURL(/\/dashboard\/products$/)
  await page.goto(`/descripcion?producto=${saved.id}`)
  await expect(page.getByText('Se despacha en frío', { exact: true })).toBeVisible()
})

test('a product is edited from the list; its inactive laboratory can still be chosen', async ({
  page,
  database,
  enter,
}) => {
  const laboratory = `Retirado ${unique()}`
  const product = await makeProduct(database, { laboratory, tradename: `Editado ${unique()}` })
  await database.updateTable('suppliers').set({ status: 'Inactivo' }).where('name', '=', laboratory).execute()
  await enter(`/dashboard/products?buscar=${encodeURIComponent(product.tradename)}`)
  await page.getByRole('link', { name: `Editar ${product.tradename}` }).click()
  await expect(page.getByRole('heading', { name: 'Editar Producto' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Laboratorio' })).toHaveValue(laboratory)
  await page.getByLabel('DCM').fill('Losartán')
  await page.getByRole('button', { name: 'Actualizar Producto' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'El producto fue actualizado.' })).toBeVisible()
  await expect(page.getByLabel('DCM')).toHaveValue('Losartán')
  // The saved product was loaded again: saving once more causes no conflict, and leaving no question.
  await page.getByRole('textbox', { name: 'Stock' }).fill('44')
  await page.getByRole('button', { name: 'Actualizar Producto' }).click()
  await expect
    .poll(
      async () =>
        (
          await database
            .selectFrom('products')
            .select('stock')
            .where('id', '=', product.id)
            .executeTakeFirst()
        )?.stock,
    )
    .toBe(44)
  await expect(page.getByRole('status').filter({ hasText: 'El producto fue actualizado.' })).toBeVisible()
  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(page).toHaveURL(/\/dashboard\/products\?buscar=Editado/)
})

test('a refusal shows at its field and beside the button, without a dialog', async ({
  page,
  database,
  enter,
}) => {
  await makeCategory(database)
  await makeSupplier(database)
  await enter('/dashboard/products/new-product')
  await fillNew(page, 'Con errores')
  await page.getByLabel('Precio').fill('12,990')
  await page.getByLabel('Nombre').fill('')
  await page.getByRole('button', { name: 'Agregar Nuevo Producto' }).click()
  await expect(page.getByText('Revisa los datos ingresados.')).toBeVisible()
  await expect(page.getByLabel('Precio')).toHaveAccessibleDescription(
    /No se entiende.*Se puede leer de dos maneras\./,
  )
  await expect(page.getByLabel('Nombre')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Precio')).toHaveValue('12,990')

  await breakCall(page, /\/api\/products\/create-product/, 'POST', 'No se pudo guardar.')
  await page.getByRole('button', { name: 'Agregar Nuevo Producto' }).click()
  await expect(page.getByText('No se pudo guardar.')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('a price is typed with dots or a peso sign; Ctrl+S saves; required fields are marked', async ({
  page,
  database,
  enter,
}) => {
  const product = await makeProduct(database, { tradename: `Precio ${unique()}`, cost: 1_000 })
  const cost = async () =>
    (await database.selectFrom('products').select('cost').where('id', '=', product.id).executeTakeFirst())
      ?.cost
  await enter(`/dashboard/products/edit-product/${product.id}`)
  const price = page.getByLabel('Precio')
  await expect(price).toHaveAttribute('aria-required', 'true')
  await expect(page.getByLabel('DCM')).not.toHaveAttribute('aria-required', 'true')
  await expect(page.getByText('Los campos con * son obligatorios.')).toBeVisible()
  await page.getByLabel('Descuento (%)').fill('10')
  await price.fill('$ 12.990')
  await expect(price).toHaveAccessibleDescription('Se entiende: $12.990, con descuento $11.691')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'El producto fue actualizado.' })).toBeVisible()
  expect(await cost()).toBe(12_990)
  await expect(price).toHaveValue('12990')
})

test('a product is duplicated, and another one of the same series is created', async ({
  page,
  database,
  enter,
}) => {
  const laboratory = `Serie ${unique()}`
  const product = await makeProduct(database, {
    laboratory,
    tradename: `Serie ${unique()}`,
    stock: 7,
    dcm: 'Urea',
  })
  await enter(`/dashboard/products/edit-product/${product.id}`)
  await page.getByRole('link', { name: 'Duplicar' }).click()
  await expect(page.getByRole('heading', { name: 'Registrar Nuevo Producto' })).toBeVisible()
  await expect(page.getByLabel('Nombre')).toHaveValue(product.tradename)
  await expect(page.getByLabel('DCM')).toHaveValue('Urea')
  await expect(page.getByLabel('Código de barras')).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Stock' })).toHaveValue('')
  await page.getByLabel('Nombre').fill(`${product.tradename} crema`)
  await page.getByRole('textbox', { name: 'Stock' }).fill('3')
  await page.getByRole('button', { name: 'Guardar y crear otro' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'El producto fue creado.' })).toBeVisible()
  await expect(page.getByLabel('Nombre')).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Laboratorio' })).toHaveValue(laboratory)
  await expect(page.getByLabel('Código de barras')).toBeFocused()
  const names = await database
    .selectFrom('products')
    .select(['tradename', 'stock'])
    .where('tradename', 'like', `${product.tradename}%`)
    .orderBy('tradename')
    .execute()
  expect(names).toEqual([
    { tradename: product.tradename, stock: 7 },
    { tradename: `${product.tradename} crema`, stock: 3 },
  ])

  // After an edited product: the form of a new one, without a question about changes that are saved.
  await page.goto(`/dashboard/products/edit-product/${product.id}`)
  await page.getByLabel('DCM').fill('Urea 10 %')
  // The keyboard reaches the buttons in the order in which they stand.
  await page.getByRole('button', { name: 'Actualizar Producto' }).press('Tab')
  await expect(page.getByRole('button', { name: 'Guardar y crear otro' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Registrar Nuevo Producto' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Laboratorio' })).toHaveValue(laboratory)
  await expect(page.getByLabel('Nombre')).toHaveValue('')
})

test('when two people edit one product, the second sees the differences and chooses', async ({
  page,
  database,
  enter,
  request,
}) => {
  const product = await makeProduct(database, { tradename: `Doble ${unique()}`, cost: 1_000, stock: 10 })
  const { token } = await enter(`/dashboard/products/edit-product/${product.id}`)
  await page.getByLabel('DCM').fill('Lo mío')
  await page.getByLabel('Precio').fill('1500')
  const other = await request.post(`/api/products/update-product/${product.id}`, {
    headers: { 'x-access-token': token },
    multipart: {
      tradename: `${product.tradename} nuevo`,
      barcode: product.barcode,
      category: 'Dolor y fiebre',
      laboratory: 'Laboratorio Andino',
      cost: '1200',
      stock: '10',
    },
  })
  expect(other.status()).toBe(200)
  await page.getByRole('button', { name: 'Actualizar Producto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Otra persona modificó este producto' })
  await expect(dialog.getByRole('group', { name: 'Precio' })).toContainText('1200')
  await expect(dialog.getByRole('group', { name: 'Precio' })).toContainText('1500')
  await expect(dialog.getByRole('group', { name: 'Precio' }).getByLabel(/Lo que escribiste/)).toBeChecked()
  await expect(dialog.getByRole('group', { name: 'Nombre' }).getByLabel(/Guardado ahora/)).toBeChecked()
  await dialog
    .getByRole('group', { name: 'Precio' })
    .getByLabel(/Guardado ahora/)
    .check()
  await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'El producto fue actualizado.' })).toBeVisible()
  const saved = await database
    .selectFrom('products')
    .selectAll()
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow()
  expect(saved).toMatchObject({ tradename: `${product.tradename} nuevo`, cost: 1_200, dcm: 'Lo mío' })
})

test('leaving the product form with unsaved changes asks first', async ({ page, database, enter }) => {
  const product = await makeProduct(database)
  await enter(`/dashboard/products/edit-product/${product.id}`)
  await page.getByLabel('DCM').fill('A medias')
  await page.getByRole('link', { name: 'Volver' }).click()
  const dialog = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })
  await dialog.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(page.getByLabel('DCM')).toHaveValue('A medias')
  await page.getByRole('link', { name: 'Volver' }).click()
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page).toHaveURL(/\/dashboard\/products$/)
})

test('when product or suppliers can’t be loaded, a dialog shows the server’s message', async ({
  page,
  database,
  enter,
}) => {
  const product = await makeProduct(database)
  await breakCall(page, /\/api\/admin\/suppliers/, 'GET', 'Los proveedores no están.')
  await enter('/dashboard/products/new-product')
  await expectAlertDialog(page, 'Error!', 'Los proveedores no están.')
  await page.unroute(/\/api\/admin\/suppliers/)
  // A new shop has no suppliers.
  await page.route(/\/api\/admin\/suppliers/, (route) => route.fulfill({ json: { data: [], total: 0 } }))
  await page.getByRole('button', { name: 'Intentar nuevamente' }).click()
  await expect(page.getByLabel(/^Laboratorio/)).toHaveAccessibleDescription(
    'Aún no hay proveedores activos: crea uno en Proveedores.',
  )

  await page.goto(`/dashboard/products/edit-product/${product.id.replace(/.$/, '0')}x`)
  await expectAlertDialog(page, 'Error!', 'No encontramos lo que buscas.')
})

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the save button stays in sight on a phone', async ({ page, database, enter }) => {
    const product = await makeProduct(database)
    await enter(`/dashboard/products/edit-product/${product.id}`)
    const button = page.getByRole('button', { name: 'Actualizar Producto' })
    await expect(button).toBeInViewport({ ratio: 1 })
    await page.getByRole('textbox', { name: 'Stock' }).fill('12')
    await expect(button).toBeInViewport({ ratio: 1 })
    await button.click()
    await expect(
      page.getByRole('status').filter({ hasText: 'El producto fue actualizado.' }),
    ).toBeInViewport()
  })
})

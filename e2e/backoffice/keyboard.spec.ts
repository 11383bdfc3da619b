import { makeProduct, unique } from '#tests/factories.ts'
import { expect, test } from './office.ts'

test('/ searches, g and a letter opens a screen, ? lists the keys and turns them off', async ({
  page,
  enter,
}) => {
  await enter('/dashboard/suppliers')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const search = page.getByPlaceholder('Buscar proveedor...')
  // The keys work once their code has loaded, after the list.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused({ timeout: 100 })
  }).toPass()
  // In a field the keys are letters.
  await page.keyboard.type('gp/?')
  await expect(search).toHaveValue('gp/?')
  await page.getByRole('heading', { name: 'Proveedores' }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { name: 'Categorías' })).toBeVisible()

  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(dialog).toContainText('Listar Productos')
  // Behind the dialog the keys do nothing.
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/\/dashboard\/categories$/)
  await dialog.getByLabel('Usar los atajos de una sola tecla').uncheck()
  await expect(dialog.getByLabel('Usar los atajos de una sola tecla')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByPlaceholder('Buscar categoría...')).toBeEnabled()
  await page.keyboard.press('/')
  await expect(page.getByPlaceholder('Buscar categoría...')).not.toBeFocused()
  await page.keyboard.press('?')
  await expect(dialog.getByLabel('Usar los atajos de una sola tecla')).not.toBeChecked()
})

test('the page size is in the URL and remembered; a filter is saved as a view and deleted', async ({
  page,
  database,
  enter,
}) => {
  const category = `Vistas ${unique()}`
  for (let index = 0; index < 27; index += 1)
    await makeProduct(database, { category, tradename: `Vista ${unique()}` })
  await enter('/dashboard/products')
  await page.getByRole('combobox', { name: 'Categoría' }).selectOption(category)
  await expect(page.getByText('27 resultados')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(26)
  await page.getByRole('combobox', { name: 'Filas por página de Productos' }).selectOption('50')
  await expect(page.getByRole('row')).toHaveCount(28)
  await expect(page).toHaveURL(/filas=50/)

  await page.getByRole('button', { name: 'Guardar esta vista' }).click()
  const dialog = page.getByRole('dialog', { name: 'Guardar vista' })
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('Este campo es obligatorio.')).toBeVisible()
  await dialog.getByLabel(/^Nombre/).fill('Mi estante')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  const views = page.getByRole('list', { name: 'Vistas guardadas de Productos' })
  await expect(views.getByRole('link', { name: 'Mi estante' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Guardar esta vista' })).toHaveCount(0)
  await expect(views.getByRole('link', { name: 'Mi estante' })).toBeFocused()

  // On a later visit the size is remembered, and the view is one click away.
  await page.goto('/dashboard/products')
  await expect(page.getByRole('combobox', { name: 'Filas por página de Productos' })).toHaveValue('50')
  await views.getByRole('link', { name: 'Mi estante' }).click()
  await expect(page.getByText('27 resultados')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(28)
  await page.getByRole('button', { name: 'Borrar la vista Mi estante' }).click()
  await expect(views).toHaveCount(0)
  await expect(page.getByPlaceholder('Buscar producto...')).toBeFocused()
  await page.goto('/dashboard/suppliers')
  await expect(page.getByPlaceholder('Buscar proveedor...')).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Guardar esta vista' })).toHaveCount(0)
})

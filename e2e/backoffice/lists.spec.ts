import { makeCategory, makeProduct, makeSupplier, unique } from '#tests/factories.ts'
import {
  breakCall,
  expect,
  expectAlertDialog,
  expectToast,
  holdCalls,
  SERVER_FAILURE,
  test,
} from './office.ts'

test('a supplier is added and edited, each with a toast for 1.5 s', async ({ page, enter }) => {
  const name = `Laboratorio ${unique()}`
  await enter('/dashboard/suppliers')
  const search = page.getByPlaceholder('Buscar proveedor...')
  await search.fill(name)
  await expect(page.getByText('No se han registrado proveedores')).toBeVisible()

  await page.getByRole('button', { name: 'Nuevo Proveedor' }).click()
  const adding = page.getByRole('dialog', { name: 'Agregar Proveedor' })
  await adding.getByRole('button', { name: 'Guardar' }).click()
  await expect(adding.getByText('Este campo es obligatorio.')).toHaveCount(2)
  await adding.getByLabel(/^Nombre/).fill(name)
  await adding.getByLabel(/^Dirección/).fill('Los Robles 871')
  await adding.getByLabel('Persona de contacto').fill('Paula Vera')
  await adding.getByLabel('Teléfono / Celular').fill('+56 9 5550 1203')
  await expectToast(page, { title: 'Guardado', text: 'El proveedor fue creado.', ms: 1_500 }, () =>
    adding.getByRole('button', { name: 'Guardar' }).click(),
  )
  await expect(adding).toBeHidden()
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Paula Vera')
  await expect(row).toContainText('Activo')

  await row.getByRole('button', { name: `Editar ${name}` }).click()
  const editing = page.getByRole('dialog', { name: 'Editar Proveedor' })
  await expect(editing.getByLabel(/^Nombre/)).toHaveValue(name)
  await editing.getByLabel('Estado').selectOption('Inactivo')
  await expectToast(page, { title: 'Actualizado', text: 'El proveedor fue actualizado.', ms: 1_500 }, () =>
    editing.getByRole('button', { name: 'Actualizar' }).click(),
  )
  await expect(row).toContainText('Inactivo')
})

test('a category is added and edited, each with a toast for 1.5 s', async ({ page, enter }) => {
  const name = `Categoría ${unique()}`
  await enter('/dashboard/categories')
  await expect(page.getByRole('heading', { name: 'Categorías' })).toBeVisible()
  await page.getByPlaceholder('Buscar categoría...').fill(name)
  await expect(page.getByText('No se han registrado categorías')).toBeVisible()

  await page.getByRole('button', { name: 'Nueva Categoría' }).click()
  const adding = page.getByRole('dialog', { name: 'Agregar Categoría' })
  await adding.getByRole('button', { name: 'Guardar' }).click()
  await expect(adding.getByText('Este campo es obligatorio.')).toBeVisible()
  await adding.getByLabel(/^Nombre/).fill(name)
  await expectToast(page, { title: 'Guardado', text: 'La categoría fue creada.', ms: 1_500 }, () =>
    adding.getByRole('button', { name: 'Guardar' }).click(),
  )
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Activo')

  await row.getByRole('button', { name: `Editar ${name}` }).click()
  const editing = page.getByRole('dialog', { name: 'Editar Categoría' })
  await editing.getByLabel('Estado').selectOption('Inactivo')
  await expectToast(page, { title: 'Actualizado', text: 'La categoría fue actualizada.', ms: 1_500 }, () =>
    editing.getByRole('button', { name: 'Actualizar' }).click(),
  )
  await expect(row).toContainText('Inactivo')
})

test('a category that is renamed to another one’s name is merged into it, and one press undoes that', async ({
  page,
  database,
  enter,
}) => {
  const name = `Unión ${unique()}`
  for (const category of [name, `${name} dos`]) {
    await makeCategory(database, category)
    await makeProduct(database, { category })
  }
  await enter('/dashboard/categories')
  await page.getByPlaceholder('Buscar categoría...').fill(name)
  await page.getByRole('button', { name: `Editar ${name} dos` }).click()
  const editing = page.getByRole('dialog', { name: 'Editar Categoría' })
  await editing.getByLabel(/^Nombre/).fill(name.toUpperCase())
  await editing.getByRole('button', { name: 'Actualizar' }).click()
  const question = page.getByRole('alertdialog', {
    name: `«${name.toUpperCase()}» ya existe. ¿Unir ambos nombres?`,
  })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(editing.getByLabel(/^Nombre/)).toHaveValue(name.toUpperCase())
  await editing.getByRole('button', { name: 'Actualizar' }).click()
  await question.getByRole('button', { name: 'Unir' }).click()
  await expect(editing).toBeHidden()
  await expect(page.getByRole('row', { name })).toHaveCount(1)
  await expect(page.getByRole('row', { name })).toContainText('2')

  const merged = page
    .getByRole('region', { name: 'Unidas hace poco' })
    .getByRole('listitem')
    .filter({ hasText: name })
  // The focus follows to where the merge is undone, as its row is gone; the screen keeps it after the undo.
  await expect(page.locator(':focus')).toContainText('Unidas hace poco')
  await merged.getByRole('button', { name: `Deshacer la unión de ${name} dos` }).click()
  await expect(merged).toBeHidden()
  await expect(page.locator('body:focus')).toHaveCount(0)
  await expect(page.getByRole('row', { name })).toHaveCount(2)
})

test('a supplier is merged into another one that is chosen by name', async ({ page, database, enter }) => {
  const name = `Unido ${unique()}`
  for (const laboratory of [name, `${name} dos`]) {
    await makeSupplier(database, laboratory)
    await makeProduct(database, { laboratory })
  }
  await enter('/dashboard/suppliers')
  await page.getByPlaceholder('Buscar proveedor...').fill(name)
  await page.getByRole('button', { name: `Unir ${name} dos con otro nombre` }).click()
  const dialog = page.getByRole('dialog', { name: 'Unir Proveedor' })
  const into = dialog.getByLabel(/^¿Con cuál/)
  await into.fill('Nadie')
  await dialog.getByRole('button', { name: 'Unir' }).click()
  await expect(dialog.getByText('Ese nombre no existe.')).toBeVisible()
  await into.fill(name)
  await dialog.getByRole('button', { name: 'Unir' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name })).toHaveCount(1)
})

test('Cancelar fades the modal out in 500 ms and resets the status to Activo', async ({ page, enter }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await enter('/dashboard/categories')
  const dialog = page.getByRole('dialog', { name: 'Agregar Categoría' })
  const open = page.getByRole('button', { name: 'Nueva Categoría' })
  await open.click()
  await dialog.getByLabel('Estado').selectOption('Inactivo')
  const seconds = await dialog.evaluate((element) => getComputedStyle(element).transitionDuration)
  expect(new Set(seconds.split(', '))).toEqual(new Set(['0.5s']))
  // Escape may be a mistake, so it asks about unsaved changes. Cancelar doesn't ask.
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(dialog.getByLabel('Estado')).toHaveValue('false')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await expect(dialog.getByLabel('Estado')).toHaveValue('true')
})

test('a supplier or category that can’t be saved shows a dialog and keeps the typed values', async ({
  page,
  database,
  enter,
}) => {
  const category = `Repetida ${unique()}`
  await makeCategory(database, category)
  await enter('/dashboard/categories')
  await page.getByRole('button', { name: 'Nueva Categoría' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Categoría' })
  await dialog.getByLabel(/^Nombre/).fill(category.toUpperCase())
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expectAlertDialog(page, 'Error!', SERVER_FAILURE)
  await expect(dialog.getByText('Ese nombre ya está en uso.')).toBeVisible()
  await expect(dialog.getByLabel(/^Nombre/)).toHaveValue(category.toUpperCase())

  const supplier = `Proveedor ${unique()}`
  await makeSupplier(database, supplier)
  await breakCall(page, /\/api\/admin\/suppliers\/update-supplier/, 'POST')
  await page.goto(`/dashboard/suppliers?buscar=${encodeURIComponent(supplier)}`)
  await page.getByRole('button', { name: `Editar ${supplier}` }).click()
  const editing = page.getByRole('dialog', { name: 'Editar Proveedor' })
  await editing.getByLabel(/^Dirección/).fill('Otra 2')
  await editing.getByRole('button', { name: 'Actualizar' }).click()
  await expectAlertDialog(page, 'Error!', SERVER_FAILURE)
  await expect(editing.getByLabel(/^Dirección/)).toHaveValue('Otra 2')
})

test('search, filters and page are in the URL: reload and Back restore them', async ({
  page,
  database,
  enter,
}) => {
  const category = `Listada ${unique()}`
  for (let index = 0; index < 27; index += 1)
    await makeProduct(database, { category, stock: index, tradename: `Listado ${unique()}` })
  await enter('/dashboard/products')
  const dropdown = page.getByRole('combobox', { name: 'Categoría' })
  await expect(dropdown.getByRole('option').first()).toHaveText('TODOS')
  await dropdown.selectOption(category)
  await expect(page.getByText('27 resultados')).toBeVisible()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page).toHaveURL(/pagina=2/)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(dropdown).toHaveValue(category)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await page.getByRole('combobox', { name: 'Stock' }).selectOption('Stock bajo (5 o menos)')
  await expect(page.getByText('6 resultados')).toBeVisible()
  await expect(page).not.toHaveURL(/pagina/)
  await page.getByRole('combobox', { name: 'Stock' }).selectOption('Sin existencias')
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('6 resultados')).toBeVisible()
  await page.getByRole('combobox', { name: 'Datos que faltan' }).selectOption('Sin registro')
  await expect(page.getByText('6 resultados')).toBeVisible()
  // A filter pressed before the delayed search is kept beside it.
  await page.getByPlaceholder('Buscar producto...').fill('nada que se llame así')
  await page.getByRole('combobox', { name: 'Venta', exact: true }).selectOption('Retirados')
  await expect(page).toHaveURL(/buscar=nada.*venta=retirados|venta=retirados.*buscar=nada/)
  await expect(page.getByText('No se han registrado productos')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL(/\/dashboard\/products$/)
  await expect(dropdown).toHaveValue('')
  await expect(page.getByPlaceholder('Buscar producto...')).toHaveValue('')
  await expect(page.getByRole('row')).toHaveCount(26)
})

test('a save keeps the focus on its button, and after its modal was closed it does not touch the next one', async ({
  page,
  database,
  enter,
}) => {
  const name = `Laboratorio ${unique()}`
  for (const one of ['A', 'B']) await makeSupplier(database, `${name} ${one}`)
  await enter(`/dashboard/suppliers?buscar=${encodeURIComponent(name)}`)
  const modal = page.getByRole('dialog', { name: 'Editar Proveedor' })
  const address = modal.getByLabel(/^Dirección/)
  const answer = await holdCalls(page, /update-supplier/, 'POST')
  await page.getByRole('button', { name: `Editar ${name} A` }).click()
  await address.fill('Los Robles 871')
  const save = modal.getByRole('button', { name: 'Actualizar' })
  await save.press('Enter')
  await expect(save).toBeDisabled()
  await expect(save).toBeFocused()
  await modal.getByRole('button', { name: 'Cancelar' }).click()
  await expect(modal).toBeHidden()
  await page.getByRole('button', { name: `Editar ${name} B` }).click()
  await address.fill('Sin guardar')
  answer()
  await expect(page.getByText('El proveedor fue actualizado.')).toBeVisible()
  await expect(page.getByRole('row', { name: `${name} A`, includeHidden: true })).toContainText(
    'Los Robles 871',
  )
  await expect(address).toHaveValue('Sin guardar')
})

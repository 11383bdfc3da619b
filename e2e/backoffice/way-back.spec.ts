import { makeProduct, makeSupplier, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { expect, test } from './office.ts'

test('Volver and Back lead to the list as it was: search, page and scroll position', async ({
  page,
  database,
  enter,
}) => {
  const tag = `Vuelta${unique()}`
  for (let index = 0; index < 45; index += 1)
    await makeProduct(database, { tradename: `${tag} ${String(index).padStart(2, '0')}` })
  await page.setViewportSize({ width: 1280, height: 500 })
  await enter('/dashboard/products')
  await page.getByPlaceholder('Buscar producto...').fill(tag)
  await expect(page).toHaveURL(/buscar=/)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page).toHaveURL(/pagina=2/)
  const edit = page.getByRole('link', { name: `Editar ${tag} 44` })
  const shown = async () => ({ url: page.url(), top: Math.round((await edit.boundingBox())!.y) })
  await edit.scrollIntoViewIfNeeded()
  const before = await shown()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)

  for (const goBack of [() => page.getByRole('link', { name: 'Volver' }).click(), () => page.goBack()]) {
    await edit.click()
    await expect(page.getByLabel('Nombre')).toHaveValue(`${tag} 44`)
    await goBack()
    await expect(edit).toBeVisible()
    await expect.poll(shown).toEqual(before)
  }
  // In another window there is no way back in the history, but the link still has the search and the page.
  await edit.click()
  await expect(page.getByLabel('Nombre')).toHaveValue(`${tag} 44`)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Volver' })).toHaveAttribute('href', /buscar=Vuelta.*pagina=2/)
})

test('Back closes an open modal and asks about unsaved changes; a closed modal needs no extra Back', async ({
  page,
  database,
  enter,
}) => {
  const name = `Proveedor ${unique()}`
  await makeSupplier(database, name)
  await enter('/dashboard/categories')
  await page.getByRole('link', { name: 'Proveedores' }).click()
  await page.getByPlaceholder('Buscar proveedor...').fill(name)
  await expect(page).toHaveURL(/buscar=/)
  const url = page.url()
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  const dialog = page.getByRole('dialog', { name: 'Editar Proveedor' })
  const edit = page.getByRole('button', { name: `Editar ${name}` })

  await edit.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(page.url()).toBe(url)
  await expect(page.getByPlaceholder('Buscar proveedor...')).toHaveValue(name)

  await edit.click()
  await dialog.getByLabel(/^Dirección/).fill('Otra 2')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(dialog.getByLabel(/^Dirección/)).toHaveValue('Otra 2')
  await page.goBack()
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(dialog).toBeHidden()
  // The router saw none of it: nothing was loaded again.
  expect(calls).toEqual([])

  await edit.click()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard\/categories$/)
})

test('a modal that is opened in the frame in which the one before was closed stays open', async ({
  page,
  enter,
}) => {
  await enter('/dashboard/coupons')
  await page.getByRole('button', { name: 'Nuevo código', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Nuevo código' })).toBeVisible()
  await page.evaluate(async () => {
    const press = (name: string) =>
      [...document.querySelectorAll('button')]
        .find((one) => (one.ariaLabel ?? one.textContent) === name)!
        .click()
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    press('Cerrar')
    while (document.querySelector('dialog:modal')) await new Promise((resolve) => setTimeout(resolve))
    press('Crear varios')
    await frame()
    await frame()
  })
  const opened = page.getByRole('dialog', { name: 'Crear varios códigos' })
  await expect(opened.locator(':focus')).toHaveCount(1)
})

test('the chips above the orders keep the search', async ({ page, database, enter }) => {
  const { id } = await makeUser(database)
  const lastName = `Chip${unique()}`
  const { lastName: _, postalCode, ...rest } = SHIPPING
  await database
    .insertInto('orders')
    .values({ ...rest, user_id: id, last_name: lastName, postal_code: postalCode, total: 1_990 })
    .execute()
  await enter('/dashboard/deliveries')
  await page.getByPlaceholder('Buscar pedido...').fill(lastName)
  await expect(page).toHaveURL(new RegExp(`buscar=${lastName}`))
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'De hoy' }).click()
  await expect(page).toHaveURL(new RegExp(`buscar=${lastName}.*desde=hoy`))
  await expect(page.getByPlaceholder('Buscar pedido...')).toHaveValue(lastName)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Todos' }).click()
  await expect(page).not.toHaveURL(/desde=/)
  await expect(page).toHaveURL(new RegExp(lastName))
})

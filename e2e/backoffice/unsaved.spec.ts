import type { Page } from '@playwright/test'
import type { Db } from '#server/database/schema.ts'
import { openSession as renewSession } from '#server/http/sessions.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser, PASSWORD, unique } from '#tests/factories.ts'
import { openSession } from '../shop.ts'
import { expect, test } from './office.ts'

async function logInByForm(page: Page, email: string) {
  await page.getByRole('button', { name: 'Iniciar sesión' }).filter({ visible: true }).first().click()
  const modal = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await modal.getByRole('textbox', { name: 'Correo electrónico' }).fill(email)
  await modal.getByLabel(/^Contraseña/).fill(PASSWORD)
  await modal.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

const endSessions = (database: Db, userId: string) =>
  database.deleteFrom('sessions').where('user_id', '=', userId).execute()

/** Holds the answers of a call back until the returned function is called. */
async function holdAnswers(page: Page, path: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    const answer = await route.fetch()
    await promise
    await route.fulfill({ response: answer })
  })
  return resolve
}

test('text typed while an update is under way stays, and is saved by the next one', async ({
  page,
  database,
  enter,
}) => {
  const product = await makeProduct(database, { tradename: `Tecleado ${unique()}` })
  await enter(`/dashboard/products/edit-product/${product.id}`)
  const release = await holdAnswers(page, /update-product/)
  const dcm = page.getByLabel('DCM')
  await page.getByLabel('Registro sanitario').fill('  F-123  ')
  await dcm.fill('Losartán')
  await page.getByRole('button', { name: 'Actualizar Producto' }).click()
  await page.keyboard.type(' potásico')
  release()
  await expect(page.getByRole('status').filter({ hasText: 'El producto fue actualizado.' })).toBeVisible()
  // As the server saved it: the form starts from the answer, except for what was typed since.
  await expect(page.getByLabel('Registro sanitario')).toHaveValue('F-123')
  await expect(dcm).toHaveValue('Losartán potásico')
  await expect(dcm).toBeFocused()
  const saved = () =>
    database.selectFrom('products').select('dcm').where('id', '=', product.id).executeTakeFirst()
  expect((await saved())?.dcm).toBe('Losartán')
  await page.getByRole('button', { name: 'Actualizar Producto' }).click()
  await expect.poll(async () => (await saved())?.dcm).toBe('Losartán potásico')

  // A new product: the form is empty afterwards, but not what was already typed for the next one.
  await makeCategory(database)
  await makeSupplier(database)
  await page.goto('/dashboard/products/new-product')
  const releaseNew = await holdAnswers(page, /create-product/)
  await page.getByRole('combobox', { name: 'Categoría' }).selectOption('Dolor y fiebre')
  await page.getByLabel('Nombre').fill(`Primero ${unique()}`)
  await page.getByRole('combobox', { name: 'Laboratorio' }).selectOption('Laboratorio Andino')
  await page.getByLabel('Precio').fill('1990')
  await page.getByRole('textbox', { name: 'Stock' }).fill('8')
  await page.getByRole('button', { name: 'Agregar Nuevo Producto' }).click()
  await page.getByLabel('Código de barras').fill('7801')
  releaseNew()
  await expect(page.getByLabel('Nombre')).toHaveValue('')
  await expect(page.getByLabel('Código de barras')).toHaveValue('7801')
})

test('a profile keeps text that is typed while it is saved', async ({ page, enter }) => {
  await enter('/dashboard/settings')
  const release = await holdAnswers(page, /update-user/)
  await page.getByLabel('Teléfono', { exact: false }).first().fill('22 123 4568')
  await page.getByRole('button', { name: 'Actualizar Información' }).click()
  await page.getByLabel('Nombre').first().fill('Ana María')
  release()
  await expect(page.getByRole('heading', { name: 'Listo!' })).toBeVisible()
  await expect(page.getByLabel('Nombre').first()).toHaveValue('Ana María')
})

test('a session that ends in the middle of a product keeps the draft and offers it after the login', async ({
  page,
  database,
  request,
}) => {
  const product = await makeProduct(database, { tradename: `Cortado ${unique()}`, cost: 1_000 })
  const user = await makeUser(database, { role: 'Administrador' })
  const { token } = await makeUser(database, { role: 'Administrador' })
  await openSession(page, user)
  await page.goto(`/dashboard/products/edit-product/${product.id}`)
  await page.getByLabel('DCM').fill('Losartán')
  await page.getByLabel('Precio').fill('2500')
  await endSessions(database, user.id)
  // Somebody else changes the product meanwhile: the draft must not overwrite that unseen.
  const { tradename, barcode } = product
  const other = await request.post(`/api/products/update-product/${product.id}`, {
    headers: { 'x-access-token': token },
    multipart: {
      ...{ tradename, barcode, category: 'Dolor y fiebre', laboratory: 'Laboratorio Andino' },
      ...{ cost: '1200', form: 'Jarabe', stock: String(product.stock) },
    },
  })
  expect(other.status()).toBe(200)
  await page.getByRole('button', { name: 'Actualizar Producto' }).click()
  await expect(page.getByText('Tu sesión ha expirado, por favor inicia nuevamente')).toBeVisible()
  await expect(page).toHaveURL('/')

  await logInByForm(page, user.email)
  const offer = page.getByRole('region', { name: 'Trabajo sin guardar' })
  await expect(offer).toContainText(`el producto «${product.tradename}»`)
  await offer.getByRole('button', { name: 'Recuperar lo escrito' }).click()
  await expect(page.getByLabel('DCM')).toHaveValue('Losartán')
  await expect(page.getByLabel('Precio')).toHaveValue('2500')
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Actualizar Producto' }).click()
  const choice = page.getByRole('dialog', { name: 'Otra persona modificó este producto' })
  await expect(choice.getByRole('group', { name: 'Precio' })).toContainText('1200')
  await choice.getByRole('button', { name: 'Guardar lo elegido' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'El producto fue actualizado.' })).toBeVisible()
  const saved = await database
    .selectFrom('products')
    .select(['cost', 'dcm', 'form'])
    .where('id', '=', product.id)
    .executeTakeFirst()
  expect(saved).toEqual({ cost: 2_500, dcm: 'Losartán', form: 'Jarabe' })
})

test('a supplier’s draft opens its modal again; another user is not offered a category’s draft', async ({
  page,
  database,
}) => {
  const supplier = `Cortado ${unique()}`
  await makeSupplier(database, supplier)
  const user = await makeUser(database, { role: 'Administrador' })
  const other = await makeUser(database, { role: 'Administrador' })
  const offer = page.getByRole('region', { name: 'Trabajo sin guardar' })

  await openSession(page, user)
  await page.goto(`/dashboard/suppliers?buscar=${encodeURIComponent(supplier)}`)
  await page.getByRole('button', { name: `Editar ${supplier}` }).click()
  await page.getByLabel(/^Dirección/).fill('Los Robles 871')
  await endSessions(database, user.id)
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page).toHaveURL('/')
  await openSession(page, {
    ...user,
    token: await renewSession(database, { userId: user.id, role: user.role }),
  })
  await page.goto('/dashboard')
  await offer.getByRole('button', { name: 'Recuperar lo escrito' }).click()
  const editing = page.getByRole('dialog', { name: 'Editar Proveedor' })
  await expect(editing.getByLabel(/^Nombre/)).toHaveValue(supplier)
  await expect(editing.getByLabel(/^Dirección/)).toHaveValue('Los Robles 871')
  await editing.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByRole('row', { name: supplier })).toContainText('Los Robles 871')

  await page.goto('/dashboard/categories')
  await page.getByRole('button', { name: 'Nueva Categoría' }).click()
  await page.getByLabel(/^Nombre/).fill('A medias')
  await page.getByLabel('Estado').selectOption('Inactivo')
  await endSessions(database, user.id)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page).toHaveURL('/')
  await openSession(page, other)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Tablero' })).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('an unfinished answer and an unfinished invitation open their modal again', async ({
  page,
  database,
}) => {
  const fullname = `Rosa Cremas ${unique()}`
  await database
    .insertInto('form_requests')
    .values({
      ...{ type_form: 'contact', fullname, email: `rosa${unique()}@correo.cl` },
      ...{ phone: '', product: '', message: '¿Tienen crema de urea?' },
    })
    .execute()
  const user = await makeUser(database, { role: 'Administrador' })
  const offer = page.getByRole('region', { name: 'Trabajo sin guardar' })
  /** Presses a button whose call finds the session ended, logs in again and takes the offer. */
  const loseAndRecover = async (button: string, about: string) => {
    await endSessions(database, user.id)
    await page.getByRole('button', { name: button }).click()
    await expect(page).toHaveURL('/')
    const token = await renewSession(database, { userId: user.id, role: user.role })
    await openSession(page, { ...user, token })
    await page.goto('/dashboard')
    await expect(offer).toContainText(about)
    await offer.getByRole('button', { name: 'Recuperar lo escrito' }).click()
  }

  await openSession(page, user)
  await page.goto(`/dashboard/clients?solicitud=${encodeURIComponent(fullname)}`)
  await page.getByRole('row', { name: fullname }).getByRole('button', { name: 'Ver' }).click()
  await page.getByLabel('Respuesta').fill('Sí, a $12.990.')
  await loseAndRecover('Enviar respuesta', `la respuesta a ${fullname}`)
  const request = page.getByRole('dialog', { name: 'Solicitudes' })
  await expect(request.getByLabel('Respuesta')).toHaveValue('Sí, a $12.990.')
  await request.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(request.getByRole('article')).toContainText('Sí, a $12.990.')
  // The next answer begins empty.
  await request.getByRole('button', { name: 'Responder por correo' }).click()
  await expect(request.getByRole('textbox', { name: 'Respuesta' })).toHaveValue(/^Hola Rosa:/)

  await page.goto('/dashboard/users')
  await page.getByRole('button', { name: 'Invitar al equipo' }).click()
  await page.getByLabel('Nombre').fill('Elena')
  await page.getByLabel('Correo electrónico').fill(`elena${unique()}@correo.cl`)
  await loseAndRecover('Enviar invitación', 'una invitación al equipo')
  await expect(page.getByRole('form', { name: 'Invitar al equipo' }).getByLabel('Nombre')).toHaveValue(
    'Elena',
  )
})

test('a code’s draft opens its form again, with the choices of its dropdowns and its categories', async ({
  page,
  database,
}) => {
  // More than the form shows without a search.
  const categories = Array.from({ length: 11 }, (_, at) => `Cortada ${at}, ${unique()}`)
  for (const name of categories) await makeCategory(database, name)
  const category = categories[10]!
  const user = await makeUser(database, { role: 'Marketing' })
  await openSession(page, user)
  await page.goto('/dashboard/coupons')
  await page.getByRole('button', { name: 'Nuevo código', exact: true }).click()
  const modal = page.getByRole('dialog', { name: 'Nuevo código' })
  await modal.getByLabel('Código *').fill('INVIERNO')
  await modal.getByLabel('Tipo').selectOption('Pesos')
  await modal.getByLabel('Pesos *').fill('2.500')
  await modal.getByLabel('Compras', { exact: true }).selectOption('Solo la primera de cada cliente')
  await modal.getByText('Solo algunas categorías').click()
  await modal.getByRole('searchbox', { name: 'Buscar categoría' }).fill(category)
  await modal.getByRole('checkbox', { name: category }).check()
  await endSessions(database, user.id)
  await modal.getByRole('button', { name: 'Guardar' }).click()
  await expect(page).toHaveURL('/')
  await logInByForm(page, user.email)
  await page.getByRole('button', { name: 'Recuperar lo escrito' }).click()
  await expect(modal.getByLabel('Código *')).toHaveValue('INVIERNO')
  await expect(modal.getByLabel('Pesos *')).toHaveValue('2.500')
  await expect(modal.getByLabel('Compras', { exact: true })).toHaveValue('true')
  await expect(modal.getByRole('checkbox', { name: category })).toBeChecked()
})

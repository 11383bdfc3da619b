import type { Locator, Page } from '@playwright/test'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { expect, test } from '../shop.ts'

/** Presses the button slowly, and leaves an invalid field before the button is released. */
async function pressWhileLeaving(page: Page, form: Locator, button: Locator) {
  const field = form.getByRole('textbox', { name: 'Nombre', exact: true })
  const error = form.getByText('Solo se permiten letras y espacios.')
  await field.fill('R2D2')
  await button.scrollIntoViewIfNeeded()
  const place = (await button.boundingBox())!
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  await page.mouse.down()
  await field.blur()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(error).toHaveCount(0)
  expect(await button.boundingBox()).toEqual(place)
  await page.mouse.up()
  await expect(error).toBeVisible()
  // The form was sent: the press was not lost.
  await expect(form.getByText(/por corregir: ir a Nombre$/)).toBeVisible()
  await expect(field).toBeFocused()
}

test('an error that appears while “Registrarse” is pressed does not lose the click', async ({ page }) => {
  await page.goto('/registro')
  const form = page.getByRole('form', { name: 'Crear cuenta' })
  const button = form.getByRole('button', { name: 'Registrarse' })
  await expect(button).toBeEnabled()
  await pressWhileLeaving(page, form, button)
})

test('an error that appears while “Actualizar Información” is pressed does not lose the click', async ({
  page,
  database,
  logIn,
}) => {
  await logIn(await makeUser(database))
  await page.goto('/perfil')
  const form = page.getByRole('form', { name: 'Información del perfil' })
  await pressWhileLeaving(page, form, form.getByRole('button', { name: 'Actualizar Información' }))
})

test('a press of the account’s button is not lost when the photo arrives before the release', async ({
  page,
  database,
  logIn,
}) => {
  await logIn(await makeUser(database))
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/user/find-user/**', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/sobre-nosotros')
  const button = page.getByRole('button', { name: 'Mi cuenta' })
  await button.hover()
  await page.mouse.down()
  answer.resolve()
  await expect(button.locator('img')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible()
})

test('a press before the page can hydrate takes effect once it has hydrated', async ({ page }) => {
  // The router's data, without which it renders nothing, are held back.
  await page.addInitScript(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { getReader } = ReadableStream.prototype
    ReadableStream.prototype.getReader = function (this: ReadableStream, ...options: []) {
      const reader = getReader.apply(this, options) as ReadableStreamDefaultReader
      const read = reader.read.bind(reader)
      reader.read = async () => {
        Object.assign(window, { release: resolve })
        await promise
        return read()
      }
      return reader
    } as typeof getReader
  })
  await page.goto('/sobre-nosotros')
  await page.waitForFunction(() => 'release' in window)
  const modal = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await page.getByRole('button', { name: 'Iniciar sesión' }).filter({ visible: true }).first().click()
  await expect(modal).toBeHidden()
  await page.evaluate(() => (window as unknown as { release(): void }).release())
  await expect(modal).toBeVisible()
})

/** Opens a page whose scripts wait until the function returns. */
async function openEarly(page: Page, path: string, use: () => Promise<void>) {
  const used = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await used.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await use()
  used.resolve()
}

test('a field left before the scripts ran says that it is required, and a group does once the focus has left it', async ({
  page,
  database,
  request,
}) => {
  for (let index = 0; index < 2; index += 1) await makeProduct(database, { category: `Interés ${unique()}` })
  const interests = async () =>
    (await (await request.get('/registro')).text()).split('type="checkbox"').length - 1
  await expect.poll(interests).toBeGreaterThan(1)
  const form = page.getByRole('form', { name: 'Crear cuenta' })
  await openEarly(page, '/registro', async () => {
    await form.getByRole('textbox', { name: 'Nombre', exact: true }).focus()
    await form.getByRole('textbox', { name: 'Apellidos' }).focus()
    await form.getByRole('checkbox').nth(0).focus()
    await form.getByRole('checkbox').nth(1).focus()
  })
  await expect(form.getByText('Este campo es obligatorio.')).toHaveCount(2)
  const noInterest = form.getByText('Debe seleccionar al menos una categoria.')
  await expect(noInterest).toHaveCount(0)
  await form.getByRole('textbox', { name: 'RUT' }).focus()
  await expect(noInterest).toBeVisible()
})

test('a field that is left right after the scripts ran says that it is required', async ({ page }) => {
  // Recorded input is replayed when its recording ends: React may not have reached the form by then.
  await page.addInitScript(() => {
    const { removeEventListener } = window
    window.removeEventListener = (type: string, ...rest: [EventListenerOrEventListenerObject]) => {
      removeEventListener.call(window, type, ...rest)
      if (type === 'focusout') setTimeout(() => (document.activeElement as HTMLElement).blur())
    }
  })
  const form = page.getByRole('form', { name: 'Crear cuenta' })
  await openEarly(page, '/registro', () => form.getByRole('textbox', { name: 'Nombre', exact: true }).focus())
  await expect(form.getByText('Este campo es obligatorio.')).toHaveCount(1)
})

test('typing, ticks and presses before the scripts ran count, in their order', async ({ page, database }) => {
  const tag = `Temprano${unique()}`
  const product = await makeProduct(database, { tradename: `${tag} A` })
  await makeProduct(database, { tradename: `${tag} B`, generic: true })
  const inCart = () =>
    page.evaluate(() =>
      JSON.parse(localStorage.getItem('itemsCart') ?? '[]').map(
        (line: { quantity: number }) => line.quantity,
      ),
    )

  await openEarly(page, `/descripcion?producto=${product.id}`, async () => {
    await page.getByRole('spinbutton', { name: 'Cantidad' }).fill('2')
    await page.getByRole('button', { name: 'Aumentar cantidad' }).click()
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  })
  await expect.poll(inCart).toEqual([3])

  const add = page.getByRole('button', { name: 'Agregar al carrito' })
  await openEarly(page, `/tienda?buscar=${tag}`, async () => {
    await add.nth(0).click()
    await add.nth(1).click()
  })
  await expect.poll(inCart).toEqual([4, 1])

  await page.setViewportSize({ width: 1280, height: 900 })
  await openEarly(page, `/tienda?buscar=${tag}`, async () => {
    await page.getByRole('checkbox', { name: 'Disponibles' }).check()
    await page.getByRole('checkbox', { name: 'Genérico' }).check()
    await page.getByLabel('Desde').fill('10')
    await page.getByLabel('Desde').press('Tab')
    await page.getByLabel('Ordenar por').selectOption('Precio')
  })
  await expect(page).toHaveURL(`/tienda?solo=existencias,generico&buscar=${tag}&desde=10&orden=precio`)
  await expect(page.getByRole('checkbox', { name: 'Genérico' })).toBeChecked()

  await openEarly(page, '/recetario-magistral', () =>
    page.getByLabel('Foto de la receta').setInputFiles('docs/shop.png'),
  )
  await expect(page.getByText('shop.png')).toBeVisible()
})

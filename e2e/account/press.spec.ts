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

test('a press that comes while the page can’t hydrate yet is done when it can', async ({ page }) => {
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

test('what is typed, ticked and pressed before the scripts ran counts, in its order', async ({
  page,
  database,
}) => {
  const tag = `Temprano${unique()}`
  const product = await makeProduct(database, { tradename: `${tag} A` })
  await makeProduct(database, { tradename: `${tag} B`, generic: true })
  /** Opens a page whose scripts wait until the function returns. */
  async function early(path: string, use: () => Promise<void>) {
    const used = Promise.withResolvers<void>()
    const scripts = /\/assets\/.*\.js$/
    await page.route(scripts, async (route) => {
      await used.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await use()
    used.resolve()
  }
  const inCart = () =>
    page.evaluate(() =>
      JSON.parse(localStorage.getItem('itemsCart') ?? '[]').map(
        (line: { quantity: number }) => line.quantity,
      ),
    )

  await early(`/descripcion?producto=${product.id}`, async () => {
    await page.getByRole('spinbutton', { name: 'Cantidad' }).fill('2')
    await page.getByRole('button', { name: 'Aumentar cantidad' }).click()
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  })
  await expect.poll(inCart).toEqual([3])

  const add = page.getByRole('button', { name: 'Agregar al carrito' })
  await early(`/tienda?buscar=${tag}`, async () => {
    await add.nth(0).click()
    await add.nth(1).click()
  })
  await expect.poll(inCart).toEqual([4, 1])

  await page.setViewportSize({ width: 1280, height: 900 })
  await early(`/tienda?buscar=${tag}`, async () => {
    await page.getByRole('checkbox', { name: 'Con existencias' }).check()
    await page.getByRole('checkbox', { name: 'Genérico' }).check()
    await page.getByLabel('Desde').fill('10')
    await page.getByLabel('Desde').press('Tab')
    await page.getByLabel('Ordenar por').selectOption('Precio')
  })
  await expect(page).toHaveURL(`/tienda?solo=existencias,generico&desde=10&buscar=${tag}&orden=precio`)
  await expect(page.getByRole('checkbox', { name: 'Genérico' })).toBeChecked()

  await early('/recetario-magistral', () =>
    page.getByLabel('Foto de la receta').setInputFiles('docs/shop.png'),
  )
  await expect(page.getByText('shop.png')).toBeVisible()
})

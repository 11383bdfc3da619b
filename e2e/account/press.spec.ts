import type { Locator, Page } from '@playwright/test'
import { makeUser } from '#tests/factories.ts'
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

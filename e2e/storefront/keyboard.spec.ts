import type { Page } from '@playwright/test'
import { makeProduct, makeUser, PASSWORD, SHIPPING } from '#tests/factories.ts'
import { expect, test } from '../shop.ts'

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, role: string, name: string | RegExp) {
  const wanted = page
    .getByRole(role as 'button', { name, exact: true })
    .filter({ visible: true })
    .first()
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 150; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${role} ${name}`)
}

test('a purchase works with the keyboard only', async ({ page, database }) => {
  const user = await makeUser(database)
  const product = await makeProduct(database, { stock: 5 })
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, 'searchbox', 'Buscar en la tienda')
  await page.keyboard.type(product.tradename)
  await page.keyboard.press('Enter')
  await tabTo(page, 'link', product.tradename)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: product.tradename })).toBeVisible()
  await tabTo(page, 'button', 'Aumentar cantidad')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Agregar al carrito')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Carrito, 2 productos' })).toBeVisible()

  await page.goto('/carrito')
  await tabTo(page, 'link', 'Finalizar compra')
  await page.keyboard.press('Enter')
  const modal = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await expect(modal.getByRole('textbox', { name: 'Correo electrónico' })).toBeFocused()
  await page.keyboard.type(user.email)
  await tabTo(page, 'textbox', /^Contraseña/)
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/finalizar-compra')
  await tabTo(page, 'textbox', 'Dirección')
  for (const value of [SHIPPING.address, SHIPPING.city, SHIPPING.postalCode]) {
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
  }
  await tabTo(page, 'button', 'Realizar pedido')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Listo!' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Aceptar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

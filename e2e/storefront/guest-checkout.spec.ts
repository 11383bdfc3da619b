import { makeProduct } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../shop.ts'
import { fillCart } from './steps.ts'

test('a guest at the checkout gets message and login at once, and finds back to the cart', async ({
  page,
  database,
}) => {
  const product = await makeProduct(database)
  await fillCart(page, product)
  const home = Promise.withResolvers<void>()
  await page.route('**/api/products/home', (route) => home.promise.then(() => route.continue()))
  await page.goto('/finalizar-compra')
  // The toast lasts 1.5 seconds, so both are looked for in one step.
  await page.waitForFunction(
    () =>
      document.querySelector('dialog:modal') &&
      document.querySelector(':popover-open')?.textContent === 'Por favor inicia sesion',
  )
  const modal = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await expect(modal.getByRole('textbox', { name: 'Correo electrónico' })).toBeFocused()
  await expect(modal.getByRole('link', { name: 'Crear cuenta' })).toBeVisible()

  await page.keyboard.press('Escape')
  const back = page.getByRole('link', { name: 'Volver al carrito' })
  await expect(back).toBeFocused()
  // The home page finishes loading, and keeps the offer.
  home.resolve()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(back).toBeFocused()
  await expectAccessible(page, { within: 'section[aria-label="Tu carrito"]' })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/carrito')
  await expect(page.getByRole('row').filter({ hasText: product.tradename })).toBeVisible()
  await expect(back).toHaveCount(0)

  // In the cart the login opens over the cart, which needs no way back.
  const checkOut = page.getByRole('link', { name: 'Finalizar compra' })
  await checkOut.click()
  await expect(page.getByText('Por favor inicia sesion')).toBeVisible()
  await expect(modal.getByRole('link', { name: 'Crear cuenta' })).toBeVisible()
  await expect(page).toHaveURL('/carrito')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(checkOut).toBeFocused()
  await expect(back).toHaveCount(0)

  // Elsewhere a closed login offers nothing.
  await page.getByRole('button', { name: 'Iniciar sesión' }).filter({ visible: true }).first().click()
  await expect(modal.getByRole('link', { name: 'Regístrate' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(back).toHaveCount(0)
})

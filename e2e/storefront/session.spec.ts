import type { Page } from '@playwright/test'
import { makeProduct, makeUser, PASSWORD } from '#tests/factories.ts'
import { expect, openSession, test } from '../shop.ts'
import { addToCart, fillCart, logInHere } from './steps.ts'

/** Expects the warning after `act`, and the reload that follows it. All calls are held back until the test waits for the reload. */
async function expectExpiry(page: Page, act: () => Promise<unknown>) {
  const waiting = Promise.withResolvers<void>()
  const asked = page.waitForRequest('**/api/**')
  await page.route('**/api/**', async (route) => {
    await waiting.promise
    await route.continue()
  })
  await act()
  await asked
  const reloaded = page.waitForEvent('load')
  waiting.resolve()
  await expect(page.getByText('Tu sesión ha expirado, por favor inicia nuevamente')).toHaveCount(1)
  await reloaded
}

test('an expired session warns once, reloads, and keeps the cart', async ({ page, database }) => {
  const user = await makeUser(database)
  const product = await makeProduct(database)
  await fillCart(page, product)
  await page.goto('/carrito')
  await logInHere(page, user.email, PASSWORD)
  await expect(page.getByRole('button', { name: 'Mi cuenta' })).toBeVisible()
  // The login sends the cart: that call would end the session before the press.
  await expect
    .poll(() =>
      database.selectFrom('cart_lines').select('product_id').where('user_id', '=', user.id).execute(),
    )
    .toEqual([{ product_id: product.id }])
  await database.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await expectExpiry(page, () => page.getByRole('button', { name: 'Actualizar carrito' }).click())
  await expect(page.getByRole('button', { name: 'Iniciar sesión' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Carrito, 1 producto', exact: true })).toBeVisible()
  const left = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('role')])
  expect(left).toEqual([null, null])
})

test('the cart of an expired session goes to its user alone', async ({ page, database }) => {
  const [owner, other] = [await makeUser(database), await makeUser(database)]
  const [medicine, found] = [await makeProduct(database), await makeProduct(database)]
  await page.goto('/sobre-nosotros')
  await logInHere(page, owner.email, PASSWORD)
  await addToCart(page, medicine)
  const lineOf = () =>
    database.selectFrom('cart_lines').select('product_id').where('user_id', '=', owner.id).execute()
  await expect.poll(lineOf).toEqual([{ product_id: medicine.id }])
  await expectExpiry(page, async () => {
    // Calls wait now: one of this page would end the session before the cart is opened.
    await database.deleteFrom('sessions').where('user_id', '=', owner.id).execute()
    await page.goto('/carrito')
  })
  await expect(page.getByRole('button', { name: 'Iniciar sesión' }).first()).toBeVisible()
  await addToCart(page, found)
  await page.goto('/sobre-nosotros')
  await logInHere(page, other.email, PASSWORD)
  await expect(page.getByRole('link', { name: 'Carrito, 1 producto', exact: true })).toBeVisible()
  const lines = await database
    .selectFrom('cart_lines')
    .select(['user_id', 'product_id'])
    .where('product_id', 'in', [medicine.id, found.id])
    .execute()
  expect(new Set(lines.map((line) => `${line.user_id} ${line.product_id}`))).toEqual(
    new Set([`${owner.id} ${medicine.id}`, `${other.id} ${found.id}`]),
  )
})

test('the profile leaves the screen when its user logs out in another tab', async ({ page, database }) => {
  const user = await makeUser(database)
  await openSession(page, user)
  await page.goto('/perfil')
  // Unsaved changes don't keep it.
  await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Otra')
  const other = await page.context().newPage()
  await other.goto('/carrito')
  await other.getByRole('button', { name: 'Mi cuenta' }).click()
  await other.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText(user.email)).toHaveCount(0)
  // A logout keeps no drafts, unlike a session that expires.
  expect(await page.evaluate(() => sessionStorage.getItem('sin-guardar'))).toBeNull()
})

test('a logout ends the session on the server too', async ({ page, database }) => {
  const user = await makeUser(database)
  await openSession(page, user)
  await page.goto('/sobre-nosotros')
  await page.getByRole('button', { name: 'Mi cuenta' }).click()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar sesión' }).first()).toBeVisible()
  const sessions = () =>
    database.selectFrom('sessions').select('user_id').where('user_id', '=', user.id).execute()
  await expect.poll(sessions).toEqual([])
})

test('a failed login shows the server’s message and keeps the e-mail', async ({ page, database }) => {
  const { email } = await makeUser(database)
  await page.goto('/sobre-nosotros')
  await page.getByRole('button', { name: 'Iniciar sesión' }).filter({ visible: true }).first().click()
  const modal = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await modal.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  await expect(modal.getByText('Este campo es obligatorio.')).toHaveCount(2)
  await modal.getByRole('textbox', { name: 'Correo electrónico' }).fill(email)
  await modal.getByLabel(/^Contraseña/).fill('otra-clave')
  await modal.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Error!' })
  await expect(dialog.getByText('El correo o la contraseña no son correctos.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await expect(modal.getByRole('textbox', { name: 'Correo electrónico' })).toHaveValue(email)
  await expect(modal.getByRole('link', { name: '¿Olvidaste tu contraseña?' })).toHaveAttribute(
    'href',
    '/identificarse',
  )
  // A login whose modal is closed is cancelled, and its answer shown to nobody.
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/user/login'))
  await page.route('**/api/user/login', () => {})
  const asked = page.waitForRequest('**/api/user/login')
  await modal.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  await asked
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await cancelled
  await expect(dialog).toHaveCount(0)
})

test('an unknown path of a screen redirects to the root', async ({ page }) => {
  await page.goto('/perfil/no-existe')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('private screens redirect everyone without the right role', async ({ page, database }) => {
  const visit = async (paths: string[]) => {
    for (const path of paths) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/')
    }
  }
  await page.goto('/sobre-nosotros')
  for (const path of ['/perfil', '/finalizar-compra', '/perfil/no-existe']) {
    await visit([path])
    await page.goBack()
    await expect(page, `Back from the redirect of ${path}`).toHaveURL('/sobre-nosotros')
  }
  await visit(['/perfil/pedidos', '/dashboard', '/dashboard/deliveries', '/dashboard/carousel'])
  const logInAs = async (role: 'Cliente' | 'Marketing') => {
    await openSession(page, await makeUser(database, { role }))
  }
  await logInAs('Cliente')
  await visit(['/dashboard', '/dashboard/products', '/dashboard/settings'])
  await page.goto('/perfil')
  await expect(page.getByRole('heading', { name: 'Información del perfil' })).toBeVisible()
  await logInAs('Marketing')
  await visit(['/perfil'])
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard')
  // A token with an unknown role is no session.
  await page.evaluate(() => localStorage.setItem('role', 'Jefe'))
  await visit(['/dashboard', '/perfil', '/finalizar-compra'])
})

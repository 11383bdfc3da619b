import type { BrowserContext, Page } from '@playwright/test'
import type { Db } from '#server/database/schema.ts'
import { makeOrder, makeUser, PASSWORD, SHIPPING } from '#tests/factories.ts'
import { expect, openSession, test } from '../shop.ts'
import { logInHere } from './steps.ts'

// Playwright turns the back/forward cache off, in which browsers keep whole pages.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
})

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Mi cuenta' }).click()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar sesión' }).first()).toBeVisible()
}

async function logOutInAnotherTab(context: BrowserContext) {
  const other = await context.newPage()
  await other.goto('/carrito')
  await logOut(other)
  await other.close()
}

async function openThankYou(page: Page, database: Db) {
  const user = await makeUser(database)
  const order = await makeOrder(database, { userId: user.id })
  await openSession(page, user)
  await page.goto(`/finalizar-compra?pedido=${order.id}`)
  await expect(page.getByText(SHIPPING.address)).toBeVisible()
}

async function expectHomeWithoutOrder(page: Page) {
  await expect(page).toHaveURL('/')
  await expect(page.getByText(SHIPPING.address)).toHaveCount(0)
}

const keptInTab = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage))

test('the thank-you leaves the screen when its user logs out in another tab', async ({
  page,
  context,
  database,
}) => {
  await openThankYou(page, database)
  await logOutInAnotherTab(context)
  await expectHomeWithoutOrder(page)
})

test('Back after a logout in another tab shows nothing of the thank-you', async ({
  page,
  context,
  database,
}) => {
  await openThankYou(page, database)
  await page.goto('/privacidad')
  // The page loads again: Back at the same moment would be overtaken.
  const reloaded = page.waitForEvent('load')
  await logOutInAnotherTab(context)
  await reloaded
  await page.goBack({ waitUntil: 'commit' })
  await expectHomeWithoutOrder(page)
})

test('a thank-you from the back/forward cache, which missed a logout, is loaded again', async ({
  page,
  database,
}) => {
  await openThankYou(page, database)
  // Chromium's headless shell has no such cache, and a tab gets no event of its own changes.
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    for (const key of ['cart', 'token', 'role']) localStorage.removeItem(key)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expectHomeWithoutOrder(page)
})

for (const where of ['in another tab', 'in the same tab']) {
  test(`a prescription request that was begun is gone after a logout ${where}`, async ({
    page,
    context,
    database,
  }) => {
    await openSession(page, await makeUser(database))
    await page.goto('/recetario-magistral')
    const message = page.getByRole('textbox', { name: 'Mensaje' })
    await message.fill('Para mi dermatitis')
    await expect.poll(() => keptInTab(page)).toContain('dermatitis')
    const reloaded = page.waitForEvent('load')
    await (where === 'in the same tab' ? logOut(page) : logOutInAnotherTab(context))
    await reloaded
    await expect(page.getByRole('button', { name: 'Enviar receta' })).toBeEnabled()
    await expect(message).toHaveValue('')
    expect(await keptInTab(page)).not.toContain('dermatitis')
  })
}

test('a profile’s draft is gone after a logout in another tab, also while its own tab shows the shop', async ({
  page,
  context,
  database,
}) => {
  const user = await makeUser(database)
  await openSession(page, user)
  await page.goto('/perfil')
  await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Antonia')
  await database.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await page.getByRole('button', { name: 'Descargar mis datos' }).click()
  await expect(page).toHaveURL('/')
  const offer = page.getByRole('region', { name: 'Trabajo sin guardar' })
  await expect(offer).toBeVisible()

  const other = await context.newPage()
  await other.goto('/sobre-nosotros')
  await logInHere(other, user.email, PASSWORD)
  // A login of the same user keeps the draft.
  await expect(other.getByRole('button', { name: 'Mi cuenta' })).toBeVisible()
  await expect(offer.getByRole('button', { name: 'Recuperar lo escrito' })).toBeVisible()
  await logOut(other)
  await expect(offer).toHaveCount(0)
  expect(await keptInTab(page)).not.toContain('Antonia')
})

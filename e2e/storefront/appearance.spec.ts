import type { Page } from '@playwright/test'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { expect, test, untilHydrated } from '../shop.ts'

/** A colour, or another property, of the first element that matches. */
const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

test('the colours follow the system, and print is light', async ({ page }) => {
  const LIGHT = 'rgb(251, 248, 242)'
  const DARK = 'rgb(15, 22, 19)'
  await page.goto('/tienda')
  expect(await styleOf(page, 'body', 'background-color')).toBe(LIGHT)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await styleOf(page, 'body', 'background-color')).toBe(DARK)
  expect(await styleOf(page, 'html', 'color-scheme')).toBe('dark')
  for (const [scheme, colour] of [
    ['light', '#0e5f46'],
    ['dark', '#0f1613'],
  ])
    await expect(
      page.locator(`meta[name=theme-color][media="(prefers-color-scheme: ${scheme})"]`),
    ).toHaveAttribute('content', colour!)
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  expect(await styleOf(page, 'body', 'background-color')).toBe(LIGHT)
})

test('larger type is remembered and applied before the page’s scripts; browser storage keeps its keys', async ({
  page,
}) => {
  const size = () => styleOf(page, 'html', 'font-size')
  await page.goto('/sobre-nosotros')
  const larger = page.getByRole('checkbox', { name: 'Letra más grande' })
  expect(await size()).toBe('16px')
  await larger.check()
  expect(await size()).toBe('19.2px')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/dashboard/settings', { waitUntil: 'domcontentloaded' })
  expect(await size()).toBe('19.2px')
  await page.unroute('**/assets/*.js')
  await page.goto('/privacidad')
  await expect(larger).toBeChecked()
  await larger.uncheck()
  await page.reload()
  await expect(larger).not.toBeChecked()
  expect(await size()).toBe('16px')
})

test('forced colours leave borders, icons and the current link visible', async ({
  page,
  database,
  logIn,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const product = await makeProduct(database)
  await page.goto(`/tienda?buscar=${encodeURIComponent(product.tradename)}`)
  const add = page.getByRole('button', { name: 'Agregar al carrito' }).first()
  await expect(add).toHaveCSS('border-top-width', '1px')
  const canvas = await styleOf(page, 'body', 'background-color')
  expect(await styleOf(page, 'header svg.shrink-0', 'stroke')).not.toBe(canvas)
  const current = page.getByRole('link', { name: 'Tienda', exact: true }).first()
  expect(await current.evaluate((link) => getComputedStyle(link).backgroundColor)).not.toBe(canvas)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toHaveCSS('outline-style', 'solid')
  await page.getByRole('button', { name: 'Iniciar sesión' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Iniciar sesión' })).toHaveCSS('border-top-width', '1px')

  await logIn(await makeUser(database))
  await page.goto('/perfil')
  const tab = page.getByRole('link', { name: 'General' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  expect(await tab.evaluate((link) => getComputedStyle(link).backgroundColor)).not.toBe(canvas)
})

test('menus open with Enter and close with Escape, which returns the focus', async ({
  page,
  database,
  logIn,
}) => {
  const product = await makeProduct(database, { category: 'Vitaminas' })
  await database.updateTable('products').set({ bioequivalent: true }).where('id', '=', product.id).execute()
  const openAndClose = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name }).filter({ visible: true }).first()
    await untilHydrated(button)
    await button.focus()
    await page.keyboard.press('Enter')
    const menu = page.locator('[popover]:popover-open')
    await expect(menu).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(menu.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  await logIn(await makeUser(database, { role: 'Administrador' }))
  await page.goto(`/descripcion?producto=${product.id}`)
  await openAndClose('Bioequivalente: qué significa')
  await openAndClose('Categorias')
  await openAndClose('Mi cuenta')
  await page.setViewportSize({ width: 390, height: 844 })
  await openAndClose('Menú')
  await page.goto('/dashboard')
  await openAndClose('Menú')
})

test('the shop never scrolls sideways on a narrow phone', async ({ page, database }) => {
  const word = `Superlargo${unique()}`
  const long = `${word}${'extraordinariamente'.repeat(4)}`
  await makeProduct(database, { tradename: long, category: `Categoría${long}`, discount: 12.5 })
  await page.setViewportSize({ width: 320, height: 700 })
  const sideways = () =>
    page.evaluate(() => {
      scrollTo(1_000, 0)
      return [scrollX, document.documentElement.scrollWidth - document.documentElement.clientWidth]
    })
  await page.goto(`/tienda?buscar=${word}`)
  await expect(page.getByRole('link', { name: long, exact: true })).toBeVisible()
  expect(await sideways()).toEqual([0, 0])
  await page.getByRole('button', { name: /^Filtrar/ }).click()
  expect(await sideways()).toEqual([0, 0])
  await page.goto('/tienda')
  await expect(page.getByRole('navigation', { name: 'Pie de página' })).toBeVisible()
  expect(await sideways()).toEqual([0, 0])
})

import type { Page } from '@playwright/test'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { expect, test } from '../shop.ts'

/** The kinds of control that take each autocomplete token in use, by the HTML specification. */
const CONTROLS: { [token: string]: RegExp } = {
  off: /^(text|search|email|tel|password|textarea|select-one)$/,
  name: /^(text|textarea)$/,
  'given-name': /^text$/,
  'family-name': /^text$/,
  sex: /^(text|select-one)$/,
  email: /^(text|email)$/,
  username: /^(text|email)$/,
  'current-password': /^password$/,
  'new-password': /^password$/,
  tel: /^(text|tel)$/,
  'home tel': /^(text|tel)$/,
  'mobile tel': /^(text|tel)$/,
  'bday-day': /^(text|number|select-one)$/,
  'bday-month': /^(text|number|select-one)$/,
  'bday-year': /^(text|number|select-one)$/,
  'address-line1': /^text$/,
  'address-level2': /^text$/,
  'postal-code': /^text$/,
}

/** Mistakes that browsers forgive and a checker of HTML doesn't. */
const MISTAKES = [
  ':is(span, p, button, label, summary, h1, h2, h3) :is(p, div, ul, ol, dl, table, section, form, fieldset, h1, h2, h3)',
  'script[type]:not([type="module"], [type*="/"])',
  'link:not([rel="stylesheet"], [rel="preload"], [rel="modulepreload"], [rel="icon"], [rel="manifest"], [rel="canonical"])',
  '[font-variant]',
  'button[role="button"]',
  ':is(h1, h2, h3):empty',
].join()

const mistakesOf = (page: Page) =>
  page.locator(MISTAKES).evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 200)))

test('on every page of the shop ids are unique, references lead to an id and autocomplete fits its control', async ({
  page,
  database,
  logIn,
}) => {
  const product = await makeProduct(database)
  const check = async (path: string) => {
    await page.goto(path)
    await expect(page.locator('h1').first()).toBeVisible()
    const found = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
      const references = ['for', 'popovertarget', 'aria-labelledby', 'aria-controls'].flatMap((name) =>
        [...document.querySelectorAll(`[${name}]`)].flatMap((element) =>
          element.getAttribute(name)!.split(' '),
        ),
      )
      const fields = [...document.querySelectorAll<HTMLInputElement>('[autocomplete]')]
      return {
        repeated: ids.filter((id, index) => ids.indexOf(id) !== index),
        dangling: references.filter((id) => !ids.includes(id)),
        fields: fields.map(({ type, autocomplete }) => ({ type, autocomplete })),
      }
    })
    expect({ path, repeated: found.repeated, dangling: found.dangling }).toEqual({
      path,
      repeated: [],
      dangling: [],
    })
    expect(await mistakesOf(page), path).toEqual([])
    for (const { type, autocomplete } of found.fields)
      expect(type, `${path}: autocomplete="${autocomplete}"`).toMatch(CONTROLS[autocomplete] ?? /^$/)
    return found.fields.length
  }
  for (const path of [
    '/',
    '/tienda',
    '/productos',
    `/descripcion?producto=${product.id}`,
    '/carrito',
    '/recetario-magistral',
    '/sobre-nosotros',
    '/identificarse',
    '/reset-password/x',
  ]) {
    await check(path)
  }
  expect(await check('/registro')).toBeGreaterThan(10)
  await logIn(await makeUser(database))
  for (const path of ['/perfil', '/perfil/pedidos', '/finalizar-compra']) await check(path)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('no page that the server sends has invalid HTML', async ({ page, database }) => {
    const product = await makeProduct(database)
    for (const path of ['/', '/tienda', `/descripcion?producto=${product.id}`, '/carrito', '/dashboard']) {
      await page.goto(path)
      expect(await mistakesOf(page), path).toEqual([])
    }
  })
})

test('no list of the back office has invalid HTML', async ({ page, database, logIn }) => {
  await makeProduct(database)
  await logIn(await makeUser(database, { role: 'Administrador' }))
  for (const [path, shown] of [
    ['/dashboard', 'main svg text'],
    ['/dashboard/products', 'main tbody td'],
    ['/dashboard/deliveries', 'main table'],
    ['/dashboard/carousel', 'main h1'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator(shown).first()).toBeVisible()
    await page.waitForLoadState('load')
    expect(await mistakesOf(page), path).toEqual([])
  }
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

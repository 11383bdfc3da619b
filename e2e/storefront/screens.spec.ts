import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../shop.ts'

/** Bytes of the JavaScript of the home page, and of others, at their first load, gzipped (docs/product.md#budgets). */
const SCRIPT_BUDGET = { home: 135_000, other: 142_000 }

const screens = [
  { path: '/', title: 'Botica', words: 'Convenios' },
  { path: '/tienda', title: 'Tienda · Botica', words: 'Marcas' },
  { path: '/productos', title: 'Tienda · Botica', words: 'Marcas' },
  { path: '/carrito', title: 'Carrito · Botica', words: 'Codigos de descuento' },
  { path: '/sobre-nosotros', title: 'Sobre nosotros · Botica', words: 'Misión' },
  { path: '/privacidad', title: 'Política de privacidad · Botica', words: 'Datos de salud' },
  { path: '/condiciones', title: 'Condiciones de compra · Botica', words: 'Medicamentos con receta' },
  { path: '/devoluciones', title: 'Cambios y devoluciones · Botica', words: 'Si te arrepientes' },
  { path: '/registro', title: 'Crear cuenta · Botica', words: 'Fecha de nacimiento' },
]

/** Collects errors and warnings of the page, violations of the content security policy included. */
async function collectComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // A machine without a network can't load the map's tiles.
    const away = message.location().url.includes('tile.openstreetmap.org')
    // Its own test (offline.spec.ts) allows the service worker.
    const blocked = message.text() === 'Service Worker registration blocked by Playwright'
    if (['error', 'warning'].includes(message.type()) && !away && !blocked) complaints.push(message.text())
  })
  await page.exposeFunction('complain', (text: string) => complaints.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { complain: (text: string) => void }).complain(
        `${violatedDirective} ${blockedURI}`,
      ),
    )
  })
  return complaints
}

for (const { path, title, words } of screens) {
  test(`${path} has its title, is accessible, logs nothing and fits the window @phone`, async ({
    page,
    database,
  }) => {
    await makeProduct(database)
    const complaints = await collectComplaints(page)
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('navigation', { name: 'Pie de página' })).toBeVisible()
    await expect(page.getByText(words, { exact: true }).first()).toBeAttached()
    await expectAccessible(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    expect(await page.evaluate(() => document.compatMode)).toBe('CSS1Compat')
    expect(complaints).toEqual([])
  })
}

test('product, cart, login, checkout and profile menu are accessible and log nothing @phone', async ({
  page,
  database,
  logIn,
}) => {
  const complaints = await collectComplaints(page)
  const product = await makeProduct(database, {
    discount: 12.5,
    tradename: `Ácido ${'muy largo '.repeat(12)}`,
  })
  await page.goto(`/descripcion?producto=${product.id}`)
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await expect(page.getByText('Producto agregado al carrito!')).toBeHidden()
  await expectAccessible(page)
  await page.goto('/carrito')
  await expect(page.getByRole('row').filter({ hasText: 'muy largo' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Iniciar sesión' }).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  await expect(page.getByText('Este campo es obligatorio.')).toHaveCount(2)
  await expectAccessible(page)
  await logIn(await makeUser(database))
  await page.goto('/finalizar-compra')
  await expect(page.getByRole('heading', { name: 'Detalles de envío' })).toBeVisible()
  await page.getByRole('button', { name: 'Mi cuenta' }).click()
  await expect(page.getByRole('link', { name: 'Ver Perfil' })).toBeVisible()
  await expectAccessible(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the shop can be read, searched and filtered', async ({ page, database }) => {
    const product = await makeProduct(database, { cost: 3_990 })
    await page.goto('/')
    await page.getByRole('searchbox').fill(product.tradename)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tienda\?buscar=/)
    await page.getByRole('link', { name: product.tradename, exact: true }).click()
    await expect(page.getByRole('heading', { name: product.tradename })).toBeVisible()
    await expect(page.getByText('$3.990').first()).toBeVisible()
    await expect(page).toHaveTitle(`${product.tradename} · Botica`)

    await page.goto(`/tienda?buscar=${encodeURIComponent(product.tradename)}`)
    await page.getByRole('checkbox', { name: 'Con existencias' }).check()
    await page.getByRole('textbox', { name: 'Hasta' }).fill('3.990')
    await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('Precio')
    await page.getByRole('button', { name: 'Aplicar filtros' }).click()
    await expect(page).toHaveURL(/solo=existencias&desde=&hasta=3\.990&orden=precio/)
    await expect(page.getByRole('link', { name: product.tradename, exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Quitar filtro Hasta $3.990' })).toBeVisible()
  })
})

test('the JavaScript of the home page, the shop, a product and the cart stays within its budget, without schemas', async ({
  browser,
  request,
  database,
}) => {
  // In a row of the home page, below the window, whose code isn't part of the first load; and with an alternative.
  const tablets = { dcm: 'Losartán 50 mg', form: 'Comprimidos', quantity: '30 comprimidos' }
  const product = await makeProduct(database, { ...tablets, discount: 5 })
  await makeProduct(database, tablets)
  const pages = [
    { path: '/', words: 'Ofertas' },
    { path: '/tienda', words: 'Tienda' },
    {
      path: `/descripcion?producto=${product.id}`,
      words: 'Otras alternativas con el mismo principio activo',
    },
    { path: '/carrito', words: 'Total del carrito' },
  ]
  for (const { path, words } of pages) {
    const page = await browser.newPage()
    const scripts = new Set<string>()
    page.on('request', (one) => one.resourceType() === 'script' && scripts.add(one.url()))
    await page.goto(path)
    await expect(page.getByRole('heading', { name: words, exact: true })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pie de página' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const bodies = await Promise.all([...scripts].map(async (url) => (await request.get(url)).body()))
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
    expect(bytes, path).toBeLessThanOrEqual(path === '/' ? SCRIPT_BUDGET.home : SCRIPT_BUDGET.other)
    for (const body of bodies) {
      expect(body.toString()).not.toMatch(/ZodError|\$ZodType/)
      expect(body.toString()).not.toMatch(/SUBIR IMAGEN|Nuevo Proveedor|Actividades Reciente/)
    }
    await page.close()
  }
})

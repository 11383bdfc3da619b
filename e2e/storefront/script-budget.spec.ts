import { gzipSync } from 'node:zlib'
import { makeProduct } from '#tests/factories.ts'
import { expect, test } from '../shop.ts'

/** The most bytes of gzipped JavaScript in the first load of the home page, and of other pages. */
const SCRIPT_BUDGET = { home: 135_000, other: 142_500 }

test('the JavaScript of the home page, the shop, a product and the cart stays within its budget, without schemas', async ({
  browser,
  request,
  database,
}) => {
  // With an alternative, and in a row of the home page below the window, whose code isn't part of the first load.
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
    // With a product in the cart, because an empty cart also loads the products that were seen.
    await page.addInitScript((line) => localStorage.setItem('itemsCart', JSON.stringify([line])), {
      productId: product.id,
      quantity: 1,
    })
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

import { makeProduct } from '#tests/factories.ts'
import { expectNoMistakes } from '../markup.ts'
import { expect, test } from '../shop.ts'

test.use({ javaScriptEnabled: false })

test('the shop can be read, searched and filtered without scripts', async ({ page, database }) => {
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
  await page.getByRole('checkbox', { name: 'Disponibles' }).check()
  await page.getByRole('textbox', { name: 'Hasta' }).fill('3.990')
  await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('Precio')
  await page.getByRole('button', { name: 'Aplicar filtros' }).click()
  await expect(page).toHaveURL(/solo=existencias&desde=&hasta=3\.990&orden=precio/)
  await expect(page.getByRole('link', { name: product.tradename, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Quitar filtro Hasta $3.990' })).toBeVisible()
})

test('no page that the server sends has invalid HTML', async ({ page, database }) => {
  const product = await makeProduct(database)
  for (const path of ['/', '/tienda', `/descripcion?producto=${product.id}`, '/carrito', '/dashboard']) {
    await page.goto(path)
    await expectNoMistakes(page)
  }
})

import { readableName } from '#domain/readable-name.ts'
import { makeProduct, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../shop.ts'

test('suggestions are chosen with the keyboard, and Enter alone searches', async ({ page, database }) => {
  const tag = `Sugerina${unique()}`
  const cheap = await makeProduct(database, { tradename: `${tag} A`, cost: 1_490 })
  await makeProduct(database, { tradename: `${tag} B` })
  await page.goto('/sobre-nosotros')
  const box = page.getByRole('combobox', { name: 'Buscar en la farmacia' })
  const options = page.getByRole('listbox', { name: 'Sugerencias' }).getByRole('option')
  await box.click()
  await page.keyboard.type(tag)
  await expect(options).toHaveText([/ A\$1\.490$/, / B\$1\.990$/, 'Ver todos los resultados'])
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page, { resized: false })

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(box).toHaveValue(tag)
  await expect(box).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/descripcion?producto=${cheap.id}`)
  await expect(page.getByRole('heading', { name: `${tag} A` })).toBeVisible()

  await box.fill(`${tag} `)
  await expect(options).toHaveCount(3)
  await page.keyboard.press('Tab')
  await expect(options).toHaveCount(0)
  await box.press('Enter')
  await expect(page).toHaveURL(`/tienda?buscar=${tag}`)
  await expect(page.getByRole('heading', { name: `${tag} B` })).toBeVisible()
})

test('suggestions open from the header’s button @phone', async ({ page, database }) => {
  const tag = `Tocable${unique()}`
  const product = await makeProduct(database, { tradename: tag })
  await page.goto('/carrito')
  const option = page.getByRole('option', { name: tag })
  const box = page.getByRole('combobox', { name: 'Buscar en la farmacia' })
  if (!(await box.isVisible())) await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await box.fill(tag)
  await option.click()
  await expect(page).toHaveURL(`/descripcion?producto=${product.id}`)
  await expect(option).toBeHidden()
})

test('the shop’s box suggests and searches what was typed before the scripts ran @phone', async ({
  page,
  database,
}) => {
  const tag = `Temprano${unique()}`
  const product = await makeProduct(database, { tradename: tag })
  const option = page.getByRole('option', { name: tag })
  const typed = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.goto('/tienda', { waitUntil: 'commit' })
  const shopBox = page.getByRole('searchbox', { name: 'Buscar producto' })
  await shopBox.fill(tag)
  typed.resolve()
  await expect(page).toHaveURL(`/tienda?buscar=${tag}`)
  await expect(shopBox).toHaveValue(tag)
  await option.click()
  await expect(page).toHaveURL(`/descripcion?producto=${product.id}`)
})

test('the shop says what it corrected, and searches what was typed', async ({ page, database }) => {
  // Words with digits are never corrected.
  const letters = String(unique()).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
  const word = `Corregirina${letters}`
  const typed = word.replace('rregi', 'rejji')
  await makeProduct(database, { tradename: word })
  const corrected = page.getByText(`Mostrando resultados de ${word.toLowerCase()}; buscar ${typed}`)
  // The server learns of rows that others write half a second later.
  await expect(async () => {
    await page.goto(`/tienda?buscar=${typed}`)
    await expect(corrected).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('link', { name: `buscar ${typed}` }).click()
  await expect(page).toHaveURL(`/tienda?buscar=${typed}&exacta=1`)
  await expect(page.getByText('No existen productos registrados')).toBeVisible()
  await expect(page.getByText('Mostrando resultados de')).toHaveCount(0)

  const shopBox = page.getByRole('searchbox', { name: 'Buscar producto' })
  await shopBox.fill(`leche${letters} ${word}`)
  const products = page.getByRole('region', { name: 'Productos' })
  await expect(products.getByText(`Sin «leche${letters}»:`, { exact: true })).toBeVisible()
  await expect(products.getByRole('link', { name: readableName(word) }).first()).toBeVisible()
  await makeProduct(database, { tradename: 'ACENOCUMAROL 4MG X20COMP' })
  const box = page.getByRole('combobox', { name: 'Buscar en la farmacia' })
  await box.fill('isquelium')
  await expect(
    page.getByRole('group', { name: 'No tenemos isquelium; con el mismo principio activo:' }),
  ).toBeVisible()
  await box.press('Enter')
  await expect(products.getByText('No tenemos isquelium; con el mismo principio activo:')).toBeVisible()
})

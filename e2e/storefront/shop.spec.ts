import { makeCategory, makeProduct, makeSupplier, unique } from '#tests/factories.ts'
import { expect, test } from '../shop.ts'

/** Products per page and page links (docs/product.md#constants). */
const PAGE = 12
const LINKS = 7

test('filters, search and page are in the URL: Back and reload restore them', async ({ page, database }) => {
  const tag = unique()
  const [category, other] = [`Alergias ${tag}`, `Vitaminas ${tag}`]
  const [andes, mar] = [`Andes ${tag}`, `Mar ${tag}`]
  for (let index = 0; index < PAGE + 1; index += 1) {
    await makeProduct(database, { tradename: `Cetirizina ${tag} ${index + 10}`, category, laboratory: andes })
  }
  await makeProduct(database, { tradename: `Loratadina ${tag}`, category, laboratory: mar })
  await makeProduct(database, { tradename: `Zinc ${tag}`, category: other, laboratory: mar })

  const products = page.getByRole('region', { name: 'Productos' })
  const count = (text: string) => expect(products.getByText(text, { exact: true })).toBeVisible()
  const checkbox = (name: string) => page.getByRole('checkbox', { name, exact: true })
  // Category names are cached for a second: the page is loaded until it has them.
  await expect(async () => {
    await page.goto('/tienda')
    await expect(checkbox(other)).toBeVisible({ timeout: 300 })
    await expect(checkbox(mar)).toBeVisible({ timeout: 300 })
  }).toPass()

  await checkbox(category).check()
  await count('14 productos')
  await expect(page).toHaveURL(`/tienda?categoria=${encodeURIComponent(category)}`)
  await checkbox(other).check()
  await count('15 productos')
  await checkbox(mar).check()
  await count('2 productos')
  await expect(products.getByRole('heading', { level: 2 })).toHaveText([`Loratadina ${tag}`, `Zinc ${tag}`])
  await page.goBack()
  await count('15 productos')
  await expect(checkbox(mar)).not.toBeChecked()
  await page.goBack()
  await count('14 productos')

  await page.getByRole('link', { name: 'Página 2' }).click()
  await expect(page).toHaveURL(/pagina=2/)
  await expect(products.getByRole('heading', { level: 2 })).toHaveCount(2)
  await page.reload()
  await expect(checkbox(category)).toBeChecked()
  await expect(page.getByRole('link', { name: 'Página 2' })).toHaveAttribute('aria-current', 'page')
  await expect(products.getByRole('heading', { level: 2 })).toHaveCount(2)

  await page.getByRole('searchbox', { name: 'Buscar producto' }).fill('LORATADÍNA')
  await count('1 producto')
  await expect(page).not.toHaveURL(/pagina/)
  await products.getByRole('link', { name: `Loratadina ${tag}` }).click()
  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(page).toHaveURL(/categoria=.*buscar=/)
  await expect(page.getByRole('searchbox', { name: 'Buscar producto' })).toHaveValue('LORATADÍNA')
  await page.getByRole('link', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL('/tienda')
})

test('the search corrects typing errors, and shows when it finds nothing', async ({ page, database }) => {
  const word = `Paracetamolina${unique()}`
  await makeProduct(database, { tradename: word })
  await page.goto(`/productos?buscar=${word.replace('cetam', 'zetan')}`)
  await expect(page.getByRole('heading', { name: word })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar producto' }).fill('qqxxyyzz no hay')
  await expect(page.getByText('No existen productos registrados')).toBeVisible()
  await expect(page).toHaveURL(/^[^?]*\/productos\?buscar=/)
  await page.getByRole('link', { name: 'Ver todos los productos' }).click()
  await expect(page).toHaveURL('/productos')
  await expect(page.getByRole('searchbox', { name: 'Buscar producto' })).toHaveValue('')
})

test('a hundred products have at most seven page links', async ({ page, database }) => {
  const category = `Muchos ${unique()}`
  const values = {
    category_id: await makeCategory(database, category),
    supplier_id: await makeSupplier(database),
  }
  await database
    .insertInto('products')
    .values(
      Array.from({ length: PAGE * 9 }, (_, index) => ({
        ...values,
        tradename: `Serie ${String(index).padStart(3, '0')}`,
        barcode: `M${unique()}`,
        cost: 1_000,
        stock: 1,
      })),
    )
    .execute()
  const links = page
    .getByRole('navigation', { name: 'Páginas de la tienda' })
    .getByRole('link', { name: /^Página/ })
  await page.goto(`/tienda?categoria=${encodeURIComponent(category)}`)
  await expect(links).toHaveCount(LINKS)
  await expect(page.getByText('Anterior')).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Siguiente' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Serie 012' })).toBeVisible()
  await page.goto(`/tienda?categoria=${encodeURIComponent(category)}&pagina=99`)
  await expect(page).toHaveURL(/pagina=9$/)
  await expect(links).toHaveText([
    'Página 3',
    'Página 4',
    'Página 5',
    'Página 6',
    'Página 7',
    'Página 8',
    'Página 9',
  ])
  await expect(page.getByText('Siguiente')).toHaveAttribute('aria-disabled', 'true')
})

test('on a phone the filters open from a button @phone', async ({ page, database }) => {
  const category = `Teléfono ${unique()}`
  await makeProduct(database, { category })
  await expect(async () => {
    await page.goto('/tienda')
    await expect(page.getByRole('checkbox', { name: category, includeHidden: true })).toHaveCount(1, {
      timeout: 300,
    })
  }).toPass()
  const button = page.getByRole('button', { name: 'Filtrar', exact: true })
  if (await button.isVisible()) await button.click()
  await page.getByRole('checkbox', { name: category }).check()
  const done = page.getByRole('button', { name: 'Ver 1 producto' })
  if (await done.isVisible()) await done.click()
  await expect(
    page.getByRole('region', { name: 'Productos' }).getByText('1 producto', { exact: true }),
  ).toBeVisible()
})

test('a list that can’t be loaded shows a dialog and can be loaded again', async ({ page }) => {
  await page.goto('/sobre-nosotros')
  await page.route('**/api/products/category/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Ver la tienda' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Error!' })
  await expect(dialog.getByText('Hubo un error al realizar la petición al servidor!')).toBeVisible()
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await page.unroute('**/api/products/category/**')
  await page.getByRole('button', { name: 'Intentar nuevamente' }).click()
  await expect(
    page
      .getByRole('region', { name: 'Productos' })
      .getByText(/productos?$/)
      .first(),
  ).toBeVisible()
  await expect(page.getByText('No pudimos cargar los productos')).toBeHidden()
})

test('a category whose name has a comma is chosen, kept and left in the shop', async ({ page, database }) => {
  const tag = unique()
  const [category, part] = [`Vitaminas ${tag}, minerales y otros/más`, `Vitaminas ${tag}`]
  const { id } = await makeProduct(database, { tradename: `Zinc ${tag}`, category })
  await makeProduct(database, { tradename: `Ácido fólico ${tag}`, category: part })
  const headings = page.getByRole('region', { name: 'Productos' }).getByRole('heading', { level: 2 })

  await page.goto(`/descripcion?producto=${id}`)
  await page.getByRole('link', { name: category, exact: true }).click()
  await expect(headings).toHaveText([`Zinc ${tag}`])
  const checkbox = page.getByRole('checkbox', { name: category, exact: true })
  // Category names are cached for a second: the page is loaded until it has this one.
  await expect(async () => {
    await page.reload()
    await expect(checkbox).toBeChecked({ timeout: 300 })
  }).toPass()
  await expect(headings).toHaveText([`Zinc ${tag}`])
  await page.getByRole('link', { name: `Quitar filtro ${category}` }).click()
  await expect(page).toHaveURL('/tienda')
  await expect(headings).not.toHaveText([`Zinc ${tag}`])
})

import type { Page } from '@playwright/test'
import type { Db } from '#server/database/schema.ts'
import { makeCategory, makeProduct, makeSupplier, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test, untilHydrated } from '../shop.ts'

/** Products per page and page links. */
const PAGE = 12
const LINKS = 7

/** Adds more categories and suppliers than the filters show at first, and returns their names. */
async function makeManyNames(database: Db): Promise<string[]> {
  const names = Array.from({ length: 14 }, () => `Zz ${unique()}`)
  for (const name of names) {
    await makeCategory(database, name)
    await makeSupplier(database, name)
  }
  return names
}

/** Opens the shop, again and again until its filters have many names: the page is cached until the server has read the changes. */
async function openShop(page: Page) {
  await expect(async () => {
    await page.goto('/tienda')
    // On a phone they are hidden until they are opened.
    const searches = page.getByPlaceholder(/^Buscar (categoría|marca)$/)
    await expect(searches).toHaveCount(2, { timeout: 500 })
  }).toPass()
}

test('filters, search and page are in the URL: Back and reload restore them', async ({ page, database }) => {
  const tag = unique()
  const [category, other] = [`Alergias ${tag}`, `Vitaminas ${tag}`]
  const [andes, mar] = [`Andes ${tag}`, `Mar ${tag}`]
  for (let index = 0; index < PAGE + 1; index += 1) {
    await makeProduct(database, { tradename: `Cetirizina ${tag} ${index + 10}`, category, laboratory: andes })
  }
  await makeProduct(database, { tradename: `Loratadina ${tag}`, category, laboratory: mar })
  await makeProduct(database, { tradename: `Zinc ${tag}`, category: other, laboratory: mar })
  await makeManyNames(database)

  const products = page.getByRole('region', { name: 'Productos' })
  const count = (text: string) => expect(products.getByText(text, { exact: true })).toBeVisible()
  const checkbox = (name: string) => page.getByRole('checkbox', { name, exact: true })
  const find = async (what: string, name: string) => {
    await page.getByRole('searchbox', { name: `Buscar ${what}` }).fill(name)
    await checkbox(name).check()
  }
  await openShop(page)
  await find('categoría', category)
  await count('14 productos')
  await expect(page).toHaveURL(`/tienda?categoria=${encodeURIComponent(category)}`)
  await find('categoría', other)
  await count('15 productos')
  await find('marca', mar)
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

test('switches, prices and the order are in the URL, with the number of products that each would leave', async ({
  page,
  database,
}) => {
  const tag = unique()
  const category = `Dolor ${tag}`
  await makeProduct(database, { tradename: `Abete ${tag}`, category, cost: 5_000, discount: 50 })
  await makeProduct(database, { tradename: `Boldo ${tag}`, category, cost: 1_200, stock: 0 })
  await makeProduct(database, { tradename: `Canela ${tag}`, category, cost: 12_900 })
  const products = page.getByRole('region', { name: 'Productos' })
  const names = (...list: string[]) =>
    expect(products.getByRole('heading', { level: 2 })).toHaveText(list.map((name) => `${name} ${tag}`))
  const inStock = page.getByRole('checkbox', { name: 'Disponibles' })
  const from = page.getByRole('textbox', { name: 'Desde' })
  const to = page.getByRole('textbox', { name: 'Hasta' })

  await page.goto(`/tienda?categoria=${encodeURIComponent(category)}`)
  await expect(products.getByRole('heading', { level: 2 })).toHaveText([
    `Abete ${tag}`,
    `Canela ${tag}`,
    'Consulta en la farmacia',
    `Boldo ${tag}`,
  ])
  await expect(inStock).toHaveAccessibleDescription('2 productos')
  await expect(page.getByRole('checkbox', { name: 'Bioequivalente' })).toBeDisabled()
  await expect(from).toHaveAttribute('placeholder', '$1.200')
  await expect(to).toHaveAttribute('placeholder', '$12.900')
  await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('Precio')
  await names('Boldo', 'Abete', 'Canela')
  await inStock.check()
  await names('Abete', 'Canela')
  await expect(page.getByRole('checkbox', { name: 'En oferta' })).toHaveAccessibleDescription('1 producto')
  await to.fill('$9.900')
  await to.press('Enter')
  await names('Abete')
  await from.fill('3.000')
  await from.blur()
  await expect(page.getByText('No existen productos registrados')).toBeVisible()
  await expect(page).toHaveURL(/solo=existencias&hasta=9900&orden=precio&desde=3000$/)
  await page.reload()
  await expect(from).toHaveValue('$3.000')
  await page.goBack()
  await names('Abete')
  await expect(from).toHaveValue('')
  await page.getByRole('link', { name: 'Quitar filtro Hasta $9.900' }).click()
  await names('Abete', 'Canela')
  await expect(to).toHaveValue('')
  await page.getByRole('link', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL('/tienda?orden=precio')
})

test('of more than ten names the filters show ten, the chosen ones, and the others by Ver más @phone', async ({
  page,
  database,
}) => {
  const [last] = await makeManyNames(database)
  await page.goto(`/tienda?marca=${encodeURIComponent(last!)}`)
  const button = page.getByRole('button', { name: 'Filtrar 1', exact: true })
  if (await button.isVisible()) await button.click()
  const brands = page.getByRole('group', { name: 'Marcas' })
  const rows = brands.getByRole('checkbox')
  await expect(brands.getByRole('checkbox', { name: last })).toBeChecked()
  expect(await rows.count()).toBeLessThanOrEqual(10 + 1)
  await brands.getByRole('button', { name: 'Ver más' }).click()
  await expect(brands.getByRole('button', { name: 'Ver menos' })).toBeVisible()
  expect(await rows.count()).toBeGreaterThan(10 + 1)
  // The keyboard goes on at the names that were added.
  await expect(brands.locator('input:focus')).toHaveCount(1)
  await expectAccessible(page)
  await brands.getByRole('button', { name: 'Ver menos' }).click()
  expect(await rows.count()).toBeLessThanOrEqual(10 + 1)
  await brands.getByRole('searchbox', { name: 'Buscar marca' }).fill('no hay ninguna así')
  await expect(brands.getByText('No hay coincidencias.')).toBeVisible()
  await expect(rows).toHaveCount(1)
})

test('products that can be bought come first, the others below a line with a way to ask; placeholder names are hidden', async ({
  page,
  database,
}) => {
  const tag = unique()
  const laboratory = `SIN ASIGNACION`
  const category = `Presión ${tag}`
  const make = (tradename: string, values: Parameters<typeof makeProduct>[1] = {}) =>
    makeProduct(database, { category, laboratory, tradename: `${tradename} ${tag}`, ...values })
  await make('Aventa', { stock: 0 })
  await make('Baventa', { sale_condition: 'check' })
  await make('Caventa')
  await make('Daventa', { cost: 0 })
  await make('Eaventa')
  const list = page.getByRole('region', { name: 'Productos', exact: true })
  const names = () => list.getByRole('heading').allTextContents()
  await page.goto(`/tienda?categoria=${encodeURIComponent(category)}`)
  const wanted = ['Caventa', 'Eaventa', 'Consulta en la farmacia', 'Aventa', 'Baventa', 'Daventa']
  expect((await names()).map((name) => name.replace(` ${tag}`, ''))).toEqual(wanted)
  await expect(list.getByText('SIN ASIGNACION')).toHaveCount(0)
  await expect(list.getByRole('link', { name: 'Solo en la farmacia' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/\\d+\\?text=.*Baventa%20${tag}`),
  )
  await expectAccessible(page)
  // With another sort order the list isn't divided.
  await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('Precio')
  await expect(list.getByRole('heading', { name: 'Consulta en la farmacia' })).toHaveCount(0)

  // An empty cart leads to the product seen last, and to the categories.
  await list.getByRole('link', { name: `Eaventa ${tag}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Eaventa ${tag}` })).toBeVisible()
  await page.goto('/carrito')
  await expect(page.getByRole('region', { name: 'Vistos recientemente' })).toContainText(`Eaventa ${tag}`)
  await expect(
    page.getByRole('region', { name: 'Busca por categoría' }).getByRole('link').first(),
  ).toBeVisible()
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
  await makeManyNames(database)
  await openShop(page)
  const button = page.getByRole('button', { name: 'Filtrar', exact: true })
  if (await button.isVisible()) await button.click()
  await page.getByRole('searchbox', { name: 'Buscar categoría' }).fill(category)
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
  const shop = page.getByRole('link', { name: 'Ver la tienda' })
  await untilHydrated(shop)
  await shop.click()
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

test('a filter takes fifty names: then the others can’t be chosen, and an address with more says so @phone', async ({
  page,
  database,
}) => {
  const [known] = await makeManyNames(database)
  const names = Array.from({ length: 49 }, (_, index) => `Nadie ${index}`)
  const open = async () => {
    const button = page.getByRole('button', { name: /^Filtrar/ })
    if (await button.isVisible()) await button.click()
  }
  await page.goto(`/tienda?categoria=${encodeURIComponent([...names, known].join())}`)
  await open()
  const categories = page.getByRole('group', { name: 'Categorias' })
  await expect(categories.getByText('Elegiste 50, el máximo.')).toBeVisible()
  await expect(categories.getByRole('checkbox', { checked: false }).first()).toBeDisabled()
  await expectAccessible(page)
  const first = categories.getByRole('checkbox', { name: 'Nadie 0', exact: true })
  await untilHydrated(first)
  await first.uncheck()
  await expect(categories.getByRole('checkbox', { checked: false }).first()).toBeEnabled()

  const more = [...names, known, 'Uno más']
  const answer = await page.goto(`/tienda?categoria=${encodeURIComponent(more.join())}`)
  expect(answer?.status()).toBe(400)
  const list = page.getByRole('region', { name: 'Productos' })
  await expect(list.getByText('Elige hasta 50 categorías y 50 marcas.')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expectAccessible(page)
  await list.getByRole('link', { name: 'Ver todos los productos' }).click()
  await expect(page).toHaveURL('/tienda')
  await expect(list.getByText('Elige hasta')).toHaveCount(0)
})

test('a category whose name has a comma can be chosen, reloaded and removed', async ({ page, database }) => {
  const tag = unique()
  const [category, part] = [`Vitaminas ${tag}, minerales y otros/más`, `Vitaminas ${tag}`]
  const { id } = await makeProduct(database, { tradename: `Zinc ${tag}`, category })
  await makeProduct(database, { tradename: `Ácido fólico ${tag}`, category: part })
  const headings = page.getByRole('region', { name: 'Productos' }).getByRole('heading', { level: 2 })

  await page.goto(`/descripcion?producto=${id}`)
  await page.getByRole('article').getByRole('link', { name: category, exact: true }).click()
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

test('a product’s page is loaded when its link is about to be pressed, and once only', async ({
  page,
  database,
}) => {
  const { id, tradename } = await makeProduct(database)
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/products/${id}`) asked.push(request.url())
  })
  await page.goto(`/tienda?buscar=${encodeURIComponent(tradename)}`)
  const link = page.getByRole('link', { name: tradename, exact: true })
  await expect(page.getByRole('navigation', { name: 'Pie de página' })).toBeAttached()
  // The first movement loads the code that watches.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await link.hover()
    await expect.poll(() => asked.length, { timeout: 500 }).toBeGreaterThan(0)
  }).toPass()
  await expect(page).toHaveURL(/\/tienda/)
  // A page older than a second is loaded again, by the press itself and not by the screen.
  const before = asked.length
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: tradename })).toBeVisible()
  expect(asked.length).toBeLessThanOrEqual(before + 1)
})

test('a press before the scripts have loaded adds one unit once they have', async ({ page, database }) => {
  const { id } = await makeProduct(database)
  const released = Promise.withResolvers<void>()
  const files = '**/assets/*.js'
  await page.route(files, async (route) => {
    await released.promise
    await route.continue()
  })
  const asked = page.waitForRequest(files)
  await page.goto(`/descripcion?producto=${id}`, { waitUntil: 'commit' })
  const add = page.getByRole('button', { name: 'Agregar al carrito' })
  await add.click()
  await add.click()
  await asked
  released.resolve()
  await expect(page.getByRole('link', { name: 'Carrito, 1 producto', exact: true })).toBeVisible()
  await add.click()
  await expect(page.getByRole('link', { name: 'Carrito, 2 productos', exact: true })).toBeVisible()
})

test('Back before the scripts have loaded shows the list of that address', async ({ page, database }) => {
  const tag = unique()
  await makeProduct(database, { tradename: `Uno ${tag}`, category: `Una ${tag}` })
  await makeProduct(database, { tradename: `Dos ${tag}`, category: `Otra ${tag}` })
  const shown = page.getByRole('region', { name: 'Productos' }).getByRole('heading', { level: 2 })
  await page.goto(`/tienda?categoria=${encodeURIComponent(`Una ${tag}`)}`)
  const other = `/tienda?categoria=${encodeURIComponent(`Otra ${tag}`)}`
  // The router's own navigation, so that Back doesn't leave the document.
  await expect(page.getByRole('navigation', { name: 'Pie de página' })).toBeVisible()
  await page.evaluate((url) => history.pushState({ idx: 1 }, '', url), other)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(shown).toHaveText([`Dos ${tag}`])
  await page.goBack()
  await expect(shown).toHaveText([`Uno ${tag}`])
})

test('a search that finds too many to count says so, without numbers beside the filters', async ({
  page,
  database,
}) => {
  const tag = unique()
  for (let index = 0; index < PAGE + 1; index += 1)
    await makeProduct(database, { tradename: `Calcio ${tag} ${index}` })
  // Real rows of that number would slow down all other tests; large-search.test.ts has them.
  await page.route('**/api/products/category/**', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, more: true } } })
  })
  await page.goto('/tienda')
  const inStock = page.getByRole('checkbox', { name: 'Disponibles' })
  await expect(inStock).toHaveAccessibleDescription(/productos/)
  await page.getByRole('searchbox', { name: 'Buscar producto' }).fill(`${tag}`)
  const products = page.getByRole('region', { name: 'Productos' })
  await expect(products.getByRole('status')).toHaveText('Más de 13 productos')
  await expect(inStock).toHaveAccessibleDescription('')
  await expect(products.getByText('Hay más productos.')).toBeHidden()
  await page.getByRole('link', { name: 'Página 2' }).click()
  await expect(products.getByText('Hay más productos.')).toBeVisible()
})

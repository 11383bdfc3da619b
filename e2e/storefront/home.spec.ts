import type { Page } from '@playwright/test'
import { makeCategory, makeOrder, makeProduct, makeSupplier, makeUser, unique } from '#tests/factories.ts'
import { expect, test } from '../shop.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="3"><rect width="8" height="3"/></svg>'

/** Opens the home page through a link with these carousel images, whatever other tests have stored. */
async function openHome(page: Page, names: string[] | null) {
  const data = names?.map((name, index) => ({
    _id: name,
    photo: name,
    name,
    state: name !== 'oculta.png',
    position: names.length - index,
  }))
  await page.route('**/api/admin/list-image-carousel', (route) =>
    data ? route.fulfill({ json: { data, total: data.length } }) : route.abort(),
  )
  await page.route('**/api/admin/image/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: SVG }),
  )
  // Without its scripts the page would follow the link by loading another one, which the server fills in.
  await page.goto('/sobre-nosotros')
  await expect(page.getByRole('navigation', { name: 'Pie de página' })).toBeVisible()
  await page.getByRole('link', { name: /inicio$/ }).click()
  await expect(page).toHaveURL('/')
}

const carousel = (page: Page) => page.getByRole('region', { name: 'Servicios de la farmacia' })
const current = (page: Page) => carousel(page).locator('[aria-current=true]')

test('the carousel advances every 3 s, pauses under the pointer and follows its buttons', async ({
  page,
}) => {
  await page.clock.install()
  await openHome(page, ['tres.png', 'oculta.png', 'dos.png', 'uno.png'])
  await expect(carousel(page).getByRole('button', { name: /^Ir a la imagen/ })).toHaveCount(3)
  // By position, without the hidden image.
  await expect(carousel(page).getByRole('img', { name: 'uno' })).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.pauseAt(Date.now() + 60_000)
  await carousel(page).getByRole('button', { name: 'Ir a la imagen 1' }).click()
  await carousel(page).getByRole('button', { name: 'Ir a la imagen 1' }).blur()
  await page.mouse.move(5, 5)
  const shows = (name: string) => expect(current(page)).toHaveAccessibleName(name)
  await shows('Ir a la imagen 1')
  await page.clock.runFor(2_900)
  await shows('Ir a la imagen 1')
  await page.clock.runFor(200)
  await shows('Ir a la imagen 2')
  await page.clock.runFor(3_100)
  await shows('Ir a la imagen 3')
  await page.clock.runFor(3_100)
  await shows('Ir a la imagen 1')

  // By its place: with a stopped clock a hover may wait for the picture to stand still.
  const { x, y, width, height } = (await carousel(page).boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.clock.runFor(10_000)
  await shows('Ir a la imagen 1')
  await carousel(page).getByRole('button', { name: 'Imagen anterior' }).click()
  await shows('Ir a la imagen 3')
  await carousel(page).getByRole('button', { name: 'Imagen siguiente' }).click()
  await shows('Ir a la imagen 1')
  const pause = carousel(page).getByRole('button', { name: 'Pausar las imágenes' })
  await pause.click()
  await carousel(page).getByRole('button', { name: 'Reanudar las imágenes' }).blur()
  await page.mouse.move(5, 5)
  await page.clock.runFor(10_000)
  await shows('Ir a la imagen 1')
})

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 320, height: 700 }, hasTouch: true })

  test('the carousel’s dots wrap, and it goes on after a tap on an arrow', async ({ page }) => {
    await page.clock.install()
    await openHome(
      page,
      Array.from({ length: 7 }, (_, index) => `${index}.png`),
    )
    await expect(carousel(page).getByRole('button')).toHaveCount(2 + 7 + 1)
    const controls = await carousel(page).getByRole('button').all()
    const boxes = await Promise.all(controls.map(async (control) => (await control.boundingBox())!))
    for (const [index, one] of boxes.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(0)
      expect(one.x + one.width).toBeLessThanOrEqual(320)
      for (const other of boxes.slice(index + 1)) {
        const apart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y
        expect(apart).toBe(true)
      }
    }

    await page.clock.pauseAt(Date.now() + 60_000)
    await carousel(page).getByRole('button', { name: 'Ir a la imagen 1' }).tap()
    await carousel(page).getByRole('button', { name: 'Imagen siguiente' }).tap()
    await expect(current(page)).toHaveAccessibleName('Ir a la imagen 2')
    await page.clock.runFor(3_100)
    await expect(current(page)).toHaveAccessibleName('Ir a la imagen 3')
  })
})

test('without a visible image the carousel shows its placeholder', async ({ page }) => {
  await openHome(page, ['oculta.png'])
  await expect(carousel(page).getByText('proximamente')).toBeVisible()
  await expect(carousel(page).getByRole('button')).toHaveCount(0)
})

test('when the carousel can’t be loaded, a dialog shows and the page still works', async ({ page }) => {
  await openHome(page, null)
  const dialog = page.getByRole('alertdialog', { name: 'Error!' })
  await expect(dialog.getByText('Hubo un error al realizar la petición al servidor!')).toBeVisible()
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByText('proximamente')).toBeVisible()
})

test('with reduced motion the carousel doesn’t move and nothing fades', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await openHome(page, ['dos.png', 'uno.png'])
  await expect(carousel(page).getByRole('button', { name: 'Reanudar las imágenes' })).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(10_000)
  await expect(current(page)).toHaveAccessibleName('Ir a la imagen 1')
  await page.getByRole('button', { name: 'Iniciar sesión' }).filter({ visible: true }).first().click()
  const modal = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await expect(modal).toHaveCSS('transition-duration', '0s')
})

test('the home page has its sections at their anchors', async ({ page }) => {
  for (const [anchor, heading] of [
    ['about-main', 'Una farmacia comprometida contigo'],
    ['agreements-main', 'Convenios'],
    ['farmacia-turno', 'Farmacia de Turno'],
  ]) {
    // The test loads each address as a new page: a link within the page may be pressed before its scripts have started.
    await page.goto('about:blank')
    await page.goto(`/#${anchor}`)
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport()
  }
  const agreements = page.getByRole('region', { name: 'Convenios' }).getByRole('link')
  await expect(agreements).toHaveCount(4)
  for (const link of await agreements.all()) await expect(link).toHaveAttribute('href', /^https:/)
  await expect(page.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\d+$/,
  )
  await expect(page.getByRole('link', { name: /OpenStreetMap/ }).first()).toHaveAttribute(
    'href',
    /openstreetmap/,
  )
  await page.getByRole('searchbox', { name: 'Buscar en la tienda' }).fill('ibuprofeno')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tienda?buscar=ibuprofeno')
})

test('the home page shows rows of products, whose buttons add to the cart @phone', async ({
  page,
  database,
}) => {
  const tag = unique()
  // The largest discount, and sold most: first in its rows, whatever other tests have stored.
  const { id } = await makeProduct(database, { tradename: `Oferta ${tag}`, cost: 100_000, discount: 99.9 })
  const { id: userId } = await makeUser(database)
  const sold = await makeOrder(database, { userId, lines: [{ productId: id, quantity: 10_000 }] })
  await page.addInitScript(() => {
    const counter = Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counter.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const row = (name: string) => page.getByRole('region', { name, exact: true })
  const card = (name: string) =>
    row(name)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: `Oferta ${tag}` }) })
  // The rows are cached for a second: the page is loaded until it has the product.
  await expect(async () => {
    await page.goto('/')
    for (const name of ['Ofertas', 'Más vendidos']) await expect(card(name)).toBeVisible({ timeout: 300 })
  }).toPass()
  await page.waitForLoadState('networkidle')
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
  expect(shift).toBeLessThanOrEqual(0.02)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
  await expect(async () => {
    await card('Ofertas').getByRole('button', { name: 'Agregar al carrito' }).click()
    await expect(page.getByRole('link', { name: /^Carrito, \d producto/ })).toBeVisible({ timeout: 500 })
  }).toPass()
  const tile = row('Compra por categoría').getByRole('link').first()
  await expect(tile).toHaveAttribute('href', /^\/tienda\?categoria=/)
  await page.getByRole('link', { name: 'Ver todas las ofertas' }).click()
  await expect(page).toHaveURL('/tienda?solo=oferta')
  await database.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', sold.id).execute()
  await database.updateTable('products').set({ discount: 0 }).where('id', '=', id).execute()
})

test('a press on a card before the scripts have loaded adds one unit once they have', async ({
  page,
  database,
}) => {
  const files = '**/assets/*.js'
  const name = `Apurado ${unique()}`
  const { id } = await makeProduct(database, { tradename: name, cost: 100_000, discount: 99.8 })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest(files)
  const add = page
    .getByRole('region', { name: 'Ofertas', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
    .getByRole('button', { name: 'Agregar al carrito' })
  // The rows are cached for a second: the page is loaded until it has the product.
  await expect(async () => {
    await page.goto('/', { waitUntil: 'commit' })
    await expect(add).toBeVisible({ timeout: 500 })
  }).toPass()
  await add.click()
  await add.click()
  await asked
  await expect(page.getByRole('link', { name: 'Carrito', exact: true })).toBeVisible()
  release()
  await expect(page.getByRole('link', { name: 'Carrito, 1 producto', exact: true })).toBeVisible()
  await add.click()
  await expect(page.getByRole('link', { name: 'Carrito, 2 productos', exact: true })).toBeVisible()
  await database.updateTable('products').set({ discount: 0 }).where('id', '=', id).execute()
})

test('a row without products is left out, and all rows are when they can’t be loaded', async ({ page }) => {
  await page.route('**/api/products/home', (route) =>
    route.fulfill({ json: { data: { onSale: [], bestSellers: [], newest: [], categories: [] } } }),
  )
  await openHome(page, ['uno.png'])
  await expect(carousel(page).getByRole('img', { name: 'uno' })).toBeVisible()
  const headings = page.getByRole('heading', {
    name: /^(Ofertas|Más vendidos|Novedades|Compra por categoría)$/,
  })
  await expect(headings).toHaveCount(0)
  await page.route('**/api/products/home', (route) => route.abort())
  await openHome(page, ['uno.png'])
  await expect(carousel(page).getByRole('img', { name: 'uno' })).toBeVisible()
  await expect(headings).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('the shop is a link of the navbar, and a product shows the way to it @phone', async ({
  page,
  database,
}) => {
  const category = `Ruta ${unique()}`
  const product = await makeProduct(database, {
    category,
    tradename: `Con un nombre ${'muy largo '.repeat(8)}${unique()}`,
  })
  await page.goto('/sobre-nosotros')
  if (await page.getByRole('button', { name: 'Menú' }).isVisible())
    await page.getByRole('button', { name: 'Menú' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Tienda', exact: true })
    .filter({ visible: true })
    .click()
  await expect(page).toHaveURL('/tienda')
  await page.goto(`/descripcion?producto=${product.id}`)
  const way = page.getByRole('navigation', { name: 'Ruta' })
  await expect(way.getByRole('link')).toHaveText(['Inicio', 'Tienda', category])
  const [wayBox, back] = [
    await way.boundingBox(),
    await page.getByRole('link', { name: 'Volver' }).boundingBox(),
  ]
  expect(wayBox!.height).toBeLessThan(60)
  expect(Math.abs(wayBox!.y - back!.y)).toBeLessThan(10)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
  // The navbar fits between the widths at which it changes, too.
  for (const width of [320, 768, 1024, 1279, 1280, 1535, 1536]) {
    await page.setViewportSize({ width, height: 800 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      `${width}`,
    ).toBeLessThanOrEqual(0)
  }
  await way.getByRole('link', { name: category }).click()
  await expect(page).toHaveURL(`/tienda?categoria=${encodeURIComponent(category)}`)
})

test('the footer shows that it is loading, or that it failed', async ({ page }) => {
  let fail = () => {}
  const asked = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route('**/assets/footer-*.js', async (route) => {
    await asked
    await route.abort()
  })
  await page.goto('/sobre-nosotros')
  await expect(page.getByText('Cargando Footer....')).toBeVisible()
  fail()
  await expect(page.getByText('Error al Cargar')).toBeVisible()
  await page.unroute('**/assets/footer-*.js')
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Pie de página' })).toBeVisible()
})

test('the category menu has columns of four and sets the shop’s filter', async ({ page, database }) => {
  const names = Array.from({ length: 5 }, () => `Menú ${unique()}`)
  // With more products than the categories of other tests, so that they are among the forty of the menu.
  const supplier_id = await makeSupplier(database)
  for (const name of names) {
    const category_id = await makeCategory(database, name)
    const rows = Array.from({ length: 20 }, (_, index) => ({
      ...{ category_id, supplier_id, cost: 1_000, stock: 1 },
      ...{ tradename: `${name} ${index}`, barcode: `C${unique()}` },
    }))
    await database.insertInto('products').values(rows).execute()
  }
  for (let index = 0; index < 40; index += 1) await makeCategory(database, `Sobrante ${unique()}`)
  const items = page.locator('#categorias').getByRole('listitem', { includeHidden: true })
  // The page is cached until the server has read all changes.
  await expect(async () => {
    await page.goto('/')
    await expect(items.filter({ hasText: names[4] })).toHaveCount(1, { timeout: 1_000 })
    await expect(items).toHaveCount(40, { timeout: 1_000 })
  }).toPass()
  const button = page.getByRole('button', { name: 'Categorias' })
  await button.focus()
  await page.keyboard.press('Enter')
  const columns = page.locator('#categorias').getByRole('list')
  const sizes = await Promise.all((await columns.all()).map((column) => column.getByRole('listitem').count()))
  expect(sizes.slice(0, -1).every((size) => size === 4)).toBe(true)
  expect(sizes.at(-1)).toBeLessThanOrEqual(4)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40)
  const all = page.locator('#categorias').getByRole('link', { name: 'Ver todas las categorías' })
  await expect(all).toHaveAttribute('href', '/tienda')

  // Tab past the last link closes the menu; back to its button does not.
  await all.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Recetario Magistral' }).first()).toBeFocused()
  await expect(page.locator('#categorias')).toBeHidden()
  await button.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(button).toBeFocused()
  await expect(page.locator('#categorias')).toBeVisible()
  await page.locator('#categorias').getByRole('link', { name: names[0] }).click()
  await expect(page).toHaveURL(`/tienda?categoria=${encodeURIComponent(names[0]!)}`)
  await expect(page.getByRole('checkbox', { name: names[0] })).toBeChecked()
  await expect(page.locator('#categorias')).toBeHidden()
})

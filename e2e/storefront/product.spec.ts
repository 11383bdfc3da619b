import type { Page } from '@playwright/test'
import { openDiskStore } from '#server/images/disk-store.ts'
import { encodeImage } from '#server/images/encode.ts'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { smallImage } from '../images.ts'
import { expect, test } from '../shop.ts'

/** Stops the page's clock, so that the test decides when a toast closes. */
async function stopClock(page: Page) {
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Expects a toast to be visible just before its time is over, and gone after it. */
async function expectGoneAfter(page: Page, words: string, milliseconds: number) {
  await expect(page.getByText(words)).toBeVisible()
  await page.clock.runFor(milliseconds - 100)
  await expect(page.getByText(words)).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByText(words)).toBeHidden()
}

test('a product shows its prices and its stock, and its name in capitals as a sentence', async ({
  page,
  database,
}) => {
  const number = unique()
  const name = `Omeprazol 20 mg 30 caps. ${number}`
  const product = await makeProduct(database, {
    tradename: `OMEPRAZOL 20MG.30CAPS.${number}`,
    cost: 10_000,
    discount: 15,
    stock: 3,
  })
  await database
    .updateTable('products')
    .set({ direct_sale: true, dcm: 'Omeprazol 20 mg' })
    .where('id', '=', product.id)
    .execute()
  await page.clock.install()
  await page.goto(`/descripcion?producto=${product.id}`)
  await expect(page).toHaveTitle(`${name} · Botica`)
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  await expect(page.getByText('Venta Directa')).toBeVisible()
  await expect(page.getByText('Omeprazol 20 mg', { exact: true })).toBeVisible()
  await expect(page.getByText('Oferta: $8.500')).toBeVisible()
  await expect(page.getByRole('deletion').or(page.locator('s')).first()).toHaveText('$10.000')
  await expect(page.getByText('(3 disponibles)')).toBeVisible()

  const quantity = page.getByRole('spinbutton', { name: 'Cantidad' })
  await expect(quantity).toHaveValue('1')
  await expect(page.getByRole('button', { name: 'Disminuir cantidad' })).toBeDisabled()
  await page.getByRole('button', { name: 'Aumentar cantidad' }).click()
  await page.getByRole('button', { name: 'Aumentar cantidad' }).click()
  await stopClock(page)
  await page.getByRole('button', { name: 'Aumentar cantidad' }).click()
  await expectGoneAfter(page, 'Ha excedido el limite de stock!', 1_500)
  await expect(quantity).toHaveValue('3')
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  await expectGoneAfter(page, 'Producto agregado al carrito!', 1_000)
  await expect(page.getByRole('link', { name: 'Carrito, 3 productos' })).toBeVisible()
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  await expectGoneAfter(page, 'Ha excedido el limite de stock!', 1_500)
  await expect(page.getByRole('link', { name: 'Carrito, 3 productos' })).toBeVisible()
})

test('a card adds one unit per press, up to the stock @phone', async ({ page, database }) => {
  const tag = `Único${unique()}`
  await makeProduct(database, { tradename: tag, stock: 1 })
  await page.clock.install()
  await page.goto(`/tienda?buscar=${tag}`)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: tag }) })
  const add = card.getByRole('button', { name: 'Agregar al carrito' })
  await expect(add).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pie de página' })).toBeVisible()
  await stopClock(page)
  await add.click()
  await expectGoneAfter(page, 'Producto agregado al carrito!', 1_000)
  await add.click()
  await expect(page.getByText('Uppps!')).toBeVisible()
  await expectGoneAfter(page, 'No hay stock suficiente!', 1_500)
  await expect(page.getByRole('link', { name: 'Carrito, 1 producto', exact: true })).toBeVisible()
})

test('the message of an addition is beside the cart, whose number answers, and takes no taps @phone', async ({
  page,
  database,
}) => {
  const tag = `Avisado${unique()}`
  await makeProduct(database, { tradename: tag })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto(`/tienda?buscar=${tag}`)
  await expect(page.getByRole('navigation', { name: 'Pie de página' })).toBeVisible()
  await stopClock(page)
  await page.getByRole('main').getByRole('button', { name: 'Agregar al carrito' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Producto agregado al carrito!' })
  await expect(toast).toBeVisible()
  const cart = page.getByRole('link', { name: 'Carrito, 1 producto', exact: true })
  await expect(cart.getByText('1', { exact: true })).toHaveCSS('animation-name', 'answer')
  const [box, button] = [(await toast.boundingBox())!, (await cart.boundingBox())!]
  expect(box.y).toBeGreaterThanOrEqual(button.y + button.height)
  expect(box.y).toBeLessThan(button.y + button.height + 40)
  expect(box.x + box.width).toBeGreaterThan(page.viewportSize()!.width - 40)
  await expect(toast).toHaveCSS('pointer-events', 'none')
  // A tap goes through to what is behind it.
  const behind = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x!, y!)?.closest('[popover]') === null,
    [box.x + box.width / 2, box.y + box.height / 2],
  )
  expect(behind).toBe(true)
  await expectGoneAfter(page, 'Producto agregado al carrito!', 1_000)
})

test('a product without stock can’t be added', async ({ page, database }) => {
  const product = await makeProduct(database, { stock: 0 })
  await page.goto(`/descripcion?producto=${product.id}`)
  await expect(page.getByText('Sin existencias')).toBeVisible()
  await expect(page.getByText('Oferta: No hay descuento')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agregar al carrito' })).toHaveCount(0)
})

test('the page remembers the last product, and handles an unknown one', async ({ page, database }) => {
  const product = await makeProduct(database)
  await page.goto('/descripcion')
  await expect(page.getByRole('heading', { name: 'No encontramos este producto' })).toBeVisible()
  await page.goto(`/descripcion?producto=${product.id}`)
  await expect(page.getByRole('heading', { name: product.tradename })).toBeVisible()
  // The scripts remember it, after the server's page is in sight.
  await expect.poll(() => page.evaluate(() => Object.values(localStorage))).toContain(product.id)
  await page.goto('/descripcion')
  await expect(page.getByRole('heading', { name: product.tradename })).toBeVisible()
  const unknown = await page.goto('/descripcion?producto=no-existe')
  expect(unknown?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'No encontramos este producto' })).toBeVisible()
  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(page).toHaveURL('/tienda')
})

test('a failed addition opens no dialog, but shows a line beside the button', async ({
  page,
  database,
  logIn,
}) => {
  await logIn(await makeUser(database))
  const product = await makeProduct(database)
  await page.goto(`/descripcion?producto=${product.id}`)
  await page.route('**/api/cart/add-to-cart', (route) => route.abort())
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  await expect(page.getByText('No pudimos agregar el producto. Intenta nuevamente.')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.unroute('**/api/cart/add-to-cart')
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  // Not the toast, which lasts a second: a busy machine may miss it.
  await expect(page.getByRole('link', { name: 'Carrito, 1 producto' })).toBeVisible()
})

test('a photo that can’t be loaded is replaced by the placeholder, on the page and in a list', async ({
  page,
  database,
  serverInfo,
}) => {
  const product = await makeProduct(database, { tradename: `Sin foto ${unique()}` })
  const { buffer } = await smallImage()
  const photo = await openDiskStore(serverInfo.dataDir).put('product', await encodeImage('product', buffer))
  await database.updateTable('products').set({ photo }).where('id', '=', product.id).execute()
  const paths = [`/descripcion?producto=${product.id}`, `/tienda?buscar=${product.tradename}`]
  const shown = page.getByRole('main').locator('img').first()
  for (const path of paths) {
    await page.goto(path)
    await expect(shown).toHaveAttribute('src', new RegExp(photo))
  }
  await page.route('**/api/products/image/**', (route) => route.abort())
  for (const path of paths) {
    await page.goto(path)
    await expect(shown).toHaveAttribute('src', /placeholder/)
  }
})

test('the photo opens large, zooms by keys, wheel and two fingers, and closes by Escape @phone', async ({
  page,
  database,
  serverInfo,
}) => {
  const { id } = await makeProduct(database)
  const images = openDiskStore(serverInfo.dataDir)
  const photo = await images.put('product', await encodeImage('product', (await smallImage()).buffer))
  await database.updateTable('products').set({ photo }).where('id', '=', id).execute()
  await page.goto(`/descripcion?producto=${id}`)
  const shown = page.getByRole('article').getByRole('img').first()
  await expect(shown).toHaveAttribute('fetchpriority', 'high')
  await expect(shown).toHaveAttribute('loading', 'eager')
  const current = () => shown.evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(current).toContain('format=avif')

  const open = page.getByRole('button', { name: 'Ampliar la imagen' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Imagen de' })
  const zoom = dialog.getByRole('status', { name: 'Aumento' })
  await expect(zoom).toHaveText('100%')
  await expect(dialog.getByRole('button', { name: 'Alejar' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Acercar' }).click()
  await expect(zoom).toHaveText('150%')
  await page.keyboard.press('+')
  await expect(zoom).toHaveText('225%')
  await page.keyboard.press('0')
  await expect(zoom).toHaveText('100%')
  const view = dialog.getByRole('region', { name: 'Imagen' })
  const { x, y, width, height } = (await view.boundingBox())!
  const [middle, centre] = [x + width / 2, y + height / 2]
  await page.mouse.move(middle, centre)
  await page.mouse.wheel(0, -400)
  await expect(zoom).toHaveText('272%')
  // The point under the pointer stays there, and arrows move the picture.
  const left = () => view.evaluate((element) => Math.round(element.scrollLeft))
  await expect.poll(left).toBeGreaterThan(width / 2)
  const before = await left()
  await view.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeGreaterThan(before)
  await page.keyboard.press('0')

  // Two fingers, a third of the width apart, move to twice that.
  const touch = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [
    { x: middle - apart / 2, y: centre, id: 1 },
    { x: middle + apart / 2, y: centre, id: 2 },
  ]
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(width / 3) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(width / 2) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers((width * 2) / 3) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(zoom).toHaveText('200%')

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})

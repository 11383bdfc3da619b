import type { Locator, Page } from '@playwright/test'
import type { Db } from '#server/database/schema.ts'
import { makeCategory, makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { smallImage } from '../images.ts'
import { expect, type LoggedIn, test, untilHydrated } from '../shop.ts'
import { fillCart as fillVisitorsCart } from './steps.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** Sums the layout shifts of a page that is painted before its scripts run, as on a slow phone. */
async function openSlowly(page: Page, path: string) {
  await page.addInitScript(() => {
    const total = { shift: 0 }
    Object.assign(window, { total })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        total.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const painted = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await painted.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  painted.resolve()
}

/** The sum of the shifts, once the footer is there and two more frames were drawn. */
async function layoutShift(page: Page) {
  await expect(page.getByRole('navigation', { name: 'Pie de página' })).toBeVisible()
  return page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn))
    return (window as unknown as { total: { shift: number } }).total.shift
  })
}

async function fillCart(database: Db, user: LoggedIn, lines: number) {
  const products = await Promise.all(
    Array.from({ length: lines }, () => makeProduct(database, { cost: 1_000 })),
  )
  await database
    .insertInto('cart_lines')
    .values(products.map(({ id }) => ({ user_id: user.id, product_id: id, quantity: 1 })))
    .execute()
  return products
}

for (const lines of [0, 1, 3]) {
  test(`the cart of a visitor with ${lines} lines loads without moving`, async ({ page, database }) => {
    const products = await Promise.all(Array.from({ length: lines }, () => makeProduct(database)))
    await fillVisitorsCart(page, ...products)
    await openSlowly(page, '/carrito')
    if (lines > 0) await expect(page.getByRole('spinbutton')).toHaveCount(lines)
    else await expect(page.getByText('No hay productos en el carrito')).toBeVisible()
    expect(await layoutShift(page)).toBeLessThan(0.02)
  })
}

test('the cart of a user whose lines are on the server loads without moving', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database)
  await fillCart(database, user, 2)
  await logIn(user)
  await openSlowly(page, '/carrito')
  await expect(page.getByRole('spinbutton')).toHaveCount(2)
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('on a phone total and next step stay in view, coupon and summary fold, the last address is offered', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database)
  const { lastName: last_name, postalCode: postal_code, ...details } = SHIPPING
  await database
    .insertInto('orders')
    .values({ ...details, last_name, postal_code, user_id: user.id, total: 1_990 })
    .execute()
  const products = await fillCart(database, user, 6)
  await logIn(user)
  await page.goto('/carrito')
  const checkOut = page.getByRole('link', { name: 'Finalizar compra' })
  await expect(checkOut).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Aumentar cantidad' }).first().click()
  await expect(page.getByText('$7.000', { exact: true }).filter({ visible: true }).last()).toBeInViewport()
  const code = page.getByRole('textbox', { name: 'Código' })
  await expect(code).toBeHidden()
  await page.getByRole('button', { name: '¿Tienes un código?' }).click()
  await expect(code).toBeFocused()
  await expect(checkOut).toBeInViewport({ ratio: 1 })
  // The focused field is not below the bar.
  await page.getByRole('button', { name: 'Canjear' }).focus()
  const [button, bar] = [
    await page.getByRole('button', { name: 'Canjear' }).boundingBox(),
    await checkOut.boundingBox(),
  ]
  expect(button!.y + button!.height).toBeLessThan(bar!.y)
  await expectAccessible(page)

  await checkOut.click()
  const submit = page.getByRole('button', { name: 'Realizar pedido' })
  await expect(submit).toBeInViewport({ ratio: 1 })
  const summary = page.getByRole('region', { name: 'Tu orden' })
  await expect(summary.getByText('7 productos')).toBeVisible()
  await expect(summary.getByText(products[0]!.tradename)).toBeHidden()
  await summary.getByRole('button', { name: 'Ver Tu orden' }).click()
  await expect(summary.getByText(products[0]!.tradename)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Dirección' })).toHaveValue('')
  await page.getByRole('button', { name: 'Usar esta dirección' }).click()
  await expect(page.getByRole('textbox', { name: 'Dirección' })).toHaveValue(SHIPPING.address)
  await expect(page.getByRole('textbox', { name: 'Ciudad' })).toHaveValue(SHIPPING.city)
  await expect(page.getByRole('textbox', { name: 'Código postal' })).toHaveValue(SHIPPING.postalCode)
  await expect(page.getByRole('button', { name: 'Usar esta dirección' })).toHaveCount(0)
  await expectAccessible(page)
  await submit.click()
  await expect(page.getByRole('alertdialog', { name: 'Listo!' })).toBeVisible()
})

/** The most taps of a first-time customer from the home page to the order: one for a field or a button, two for a select. */
const MAX_TAPS = 25

test('somebody of 68 buys as a guest with at most 25 taps, and sends the proof', async ({
  page,
  database,
}) => {
  await makeCategory(database, `Interés ${unique()}`)
  const product = await makeProduct(database, { tradename: `Telefonina ${unique()}` })
  const email = `telefono${unique()}@correo.cl`
  const taps: string[] = []
  const tap = async (what: string, target: Locator) => {
    taps.push(what)
    await target.tap()
  }
  /** Types in the focused field, and goes on to the next one by the keyboard. */
  const type = async (...texts: string[]) => {
    for (const [index, text] of texts.entries()) {
      if (index > 0) await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
  }
  const choose = async (select: string, option: string) => {
    taps.push(`${select}: abrir`, `${select}: ${option}`)
    await form.getByRole('combobox', { name: select }).selectOption(option)
  }
  const button = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true })
  const text = (name: string, within: Page | Locator = page) =>
    within.getByRole('textbox', { name, exact: true })
  const form = page.getByRole('form', { name: 'Crear cuenta' })

  await page.goto('/')
  const search = page.getByRole('searchbox', { name: 'Buscar en la tienda' })
  await untilHydrated(search)
  await tap('buscar', search)
  await type(product.tradename)
  await tap('la sugerencia', page.getByRole('option', { name: product.tradename }))
  await tap('Agregar al carrito', button('Agregar al carrito', page.getByRole('article')))
  await tap('Carrito', page.getByRole('link', { name: 'Carrito, 1 producto' }))
  await tap('Finalizar compra', page.getByRole('link', { name: 'Finalizar compra' }))
  await expect(page).toHaveURL('/carrito')
  await tap('Crear cuenta', page.getByRole('link', { name: 'Crear cuenta' }))

  await untilHydrated(text('Nombre', form))
  await tap('Nombre', text('Nombre', form))
  await type('María José', 'Núñez Soto', '12.345.678-5')
  await choose('Género', 'FEMENINO')
  await tap('Teléfono', text('Teléfono', form))
  await type('+56 2 2123 4567', '+56 9 1234 5678')
  await choose('Día', '17')
  await choose('Mes', 'Mayo')
  await choose('Año', 'Otro año')
  await expect(text('Año', form)).toBeFocused()
  await type('1958', email, 'una-clave-larga')
  await form.getByLabel(/^Repetir contraseña/).focus()
  await type('una-clave-larga')
  // The interest is that of the cart.
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await tap('Registrarse', form.getByRole('button').last())
  await tap('Aceptar la cuenta', button('Aceptar'))

  await expect(page).toHaveURL('/finalizar-compra')
  await expect(text('Nombre')).toHaveValue('María José')
  await tap('Dirección', text('Dirección'))
  await type(SHIPPING.address, SHIPPING.city, SHIPPING.postalCode)
  await tap('Realizar pedido', button('Realizar pedido'))
  await tap('Aceptar el pedido', button('Aceptar'))
  await expect(page.getByRole('heading', { name: '¡Gracias por tu compra!' })).toBeVisible()
  expect(taps.length, taps.join(' · ')).toBeLessThanOrEqual(MAX_TAPS)

  const upload = page.getByRole('form', { name: 'Subir comprobante' })
  await upload.getByLabel('Archivo').setInputFiles(await smallImage())
  await button('Subir comprobante', upload).tap()
  await expect(page.getByRole('heading', { name: 'Comprobante enviado' })).toBeVisible()
  const order = await database
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['payment', 'orders.phone', 'birthdate'])
    .where('orders.email', '=', email)
    .executeTakeFirstOrThrow()
  expect(order).toEqual({
    payment: expect.stringMatching(/\.webp$/),
    phone: '56912345678',
    birthdate: '1958-05-17',
  })
})

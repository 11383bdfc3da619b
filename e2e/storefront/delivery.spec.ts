import type { Locator, Page } from '@playwright/test'
import type { Db } from '#server/database/schema.ts'
import {
  makeCategory,
  makeCoupon,
  makePickup,
  makeProduct,
  makeUser,
  makeZone,
  SHIPPING,
  unique,
} from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test, untilHydrated } from '../shop.ts'
import { fillCart } from './steps.ts'

/** A shop of its own, because ways of delivery change every checkout. The tests share and change them, so they run one by one. */
test.use({ shop: 'delivery' })
test.describe.configure({ mode: 'serial' })

const NUNOA = '13120'

let zone: Awaited<ReturnType<typeof makeZone>>
let points: Awaited<ReturnType<typeof makePickup>>[]

test.beforeAll(async ({ database }) => {
  // The ways of a failed run are ended, not deleted: its orders refer to them.
  for (const table of ['delivery_zones', 'pickup_points'] as const)
    await database.updateTable(table).set({ active: false }).execute()
  zone = await makeZone(database, {
    name: 'Santiago',
    communes: [NUNOA, '13101'],
    price: 3_490,
    free_from: 30_000,
  })
  points = [
    await makePickup(database, { position: 1, name: 'Local Centro', address: 'Bandera 100' }),
    await makePickup(database, { position: 2, name: 'Local Oriente', address: 'Av. Apoquindo 4000' }),
  ]
})

const sums = (page: Page, name: string) =>
  page
    .getByRole('region', { name })
    .locator('dl')
    .last()
    .evaluate((list) => Array.from(list.children, (row) => row.textContent))
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true })
const submit = (page: Page) => button(page, 'Realizar pedido').filter({ visible: true })

const orderOf = (database: Db, email: string) =>
  database
    .selectFrom('orders')
    .select(['address', 'city', 'total', 'coupon_code', 'discount', 'delivery_name', 'delivery_commune'])
    .select(['delivery_cost', 'recipient_name', 'recipient_rut'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

/** The most taps of a first-time customer who enters a code and chooses a delivery; see phone-purchase.spec.ts. */
const MAX_TAPS = 25

test('on a phone a guest buys with a code and a commune with at most 25 taps', async ({
  browser,
  database,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true })
  await makeCategory(database, `Interés ${unique()}`)
  const { code } = await makeCoupon(database, { kind: 'percent', value: 10, minimum: 20_000 })
  const product = await makeProduct(database, { tradename: `Telefonina ${unique()}`, cost: 25_990 })
  const email = `despacho${unique()}@correo.cl`
  let taps = 0
  const tap = async (target: Locator, times = 1) => {
    taps += times
    await target.tap()
  }
  const type = async (...texts: string[]) => {
    for (const [index, text] of texts.entries()) {
      if (index > 0) await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
  }
  await page.goto('/')
  const search = page.getByRole('searchbox', { name: 'Buscar en la tienda' })
  await untilHydrated(search)
  await tap(search)
  await type(product.tradename)
  await tap(page.getByRole('option', { name: product.tradename }))
  await tap(button(page.getByRole('article'), 'Agregar al carrito'))
  await tap(page.getByRole('link', { name: 'Carrito, 1 producto' }))

  await expect(page.getByText('Despacho desde $3.490, gratis desde $30.000', { exact: true })).toBeVisible()
  await tap(button(page, '¿Tienes un código?'))
  await type(code.toLowerCase())
  await tap(button(page, 'Canjear'))
  await expect
    .poll(() => sums(page, 'Total del carrito'))
    .toEqual(['Subtotal$25.990', `Descuento ${code}−$2.599`, 'Total$23.391'])
  await expectAccessible(page)
  await tap(page.getByRole('link', { name: 'Finalizar compra' }))
  await tap(page.getByRole('link', { name: 'Crear cuenta' }))

  const form = page.getByRole('form', { name: 'Crear cuenta' })
  await untilHydrated(field(form, 'Nombre'))
  await tap(field(form, 'Nombre'))
  await type('María José', 'Núñez Soto', '12.345.678-5')
  const choose = async (select: string, option: string) => {
    taps += 2
    await form.getByRole('combobox', { name: select }).selectOption(option)
  }
  await choose('Género', 'FEMENINO')
  await tap(field(form, 'Teléfono'))
  await type('+56 2 2123 4567', '+56 9 1234 5678')
  await choose('Día', '17')
  await choose('Mes', 'Mayo')
  await choose('Año', 'Otro año')
  await expect(field(form, 'Año')).toBeFocused()
  await type('1958', email, 'una-clave-larga')
  await form.getByLabel(/^Repetir contraseña/).focus()
  await type('una-clave-larga')
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await tap(form.getByRole('button').last())
  await tap(button(page, 'Aceptar'))

  await expect(page).toHaveURL('/finalizar-compra')
  await tap(page.getByText('Despacho a domicilio'))
  await expect(page.getByRole('combobox', { name: 'Comuna' })).toBeFocused()
  await type('nuno')
  await tap(page.getByRole('option', { name: /^Ñuñoa/ }))
  await expect(page.getByText('$3.490 · 24 a 48 horas hábiles')).toBeVisible()
  // Counted from the products' sum less the code's discount.
  await expect(page.getByText('Te faltan $6.609 para el despacho gratis')).toBeVisible()
  await expect(field(page, 'Nombre')).toHaveValue('María José')
  await expect(field(page, 'Ciudad')).toHaveCount(0)
  await tap(field(page, 'Dirección'))
  await type(SHIPPING.address, SHIPPING.postalCode)
  await expectAccessible(page)
  await tap(submit(page))
  await tap(button(page, 'Aceptar'))
  await expect(page.getByRole('heading', { name: '¡Gracias por tu compra!' })).toBeVisible()
  expect(taps).toBeLessThanOrEqual(MAX_TAPS)
  await expect.poll(() => sums(page, 'Tu pedido').catch(() => [])).toBeTruthy()
  await expect(page.getByRole('region', { name: 'Tu pedido' }).getByText(`Descuento ${code}`)).toBeVisible()
  expect(await orderOf(database, email)).toMatchObject({
    ...{ address: SHIPPING.address, city: 'Ñuñoa', delivery_commune: NUNOA, delivery_name: zone.name },
    ...{ delivery_cost: 3_490, coupon_code: code, discount: 2_599, total: 26_881 },
  })
  await page.close()
})

test('an order for somebody else to pick up is placed by keyboard, and its choice is remembered until the logout', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database, { email: `retiro${unique()}@correo.cl` })
  const product = await makeProduct(database, { cost: 5_000 })
  await fillCart(page, product)
  await logIn(user)
  await page.goto('/finalizar-compra')
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const pickUp = page.getByRole('radio', { name: /^Retiro en la farmacia/ })

  // Nothing is ordered before the customer has chosen.
  await submit(page).focus()
  await press('Enter')
  await expect(page.getByText('Elige cómo quieres recibir tu pedido.')).toBeVisible()
  await expect(pickUp).toBeFocused()
  await press('Space', 'Tab')
  const point = page.getByRole('radio', { name: /Local Centro/ })
  await expect(point).toBeFocused()
  await press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Local Oriente/ })).toBeChecked()
  await expect(field(page, 'Dirección')).toHaveCount(0)
  await expect.poll(() => sums(page, 'Tu orden')).toEqual(['Subtotal$5.000', 'RetiroGratis', 'Total$5.000'])

  await page.getByRole('checkbox', { name: 'Retira otra persona' }).focus()
  await press('Space', 'Tab')
  await page.keyboard.type('Pedro Rojas')
  await press('Tab')
  await page.keyboard.type('12345678-5')
  await press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Listo!' })
  await expect(dialog).toBeVisible()
  await press('Enter')
  await expect(page.getByRole('heading', { name: '¡Gracias por tu compra!' })).toBeFocused()
  await expect(page.getByText('Pedro Rojas')).toBeVisible()
  expect(await orderOf(database, user.email)).toMatchObject({
    ...{ address: 'Av. Apoquindo 4000', delivery_name: points[1]!.name, delivery_cost: 0, total: 5_000 },
    ...{ recipient_name: 'Pedro Rojas', recipient_rut: '12345678' },
  })

  await page.goto('/finalizar-compra')
  await expect(page.getByRole('radio', { name: /Local Oriente/ })).toBeChecked()
  await button(page, 'Mi cuenta').click()
  await button(page, 'Cerrar Sesión').click()
  await expect(button(page, 'Iniciar sesión').filter({ visible: true }).first()).toBeVisible()
  expect(
    await page.evaluate(() => [localStorage.getItem('delivery'), localStorage.getItem('coupon')]),
  ).toEqual([null, null])
})

test('a commune without a zone and a cold product are refused before the order, with an offer to pick it up', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database)
  const product = await makeProduct(database, { cost: 5_000, cold_chain: true })
  await fillCart(page, product)
  await logIn(user)
  await page.goto('/finalizar-compra')
  await page.getByText('Despacho a domicilio').click()
  const commune = page.getByRole('combobox', { name: 'Comuna' })
  await commune.fill('ANDACOLLO')
  await commune.press('Tab')
  await expect(page.getByText('Todavía no despachamos a Andacollo.')).toBeVisible()
  await commune.fill('nunoa')
  await commune.press('Enter')
  await expect(page.getByText(/viaja refrigerado y no llega a Ñuñoa/)).toBeVisible()
  await submit(page).click()
  await expect(commune).toBeFocused()
  await button(page, 'Retirar en la farmacia').click()
  await expect(page.getByRole('radio', { name: /Retiro en la farmacia/ })).toBeChecked()
  expect(await database.selectFrom('orders').where('user_id', '=', user.id).selectAll().execute()).toEqual([])
})

test('a changed price, code or way of delivery is shown before the order, and one more press orders', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database, { email: `cambio${unique()}@correo.cl` })
  const { id, code } = await makeCoupon(database, { kind: 'amount', value: 1_000 })
  const product = await makeProduct(database, { cost: 10_000 })
  await fillCart(page, product)
  await logIn(user)
  await page.goto(`/tienda?codigo=${code.toLowerCase()}`)
  await expect(page.getByText(`Guardamos el código ${code} para tu carrito`)).toBeVisible()
  await page.goto('/finalizar-compra')
  await page.getByText('Despacho a domicilio').click()
  await page.getByRole('combobox', { name: 'Comuna' }).fill('ñuñoa')
  await page.getByRole('combobox', { name: 'Comuna' }).press('Enter')
  await field(page, 'Dirección').fill(SHIPPING.address)
  await field(page, 'Código postal').fill(SHIPPING.postalCode)
  const shown = () => sums(page, 'Tu orden')
  await expect
    .poll(shown)
    .toEqual(['Subtotal$10.000', `Descuento ${code}−$1.000`, 'Despacho$3.490', 'Total$12.490'])

  /** Presses, and waits until the price was counted again after the refusal: what changes then is only found by the next press. */
  const submitRefused = async () => {
    const counted = page.waitForResponse('**/api/cart/price')
    await submit(page).click()
    await counted
  }

  await database.updateTable('delivery_zones').set({ price: 4_490 }).where('id', '=', zone.id).execute()
  await submitRefused()
  await expect(page.locator(':focus')).toContainText(
    'El total cambió: era $12.490, ahora es $13.490. Revísalo y confirma tu pedido.',
  )
  await expect.poll(shown).toContain('Total$13.490')

  await database.updateTable('coupons').set({ active: false }).where('id', '=', id).execute()
  await submitRefused()
  await expect(page.locator(':focus')).toContainText(
    'El código no es válido. Revisa el total sin el código y confirma tu pedido.',
  )
  await expect.poll(shown).toEqual(['Subtotal$10.000', 'Despacho$4.490', 'Total$14.490'])

  const away = (active: boolean) =>
    database.transaction().execute(async (tx) => {
      await tx.updateTable('delivery_zones').set({ active }).where('id', '=', zone.id).execute()
      await tx.updateTable('zone_communes').set({ active }).where('zone_id', '=', zone.id).execute()
    })
  await away(false)
  await submit(page).click()
  await expect(page.locator(':focus')).toContainText('No despachamos a Ñuñoa. Elige otra forma de entrega.')
  expect(await database.selectFrom('orders').where('user_id', '=', user.id).selectAll().execute()).toEqual([])
  await away(true)
  await page.reload()
  await expect(field(page, 'Dirección')).toHaveValue(SHIPPING.address)
  await submit(page).click()
  await expect(page.getByRole('alertdialog', { name: 'Listo!' })).toBeVisible()
  expect(await orderOf(database, SHIPPING.email).catch(() => null)).toBeNull()
})

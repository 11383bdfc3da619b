import type { Page } from '@playwright/test'
import type { Db } from '#server/database/schema.ts'
import { makeProduct, makeUser, PASSWORD, SHIPPING, unique } from '#tests/factories.ts'
import { expect, type LoggedIn, test } from '../shop.ts'
import { fillCart } from './steps.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Realizar pedido' })
const total = (page: Page) => page.getByRole('region', { name: 'Tu orden' })

/** Fills the user's cart, opens the checkout and fills in the form. */
async function openFilled(
  page: Page,
  database: Db,
  user: LoggedIn,
  product: { id: string },
  quantity: number,
) {
  await database
    .insertInto('cart_lines')
    .values({ user_id: user.id, product_id: product.id, quantity })
    .execute()
  await page.goto('/finalizar-compra')
  await field(page, 'Dirección').fill(SHIPPING.address)
  await field(page, 'Ciudad').fill(SHIPPING.city)
  await field(page, 'Código postal').fill(SHIPPING.postalCode)
}

test('a guest logs in on the way to the checkout and sees every message of its form @phone', async ({
  page,
  database,
}) => {
  const product = await makeProduct(database, { cost: 12_345 })
  const user = await makeUser(database)
  await fillCart(page, product)
  // The toast lasts 1.5 seconds, so it is checked first.
  await page.goto('/finalizar-compra', { waitUntil: 'commit' })
  await expect(page.getByText('Por favor inicia sesion')).toBeVisible()
  await expect(page).toHaveURL('/')
  const modal = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await modal.getByRole('textbox', { name: 'Correo electrónico' }).fill(user.email)
  await modal.getByLabel(/^Contraseña/).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/finalizar-compra')
  await expect(page.getByRole('heading', { name: 'Detalles de envío' })).toBeVisible()
  const unfold = page.getByRole('button', { name: 'Ver Tu orden' })
  if (await unfold.isVisible()) await unfold.click()
  await expect(total(page).getByRole('listitem')).toHaveText(new RegExp(`^1\\.${product.tradename} × 1`))
  await expect(page.getByRole('link', { name: 'Ingrésalo en tu carrito' })).toHaveAttribute(
    'href',
    '/carrito',
  )

  const names = [
    'Nombre',
    'Apellido',
    'Dirección',
    'Ciudad',
    'Código postal',
    'Teléfono',
    'Correo electrónico',
  ]
  for (const name of names) await field(page, name).fill('')
  await submit(page).click()
  for (const message of [
    'El nombre es requerido',
    'El apellido es requerido',
    'La dirección es requerida',
    'La ciudad es requerida',
    'El código postal es requerido',
    'El telefono es requerido',
    'El correo es requerido',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await expect(field(page, 'Nombre')).toBeFocused()
  const wrong = { Nombre: 'Ana2', Apellido: 'S@to', Ciudad: '12', 'Código postal': '77A', Teléfono: '9 12a' }
  for (const [name, value] of Object.entries(wrong)) await field(page, name).fill(value)
  await field(page, 'Correo electrónico').fill('ana@correo')
  for (const message of [
    'El nombre solo debe contener letras',
    'El apellido solo debe contener letras',
    'El ciudad solo debe contener letras',
    'El código postal solo debe contener números',
    'El telefono solo debe contener números',
    'El correo no es valido',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await expect(field(page, 'Código postal')).toHaveAccessibleDescription(
    /El código postal solo debe contener números$/,
  )
  await page.reload()
  await expect(field(page, 'Nombre')).toHaveValue('Ana2')
})

test('a placed order shows its dialog and its own page, and empties the cart and the form', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database, { name: 'Rosa' })
  await logIn(user)
  const product = await makeProduct(database, { cost: 2_000, stock: 5 })
  await openFilled(page, database, user, product, 2)
  const posted: string[] = []
  page.on('request', (call) => call.method() === 'POST' && posted.push(new URL(call.url()).pathname))
  await submit(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Listo!' })
  await expect(dialog).toBeVisible()
  // One call orders: the page synced the cart when it opened.
  expect(posted).toEqual(['/api/cart/create-delivery'])
  const order = await database
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  await expect(
    dialog.getByText(
      `Tu pedido N° ${order.number} fue recibido. Revise su perfil para ver el estado de su pedido!`,
      { exact: true },
    ),
  ).toBeVisible()
  expect(order).toMatchObject({ name: 'Rosa', total: 4_000, status: 'pending' })
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByRole('heading', { name: '¡Gracias por tu compra!' })).toBeFocused()
  await page.goto('/finalizar-compra')
  await expect(field(page, 'Dirección')).toHaveValue('')
  await expect(page.getByText('No hay productos en el carrito')).toBeVisible()
  await expect(submit(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Carrito', exact: true })).toBeVisible()
})

test('a changed price is shown before the order is placed', async ({ page, database, logIn }) => {
  const user = await makeUser(database)
  await logIn(user)
  const product = await makeProduct(database, { cost: 5_000 })
  await openFilled(page, database, user, product, 1)
  await expect(total(page).getByText('$5.000').first()).toBeVisible()
  await database.updateTable('products').set({ cost: 7_000 }).where('id', '=', product.id).execute()
  await submit(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Error!' })
  await expect(
    dialog.getByText('Cambió el precio de un producto. Revisa tu carrito y confirma nuevamente.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await expect(total(page).getByText('$7.000').first()).toBeVisible()
  await expect(field(page, 'Dirección')).toHaveValue(SHIPPING.address)
  await submit(page).click()
  await expect(page.getByRole('alertdialog', { name: 'Listo!' })).toBeVisible()
})

test('a reduced stock is shown before and during the order, with no line break between number and unit', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database)
  await logIn(user)
  const tradename = `Paracetamol ${unique()} 500 mg`
  const product = await makeProduct(database, { tradename, stock: 5, cost: 1_000 })
  await openFilled(page, database, user, product, 4)
  await database.updateTable('products').set({ stock: 3 }).where('id', '=', product.id).execute()
  const dialog = page.getByRole('alertdialog', { name: 'Error!' })
  await submit(page).click()
  await expect(dialog.getByText(/^No hay stock suficiente de .* 500\u00a0mg: quedan 3\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByText('Ajustamos tu carrito. Revísalo antes de continuar.')).toBeVisible()
  await expect(page.getByText(/ 500\u00a0mg: quedan 3\u00a0unidades\.$/)).toBeVisible()
  await expect(total(page).getByText('$3.000').first()).toBeVisible()

  // Somebody else buys between the press and the order, and the cart can't be adjusted then.
  await page.route('**/api/cart/update-cart', (route) => route.abort())
  await page.route('**/api/cart/create-delivery', async (route) => {
    await database.updateTable('products').set({ stock: 1 }).where('id', '=', product.id).execute()
    await route.continue()
  })
  await submit(page).click()
  await expect(dialog.getByText(/^No hay stock suficiente de .* 500\u00a0mg: quedan 1\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await expect(total(page).getByText('Stock disponible: 1')).toBeVisible()
  expect(await database.selectFrom('orders').where('user_id', '=', user.id).selectAll().execute()).toEqual([])
})

test('a cart that changed on another device is shown before the order is placed', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database)
  await logIn(user)
  const [product, other] = [await makeProduct(database), await makeProduct(database)]
  await openFilled(page, database, user, product, 1)
  await page.route('**/api/cart/create-delivery', async (route) => {
    await database
      .insertInto('cart_lines')
      .values({ user_id: user.id, product_id: other.id, quantity: 2 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await route.continue()
  })
  await submit(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Error!' })
  await expect(dialog.getByText('Tu carrito cambió. Revísalo y confirma nuevamente.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await expect(total(page).getByText(`${other.tradename} × 2`)).toBeVisible()
  await submit(page).click()
  await expect(page.getByRole('alertdialog', { name: 'Listo!' })).toBeVisible()
})

test('nothing typed is lost while the server is down', async ({ page, database, logIn }) => {
  const user = await makeUser(database)
  await logIn(user)
  await openFilled(page, database, user, await makeProduct(database), 1)
  await page.route('**/api/cart/**', (route) => route.abort())
  await submit(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Error!' })
  await expect(dialog.getByText(/No hay conexión con la farmacia/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await expect(field(page, 'Dirección')).toHaveValue(SHIPPING.address)
  await page.unroute('**/api/cart/**')
  await submit(page).click()
  await expect(page.getByRole('alertdialog', { name: 'Listo!' })).toBeVisible()
})

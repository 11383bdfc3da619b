import type { Page } from '@playwright/test'
import type { Db } from '#server/database/schema.ts'
import { makeLastingPrescription, makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { smallImage } from '../images.ts'
import { expect, type LoggedIn, test } from '../shop.ts'

/** A pending order of a product that needs a prescription. */
async function makeOrder(database: Db, user: LoggedIn) {
  const product = await makeProduct(database)
  await database.updateTable('products').set({ prescription: true }).where('id', '=', product.id).execute()
  const { lastName: last_name, postalCode: postal_code, ...details } = SHIPPING
  const order = await database
    .insertInto('orders')
    .values({ ...details, last_name, postal_code, user_id: user.id, total: 1_990 })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  const line = { product_id: product.id, product_name: product.tradename, price: 1_990, total: 1_990 }
  await database
    .insertInto('order_lines')
    .values({ ...line, order_id: order.id, position: 1, quantity: 1, discount: 0 })
    .execute()
  return order
}

/** A page of 300 × 400 pixels; each number makes another file. */
async function makePage(number: number) {
  const { buffer, ...file } = await smallImage(`hoja ${number}.png`)
  return { ...file, buffer: Buffer.concat([buffer, Buffer.from(String(number))]) }
}

const pages = (within: Pick<Page, 'getByRole'>, number: number) =>
  within.getByRole('img', { name: `Receta del pedido N° ${number}` })

test('a customer sends a prescription’s pages with the order, and adds one later', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database)
  const order = await makeOrder(database, user)
  await logIn(user)
  await page.goto('/perfil/pedidos')
  const row = page.getByRole('row').filter({ hasText: String(order.number) })
  await expect(row.getByText('Receta por enviar')).toBeVisible()
  // Without its prescription an order has all the buttons and labels that it can have.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const hidden = await row.evaluate((element) => {
      const scroller = element.closest('table')!.parentElement!
      return scroller.scrollWidth - scroller.clientWidth
    })
    expect(hidden).toBe(0)
  }

  await page.goto(`/finalizar-compra?pedido=${order.id}`)
  const card = page.getByRole('region', { name: 'Receta médica' })
  await expect(page.getByText('Receta por enviar')).toBeVisible()
  const field = card.getByLabel('Páginas de la receta')
  const send = card.getByRole('button', { name: 'Subir receta' })
  await send.click()
  await expect(field).toHaveAccessibleDescription(/Este campo es obligatorio\./)
  // As a phone's camera names them.
  await field.setInputFiles([await smallImage('image.png')])
  const fake = { name: 'image.png', mimeType: 'image/png', buffer: Buffer.from('ilegible') }
  await field.setInputFiles([fake])
  const chosen = card.getByRole('list', { name: 'Páginas elegidas' }).getByRole('listitem')
  await expect(chosen).toHaveCount(2)
  await expect(chosen.first().locator('img')).toHaveJSProperty('naturalHeight', 400)
  await expectAccessible(page)
  // The first page is saved, and the one that is no image stays chosen.
  await send.click()
  await expect(card.getByText('El tipo de archivo no es válido.')).toBeVisible()
  await expect(pages(card, order.number)).toHaveCount(1)
  await expect(chosen).toHaveCount(1)
  await expect(page.getByText('Receta por revisar')).toBeVisible()
  await card.getByRole('button', { name: 'Quitar image.png' }).click()

  await page.goto('/perfil/pedidos')
  await expect(row.getByText('Receta por revisar')).toBeVisible()
  await row.getByRole('button', { name: /^Ver receta/ }).click()
  const modal = page.getByRole('dialog', { name: 'Receta del pedido' })
  await expect(pages(modal, order.number)).toBeVisible()
  await modal.getByLabel('Páginas de la receta').setInputFiles([await makePage(2)])
  await modal.getByRole('button', { name: 'Agregar páginas' }).click()
  await expect(modal).toBeHidden()

  // Rejected: the list says why, and the address of the mail begins with the upload.
  const reason = 'La receta está vencida.'
  await database
    .insertInto('prescription_reviews')
    .values({ order_id: order.id, approved: false, reason, prescribed_on: null, reviewer_id: null })
    .execute()
  await page.goto('/perfil/pedidos')
  await expect(row.getByText('Receta rechazada')).toBeVisible()
  await expect(row.getByText(reason)).toBeVisible()
  await page.goto(`/finalizar-compra?pedido=${order.id}`)
  await expect(page.getByRole('region').first()).toHaveAccessibleName('Receta médica')
  await expect(card.getByText(reason)).toBeVisible()
  await card.getByLabel('Páginas de la receta').setInputFiles([await makePage(3)])
  await send.click()
  await expect(page.getByText('Receta por revisar')).toBeVisible()
})

test('a prescription that lasts serves the next order: found in the profile, named at the checkout, nothing to send @phone', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database)
  const [medicine, other] = [
    await makeProduct(database, { tradename: `Losartán ${unique()}`, sale_condition: 'simple' }),
    await makeProduct(database, { tradename: `Amoxicilina ${unique()}`, sale_condition: 'retained' }),
  ]
  await makeLastingPrescription(database, { userId: user.id, products: [medicine] })
  await makeLastingPrescription(database, { userId: user.id, products: [other], prescriber: 'Juan Rojas' })
  await logIn(user)
  await page.goto('/perfil/recetas')
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Pedir de nuevo/ }) })
  await expect(card.filter({ hasText: 'Dra. Soto' })).toContainText('quedan 2 de 3 entregas')
  await card
    .filter({ hasText: 'Juan Rojas' })
    .getByRole('button', { name: /^Quitar/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar receta' }).click()
  await expect(card).toHaveCount(1)

  await database
    .insertInto('cart_lines')
    .values({ user_id: user.id, product_id: other.id, quantity: 1 })
    .execute()
  await card.getByRole('button', { name: /^Pedir de nuevo/ }).click()
  await expect(page).toHaveURL('/carrito')
  await expect(
    page.getByText(`Receta retenida: entrega el original al recibir (${other.tradename})`),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Finalizar compra' }).filter({ visible: true }).click()
  const order = page.getByRole('region', { name: 'Tu orden' })
  await expect(
    order.getByText('Tienes una receta vigente de la Dra. Soto: quedan 2 de 3 entregas.'),
  ).toBeVisible()
  await expect(order.getByText(`Requiere receta médica: ${other.tradename}`)).toBeVisible()
  await expect(order.getByText('Con receta: envíala al pedir')).toBeHidden()
  await expectAccessible(page)
})

test('the pharmacy sees the pages of an order’s prescription', async ({ page, database, logIn, request }) => {
  const user = await makeUser(database)
  const order = await makeOrder(database, user)
  for (const photo of [await makePage(1), await makePage(2)]) {
    const multipart = { id: order.id, photo }
    const headers = { 'x-access-token': user.token }
    expect((await request.post('/api/cart/upload-prescription', { headers, multipart })).status()).toBe(200)
  }
  const admin = await makeUser(database, { role: 'Administrador' })
  await logIn(admin)
  await page.goto(`/dashboard/deliveries?buscar=${order.number}`)
  const row = page.getByRole('row').filter({ hasText: String(order.number) })
  await expect(row.getByText('Receta por revisar')).toBeVisible()
  await row.getByRole('button', { name: /^Ver receta/ }).click()
  const modal = page.getByRole('dialog', { name: 'Receta del pedido' })
  await expect(pages(modal, order.number)).toHaveCount(2)
  await expect(pages(modal, order.number).last()).toHaveJSProperty('naturalHeight', 400)
  await expect(modal.getByRole('form')).toHaveCount(0)
  await expectAccessible(page)
})

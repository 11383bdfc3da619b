import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { today } from '#contract/store-day.ts'
import type { SaleCondition } from '#domain/sale-condition.ts'
import type { Db } from '#server/database/schema.ts'
import { makeLastingPrescription, makeOrder, makeProduct, makeUser, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { smallImage } from '../images.ts'
import { expect, type LoggedIn, test } from '../shop.ts'

/** A pending order of a product that needs a prescription. */
async function makeNeedy(database: Db, user: LoggedIn, sale_condition: SaleCondition = 'simple') {
  const product = await makeProduct(database, { sale_condition })
  return makeOrder(database, { userId: user.id, lines: [{ productId: product.id, quantity: 1 }] })
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
  const order = await makeNeedy(database, user)
  await logIn(user)
  await page.goto('/perfil/pedidos')
  const row = page.getByRole('row').filter({ hasText: String(order.number) })
  await expect(row.getByText('Receta por enviar')).toBeVisible()
  // An order without its prescription has the most buttons and labels, and still has to fit.
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
  // A phone's camera gives each photo the same name.
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

  // After a rejection the list has the reason, and the mail's link opens a page that begins with the upload.
  const reason = 'La receta está vencida.'
  await sql`
    insert into prescription_reviews (order_id, approved, reason) values (${order.id}, false, ${reason})`.execute(
    database,
  )
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
    await makeProduct(database, { tradename: `Losartán ${unique()} 50 mg`, sale_condition: 'simple' }),
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
  await expect(order.getByText(/No tienes que enviar la receta de .* 50\u00a0mg\.$/)).toBeVisible()
  await expect(order.getByText(`Requiere receta médica: ${other.tradename}`)).toBeVisible()
  await expect(order.getByText('Con receta: envíala al pedir')).toBeHidden()
  await expectAccessible(page)
})

test('a pharmacist rejects a prescription and approves new pages; delivered lines are in the register', async ({
  page,
  database,
  logIn,
  request,
}) => {
  const user = await makeUser(database)
  const orders = [await makeNeedy(database, user, 'retained'), await makeNeedy(database, user)]
  const send = async (id: string, page: number) => {
    const multipart = { id, photo: await makePage(page) }
    const headers = { 'x-access-token': user.token }
    expect((await request.post('/api/cart/upload-prescription', { headers, multipart })).status()).toBe(200)
  }
  const [first, second] = orders
  await send(first!.id, 1)
  await send(first!.id, 2)
  await send(second!.id, 3)
  await logIn(await makeUser(database, { role: 'Administrador', name: 'Jefa' }))
  await page.goto('/dashboard/deliveries?receta=por-revisar')
  const row = page.getByRole('row').filter({ hasText: String(first!.number) })
  await expect(row.getByTitle('Receta por revisar')).toBeVisible()
  await row.getByRole('button', { name: /^Revisar receta/ }).click()
  const modal = page.getByRole('dialog', { name: 'Revisar receta' })
  const heading = (order = first!) => modal.getByRole('heading', { name: `Pedido N° ${order.number}` })
  await expect(heading()).toBeVisible()
  await expect(pages(modal, first!.number)).toHaveJSProperty('naturalHeight', 400)
  await expect(modal.getByText('Página 1 de 2')).toBeVisible()
  await modal.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(modal.getByRole('img', { name: 'página 2' })).toHaveJSProperty('naturalHeight', 400)
  await modal.getByRole('button', { name: 'Acercar' }).click()
  await expect(modal.getByLabel('Aumento')).toHaveText('150%')
  await modal.getByRole('button', { name: 'Girar' }).click()
  await expect(modal.getByRole('img', { name: 'página 2' })).toHaveCSS('rotate', '90deg')
  await expect(modal.getByText('Receta retenida', { exact: true })).toBeVisible()
  await expectAccessible(page)

  // The rejection goes on to the next prescription, and its reason is in the timeline.
  await modal.getByRole('button', { name: 'Rechazar' }).click()
  await modal.getByLabel('La receta está vencida.').check()
  const reloaded = page.waitForResponse(/\/get-delivery\//)
  await modal.getByRole('button', { name: 'Pedir otra receta' }).click()
  await expect(heading()).toBeHidden()
  await reloaded
  await expect(modal.getByText(`N° ${first!.number}: receta rechazada`)).toBeVisible()
  await send(first!.id, 4)
  await modal.getByRole('button', { name: `Volver al pedido ${first!.number}` }).click()
  // The modal still has the pages without the new one.
  await expect(modal.getByText('Motivo')).toBeVisible()
  await modal.getByLabel('Prescriptor', { exact: true }).fill('Dra. Soto')
  await modal.getByLabel('RUT del prescriptor').fill('12.345.678-9')
  await modal.getByRole('button', { name: 'Aprobar receta' }).click()
  await expect(modal.getByText('El dígito verificador no corresponde a este RUT.')).toBeVisible()
  await modal.getByLabel('RUT del prescriptor').fill('12.345.678-5')
  await modal.getByRole('button', { name: 'Aprobar receta' }).click()
  await expect(modal.getByText('cambió mientras la mirabas')).toBeVisible()
  await expect(modal.getByText('Página 3 de 3')).toBeVisible()
  await modal.getByLabel('Prescriptor', { exact: true }).fill('Dra. Soto')

  // A date in the future is refused, and an old one needs a confirmation.
  const dated = modal.getByLabel('Fecha de la receta')
  const daysAgo = (days: number) =>
    new Date(Date.parse(today()) - days * 86_400_000).toISOString().slice(0, 10)
  await dated.fill(daysAgo(-1))
  await modal.getByRole('button', { name: 'Aprobar receta' }).click()
  await expect(modal.getByText('La fecha no puede ser posterior a hoy.')).toBeVisible()
  await dated.fill(daysAgo(45))
  await modal.getByRole('button', { name: 'Aprobar receta' }).click()
  const old = page.getByRole('alertdialog', { name: '¿Aprobar una receta antigua?' })
  await expect(old).toContainText('Esta receta tiene 45 días, y una receta retenida sirve 30.')
  await expectAccessible(page)
  await old.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dated).toHaveValue(daysAgo(45))
  await modal.getByRole('button', { name: 'Aprobar receta' }).click()
  await old.getByRole('button', { name: 'Aprobar igual' }).click()
  await expect(heading()).toBeHidden()

  await page.goto(`/dashboard/deliveries?buscar=${first!.number}`)
  await page.getByRole('button', { name: `Abrir pedido ${first!.number}` }).click()
  const details = page.getByRole('dialog', { name: 'Detalles del pedido' })
  await expect(details.getByText('Receta rechazada')).toBeVisible()
  await details.getByLabel(/^Estado del pedido/).selectOption('Entregado')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Su receta se retiene: recibe el original.')
  await question.getByRole('button', { name: 'Cambiar estado' }).click()
  await expect(details.getByText('Original por retener')).toBeVisible()
  const original = details.getByRole('button', { name: 'Original recibido' })
  await original.click()
  await expect(original).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  // Orders without an approval can only be delivered one by one, after a question that says so.
  await page.goto(`/dashboard/deliveries?buscar=${second!.number}`)
  await page.getByLabel(`Elegir el pedido ${second!.number}`).check()
  await page.getByRole('button', { name: 'Marcar Entregado' }).click()
  const leftOut = page.getByRole('alertdialog', { name: 'Falta aprobar la receta' })
  await expect(leftOut).toContainText(`Queda fuera, con la receta por revisar: N° ${second!.number}.`)
  await leftOut.getByRole('button').click()
  const status = page.getByRole('button', { name: `Estado del pedido N° ${second!.number}` })
  await status.click()
  await page.getByRole('button', { name: 'Entregado', exact: true }).click()
  await expect(question).toContainText('con la receta por revisar.')
  await question.getByRole('button', { name: 'Cambiar estado' }).click()
  await expect(status).toHaveText('Entregado')

  await page.getByRole('link', { name: 'Libro de recetas' }).first().click()
  const line = page.getByRole('row').filter({ hasText: String(first!.number) })
  await expect(line).toContainText('Dra. Soto')
  await expect(line).toContainText('Jefa Soto')
  await expect(line).toContainText('Retenido')
  await expect(page.getByRole('row').filter({ hasText: String(second!.number) })).not.toContainText('Jefa')
  await sql`update dispensed_prescriptions set struck_at = now() where order_id = ${second!.id}`.execute(
    database,
  )
  await page.getByRole('link', { name: 'Con anuladas' }).click()
  await expect(page.getByRole('row').filter({ hasText: String(second!.number) })).toContainText('Anulada')
  await expectAccessible(page)
})

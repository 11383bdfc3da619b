import { makeProduct, makeUser, setStock, unique } from '#tests/factories.ts'
import { mailTo } from '../account/outbox.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../shop.ts'

test('a visitor asks for an alert from a sold-out product’s card, gets one mail, and ends the alerts by its button', async ({
  page,
  database,
  serverInfo,
  request,
}) => {
  const tag = `Agotado ${unique()}`
  const email = `espera${unique()}@correo.cl`
  const product = await makeProduct(database, { tradename: tag, stock: 0 })
  const other = await makeProduct(database, { stock: 0 })
  const alerts = () => database.selectFrom('stock_alerts').select('id').where('email', '=', email).execute()
  await database.insertInto('stock_alerts').values({ product_id: other.id, email }).execute()

  await page.goto(`/tienda?buscar=${encodeURIComponent(tag)}`)
  await page.getByRole('link', { name: 'Avísame cuando llegue' }).click()
  await expect(page.getByRole('heading', { name: tag, level: 1 })).toBeVisible()
  const form = page.getByRole('form', { name: 'Avísame cuando llegue' })
  const field = form.getByRole('textbox', { name: 'Correo electrónico' })
  await expect(field).toBeFocused()
  await expect(form.getByRole('link', { name: 'Política de privacidad' })).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button').click()
  await expect(form.getByText('Este campo es obligatorio.')).toBeVisible()
  await field.fill('espera@')
  await expect(form.getByText('El correo ingresado no es valido.')).toBeVisible()
  await field.fill(email)
  await field.press('Enter')
  await expect(page.getByText('Te avisaremos por correo cuando llegue.')).toBeVisible()
  expect(await alerts()).toHaveLength(2)

  await setStock(database, product.id, 1)
  const mail = await mailTo(serverInfo.dataDir, email, /\/dejar-avisos\//)
  const [link = ''] = /\/dejar-avisos\/[\w-]{43}/.exec(mail) ?? []
  // Programs that check mails open the link, some in a browser.
  expect((await request.get(link)).status()).toBe(200)
  await page.goto(link)
  await expectAccessible(page)
  const button = page.getByRole('button', { name: 'Dejar de recibir avisos' })
  await expect(button).toBeEnabled()
  expect(await alerts()).toHaveLength(2)
  await button.click()
  await expect(page.getByText('Ya no te enviaremos avisos de productos.')).toBeVisible()
  expect(await alerts()).toEqual([])
  await page.reload()
  await button.click()
  await expect(
    page.getByText('Este enlace ya no sirve: venció, o ya dejaste de recibir avisos.'),
  ).toBeVisible()
})

test('a customer’s e-mail is filled in, and a product that has come meanwhile can be bought at once', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database)
  await logIn(user)
  const product = await makeProduct(database, { stock: 0 })
  await page.goto(`/descripcion?producto=${product.id}`)
  await page.route('**/stock-alert', (route) => route.abort())
  await page.getByRole('button', { name: 'Avísame cuando llegue' }).click()
  const form = page.getByRole('form', { name: 'Avísame cuando llegue' })
  await expect(form.getByRole('textbox', { name: 'Correo electrónico' })).toHaveValue(user.email)
  await form.getByRole('button').click()
  await expect(form.getByText('No hay conexión con la farmacia.')).toBeVisible()
  await page.unroute('**/stock-alert')
  await setStock(database, product.id, 4)
  await form.getByRole('button').click()
  await expect(page.getByRole('button', { name: 'Agregar al carrito' })).toBeVisible()
  await expect(form).toHaveCount(0)
})

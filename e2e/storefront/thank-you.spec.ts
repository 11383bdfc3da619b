import type { Page } from '@playwright/test'
import { makeOrder, makeProduct, makeUser, PASSWORD, SHIPPING } from '#tests/factories.ts'
import { smallImage } from '../images.ts'
import { expect, openSession, test } from '../shop.ts'

const title = (page: Page) => page.getByRole('heading', { name: '¡Gracias por tu compra!' })

test('the thank-you shows the order and its payment, takes the proof, and stays after a reload', async ({
  page,
  database,
  logIn,
  context,
}) => {
  const user = await makeUser(database)
  const product = await makeProduct(database, { cost: 12_345 })
  await database
    .insertInto('cart_lines')
    .values({ user_id: user.id, product_id: product.id, quantity: 2 })
    .execute()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(user)
  await page.addInitScript(() => {
    window.print = () => {
      document.title = 'impreso'
    }
  })
  await page.goto('/finalizar-compra')
  await page.getByRole('textbox', { name: 'Dirección' }).fill(SHIPPING.address)
  await page.getByRole('textbox', { name: 'Ciudad' }).fill(SHIPPING.city)
  await page.getByRole('textbox', { name: 'Código postal' }).fill(SHIPPING.postalCode)
  await page.getByRole('button', { name: 'Realizar pedido' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Listo!' })
  await expect(dialog).toContainText('Revise su perfil para ver el estado de su pedido!')
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await expect(title(page)).toBeFocused()
  const order = await database
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  await expect(page).toHaveURL(`/finalizar-compra?pedido=${order.id}`)

  await page.reload()
  await expect(title(page)).toBeVisible()
  await expect(page.getByText(`Recibimos tu pedido N° ${order.number} por $24.690.`)).toBeVisible()
  const details = page.getByRole('region', { name: 'Tu pedido' })
  await expect(details.getByRole('row').filter({ hasText: product.tradename })).toBeVisible()
  await expect(details.getByText(SHIPPING.address)).toBeVisible()
  const copied = async (name: string) => {
    await page.getByRole('button', { name: `Copiar ${name}` }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Copiado' }).last()).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  expect(await copied('todos los datos')).toMatch(
    new RegExp(
      `^Banco: .+\\nTitular: .*\\nMonto exacto: \\$24\\.690\\nMensaje: Pedido ${order.number}$`,
      's',
    ),
  )
  expect(await copied('Monto exacto')).toBe('24690')
  expect(await copied('Mensaje')).toBe(`Pedido ${order.number}`)
  for (const name of ['Banco', 'Titular', 'RUT', 'Cuenta corriente', 'Correo de ventas']) {
    await expect(page.getByRole('button', { name: `Copiar ${name}` })).toBeVisible()
  }
  const chat = await page.getByRole('link', { name: /Escribir por WhatsApp/ }).getAttribute('href')
  expect(decodeURIComponent(chat ?? '')).toContain(`Hola, les escribo por mi pedido N° ${order.number}.`)

  await page.getByRole('button', { name: 'Imprimir' }).click()
  await expect(page).toHaveTitle('impreso')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(details).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByLabel('Archivo').setInputFiles(await smallImage())
  await page.getByRole('button', { name: 'Subir comprobante' }).click()
  await expect(page.getByText('Tu comprobante de pago fue enviado.')).toBeVisible()
  const proof = page.getByRole('img', { name: `Comprobante de pago del pedido N° ${order.number}` })
  await expect(proof).toBeVisible()
  await page.reload()
  await expect(proof).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subir comprobante' })).toHaveCount(0)
})

test('a placed order shows itself to its customer alone, also after a login', async ({ page, database }) => {
  const [owner, other] = [await makeUser(database), await makeUser(database)]
  const order = await makeOrder(database, { userId: owner.id })
  const url = `/finalizar-compra?pedido=${order.id}`
  await page.goto(url)
  await expect(page).toHaveURL('/')
  const modal = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await modal.getByRole('textbox', { name: 'Correo electrónico' }).fill(owner.email)
  await modal.getByLabel(/^Contraseña/).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(url)
  await expect(title(page)).toBeVisible()

  await page.route('**/api/cart/order/*', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(/No hay conexión con la farmacia/)).toBeVisible()
  await page.unroute('**/api/cart/order/*')
  await page.getByRole('button', { name: 'Intentar nuevamente' }).click()
  await expect(title(page)).toBeVisible()

  // A transfer pays a part of the order, another one the rest.
  const pay = (paid_amount: number) =>
    database
      .updateTable('orders')
      .set({ paid_amount, paid_on: '2026-11-23' })
      .where('id', '=', order.id)
      .execute()
  const upload = page.getByRole('button', { name: 'Subir comprobante' })
  await pay(1_490)
  await page.reload()
  const rest = page.getByRole('region', { name: 'Faltan $500 por pagar' })
  await expect(rest.getByText('Recibimos $1.490 el 23/11/2026.')).toBeVisible()
  await expect(rest.getByText('$500', { exact: true })).toBeVisible()
  await expect(upload).toBeVisible()
  await pay(1_990)
  await page.reload()
  const received = page.getByRole('region', { name: 'Recibimos tu pago' })
  await expect(received).toContainText('Llegaron $1.990 el 23/11/2026.')
  await expect(upload).toHaveCount(0)
  await expect(page.getByText('Monto exacto')).toHaveCount(0)

  await database.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order.id).execute()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: `Pedido N° ${order.number}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subir comprobante' })).toHaveCount(0)

  await openSession(page, other)
  await page.goto(url)
  await expect(page.getByText('No encontramos lo que buscas.')).toBeVisible()
  await expect(page.getByText(`N° ${order.number}`)).toHaveCount(0)
})

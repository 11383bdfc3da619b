import { sql } from 'kysely'
import { queueDueReminders } from '#server/features/reminders/order-reminders.ts'
import { makeOrder, makeProduct, makeUser, PASSWORD } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { smallImage } from '../images.ts'
import { expect, test } from '../shop.ts'
import { mailTo } from './outbox.ts'

test('an order shows its date, total, products and history, and takes a reminder', async ({
  page,
  database,
  logIn,
  request,
}) => {
  const user = await makeUser(database)
  const product = await makeProduct(database)
  const order = await makeOrder(database, {
    userId: user.id,
    total: 24_690,
    lines: [{ productId: product.id, quantity: 3 }],
  })
  // Half past midnight in the pharmacy's time zone; further west it is still the day before.
  await sql`update orders set created_at = '2026-01-06T03:30:00Z' where id = ${order.id}`.execute(database)
  const multipart = { id: order.id, photo: await smallImage() }
  await request.post('/api/cart/upload-payment', { headers: { 'x-access-token': user.token }, multipart })
  await logIn(user)
  await page.goto('/perfil/pedidos')
  const row = page.getByRole('row').filter({ hasText: String(order.number) })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const text of ['06/01/2026', '$24.690', '3 productos', 'Enviado'])
      await expect(row.getByText(text)).toBeVisible()
    for (const word of ['Detalles', 'Medios de pago', 'Ver comprobante', 'Repetir pedido'])
      await expect(row.getByText(word, { exact: true })).toBeInViewport()
  }

  await row.getByRole('button', { name: /^Detalles/ }).click()
  const modal = page.getByRole('dialog', { name: 'Detalles del pedido' })
  const steps = modal.getByRole('list', { name: 'Historial del pedido' }).getByRole('listitem')
  await expect(steps).toHaveText([
    'Recibido 06/01/2026, 00:30',
    /^Comprobante enviado \d\d\/\d\d\/\d{4}, \d\d:\d\d$/,
  ])
  const days = modal.getByRole('group', { name: 'Recordarme en' })
  await days.getByRole('button', { name: '30 días' }).click()
  const due = () =>
    sql<{ day: string }>`select to_char(due_at at time zone 'America/Santiago', 'DD/MM/YYYY') as day
      from order_reminders where order_id = ${order.id}`.execute(database)
  await expect(modal.getByText(/^Te enviaremos un correo el \d\d\/\d\d\/\d{4}\.$/)).toBeVisible()
  const [first] = (await due()).rows
  await expect(modal.getByText(first!.day)).toBeVisible()
  await days.getByRole('button', { name: '90 días' }).click()
  await expect(modal.getByText(first!.day)).toHaveCount(0)
  await expect(modal.getByText((await due()).rows[0]!.day)).toBeVisible()
  await expectAccessible(page)
  await days.getByRole('button', { name: 'Cancelar recordatorio' }).click()
  await expect(modal.getByText(/^Si sigues con tu tratamiento/)).toBeVisible()
  expect((await due()).rows).toEqual([])
})

test('a reminder’s mail leads through the login to a filled cart, and its other link cancels only after a press', async ({
  page,
  database,
  serverInfo,
}) => {
  const user = await makeUser(database)
  const [plenty, sold] = [await makeProduct(database), await makeProduct(database, { stock: 0 })]
  const lines = [plenty, sold].map(({ id }) => ({ productId: id, quantity: 2 }))
  const [order, next] = [
    await makeOrder(database, { userId: user.id, lines }),
    await makeOrder(database, { userId: user.id }),
  ]
  await sql`insert into order_reminders values
    (${order.id}, now() - interval '1 minute'), (${next.id}, now() + interval '30 days')`.execute(database)
  await queueDueReminders(database)
  const mail = await mailTo(serverInfo.dataDir, user.email, /\/recordatorios\//)
  const path = (pattern: RegExp) => pattern.exec(mail)![0]

  await page.goto(path(/\/repetir-pedido\?pedido=[\w-]+/))
  const login = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await expect(login.getByText(/^Para repetir tu pedido/)).toBeVisible()
  await login.getByRole('textbox', { name: 'Correo electrónico' }).fill(user.email)
  await login.getByLabel(/^Contraseña/).fill(PASSWORD)
  await login.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  const told = page.getByRole('alertdialog', { name: 'No todo se pudo agregar al carrito' })
  await expect(told).toContainText(`${sold.tradename}: agotado.`)
  await told.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page).toHaveURL('/carrito')
  await expect(page.getByRole('link', { name: 'Carrito, 2 productos' })).toBeVisible()

  const reminders = async () =>
    (await sql`select from order_reminders where order_id = ${next.id}`.execute(database)).rows.length
  await page.goto(path(/\/recordatorios\/[\w-]+/))
  const cancel = page.getByRole('button', { name: 'Cancelar mis recordatorios' })
  await expect(cancel).toBeEnabled()
  expect(await reminders()).toBe(1)
  await expectAccessible(page)
  await cancel.click()
  await expect(page.getByText('No te enviaremos más recordatorios de tus pedidos.')).toBeVisible()
  expect(await reminders()).toBe(0)
  await page.goto('/recordatorios/desconocido')
  await cancel.click()
  await expect(page.getByText('El enlace no es válido o ya venció.')).toBeVisible()
})

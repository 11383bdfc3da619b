import { makeProduct, makeUser } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { smallImage } from '../images.ts'
import { expect, placeOrder, test } from '../shop.ts'

test('a payment proof is uploaded, rejected and replaced, and only its customer and administrators can see it', async ({
  page,
  database,
  logIn,
  browser,
  request,
}) => {
  const user = await makeUser(database)
  const product = await makeProduct(database)
  const order = await placeOrder(request, user, [{ productId: product.id, quantity: 1 }])
  await logIn(user)
  await page.goto('/perfil/pedidos')
  const row = page.getByRole('row').filter({ hasText: String(order.nro_delivery) })
  await row.getByRole('button', { name: /^Subir comprobante/ }).click()
  const modal = page.getByRole('dialog', { name: 'Subir comprobante de pago' })
  const send = modal.getByRole('button', { name: 'Subir comprobante' })
  const missing = page.getByRole('alertdialog', { name: 'Debe seleccionar un archivo' })
  await send.click()
  await missing.getByRole('button', { name: 'Aceptar' }).click()
  const file = modal.getByLabel('Archivo')
  await file.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('pagado') })
  await send.click()
  await missing.getByRole('button', { name: 'Aceptar' }).click()
  await file.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('pagado') })
  await send.click()
  await expect(modal.getByText('El tipo de archivo no es válido.')).toBeVisible()
  await expectAccessible(page)
  await file.setInputFiles(await smallImage())
  await expect(modal.getByRole('img', { name: 'Vista previa' })).toBeVisible()
  await send.click()
  await expect(page.getByText('Tu comprobante de pago fue enviado.')).toBeVisible()
  await expect(row.getByText('Enviado')).toBeVisible()
  await expect(row.getByRole('button', { name: /^Subir comprobante/ })).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^Abrir pedido/ })).toBeFocused()

  await row.getByRole('button', { name: /^Ver comprobante/ }).click()
  const image = page.getByRole('img', { name: `Comprobante de pago del pedido N° ${order.nro_delivery}` })
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(400)

  const admin = await makeUser(database, { role: 'Administrador' })
  const office = await browser.newContext()
  await office.addInitScript(
    ([token, id]) => {
      localStorage.setItem('token', token!)
      localStorage.setItem('role', 'Administrador')
      localStorage.setItem('cart', id!)
    },
    [admin.token, admin.id],
  )
  const staff = await office.newPage()
  await staff.goto(`/dashboard/deliveries?buscar=${order.nro_delivery}`)
  const managed = staff.getByRole('row').filter({ hasText: String(order.nro_delivery) })
  await expect(managed.getByText('Enviado')).toBeVisible()
  await managed.getByRole('button', { name: /^Ver comprobante/ }).click()
  await expect(staff.getByRole('img', { name: /^Comprobante de pago/ })).toBeVisible()
  await expectAccessible(staff)
  const opening = office.waitForEvent('page')
  await staff.getByRole('link', { name: 'Ver en otra pestaña' }).click()
  const tab = await opening
  await expect.poll(() => tab.evaluate(() => document.images[0]?.naturalHeight)).toBe(400)

  // Staff ask for another proof when this one doesn't match.
  await staff.getByRole('button', { name: 'No coincide' }).click()
  await staff.getByLabel('La imagen no se lee bien.').check()
  await staff.getByRole('button', { name: 'Pedir otro comprobante' }).click()
  await expect(staff.getByText('Le pedimos otro comprobante al cliente.')).toBeVisible()
  await office.close()
  await page.reload()
  await expect(row).toContainText('La imagen no se lee bien.')
  await row.getByRole('button', { name: /^Subir comprobante/ }).click()
  await expect(modal.getByText('El comprobante que enviaste no coincide. Necesitamos otro.')).toBeVisible()
  await expectAccessible(page)
  await file.setInputFiles(await smallImage())
  await send.click()
  await expect(row.getByText('Enviado')).toBeVisible()
  await row.getByRole('button', { name: /^Detalles/ }).click()
  await page.getByRole('button', { name: 'Ver la imagen' }).click()
  const first = page.getByRole('img', { name: /^Comprobante que no coincide/ })
  await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(400)

  const { payment } = await database
    .selectFrom('orders')
    .select('payment')
    .where('id', '=', order._id)
    .executeTakeFirstOrThrow()
  const address = `/api/cart/payment-image/${payment}`
  const other = await makeUser(database)
  expect((await request.get(address)).status()).toBe(401)
  expect((await request.get(address, { headers: { 'x-access-token': other.token } })).status()).toBe(404)
})

test('viewing a missing payment proof shows a message and closes the modal', async ({
  page,
  database,
  logIn,
  request,
}) => {
  const product = await makeProduct(database)
  const order = await placeOrder(request, await makeUser(database), [{ productId: product.id, quantity: 1 }])
  await logIn(await makeUser(database, { role: 'Administrador' }))
  await page.goto(`/dashboard/deliveries?buscar=${order.nro_delivery}`)
  const row = page.getByRole('row').filter({ hasText: String(order.nro_delivery) })
  await row.getByRole('button', { name: /^Ver comprobante/ }).click()
  const modal = page.getByRole('dialog', { name: 'Comprobante de pago' })
  await expect(modal).toBeVisible()
  await expect(page.getByText('Aun no se ha enviado el comprobante de pago')).toBeVisible()
  await expect(modal).toBeHidden()
})

test('the details of the bank transfer can be copied', async ({
  page,
  database,
  logIn,
  request,
  context,
}) => {
  const user = await makeUser(database)
  const product = await makeProduct(database, { cost: 12_345 })
  const order = await placeOrder(request, user, [{ productId: product.id, quantity: 2 }])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(user)
  await page.goto('/perfil/pedidos')
  await page.getByRole('button', { name: `Medios de pago del pedido ${order.nro_delivery}` }).click()
  const modal = page.getByRole('dialog', { name: 'Medios de pago' })
  const copied = async (name: string) => {
    await modal.getByRole('button', { name: `Copiar ${name}` }).click()
    await expect(modal.getByRole('status').filter({ hasText: 'Copiado' }).last()).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await expect(modal.getByText('$24.690')).toBeVisible()
  expect(await copied('Monto exacto')).toBe('24690')
  expect(await copied('Mensaje')).toBe(`Pedido ${order.nro_delivery}`)
  expect(await copied('Cuenta corriente')).toBe('00-123-45678-9')
  await expectAccessible(page)
})

test('an old order is put in the cart again, within the stock', async ({
  page,
  database,
  logIn,
  request,
}) => {
  const user = await makeUser(database)
  const [plenty, scarce, sold] = [
    await makeProduct(database, { stock: 20 }),
    await makeProduct(database, { stock: 5 }),
    await makeProduct(database, { stock: 1 }),
  ]
  const order = await placeOrder(request, user, [
    { productId: plenty.id, quantity: 3 },
    { productId: scarce.id, quantity: 4 },
    { productId: sold.id, quantity: 1 },
  ])
  await logIn(user)
  await page.goto('/perfil/pedidos')
  await page.getByRole('button', { name: `Repetir pedido ${order.nro_delivery}` }).click()
  const told = page.getByRole('alertdialog', { name: 'No todo se pudo agregar al carrito' })
  await expect(told).toContainText(`${scarce.tradename}: queda 1 unidad de las 4 que pediste.`)
  await expect(told).toContainText(`${sold.tradename}: agotado`)
  await told.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page).toHaveURL(/\/carrito$/)
  await expect(page.getByRole('link', { name: 'Carrito, 4 productos' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: plenty.tradename })).toBeVisible()
})

import { makeCategory, makeProduct, makeUser, PASSWORD, SHIPPING, unique } from '#tests/factories.ts'
import { expect, test } from './shop.ts'

/** The main journey in a wide window; on a phone it is in storefront/phone-purchase.spec.ts. */
test('a visitor finds a product, registers and buys', async ({ page, database }) => {
  const tag = `Cordillera ${unique()}`
  await makeCategory(database, 'Cardiovascular')
  const product = await makeProduct(database, {
    tradename: `Losartán potásico 50 mg ${tag}`,
    category: 'Cardiovascular',
    cost: 10_000,
    discount: 25,
    stock: 8,
  })

  await page.goto('/tienda')
  const search = page.getByRole('searchbox', { name: 'Buscar producto' })
  await search.fill(`lozartan ${tag.toLowerCase()}`)
  const card = page.getByRole('listitem').filter({ hasText: product.tradename })
  await expect(card).toBeVisible()
  await expect(page).toHaveURL(/buscar=lozartan/)
  await expect(card.getByText('$7.500')).toBeVisible()
  await card.getByRole('link', { name: product.tradename }).first().click()
  await expect(page.getByRole('heading', { name: product.tradename })).toBeVisible()

  await page.getByRole('spinbutton', { name: 'Cantidad' }).fill('2')
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await expect(page.getByText('Producto agregado al carrito!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Carrito, 2 productos' })).toBeVisible()

  await page.getByRole('link', { name: /^Carrito/ }).click()
  await expect(page.getByRole('row', { name: product.tradename })).toBeVisible()
  await expect(page.getByText('$15.000').first()).toBeVisible()
  await page.getByRole('link', { name: 'Finalizar compra' }).click()
  await expect(page.getByText('Por favor inicia sesion')).toBeVisible()

  const email = `compra${unique()}@correo.cl`
  await page.getByRole('link', { name: 'Crear cuenta' }).click()
  const form = page.getByRole('form', { name: 'Crear cuenta' })
  const text = (name: string) => form.getByRole('textbox', { name, exact: true })
  await text('Nombre').fill('María José')
  await text('Apellidos').fill('Núñez Soto')
  await text('RUT').fill('12.345.678')
  await form.getByRole('combobox', { name: 'Género' }).selectOption('FEMENINO')
  await text('Teléfono').fill('221234567')
  await text('Celular').fill('912345678')
  await form.getByRole('combobox', { name: 'Día' }).selectOption('17')
  await form.getByRole('combobox', { name: 'Mes' }).selectOption('Mayo')
  await form.getByRole('combobox', { name: 'Año' }).selectOption('1990')
  await text('Correo electrónico').fill(email)
  await form.getByLabel(/^Contraseña/).fill('una-clave-larga')
  await form.getByLabel(/^Repetir contraseña/).fill('una-clave-larga')
  await form.getByRole('checkbox').first().check()
  await form.getByRole('button').last().click()
  await expect(page.getByText('Listo!')).toBeVisible()
  await page.keyboard.press('Enter')

  // On the way to the checkout the new account is logged in.
  await expect(page).toHaveURL('/finalizar-compra')
  await expect(page.getByRole('link', { name: 'Carrito, 2 productos' })).toBeVisible()

  await expect(page.getByRole('textbox', { name: 'Nombre', exact: true })).toHaveValue('María José')
  await page.getByRole('textbox', { name: 'Dirección' }).fill('Los Aromos 123')
  await page.getByRole('textbox', { name: 'Ciudad' }).fill('Ñuñoa')
  await page.getByRole('textbox', { name: 'Código postal' }).fill('7750000')
  await page.getByRole('button', { name: 'Realizar pedido' }).click()
  await expect(
    page.getByText(/fue recibido\. Revise su perfil para ver el estado de su pedido!/),
  ).toBeVisible()
  const order = await database
    .selectFrom('orders')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(order).toMatchObject({ total: 15_000, last_name: 'Núñez Soto', city: 'Ñuñoa' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '¡Gracias por tu compra!' })).toBeVisible()
})

test('the pharmacy delivers an order, and its customer sees it delivered', async ({
  page,
  database,
  browser,
  logIn,
}) => {
  const user = await makeUser(database)
  const { lastName: last_name, postalCode: postal_code, ...details } = SHIPPING
  const order = await database
    .insertInto('orders')
    .values({ ...details, last_name, postal_code, user_id: user.id, total: 15_000 })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await logIn(user)
  await page.goto('/perfil/pedidos')
  const row = page.getByRole('row').filter({ hasText: String(order.number) })
  await expect(row.getByText('Pendiente').first()).toBeVisible()

  const admin = await makeUser(database, { role: 'Administrador' })
  const office = await (await browser.newContext()).newPage()
  await office.goto('/')
  await office.getByRole('button', { name: 'Iniciar sesión' }).filter({ visible: true }).click()
  await office.getByLabel(/Correo/).fill(admin.email)
  await office.getByLabel(/^Contraseña/).fill(PASSWORD)
  await office.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  await expect(office).toHaveURL(/\/dashboard$/)
  await office.goto('/dashboard/deliveries')
  await office.getByPlaceholder('Buscar pedido...').fill(String(order.number))
  const managed = office.getByRole('row').filter({ hasText: String(order.number) })
  await managed.getByRole('button', { name: /^Estado del pedido/ }).click()
  await office.getByRole('button', { name: 'Entregado', exact: true }).click()
  await office.getByRole('button', { name: 'Cambiar estado' }).click()
  await expect
    .poll(
      async () =>
        (await database.selectFrom('orders').select('status').where('id', '=', order.id).executeTakeFirst())
          ?.status,
    )
    .toBe('delivered')

  await page.reload()
  await expect(row.getByText('Entregado')).toBeVisible()
})

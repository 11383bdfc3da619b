import { makeOrder, makeUser, unique } from '#tests/factories.ts'
import { smallImage } from '../images.ts'
import { breakCall, expect, expectAlertDialog, expectToast, SERVER_FAILURE, test } from './office.ts'

test('a role is saved at once, with a toast for 2 s; an Administrador’s can’t be changed', async ({
  page,
  database,
  enter,
}) => {
  const name = `Marta ${unique()}`
  const person = await makeUser(database, { role: 'Marketing', name })
  const admin = await makeUser(database, { role: 'Administrador', name: `Jefa ${unique()}` })
  const customer = await makeUser(database, { name: `Clienta ${unique()}` })
  await enter(`/dashboard/users?buscar=${encodeURIComponent(name)}`)
  await expect(page.getByRole('heading', { name: 'Usuarios Recientes' })).toBeVisible()
  for (const header of ['Nombres y Apellidos', 'Rol', 'Correo', 'RUT', 'Telefono / Celular'])
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name })).toContainText('221234567 / 912345678')
  const role = page.getByRole('combobox', { name: `Rol de ${name} Soto` })
  await expect(role).toHaveValue('Marketing')
  await expectToast(
    page,
    { title: 'Actualizado!', text: 'Se actualizo el rol correctamente!', ms: 2_000 },
    () => role.selectOption('Cliente'),
  )
  // The list leaves out customers: it was loaded again.
  await expect(role).toHaveCount(0)
  const saved = await database
    .selectFrom('users')
    .select('role')
    .where('id', '=', person.id)
    .executeTakeFirst()
  expect(saved?.role).toBe('Cliente')

  const search = page.getByPlaceholder('Buscar usuario...')
  await search.fill('jefa')
  await expect(page.getByText(admin.email)).toBeVisible()
  await expect(page.getByRole('row', { name: admin.email }).getByRole('combobox')).toBeDisabled()
  await search.fill(customer.email)
  await expect(page.getByText('No se han registrado solicitudes recientes')).toBeVisible()
})

test('a failed change of role shows a dialog and keeps the old role', async ({ page, database, enter }) => {
  const name = `Pedro ${unique()}`
  await makeUser(database, { role: 'Marketing', name })
  await breakCall(page, /\/api\/admin\/update-role/, 'POST')
  await enter(`/dashboard/users?buscar=${encodeURIComponent(name)}`)
  const role = page.getByRole('combobox', { name: `Rol de ${name} Soto` })
  await role.selectOption('Administrador')
  await page.getByRole('button', { name: 'Dar el rol' }).click()
  await expectAlertDialog(page, 'Error!', SERVER_FAILURE)
  await expect(role).toHaveValue('Marketing')
  await expect(role).toBeEnabled()
})

test('the role Administrador is given after a question and taken away in the row’s menu', async ({
  page,
  database,
  enter,
}) => {
  const name = `Julia ${unique()}`
  const { id, email } = await makeUser(database, { name })
  const roleOf = async () =>
    (await database.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst())?.role
  const self = await enter(`/dashboard/clients?cliente=${encodeURIComponent(name)}`)
  const clients = page.getByRole('region', { name: 'Clientes Recientes' })
  await expect(clients.getByRole('row', { name })).toContainText(email)
  const role = clients.getByRole('combobox', { name: `Rol de ${name} Soto` })
  await role.selectOption('Administrador')
  const question = page.getByRole('alertdialog', { name: `¿Dar el rol Administrador a ${name} Soto?` })
  await expect(question).toContainText(email)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(role).toHaveValue('Cliente')
  expect(await roleOf()).toBe('Cliente')
  await role.selectOption('Administrador')
  await question.getByRole('button', { name: 'Dar el rol' }).click()
  await expect(role).toHaveCount(0)
  expect(await roleOf()).toBe('Administrador')

  // Every row has a menu but the user's own.
  await page.goto(`/dashboard/users?buscar=${encodeURIComponent('Ana Soto')}`)
  await expect(page.getByRole('row', { name: self.email })).toBeVisible()
  await expect(page.getByRole('row', { name: self.email }).getByRole('button')).toHaveCount(0)
  await page.getByPlaceholder('Buscar usuario...').fill(name)
  await page.getByRole('button', { name: `Más opciones de ${name} Soto` }).click()
  await page.getByRole('button', { name: 'Quitar el rol Administrador' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quitar el rol Administrador' })
  await expect(dialog).toContainText(email)
  await breakCall(page, /\/api\/admin\/update-role/, 'POST', 'Es el último Administrador.')
  await dialog.getByRole('button', { name: 'Quitar el rol' }).click()
  await expect(dialog.getByText('Es el último Administrador.')).toBeVisible()
  await page.unroute(/\/api\/admin\/update-role/)
  await dialog.getByLabel('Rol nuevo').selectOption('Cliente')
  await dialog.getByRole('button', { name: 'Quitar el rol' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No se han registrado solicitudes recientes')).toBeVisible()
  expect(await roleOf()).toBe('Cliente')
})

test('arrow keys open the role dropdown instead of choosing', async ({ page, database, enter }) => {
  const name = `Rita ${unique()}`
  await makeUser(database, { role: 'Marketing', name })
  await enter(`/dashboard/users?buscar=${encodeURIComponent(name)}`)
  const role = page.getByRole('combobox', { name: `Rol de ${name} Soto` })
  await role.focus()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await role.press('ArrowDown')
  await role.press('Escape')
  await expect(role).toHaveValue('Marketing')
  expect(asked.filter((url) => url.includes('update-role'))).toEqual([])
})

test('a list that can’t be loaded shows a dialog and can be loaded again', async ({ page, enter }) => {
  const retry = page.getByRole('button', { name: 'Intentar nuevamente' })
  const users = /\/api\/user\/list-users/
  await breakCall(page, users)
  await enter('/dashboard/users')
  await expectAlertDialog(page, 'Error!', SERVER_FAILURE)
  await retry.click()
  await expectAlertDialog(page, 'Error!', SERVER_FAILURE)
  await page.unroute(users)
  await retry.click()
  await expect(retry).toHaveCount(0)

  for (const [screen, call] of [
    ['clients', /\/api\/user\?/],
    ['clients', /\/api\/prescription-book\?/],
    ['products', /\/api\/products\?/],
  ] as const) {
    await breakCall(page, call)
    await page.goto(`/dashboard/${screen}`)
    await expectAlertDialog(page, 'Error!', SERVER_FAILURE)
    await page.unroute(call)
    await retry.click()
    await expect(retry).toHaveCount(0)
  }
})

test('form requests can be read, and the prescription’s image opens in a new tab', async ({
  page,
  database,
  enter,
  request,
}) => {
  const tag = unique()
  await database
    .insertInto('form_requests')
    .values({
      type_form: 'contact',
      fullname: `Paula ${tag}`,
      email: 'paula@correo.cl',
      message: '¿Despachan a Chiloé?\nGracias.',
    })
    .execute()
  const sent = await request.post('/api/prescription-book/create-prescription-book', {
    multipart: {
      fullname: `Rosa Cremas`,
      phone: '912345678',
      email: 'rosa@correo.cl',
      product: `Crema de urea ${tag}`,
      message: 'Adjunto la receta.',
      photo: await smallImage('receta.png'),
    },
  })
  expect(sent.status()).toBe(201)

  await enter('/dashboard/clients')
  const table = page.getByRole('region', { name: 'Solicitudes de formularios' })
  const search = table.getByPlaceholder('Buscar solicitud...')
  await search.fill(`paula ${tag}`)
  const contact = table.getByRole('row', { name: `Paula ${tag}` })
  await expect(contact.getByText('Contacto', { exact: true })).toBeVisible()
  await contact.getByRole('button', { name: 'Ver' }).click()
  const message = page.getByRole('dialog', { name: 'Solicitudes' })
  await expect(message).toContainText('paula@correo.cl')
  await expect(message).toContainText('¿Despachan a Chiloé?')
  await page.keyboard.press('Escape')
  await expect(message).toBeHidden()

  await search.fill(`urea ${tag}`)
  await expect(page).toHaveURL(/solicitud=urea/)
  const prescription = table.getByRole('row', { name: 'Rosa Cremas' })
  await expect(prescription.getByText('Recetario', { exact: true })).toBeVisible()
  await prescription.getByRole('button', { name: 'Ver' }).click()
  const dialog = page.getByRole('dialog', { name: 'Solicitudes' })
  await expect(dialog).toContainText(`Crema de urea ${tag}`)
  const image = dialog.getByRole('img', { name: 'Receta de Rosa Cremas' })
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(400)
  const link = dialog.getByRole('link', { name: /Abrir la imagen/ })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('href', /^blob:/)
  // The prescription stands beside the answer.
  const [picture, answer] = [await image.boundingBox(), await dialog.getByLabel('Respuesta').boundingBox()]
  expect(picture!.x + picture!.width).toBeLessThan(answer!.x)
})

test('customers are listed with their role, and the data export downloads', async ({
  page,
  database,
  enter,
}) => {
  const name = `Clara ${unique()}`
  const client = await makeUser(database, { name })
  await makeOrder(database, { userId: client.id })
  await makeOrder(database, { userId: client.id, status: 'cancelled' })
  await enter('/dashboard/clients')
  const table = page.getByRole('region', { name: 'Clientes Recientes' })
  await table.getByPlaceholder('Buscar usuario...').fill(name)
  const bought = table.getByRole('link', { name: `1 de ${name} Soto` })
  await bought.click()
  await expect(page).toHaveURL(/\/dashboard\/deliveries\?buscar=Clara/)
  await page.goBack()
  await table.getByPlaceholder('Buscar usuario...').fill(name)
  const role = table.getByRole('combobox', { name: `Rol de ${name} Soto` })
  await expect(role).toHaveValue('Cliente')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar formularios y Clientes' }).click()
  expect((await download).suggestedFilename()).toBe('usersData.xlsx')

  await expectToast(
    page,
    { title: 'Actualizado!', text: 'Se actualizo el rol correctamente!', ms: 2_000 },
    () => role.selectOption('Marketing'),
  )
  await expect(role).toHaveCount(0)
  await expect(table.getByText('No se han registrado clientes recientes')).toBeVisible()
})

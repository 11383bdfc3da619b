import { makeUser, unique } from '#tests/factories.ts'
import { mailTo } from '../account/outbox.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from './office.ts'

test('an invited person chooses a password with the mailed link and logs in; then the account is disabled', async ({
  page,
  browser,
  baseURL,
  database,
  enter,
  serverInfo,
}) => {
  test.slow()
  const email = `pia${unique()}@botica.cl`
  const taken = await makeUser(database)
  await enter('/dashboard/users')
  await page.getByRole('button', { name: 'Invitar al equipo' }).click()
  const modal = page.getByRole('dialog', { name: 'Invitar al equipo' })
  const send = modal.getByRole('button', { name: 'Enviar invitación' })
  await send.click()
  await expect(modal.getByText('Este campo es obligatorio.')).toHaveCount(2)
  await modal.getByLabel('Nombre').fill('Pía Invitada')
  await modal.getByLabel('Correo electrónico').fill(taken.email)
  await send.click()
  await expect(
    modal.getByText('Ya existe una cuenta de cliente con ese correo. Cambia su rol en Clientes.'),
  ).toBeVisible()
  await modal.getByLabel('Correo electrónico').fill(email)
  await modal.getByLabel('Rol').selectOption('Administrador')
  await expectAccessible(page)
  await send.click()
  const question = page.getByRole('alertdialog', { name: '¿Invitar a Pía Invitada como Administrador?' })
  await expect(question).toContainText(email)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await modal.getByLabel('Rol').selectOption('Marketing')
  await send.click()
  await expect(modal).toBeHidden()
  const row = page.getByRole('row', { name: email })
  await expect(row.getByText('Invitación pendiente')).toBeVisible()

  const mail = await mailTo(serverInfo.dataDir, email, /\/reset-password\//)
  const theirs = await browser.newPage({ baseURL: baseURL! })
  await theirs.goto(`/reset-password/${/\/reset-password\/([\w-]+)/.exec(mail)![1]!}`)
  await theirs.getByLabel(/^Contraseña/).fill('clave-elegida')
  await theirs.getByLabel(/^Confirmar contraseña/).fill('clave-elegida')
  await theirs.getByRole('button', { name: 'Guardar contraseña' }).click()
  await theirs.getByRole('button', { name: 'Aceptar' }).click()
  const login = theirs.getByRole('dialog', { name: 'Iniciar sesión' })
  await login.getByLabel(/Correo/).fill(email)
  await login.getByLabel(/^Contraseña/).fill('clave-elegida')
  await login.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  await expect(theirs).toHaveURL(/\/dashboard$/)

  await page.reload()
  await expect(row.getByText('Invitación pendiente')).toHaveCount(0)
  await row.getByRole('button', { name: 'Más opciones de Pía Invitada' }).click()
  await expect(page.getByRole('button', { name: 'Reenviar invitación' })).toBeHidden()
  await page.getByRole('button', { name: 'Deshabilitar cuenta' }).click()
  const disable = page.getByRole('alertdialog', { name: '¿Deshabilitar la cuenta de Pía Invitada?' })
  await expect(disable).toContainText(email)
  await disable.getByRole('button', { name: 'Deshabilitar' }).click()
  await expect(row.getByText('Deshabilitada')).toBeVisible()
  await theirs.goto('/dashboard/settings')
  await expect(theirs.getByText('Tu sesión ha expirado, por favor inicia nuevamente')).toBeVisible()
  await theirs.close()
  await row.getByRole('button', { name: 'Más opciones de Pía Invitada' }).click()
  await page.getByRole('button', { name: 'Habilitar cuenta' }).click()
  await expect(row.getByText('Deshabilitada')).toHaveCount(0)
})

test('staff save their settings with a name and an e-mail only', async ({ page, database, enter }) => {
  const { id } = await enter('/dashboard/settings', 'Marketing')
  await database
    .updateTable('users')
    .set({ lastname: '', rut: '', phone: '', cellphone: '', gender: '', birthdate: null })
    .where('id', '=', id)
    .execute()
  await page.reload()
  const form = page.getByRole('form', { name: 'Información del perfil' })
  await expect(form.getByLabel('RUT')).toHaveValue('')
  await form.getByLabel('Nombre').fill('Marcela')
  await form.getByRole('button', { name: 'Actualizar Información' }).click()
  await expect(page.getByText('Tu información fue actualizada.')).toBeVisible()
  const saved = () =>
    database.selectFrom('users').select(['name', 'rut']).where('id', '=', id).executeTakeFirst()
  await expect.poll(saved).toEqual({ name: 'Marcela', rut: '' })
  await form.getByLabel('RUT').fill('12.345.678-9')
  await form.getByRole('button', { name: 'Actualizar Información' }).click()
  await expect(form.getByText('El dígito verificador no corresponde a este RUT.')).toBeVisible()
})

import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { makeUser, PASSWORD, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../shop.ts'

test('a customer downloads their data and erases the account', async ({ page, database, logIn }) => {
  const user = await makeUser(database, { name: `Amanda${unique()}` })
  await logIn(user)
  await page.goto('/perfil')
  const own = page.getByRole('region', { name: 'Tus datos personales' })
  const downloading = page.waitForEvent('download')
  await own.getByRole('button', { name: 'Descargar mis datos' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('mis-datos.zip')
  const zip = unzipSync(await readFile(await download.path()))
  expect(JSON.parse(Buffer.from(zip['datos.json']!).toString()).correo).toBe(user.email)

  await own.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  const modal = page.getByRole('dialog', { name: 'Eliminar mi cuenta' })
  await expect(modal).toContainText('la farmacia debe guardarlos')
  await expectAccessible(page)
  const password = modal.getByLabel(/^Tu contraseña/)
  await expect(password).toBeFocused()
  await password.press('Enter')
  await expect(modal).toContainText('Este campo es obligatorio.')
  await password.fill('otra-clave')
  await password.press('Enter')
  await expect(modal).toContainText('La contraseña no es correcta.')
  await expect(password).toHaveValue('otra-clave')
  await password.fill(PASSWORD)
  await modal.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(page.getByText('Eliminamos tu cuenta y tus datos.')).toBeVisible()
  expect(await database.selectFrom('users').select('id').where('id', '=', user.id).execute()).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('staff download their data, and read who can erase their account', async ({ page, database, logIn }) => {
  await logIn(await makeUser(database, { role: 'Marketing' }))
  await page.goto('/dashboard/settings')
  const own = page.getByRole('region', { name: 'Tus datos personales' })
  await expect(own).toContainText('las elimina quien administra la tienda')
  await expect(own.getByRole('button')).toHaveText(['Descargar mis datos'])
})

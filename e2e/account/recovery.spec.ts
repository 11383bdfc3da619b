import { makeUser, PASSWORD } from '#tests/factories.ts'
import { expect, test } from '../shop.ts'
import { mailTo } from './outbox.ts'

test('a recovery link sets a new password, once', async ({ page, database, serverInfo }) => {
  test.slow()
  const user = await makeUser(database)
  await page.goto('/')
  await page.getByRole('button', { name: 'Iniciar sesión' }).filter({ visible: true }).click()
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(page).toHaveURL(/\/identificarse$/)

  // The login has the same field and error until it has faded out.
  const form = page.getByRole('form', { name: 'Recuperar contraseña' })
  const email = form.getByRole('textbox', { name: 'Correo electrónico' })
  const request = page.getByRole('button', { name: 'Enviar enlace' })
  await request.click()
  await expect(form.getByText('Este campo es obligatorio.')).toBeVisible()
  await email.fill('ana@')
  await expect(page.getByText('El email no es valido.')).toBeVisible()
  await email.fill(user.email)
  await request.click()
  await expect(page.getByRole('alertdialog', { name: 'Listo!' })).toContainText(
    'Si el correo tiene una cuenta, te enviamos un enlace para crear una nueva contraseña.',
  )
  await page.keyboard.press('Enter')

  const mail = await mailTo(serverInfo.dataDir, user.email, /\/reset-password\//)
  const token = /\/reset-password\/([\w-]+)/.exec(mail)![1]!
  const abroad: string[] = []
  page.on('request', (one) => {
    if (new URL(one.url()).host !== new URL(page.url()).host) abroad.push(one.url())
  })
  const answer = await page.goto(`/reset-password/${token}`)
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  // The button is enabled, and changes its colour, once the page's scripts run.
  await expect(page.getByRole('button', { name: 'Guardar contraseña' })).toBeEnabled()
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).origin))
  expect(new Set(links)).toEqual(new Set([new URL(page.url()).origin]))
  expect(abroad).toEqual([])

  const password = page.getByLabel(/^Contraseña/)
  const repeated = page.getByLabel(/^Confirmar contraseña/)
  const save = page.getByRole('button', { name: 'Guardar contraseña' })
  await save.click()
  await expect(page.getByText('Este campo es obligatorio.')).toHaveCount(2)
  await password.fill('corta')
  await repeated.fill('corta')
  await expect(page.getByText('La contraseña debe tener al menos 8 caracteres.')).toHaveCount(2)
  await password.fill('clave-recuperada')
  await repeated.fill('clave-distinta')
  await expect(page.getByText('Las contraseñas no coinciden.')).toBeVisible()
  await repeated.fill('clave-recuperada')
  await save.click()
  await expect(page.getByRole('alertdialog', { name: 'Listo!' })).toContainText(
    'Tu contraseña fue cambiada. Ya puedes iniciar sesión.',
  )
  await page.keyboard.press('Enter')

  const login = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await login.getByLabel(/Correo/).fill(user.email)
  await login.getByLabel(/^Contraseña/).fill('clave-recuperada')
  await login.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  await expect(page.getByRole('button', { name: 'Mi cuenta' })).toBeVisible()

  await page.goto(`/identificarse/${token}`)
  await password.fill(PASSWORD)
  await repeated.fill(PASSWORD)
  await save.click()
  await expect(page.getByRole('alertdialog', { name: 'Error!' })).toContainText(
    'El enlace no es válido o ya venció. Solicita uno nuevo.',
  )
  await page.keyboard.press('Enter')
  await expect(password).toHaveValue(PASSWORD)
  await page.getByRole('link', { name: 'Solicita uno nuevo' }).click()
  await expect(page).toHaveURL(/\/identificarse$/)
})

import type { Locator, Page } from '@playwright/test'
import { makeCategory, makeProduct, makeUser, PASSWORD, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { phonePhoto } from '../images.ts'
import { expect, openSession, test } from '../shop.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Información del perfil' })
const text = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true })
const save = (page: Page) => form(page).getByRole('button', { name: 'Actualizar Información' }).click()

/** The colours near the top and near the bottom of a drawn image: `red`, `blue` or another. */
const colours = (image: Locator) =>
  image.evaluate(async (img: HTMLImageElement) => {
    await img.decode()
    const canvas = document.createElement('canvas')
    canvas.width = img.naturalWidth
    canvas.height = img.naturalHeight
    const context = canvas.getContext('2d')!
    context.drawImage(img, 0, 0)
    const at = (part: number) => {
      const [r = 0, g = 0, b = 0] = context.getImageData(canvas.width / 2, canvas.height * part, 1, 1).data
      if (r > 150 && b < 80) return 'red'
      return b > 150 && r < 80 ? 'blue' : `${r} ${g} ${b}`
    }
    return [at(0.2), at(0.8)]
  })

test('a new customer uploads a phone’s photo to the profile and sees it upright', async ({
  page,
  database,
}) => {
  test.slow()
  await makeProduct(database)
  const email = `perfil${unique()}@correo.cl`
  await page.goto('/registro')
  const register = page.getByRole('form', { name: 'Crear cuenta' })
  for (const [name, value] of [
    ['Nombre', 'Íñigo'],
    ['Apellidos', "O'Higgins Soto"],
    ['RUT', '12.345.678'],
    ['Teléfono', '+56 2 2123 4567'],
    ['Celular', '912345678'],
    ['Correo electrónico', email],
  ] as const) {
    await register.getByRole('textbox', { name, exact: true }).fill(value)
  }
  await register.getByRole('combobox', { name: 'Género' }).selectOption('MASCULINO')
  await register.getByRole('combobox', { name: 'Día' }).selectOption('29')
  await register.getByRole('combobox', { name: 'Mes' }).selectOption('Febrero')
  await register.getByRole('combobox', { name: 'Año' }).selectOption('1992')
  await register.getByLabel(/^Contraseña/).fill('una-clave-larga')
  await register.getByLabel(/^Repetir contraseña/).fill('una-clave-larga')
  await register.getByRole('checkbox').first().check()
  await register.getByRole('button', { name: 'Registrarse' }).click()
  await page.getByRole('button', { name: 'Aceptar' }).click()
  const login = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await login.getByLabel(/^Contraseña/).fill('una-clave-larga')
  await login.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  const account = page.getByRole('button', { name: 'Mi cuenta' })
  await expect(account.locator('img')).toHaveAttribute('src', '/api/user/image/user-icon.png')

  await account.click()
  await page.getByRole('link', { name: 'Ver Perfil' }).click()
  await expect(page.getByRole('heading', { name: 'Información del perfil' })).toBeVisible()
  await expect(text(page, 'Apellidos')).toHaveValue("O'Higgins Soto")
  await expect(form(page).getByRole('combobox', { name: 'Mes' })).toHaveValue('2')

  await page.getByLabel('Cambiar foto').setInputFiles(await phonePhoto())
  const preview = page.getByRole('img', { name: 'Vista previa de la foto nueva' })
  await expect(preview).toBeVisible()
  expect(await colours(preview)).toEqual(['red', 'blue'])
  await expect(text(page, 'RUT')).toHaveValue('12.345.678')
  await expect(text(page, 'Teléfono')).toHaveValue('+56 2 2123 4567')
  await text(page, 'Celular').fill('987654321')
  await save(page)
  await expect(page.getByRole('heading', { name: 'Listo!' })).toBeVisible()
  await expect(page.getByText('Tu información fue actualizada.')).toBeVisible()

  await expect(account.locator('img')).toHaveAttribute('src', /\/api\/user\/image\/[0-9a-f]+\.webp/)
  expect(await colours(account.locator('img'))).toEqual(['red', 'blue'])
  await expect(page.getByRole('img', { name: 'Foto de perfil' })).toHaveAttribute('src', /[0-9a-f]+\.webp/)
  await page.reload()
  await expect(text(page, 'Celular')).toHaveValue('9 8765 4321')
})

test('the profile validates its fields, and a refusal loses nothing', async ({ page, database, logIn }) => {
  test.slow()
  const user = await makeUser(database)
  const other = await makeUser(database)
  const category = `Hierbas ${unique()}`
  await makeCategory(database, category)
  for (let index = 0; index < 12; index += 1) await makeProduct(database, { category: `Otra ${unique()}` })
  await logIn(user)
  await page.goto('/perfil')
  // The rules that registration doesn't share, and a missing field.
  await text(page, 'Teléfono').fill('')
  await form(page)
    .getByLabel(/^Contraseña/)
    .fill('corta')
  await form(page).getByRole('combobox', { name: 'Día' }).selectOption('31')
  await form(page).getByRole('combobox', { name: 'Mes' }).selectOption('Febrero')
  await save(page)
  for (const message of [
    'Este campo es obligatorio.',
    'La contraseña debe tener al menos 8 caracteres.',
    'La fecha no existe.',
    'Debe seleccionar al menos una categoria.',
  ]) {
    await expect(form(page).getByText(message)).toBeVisible()
  }
  await expectAccessible(page)

  await text(page, 'Nombre').fill('Ana María')
  await text(page, 'RUT').fill('9876543-3')
  await text(page, 'Teléfono').fill('221112233')
  await form(page)
    .getByLabel(/^Contraseña/)
    .fill('')
  await form(page).getByRole('combobox', { name: 'Día' }).selectOption('28')
  await form(page).getByRole('searchbox', { name: 'Buscar categoría' }).fill(category)
  await form(page).getByRole('checkbox', { name: category }).check()
  await text(page, 'Correo electrónico').fill(other.email)
  await save(page)
  const refusal = page.getByRole('alertdialog', { name: 'Error!' })
  await expect(refusal).toContainText('Ya existe una cuenta con ese correo.')
  await page.keyboard.press('Enter')
  await expect(text(page, 'Nombre')).toHaveValue('Ana María')
  await expect(text(page, 'Correo electrónico')).toBeFocused()

  await text(page, 'Correo electrónico').fill(user.email)
  await page
    .getByLabel('Cambiar foto')
    .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no soy una foto') })
  await save(page)
  await expect(refusal).toContainText('El tipo de archivo no es válido.')
  await page.keyboard.press('Enter')
  await expect(form(page).getByText('El tipo de archivo no es válido.')).toBeVisible()
  await expect(text(page, 'Nombre')).toHaveValue('Ana María')

  await form(page).getByRole('button', { name: 'Deshacer' }).click()
  await save(page)
  await expect(page.getByRole('heading', { name: 'Listo!' })).toBeVisible()
  await expect(text(page, 'RUT')).toHaveValue('9.876.543')
  const row = await database
    .selectFrom('users')
    .select(['name', 'rut', 'phone', 'photo'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ name: 'Ana María', rut: '9876543', phone: '221112233', photo: '' })
})

test('leaving the profile with unsaved changes asks first', async ({ page, database, logIn }) => {
  await logIn(await makeUser(database))
  await page.goto('/perfil')
  await text(page, 'Nombre').fill('Antonia')
  await page.getByRole('link', { name: 'Pedidos' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(page).toHaveURL(/\/perfil$/)
  await expect(text(page, 'Nombre')).toHaveValue('Antonia')
  await page.getByRole('link', { name: 'Pedidos' }).click()
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page).toHaveURL(/\/perfil\/pedidos$/)
})

test('a profile that was being edited when the session ended is offered after the login', async ({
  page,
  database,
}) => {
  const user = await makeUser(database)
  await openSession(page, user)
  await page.goto('/perfil')
  await text(page, 'Nombre').fill('Antonia')
  await text(page, 'RUT').fill('9.876.543')
  await form(page)
    .getByLabel(/^Contraseña/)
    .fill('otra-clave-larga')
  await database.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  await page.getByRole('button', { name: 'Descargar mis datos' }).click()
  await expect(page.getByText('Tu sesión ha expirado, por favor inicia nuevamente')).toBeVisible()
  await expect(page).toHaveURL('/')

  const offer = page.getByRole('region', { name: 'Trabajo sin guardar' })
  await expect(offer).toContainText('inicia sesión para recuperarlo')
  await expectAccessible(page)
  expect(await page.evaluate(() => sessionStorage.getItem('sin-guardar'))).not.toContain('otra-clave-larga')
  await offer.getByRole('button', { name: 'Iniciar sesión' }).click()
  const login = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await login.getByRole('textbox', { name: 'Correo electrónico' }).fill(user.email)
  await login.getByLabel(/^Contraseña/).fill(PASSWORD)
  await login.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  await expect(offer).toContainText('la contraseña hay que escribirla de nuevo')
  await offer.getByRole('button', { name: 'Recuperar lo escrito' }).click()
  await expect(text(page, 'Nombre')).toHaveValue('Antonia')
  await expect(text(page, 'RUT')).toHaveValue('9.876.543')
  await expect(text(page, 'Correo electrónico')).toHaveValue(user.email)
  await expect(offer).toHaveCount(0)
  await page.getByRole('link', { name: 'Pedidos' }).click()
  await expect(page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })).toBeVisible()
})

test('staff edit their profile in the back office, without interests, and a new password works', async ({
  page,
  database,
  logIn,
  request,
}) => {
  const user = await makeUser(database, { role: 'Marketing' })
  await logIn(user)
  await page.goto('/dashboard/settings')
  await expect(page.getByRole('heading', { name: 'Información del perfil' })).toBeVisible()
  await text(page, 'Nombre').fill('Camila')
  await form(page)
    .getByLabel(/^Contraseña/)
    .fill('otra-clave-larga')
  await save(page)
  await expect(page.getByText('Tu información fue actualizada.')).toBeVisible()
  const logInWith = (password: string) =>
    request.post('/api/user/login', { data: { email: user.email, password } })
  expect((await logInWith(PASSWORD)).status()).toBe(400)
  expect((await logInWith('otra-clave-larga')).status()).toBe(200)
  // The session that saved the new password stays open.
  await page.reload()
  await expect(text(page, 'Nombre')).toHaveValue('Camila')
})

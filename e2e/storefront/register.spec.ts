import { makeCategory, makeProduct, makeUser, unique } from '#tests/factories.ts'
import { expect, test } from '../shop.ts'
import { fillCart } from './steps.ts'

test('the register form has a message for every rule, and leads to the login', async ({ page, database }) => {
  const taken = await makeUser(database)
  const interest = `Interés ${unique()}`
  await makeCategory(database, interest)
  for (let index = 0; index < 12; index += 1) await makeProduct(database, { category: `Otro ${unique()}` })
  await page.goto('/registro')
  const form = page.getByRole('form', { name: 'Crear cuenta' })
  const text = (name: string) => form.getByRole('textbox', { name, exact: true })
  const choose = (name: string, value: string) => form.getByRole('combobox', { name }).selectOption(value)
  const send = form.getByRole('button', { name: 'Registrarse' })

  await expect(form.getByRole('combobox', { name: 'Día' }).getByRole('option')).toHaveCount(1 + 31)
  await expect(form.getByRole('combobox', { name: 'Mes' }).getByRole('option')).toHaveCount(1 + 12)
  const years = form.getByRole('combobox', { name: 'Año' }).getByRole('option')
  await expect(years).toHaveCount(1 + 45 + 1)
  await expect(years.nth(1)).toHaveText('1980')
  await expect(years.nth(45)).toHaveText('2024')
  await expect(years.last()).toHaveText('Otro año')
  await expect(form.getByRole('combobox', { name: 'Género' }).getByRole('option')).toHaveText([
    'Selecciona',
    'MASCULINO',
    'FEMENINO',
  ])

  // A field shows no error before it was left.
  await text('Nombre').focus()
  await expect(form.getByText('Este campo es obligatorio.')).toHaveCount(0)
  await text('Apellidos').focus()
  await expect(form.getByText('Este campo es obligatorio.')).toHaveCount(1)
  await send.click()
  await expect(form.getByText('Este campo es obligatorio.')).toHaveCount(12)
  await expect(form.getByText('Debe seleccionar al menos una categoria.')).toBeVisible()
  // The first fault has the focus, and the summary below the button leads back to it.
  await expect(text('Nombre')).toBeFocused()
  await expect(form.getByText('Faltan 13 campos por corregir: ir a Nombre')).toBeVisible()
  await form.getByRole('button', { name: 'ir a Nombre' }).press('Enter')
  await expect(text('Nombre')).toBeFocused()

  await text('Nombre').fill('Ana 2')
  await text('Apellidos').fill('Soto_')
  await expect(form.getByText('Solo se permiten letras y espacios.')).toHaveCount(2)
  await text('RUT').fill('doce')
  await text('Teléfono').fill('+56 2')
  await text('Celular').fill('nueve')
  await expect(form.getByText('Solo se permiten numeros.')).toHaveCount(3)
  // A customer with one phone types its number once.
  await form.getByRole('button', { name: 'Mi celular es el mismo número' }).click()
  await expect(text('Celular')).toHaveValue('+56 2')
  await text('Celular').fill('nueve')
  await expect(form.getByText('Solo se permiten numeros.')).toHaveCount(3)
  await text('RUT').fill('12345678-K')
  await expect(form.getByText('El dígito verificador no corresponde a este RUT.')).toBeVisible()
  await text('Correo electrónico').fill('ana@')
  await expect(form.getByText('El correo ingresado no es valido.')).toBeVisible()
  await form.getByLabel(/^Contraseña/).fill('corta')
  await expect(form.getByText('La contraseña debe tener al menos 8 caracteres.')).toBeVisible()
  await form.getByLabel(/^Repetir contraseña/).fill('distinta-clave')
  await expect(form.getByText('Las contraseñas no coinciden.')).toBeVisible()
  await choose('Día', '31')
  await choose('Mes', 'Febrero')
  await choose('Año', '1990')
  await expect(form.getByText('La fecha no existe.')).toBeVisible()

  await text('Nombre').fill('Ana María')
  await text('Apellidos').fill("O'Higgins-Núñez")
  await text('RUT').fill('12345678-5')
  await choose('Género', 'FEMENINO')
  await text('Teléfono').fill('+56 2 2123 4567')
  await expect(text('RUT')).toHaveValue('12.345.678-5')
  await expect(text('RUT')).toHaveAccessibleDescription('RUT completo: 12.345.678-5')
  await text('Celular').fill('912345678')
  await choose('Día', '28')
  // Somebody older types the year.
  await choose('Año', 'Otro año')
  await expect(text('Año')).toBeFocused()
  await text('Año').fill('1899')
  await text('Celular').focus()
  await expect(form.getByText('Escribe un año entre 1900 y el actual.')).toBeVisible()
  await text('Año').fill('1958')
  await expect(form.getByText('Escribe un año entre 1900 y el actual.')).toHaveCount(0)
  await text('Correo electrónico').fill(taken.email)
  await expect(text('Celular')).toHaveValue('9 1234 5678')
  await form.getByLabel(/^Contraseña/).fill('una-clave-larga')
  await form.getByLabel(/^Repetir contraseña/).fill('una-clave-larga')
  // The ten categories with most products; the new one has none.
  await expect(form.getByRole('checkbox')).toHaveCount(10)
  const search = form.getByRole('searchbox', { name: 'Buscar categoría' })
  await search.fill(interest)
  await search.press('Enter')
  await form.getByRole('checkbox', { name: interest }).check()
  await search.fill('')
  await expect(form.getByRole('checkbox')).toHaveCount(10 + 1)
  await expect(form.getByRole('checkbox', { name: interest })).toBeChecked()
  await send.click()
  const error = page.getByRole('alertdialog', { name: 'Error!' })
  await expect(error.getByText('Ya existe una cuenta con ese correo.')).toBeVisible()
  await error.getByRole('button', { name: 'Aceptar' }).click()
  await expect(text('Correo electrónico')).toBeFocused()

  // The server's response is lost, but the account exists.
  const lost = `perdida${unique()}@correo.cl`
  await page.route(
    '**/api/user/create-client',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await text('Correo electrónico').fill(lost)
  await send.click()
  await expect(error.getByText('No hay conexión con la farmacia.')).toBeVisible()
  await error.getByRole('button', { name: 'Aceptar' }).click()
  await send.click()
  await expect(error.getByText('Ya existe una cuenta con ese correo.')).toBeVisible()
  await error.getByRole('button', { name: 'Aceptar' }).click()
  const login = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await expect(login.getByRole('textbox', { name: 'Correo electrónico' })).toHaveValue(lost)
  await page.keyboard.press('Escape')
  await expect(login).toBeHidden()

  const email = `nueva${unique()}@correo.cl`
  await text('Correo electrónico').fill(email.toUpperCase())
  await send.click()
  const done = page.getByRole('alertdialog', { name: 'Listo!' })
  await expect(done).toBeVisible()
  await done.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page).toHaveURL('/')
  await expect(login.getByRole('textbox', { name: 'Correo electrónico' })).toHaveValue(email)
  await login.getByLabel(/^Contraseña/).fill('una-clave-larga')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Mi cuenta' })).toBeVisible()
  const user = await database
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(user).toMatchObject({
    role: 'Cliente',
    rut: '12345678',
    phone: '56221234567',
    cellphone: '912345678',
    lastname: "O'Higgins-Núñez",
  })
})

test('a customer with a cart fills in at most twelve fields: the interests are those of the cart', async ({
  page,
  database,
}) => {
  const category = `Del carrito ${unique()}`
  const hidden = await makeProduct(database, { category: 'SIN CLASIFICAR' })
  await fillCart(page, await makeProduct(database, { category }), hidden)
  await page.goto('/registro')
  const form = page.getByRole('form', { name: 'Crear cuenta' })
  await expect(form.getByRole('checkbox', { name: category })).toBeChecked()
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(form.getByText('Marcamos las de tu carrito: cámbialas si quieres.')).toBeVisible()

  let filled = 0
  const type = async (label: RegExp, text: string) => {
    await form.getByLabel(label).fill(text)
    filled += 1
  }
  const choose = async (name: string, value: string) => {
    await form.getByRole('combobox', { name }).selectOption(value)
    filled += 1
  }
  await type(/^Nombre/, 'Ana')
  await type(/^Apellidos/, 'Soto')
  await type(/^RUT/, '12345678-5')
  await choose('Género', 'FEMENINO')
  await type(/^Teléfono/, '912345678')
  await form.getByRole('button', { name: 'Mi celular es el mismo número' }).click()
  await choose('Día', '28')
  await choose('Mes', 'Febrero')
  await choose('Año', '1990')
  await type(/^Correo electrónico/, `carrito${unique()}@correo.cl`)
  await type(/^Contraseña/, 'una-clave-larga')
  await type(/^Repetir contraseña/, 'una-clave-larga')
  expect(filled).toBeLessThanOrEqual(12)
  await form.getByRole('button', { name: 'Registrarse' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Listo!' })).toBeVisible()
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { userCalls } from '#contract/users.ts'
import { createTestApp, sessionOf } from '#tests/app.ts'
import { makeCategory, makeUser, PASSWORD, unique } from '#tests/factories.ts'

const { database, send } = await createTestApp()
await makeCategory(database, 'Vitaminas')
await makeCategory(database, 'Bebé')

const registration = (changes: object = {}) => ({
  name: 'María José',
  last_name: "O'Higgins-Núñez",
  rut: '12.345.678',
  gender: 'FEMENINO' as const,
  phone: '221234567',
  cellphone: '912345678',
  day: '29',
  month: 'Febrero',
  year: '2000',
  email: `  Maria${unique()}@Correo.CL `,
  password: 'una-clave-larga',
  repeat_password: 'una-clave-larga',
  category: 'vitaminas,Bebé,No existe',
  ...changes,
})

const register = (changes?: object) => send(userCalls.createClient, { body: registration(changes) })
const logIn = (email: string, password = PASSWORD) => send(userCalls.login, { body: { email, password } })

describe('registration', () => {
  test('creates a customer who can log in and read the profile', async () => {
    const email = `Rosa${unique()}@Correo.CL`
    const { status, body } = await register({ email, role: 'Administrador', _id: crypto.randomUUID() })
    expect({ status, body }).toMatchObject({ status: 201, body: { message: expect.any(String) } })
    const login = await logIn(email.toUpperCase(), 'una-clave-larga')
    expect(login).toMatchObject({ status: 200, body: { data: { role: 'Cliente' } } })
    const { token, data } = sessionOf(login)
    const { _id } = data
    const profile = await send(userCalls.findUser, { params: { id: _id }, token })
    expect(profile.body.data).toEqual({
      _id,
      name: 'María José',
      lastname: "O'Higgins-Núñez",
      photo: '',
      role: 'Cliente',
      email: email.toLowerCase(),
      rut: '12345678',
      phone: '221234567',
      cellphone: '912345678',
      gender: 'FEMENINO',
      birthdate: '2000-02-29',
      interests: ['Bebé', 'Vitaminas'],
    })
  })

  test.each([
    ['12.345.678-5', '+56 2 2123 4567', '12345678', '56221234567'],
    ['10.000.013-k', '(9) 1234-5678', '10000013', '912345678'],
    ['12345678', '221234567', '12345678', '221234567'],
    // Digits alone are stored as they are.
    ['123456785', '123', '123456785', '123'],
  ])(
    'accepts the RUT %s and the phone %s as people write them',
    async (rut, phone, rutDigits, phoneDigits) => {
      const email = `escrito${unique()}@correo.cl`
      expect((await register({ email, rut, phone, cellphone: phone })).status).toBe(201)
      const row = await database
        .selectFrom('users')
        .select(['rut', 'phone', 'cellphone'])
        .where('email', '=', email)
        .executeTakeFirst()
      expect(row).toEqual({ rut: rutDigits, phone: phoneDigits, cellphone: phoneDigits })
    },
  )

  test('accepts an e-mail with 64 characters before the @', async () => {
    const email = `${String(unique()).padStart(64, 'a')}@correo.cl`
    expect((await register({ email })).status).toBe(201)
  })

  test('accepts one of nine simultaneous registrations with the same e-mail in different letter case', async () => {
    const email = `doble${unique()}@correo.cl`
    await sql`delete from rate_limits`.execute(database)
    const spellings = [email, email.toUpperCase(), ` ${email} `]
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => register({ email: spellings[index % 3] })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'EMAIL_TAKEN')).toHaveLength(8)
    const rows = await database.selectFrom('users').select('id').where('email', '=', email).execute()
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['name', { name: '' }, 'Este campo es obligatorio.'],
    ['last_name', { last_name: 'R2D2' }, 'Solo se permiten letras y espacios.'],
    ['rut', { rut: '12.345.678-K' }, 'El dígito verificador no corresponde a este RUT.'],
    ['rut', { rut: '12345678-' }, 'Solo se permiten numeros.'],
    ['phone', { phone: '+56' }, 'Solo se permiten numeros.'],
    ['gender', { gender: 'OTRO' }, 'Este campo es obligatorio.'],
    ['email', { email: 'ana@' }, 'El correo ingresado no es valido.'],
    ['email', { email: `${'a'.repeat(65)}@correo.cl` }, 'El correo ingresado no es valido.'],
    ['email', { email: 'a@b.cl\r\nBcc: x@y.cl' }, 'El correo ingresado no es valido.'],
    [
      'password',
      { password: 'corta', repeat_password: 'corta' },
      'La contraseña debe tener al menos 8 caracteres.',
    ],
    ['repeat_password', { repeat_password: 'otra-clave' }, 'Las contraseñas no coinciden.'],
    ['category', { category: '' }, 'Debe seleccionar al menos una categoria.'],
    ['category', { category: 'No existe' }, 'Debe seleccionar al menos una categoria.'],
    ['day', { day: 31, month: 2 }, 'La fecha no existe.'],
    ['day', { day: 29, month: 2, year: 2023 }, 'La fecha no existe.'],
    ['name', { name: 'Ana\0' }, 'El texto tiene caracteres no válidos.'],
    ['password', { password: 'x'.repeat(900_000) }, 'La contraseña debe tener como máximo 128 caracteres.'],
  ])('names the field %s in %o', async (path, changes, message) => {
    const { status, body } = await register(changes)
    expect(status).toBe(400)
    expect(body.issues).toContainEqual({ path, message })
  })
})

describe('login', () => {
  test('answers an unknown e-mail and a wrong password in the same way, with 400', async () => {
    const user = await makeUser(database)
    const [unknown, wrong] = [await logIn('nadie@correo.cl', 'x'), await logIn(user.email, 'x')]
    expect(unknown.status).toBe(400)
    expect(unknown.body).toEqual(wrong.body)
    expect(unknown.body).toMatchObject({ code: 'LOGIN_FAILED' })
    expect((await logIn(user.email, `${PASSWORD}\0`)).status).toBe(400)
  })

  test('records a successful login', async () => {
    const user = await makeUser(database, { role: 'Marketing' })
    await logIn(user.email)
    const { rows } = await sql`select * from user_activity where user_id = ${user.id}`.execute(database)
    expect(rows).toMatchObject([{ name: 'Ana Soto', email: user.email, role: 'Marketing' }])
  })

  test('the staff login refuses customers', async () => {
    const [customer, marketing] = [await makeUser(database), await makeUser(database, { role: 'Marketing' })]
    const logInAsStaff = (email: string) =>
      send(userCalls.adminLogin, { body: { email, password: PASSWORD } })
    expect(await logInAsStaff(customer.email)).toMatchObject({ status: 400, body: { code: 'LOGIN_FAILED' } })
    expect(await logInAsStaff(marketing.email)).toMatchObject({
      status: 200,
      body: { data: { role: 'Marketing' } },
    })
  })
})

describe('a profile', () => {
  const find = (id: string, token: string) => send(userCalls.findUser, { params: { id }, token })

  test('is readable by its owner and by administrators', async () => {
    const [owner, other] = [await makeUser(database), await makeUser(database)]
    const [admin, marketing] = [
      await makeUser(database, { role: 'Administrador' }),
      await makeUser(database, { role: 'Marketing' }),
    ]
    expect((await find(owner.id, owner.token)).status).toBe(200)
    expect((await find(owner.id, admin.token)).status).toBe(200)
    expect((await find(owner.id, other.token)).status).toBe(404)
    expect((await find(owner.id, marketing.token)).status).toBe(404)
    expect((await find('x', owner.token)).status).toBe(404)
  })

  test.each(['', 'x', 'a'.repeat(6_000), 'eyJhbGciOiJub25lIn0.e30.'])(
    'the token %.20j is refused',
    async (token) => {
      const owner = await makeUser(database)
      const answer = await send(userCalls.findUser, {
        params: { id: owner.id },
        headers: { 'x-access-token': token },
      })
      expect(answer).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
    },
  )

  test('an expired session and a lost role take effect at once', async () => {
    const [owner, admin] = [await makeUser(database), await makeUser(database, { role: 'Administrador' })]
    await database.updateTable('users').set({ role: 'Cliente' }).where('id', '=', admin.id).execute()
    expect((await find(owner.id, admin.token)).status).toBe(404)
    await database
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', owner.id)
      .execute()
    expect((await find(owner.id, owner.token)).status).toBe(401)
  })
})

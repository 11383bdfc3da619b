import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { userCalls } from '#contract/users.ts'
import { DEFAULT_PHOTO } from '#domain/users.ts'
import { sessionOf } from '#tests/app.ts'
import { makeCategory, makeUser, PASSWORD, unique } from '#tests/factories.ts'
import { appsOnEachStore } from '#tests/image-stores.ts'
import { image, multipart } from '#tests/images.ts'
import { removeQueuedImages } from '../../images/image-removals.ts'

const apps = await appsOnEachStore()
for (const { database } of apps) {
  await makeCategory(database, 'Vitaminas')
  await makeCategory(database, 'Bebé')
}

const PROFILE = {
  name: 'María José',
  last_name: "O'Higgins",
  rut: '12.345.678',
  gender: 'FEMENINO',
  phone: '221234567',
  cellphone: '912345678',
  birthdate: '1988-03-01',
  password: '',
  category: 'Vitaminas,Bebé',
}

type Person = { id: string; token: string; email: string }

describe.each(apps)('a profile, with photos on $store', ({ database, images, send, files }) => {
  const find = async ({ id, token }: Person) =>
    (await send(userCalls.findUser, { params: { id }, token })).body.data
  const save = (
    { id, token, email }: Person,
    changes: Record<string, string> = {},
    photo?: Buffer,
    as = token,
  ) =>
    send(userCalls.updateUser, {
      params: { id },
      form: multipart({ ...PROFILE, email, ...changes }, ...(photo ? [['photo', photo] as const] : [])),
      token: as,
    })
  const see = (photo: string, query: { width?: number } = {}) =>
    send(userCalls.userImage, { params: { photo }, query })

  test('is saved with all its fields; its photo is public, its interests are replaced', async () => {
    const user = await makeUser(database)
    const answer = await save(user, { email: `Nueva${unique()}@Correo.CL` }, await image())
    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    const profile = await find(user)
    expect(profile).toMatchObject({
      name: 'María José',
      lastname: "O'Higgins",
      rut: '12345678',
      birthdate: '1988-03-01',
      email: expect.stringMatching(/^nueva\d+@correo\.cl$/),
      interests: ['Bebé', 'Vitaminas'],
    })
    const seen = await see(profile.photo, { width: 96 })
    expect(seen).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
    })
    await save(user, { category: 'bebe' })
    expect(await find(user)).toMatchObject({ interests: ['Bebé'], photo: profile.photo })
  })

  test('a new photo replaces the old one, also with ten uploads at once', async () => {
    const user = await makeUser(database)
    const before = (await files()).length
    const photo = await image()
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(user, {}, photo)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    await removeQueuedImages(database, images)
    expect(await files()).toHaveLength(before + 2)
    expect((await see((await find(user)).photo)).status).toBe(200)
  })

  test('a refused save changes neither the profile, the photo nor the store', async () => {
    const [user, other] = [await makeUser(database), await makeUser(database)]
    await save(user, {}, await image())
    const [profile, before] = [await find(user), (await files()).sort()]
    const photo = await image('png')
    expect(await save(user, { email: other.email.toUpperCase() }, photo)).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', issues: [{ path: 'email' }] },
    })
    expect(await save(user, { category: 'No existe', name: 'Otra' }, photo)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'category', message: 'Debe seleccionar al menos una categoria.' }] },
    })
    expect((await save(user, { name: 'R2D2' }, photo)).status).toBe(400)
    expect((await save(user, {}, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(415)
    expect(await find(user)).toEqual(profile)
    expect((await files()).sort()).toEqual(before)
  })
})

describe('a profile', () => {
  const { database, send } = apps[0]
  const save = (
    { id, token, email }: Person,
    changes: Record<string, string> = {},
    as: string | undefined = token,
  ) =>
    send(userCalls.updateUser, {
      params: { id },
      form: multipart({ ...PROFILE, email, ...changes }),
      token: as,
    })
  const find = ({ id, token }: Person) => send(userCalls.findUser, { params: { id }, token })
  const logIn = (email: string, password: string) => send(userCalls.login, { body: { email, password } })

  test('keeps its birth date through five saves, sent as a day or as an instant of any time zone', async () => {
    const user = await makeUser(database)
    for (const birthdate of [
      '1988-03-01',
      '1988-03-01T00:00:00.000Z',
      '1988-03-01T23:59:59-04:00',
      '1988-03-01T00:00:00.000+14:00',
      '1988-03-01T03:00:00.000Z',
    ]) {
      expect((await save(user, { birthdate })).status).toBe(200)
      expect((await find(user)).body.data.birthdate).toBe('1988-03-01')
    }
    for (const birthdate of ['2023-02-29', '1988-13-01', '01/03/1988', '']) {
      const { status, body } = await save(user, { birthdate })
      expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 400, path: 'birthdate' })
    }
  })

  test('an empty password changes nothing; a new one ends the other sessions and invalidates recovery links', async () => {
    const user = await makeUser(database)
    await save(user)
    const other = sessionOf(await logIn(user.email, PASSWORD)).token
    await database
      .insertInto('tokens')
      .values({
        purpose: 'password-reset',
        token_hash: Buffer.from(user.id),
        user_id: user.id,
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute()
    expect((await save(user, { password: 'corta' })).status).toBe(400)
    expect((await save(user, { password: 'otra-clave-larga' })).status).toBe(200)
    expect((await find(user)).status).toBe(200)
    expect((await find({ ...user, token: other })).status).toBe(401)
    expect((await logIn(user.email, PASSWORD)).status).toBe(400)
    expect((await logIn(user.email, 'otra-clave-larga')).status).toBe(200)
    const links = await database
      .selectFrom('tokens')
      .selectAll()
      .where('purpose', '=', 'password-reset')
      .where('user_id', '=', user.id)
      .execute()
    expect(links).toEqual([])
  })

  test('a password set by an administrator ends all the user’s sessions, not the administrator’s', async () => {
    const [user, admin] = [await makeUser(database), await makeUser(database, { role: 'Administrador' })]
    expect((await save(user, { password: 'otra-clave-larga' }, admin.token)).status).toBe(200)
    expect((await find(user)).status).toBe(401)
    expect((await find({ ...user, token: admin.token })).status).toBe(200)
  })

  test('can be changed by its owner and by administrators only', async () => {
    const [user, other, marketing] = [
      await makeUser(database),
      await makeUser(database),
      await makeUser(database, { role: 'Marketing' }),
    ]
    for (const thief of [other, marketing])
      expect((await save(user, { password: 'robada-robada' }, thief.token)).status).toBe(404)
    expect((await save({ ...user, id: 'x' })).status).toBe(404)
    expect((await save({ ...user, token: '' })).status).toBe(401)
    const admin = await makeUser(database, { role: 'Administrador' })
    expect((await save({ ...user, id: crypto.randomUUID() }, {}, admin.token)).status).toBe(404)
    expect((await logIn(user.email, PASSWORD)).status).toBe(200)
  })

  test('a role, an id and a photo’s name in the form are ignored', async () => {
    const user = await makeUser(database)
    const { id } = await makeUser(database)
    const sly = { role: 'Administrador', _id: id, photo: 'ajena.webp', password_hash: 'x' }
    expect((await save(user, sly)).status).toBe(200)
    expect((await find(user)).body.data).toMatchObject({ _id: user.id, role: 'Cliente', photo: '' })
    expect((await save(user, { __proto__: 'x', constructor: 'x', prototype: 'x' })).status).toBeLessThan(500)
    expect((await find(user)).body.data).toMatchObject({ role: 'Cliente' })
  })

  test('staff may save it without interests, customers may not', async () => {
    const [marketing, customer] = [await makeUser(database, { role: 'Marketing' }), await makeUser(database)]
    expect((await save(marketing, { category: '' })).status).toBe(200)
    expect((await find(marketing)).body.data).toMatchObject({ interests: [], name: 'María José' })
    expect(await save(customer, { category: '' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'category' }] },
    })
  })

  test('accepts one of twenty simultaneous changes to the same e-mail', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => makeUser(database)))
    const email = `codiciado${unique()}@correo.cl`
    const answers = await Promise.all(people.map((person) => save({ ...person, email })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'EMAIL_TAKEN')).toHaveLength(19)
  })

  test('without a photo shows the default photo, a real PNG', async () => {
    const icon = await send(userCalls.userImage, { params: { photo: DEFAULT_PHOTO }, query: { width: 96 } })
    expect(icon).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    expect(await sharp(icon.body as unknown as Buffer).metadata()).toMatchObject({
      format: 'png',
      width: 320,
    })
    const unknown = await send(userCalls.userImage, {
      params: { photo: `${'0'.repeat(32)}.webp` },
      query: {},
    })
    expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

import { describe, expect, test } from 'vitest'
import { carouselCalls } from '#contract/carousel.ts'
import { loginRecordCalls } from '#contract/login-records.ts'
import { userCalls } from '#contract/users.ts'
import { ROLES, type Role } from '#domain/users.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser, PASSWORD } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const admin = await makeUser(database, { role: 'Administrador', name: 'Jefa' })
const { token } = admin

const names = async (query: object) => {
  const { body } = await send(userCalls.listUsers, { query, token })
  return { names: body.data.map((user) => user.name), total: body.total }
}

describe('the lists of users', () => {
  test('filter by role, search without accents, come newest first and never contain a password', async () => {
    await makeUser(database, { name: 'Álvaro' })
    await makeUser(database, { name: 'Marta', role: 'Marketing' })
    await makeUser(database, { name: 'Alvarito' })
    const clients = await send(userCalls.listClients, { query: {}, token })
    expect(clients.body).toMatchObject({ data: [{ name: 'Alvarito' }, { name: 'Álvaro' }], total: 2 })
    expect(await names({})).toEqual({ names: ['Alvarito', 'Marta', 'Álvaro', 'Jefa'], total: 4 })
    expect(await names({ except: 'Cliente' })).toEqual({ names: ['Marta', 'Jefa'], total: 2 })
    expect(await names({ role: 'Marketing' })).toEqual({ names: ['Marta'], total: 1 })
    expect(await names({ role: 'Cliente', except: 'Cliente' })).toEqual({ names: [], total: 0 })
    expect(await names({ search: 'alvar', page: 2, pageSize: 1 })).toEqual({ names: ['Álvaro'], total: 2 })
    expect(await names({ search: 'MARTA soto' })).toEqual({ names: ['Marta'], total: 1 })
    expect(await names({ search: '%' })).toEqual({ names: [], total: 0 })
    const { body } = await send(userCalls.listUsers, { query: {}, token })
    expect(JSON.stringify(body)).not.toMatch(/password|hash|argon|token/i)
  })

  test('refuse an unknown role', async () => {
    const query = { role: 'administrador' as Role }
    expect(await send(userCalls.listUsers, { query, token })).toMatchObject({ status: 400 })
  })
})

describe('a role', () => {
  const change = (id: string, role: unknown, by = token) =>
    send(userCalls.updateRole, { body: { id, role: role as Role }, token: by })
  const roleOf = async (id: string) =>
    (await send(userCalls.findUser, { params: { id }, token })).body.data.role

  test('changes at once, also for open sessions', async () => {
    const user = await makeUser(database)
    const list = () => send(loginRecordCalls.listLoginRecords, { query: {}, token: user.token })
    expect((await list()).status).toBe(403)
    expect(await change(user.id, 'Administrador')).toMatchObject({
      status: 200,
      body: { message: 'Se actualizo el rol correctamente!' },
    })
    expect((await list()).status).toBe(200)
    const { expires_at } = await database
      .selectFrom('sessions')
      .select('expires_at')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + 12 * 60 * 60 * 1000)
  })

  test('loses its rights at once when it is taken away, also in open sessions', async () => {
    const user = await makeUser(database, { role: 'Marketing' })
    const hide = () =>
      send(carouselCalls.setCarouselState, {
        body: { id: crypto.randomUUID(), state: false },
        token: user.token,
      })
    expect((await hide()).status).toBe(404)
    expect((await change(user.id, 'Cliente')).status).toBe(200)
    expect(await hide()).toMatchObject({ status: 403, body: { code: 'NO_ACCESS' } })
  })

  test('can’t be changed by its own user', async () => {
    for (const id of [admin.id, admin.id.toUpperCase()]) {
      for (const role of ROLES) {
        expect(await change(id, role)).toMatchObject({ status: 409, body: { code: 'ROLE_LOCKED' } })
        expect(await roleOf(id)).toBe('Administrador')
      }
    }
  })

  test('of an Administrador can be changed by another Administrador, with effect at once', async () => {
    const other = await makeUser(database, { role: 'Administrador' })
    expect((await change(other.id, 'Marketing')).status).toBe(200)
    expect(await roleOf(other.id)).toBe('Marketing')
    expect((await change(admin.id, 'Cliente', other.token)).status).toBe(403)
    expect(await roleOf(admin.id)).toBe('Administrador')
  })

  test.each(['administrador', 'Administrador ', '', null, ['Cliente'], { role: 'Cliente' }, 'Cliente\0', 1])(
    'can not be %j',
    async (role) => {
      const user = await makeUser(database)
      expect((await change(user.id, role)).status).toBe(400)
      expect(await roleOf(user.id)).toBe('Cliente')
    },
  )

  test('of an unknown user is answered with 404', async () => {
    for (const id of ['abc', crypto.randomUUID()]) expect((await change(id, 'Cliente')).status).toBe(404)
  })

  test('keeps one of two values that two administrators set at once', async () => {
    const other = await makeUser(database, { role: 'Administrador' })
    for (let round = 0; round < 10; round += 1) {
      const user = await makeUser(database)
      const answers = await Promise.all([
        change(user.id, 'Administrador'),
        change(user.id, 'Marketing', other.token),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(['Administrador', 'Marketing']).toContain(await roleOf(user.id))
    }
  })
})

describe('the login records', () => {
  test('lists each login, newest first; the search matches name and role', async () => {
    const first = await makeUser(database, { name: 'Ñusta' })
    const second = await makeUser(database, { name: 'Berta', role: 'Marketing' })
    for (const { email } of [first, second])
      await send(userCalls.login, { body: { email, password: PASSWORD } })
    const list = async (query: object) =>
      (await send(loginRecordCalls.listLoginRecords, { query, token })).body
    expect(await list({})).toMatchObject({
      data: [
        { name: 'Berta Soto', email: second.email, role: 'Marketing' },
        { name: 'Ñusta Soto', email: first.email, role: 'Cliente' },
      ],
      total: 2,
    })
    expect((await list({})).data[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(await list({ search: 'nusta' })).toMatchObject({ data: [{ name: 'Ñusta Soto' }], total: 1 })
    expect(await list({ search: 'marketing', page: 1 })).toMatchObject({ total: 1 })
    expect(await list({ page: 2, pageSize: 1 })).toMatchObject({ data: [{ name: 'Ñusta Soto' }], total: 2 })
    expect(await list({ page: 9 })).toEqual({ data: [], total: 2 })
  })
})

test('only administrators may make these calls', async () => {
  const body = { id: admin.id, role: 'Cliente' as const }
  for (const [role, status] of [
    ...ROLES.slice(1).map((role) => [role, 403] as const),
    [null, 401] as const,
  ]) {
    const who = role ? { token: (await makeUser(database, { role })).token } : {}
    for (const call of [userCalls.listClients, userCalls.listUsers, loginRecordCalls.listLoginRecords])
      expect((await send(call, { query: {}, ...who })).status).toBe(status)
    expect((await send(userCalls.updateRole, { body, ...who })).status).toBe(status)
    expect((await send(loginRecordCalls.exportUsers, who)).status).toBe(status)
  }
})

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { userCalls } from '#contract/users.ts'
import type { Role } from '#domain/users.ts'
import { closeSessions } from '#server/http/sessions.ts'
import { createTestApp, sessionOf } from '#tests/app.ts'
import { makeUser, PASSWORD } from '#tests/factories.ts'
import { countWaiting } from '#tests/locks.ts'
import { hashPassword } from './passwords.ts'

const { database, send } = await createTestApp()

const logIn = (email: string, call: typeof userCalls.login | typeof userCalls.adminLogin = userCalls.login) =>
  send(call, { body: { email, password: PASSWORD } })
const read = ({ id, token }: { id: string; token: string }) =>
  send(userCalls.findUser, { params: { id }, token })
const logOut = (token?: string) => send(userCalls.logout, { token })

test('requests that arrive together are each answered for their own session, or refused without one', async () => {
  const [ana, luis, gone] = [await makeUser(database), await makeUser(database), await makeUser(database)]
  await closeSessions(database, gone.id)
  const unknown = { id: ana.id, token: randomBytes(32).toString('base64url') }
  const others = { id: ana.id, token: luis.token }
  const answers = await Promise.all([ana, unknown, luis, gone, others, ana, luis].map(read))
  expect(answers.map(({ status, body }) => [status, body.data?._id])).toEqual([
    [200, ana.id],
    [401, undefined],
    [200, luis.id],
    [401, undefined],
    [404, undefined],
    [200, ana.id],
    [200, luis.id],
  ])
})

describe('a logout', () => {
  test('ends its own token on the server, and no other session', async () => {
    const user = await makeUser(database)
    const { token } = sessionOf(await logIn(user.email))
    expect(await logOut(user.token)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(await read(user)).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
    expect((await read({ id: user.id, token })).status).toBe(200)
    expect((await logOut(user.token)).status).toBe(401)
  })

  test('needs a session', async () => {
    expect(await logOut()).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
  })
})

describe('a login whose user changes after the password was checked', () => {
  /** Makes a login wait after it has checked the password, changes the user, and then lets the login go on. */
  async function changeDuringLogin(
    user: { id: string; email: string },
    changes: { password_hash?: string; role?: Role; disabled_at?: Date },
    call?: typeof userCalls.adminLogin,
  ) {
    const { login } = await database.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute()
      const login = logIn(user.email, call)
      await expect.poll(() => countWaiting(database)).toBeGreaterThan(0)
      await tx.updateTable('users').set(changes).where('id', '=', user.id).execute()
      if (changes.password_hash) await closeSessions(tx, user.id)
      return { login }
    })
    return login
  }

  test('opens no session after the password was reset', async () => {
    const user = await makeUser(database)
    const answer = await changeDuringLogin(user, { password_hash: await hashPassword('otra-clave-larga') })
    expect(answer).toMatchObject({ status: 400, body: { code: 'LOGIN_FAILED' } })
    const sessions = await database
      .selectFrom('sessions')
      .select('user_id')
      .where('user_id', '=', user.id)
      .execute()
    expect(sessions).toEqual([])
  })

  test('opens no session for an account that was disabled meanwhile', async () => {
    const user = await makeUser(database)
    const answer = await changeDuringLogin(user, { disabled_at: new Date() })
    expect(answer).toMatchObject({ status: 400, body: { code: 'LOGIN_FAILED' } })
  })

  test('opens a session with the new role and its shorter lifetime', async () => {
    const user = await makeUser(database)
    await database.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    const answer = await changeDuringLogin(user, { role: 'Marketing' })
    expect(sessionOf(answer).data.role).toBe('Marketing')
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from expires_at - now())::int / 3600 as hours
      from sessions where user_id = ${user.id}`.execute(database)
    expect(rows[0]!.hours).toBeLessThanOrEqual(12)
  })

  test('opens no session at the staff login for a user who became a customer meanwhile', async () => {
    const user = await makeUser(database, { role: 'Marketing' })
    const answer = await changeDuringLogin(user, { role: 'Cliente' }, userCalls.adminLogin)
    expect(answer).toMatchObject({ status: 400, body: { code: 'LOGIN_FAILED' } })
  })
})

import { expect, test } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { userCalls } from '#contract/users.ts'
import { createTestApp, sessionOf } from '#tests/app.ts'
import { makeUser, PASSWORD, unique } from '#tests/factories.ts'
import { collectMails } from '#tests/mailbox.ts'
import { issueToken } from '../../http/tokens.ts'
import { disableAccount, enableAccount } from './disable-account.ts'

const { database, config, send } = await createTestApp()
const admin = await makeUser(database, { role: 'Administrador' })

const logIn = (email: string, password = PASSWORD) => send(userCalls.login, { body: { email, password } })
const profile = ({ id, token }: { id: string; token: string }) =>
  send(userCalls.findUser, { params: { id }, token })
const reset = (token: string) =>
  send(accountCalls.resetPassword, {
    params: { token },
    body: { password: 'otra-clave-larga', confirmPassword: 'otra-clave-larga' },
  })

test('a disabled account’s sessions end at once, and stay closed when it is enabled', async () => {
  const user = await makeUser(database)
  expect((await profile(user)).status).toBe(200)
  await disableAccount(database, user.id, 'operador')
  expect(await profile(user)).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
  await enableAccount(database, user.id, 'operador')
  expect((await profile(user)).status).toBe(401)
  const { token } = sessionOf(await logIn(user.email))
  expect((await profile({ id: user.id, token })).status).toBe(200)
})

test('a session row that is left gives no access while the account is disabled', async () => {
  const user = await makeUser(database)
  await database.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', user.id).execute()
  expect((await profile(user)).status).toBe(401)
})

test.each(['Cliente', 'Marketing', 'Administrador'] as const)(
  'answers the login of a disabled %s like a wrong password',
  async (role) => {
    const user = await makeUser(database, { role })
    const wrong = await logIn(user.email, 'otra clave')
    await disableAccount(database, user.id, 'operador')
    for (const call of [userCalls.login, userCalls.adminLogin]) {
      const { status, body } = await send(call, { body: { email: user.email, password: PASSWORD } })
      expect({ status, body }).toEqual({ status: 400, body: wrong.body })
    }
    await enableAccount(database, user.id, 'operador')
    expect((await logIn(user.email)).status).toBe(200)
  },
)

test('a disabled account gets no recovery mail, and its earlier links stop working', async () => {
  const user = await makeUser(database)
  const before = await issueToken(database, 'password-reset', user.id)
  await disableAccount(database, user.id, 'operador')
  const after = await issueToken(database, 'password-reset', user.id)
  for (const token of [before, after])
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'DEAD_LINK' } })

  await send(accountCalls.forgotPassword, { body: { email: user.email } })
  const mails = await collectMails({ database, config })
  expect(mails.filter(({ headers }) => headers.to?.includes(user.email))).toEqual([])
  await enableAccount(database, user.id, 'operador')
  expect((await logIn(user.email)).status).toBe(200)
})

test('the lists of users still show a disabled account', async () => {
  const name = `Berta${unique()}`
  const user = await makeUser(database, { name })
  await disableAccount(database, user.id, 'operador')
  const { body } = await send(userCalls.listClients, { query: { search: name }, token: admin.token })
  expect(body).toMatchObject({ data: [{ _id: user.id, name }], total: 1 })
})

test('refuses to disable or enable an unknown id', async () => {
  for (const act of [disableAccount, enableAccount])
    await expect(act(database, crypto.randomUUID(), 'operador')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { auditCalls } from '#contract/audit.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { carouselCalls } from '#contract/carousel.ts'
import { connectionCalls } from '#contract/connections.ts'
import { preferenceCalls } from '#contract/preferences.ts'
import { secondFactorCalls } from '#contract/second-factor.ts'
import { staffCalls } from '#contract/staff.ts'
import { userCalls } from '#contract/users.ts'
import type { Role, StaffRole } from '#domain/users.ts'
import { deleteExpiredRows } from '#server/hourly-sweep.ts'
import { createTestApp, sessionOf } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { traces } from '#tests/erasure.ts'
import { makeAddress, makeCategory, makeUser, PASSWORD, unique } from '#tests/factories.ts'
import { collectMails } from '#tests/mailbox.ts'
import { issueToken } from '../../http/tokens.ts'
import { exportPerson } from '../people-data/export-person.ts'

// The clock of the codes stands still, so that no period ends during a test.
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => void vi.useRealTimers())

const app = await createTestApp({ LIMIT_PER_ADDRESS: 'on' })
const { database, send } = app
const { entries } = openAuditTrail(database)

type User = Awaited<ReturnType<typeof makeUser>>
/** Makes staff with a session of a password alone. */
const makeStaff = (role: Role = 'Administrador') =>
  makeUser(database, { role, email: `equipo${unique()}@botica.cl`, name: 'Pía' })

/** The code that the app shows now, or some `periods` later; earlier if negative. */
function codeOf(secret: string, periods = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 })
}

/** Forgets the used periods, so that the current code is accepted again, as if a new period had begun. */
const waitForNextCode = ({ id }: { id: string }) =>
  sql`update second_factors set last_period = 0 where user_id = ${id}`.execute(database)

const start = ({ token }: { token: string }, password = PASSWORD) =>
  send(secondFactorCalls.startSecondFactor, { body: { password }, token })
const confirm = ({ token }: { token: string }, code: string) =>
  send(secondFactorCalls.confirmSecondFactor, { body: { code }, token })

/** Sets a second factor up. */
async function setUp(user: User) {
  const { secret } = (await start(user)).body.data
  const { body } = await confirm(user, codeOf(secret))
  await waitForNextCode(user)
  return { ...user, secret, recoveryCodes: body.data.recoveryCodes }
}
const makeProtected = async (role?: Role) => setUp(await makeStaff(role))

type Login = { password?: string; cookie?: string; from?: string; call?: typeof userCalls.login }
const logIn = (
  { email }: { email: string },
  { password = PASSWORD, cookie, from, call = userCalls.adminLogin as never }: Login = {},
) => send(call, { body: { email, password }, headers: cookie ? { cookie } : {}, from })

async function ticketFor(user: { email: string }): Promise<string> {
  const { body } = await logIn(user)
  if (body.token !== undefined) throw new Error('the login needs no code')
  return body.data.ticket
}

type Step = { ticket: string; code: string; remember?: boolean; from?: string }
const enterCode = ({ from, ...body }: Step) => send(secondFactorCalls.loginWithCode, { body, from })
const giveAgain = (token: string, code: string) =>
  send(secondFactorCalls.giveCodeAgain, { body: { code }, token })
const cookiesOf = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie']].flat().map(String)
const rememberedIn = (answer: { headers: Record<string, unknown> }) =>
  cookiesOf(answer)
    .find((cookie) => cookie.startsWith('remembered-device'))
    ?.split(';')[0]

/** A guarded call that an administrator may make. */
const inviteSomebody = (token: string) =>
  send(staffCalls.inviteStaff, {
    body: { name: 'Ana', email: `nueva${unique()}@botica.cl`, role: 'Marketing' },
    token,
  })

describe('setting up', () => {
  test('needs the password, shows a QR code, ends with a code of the app, and shows ten recovery codes once', async () => {
    const user = await makeStaff('Marketing')
    const wrong = await start(user, 'otra-clave')
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'password' }] } })
    const { body } = await start(user)
    const { secret, uri, qr } = body.data
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(uri)).toMatchObject({ protocol: 'otpauth:' })
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain(encodeURIComponent(user.email))
    expect(qr).toMatch(/^<svg /)

    expect(await confirm(user, '000000')).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } })
    expect(sessionOf(await logIn(user)).data).toEqual({ _id: user.id, role: 'Marketing' })
    const confirmed = await confirm(user, codeOf(secret))
    const { recoveryCodes } = confirmed.body.data
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await entries()).toMatchObject([
      { action: 'user.second-factor-on', id: user.id, label: user.email, before: null, after: null },
    ])
    for (const text of [secret, ...recoveryCodes]) expect(await traces(database, text)).toEqual({})
    expect(await start(user)).toMatchObject({ status: 409, body: { code: 'SECOND_FACTOR_ON' } })
    expect(await confirm(user, codeOf(secret))).toMatchObject({ body: { code: 'SECOND_FACTOR_ON' } })
    const state = await send(secondFactorCalls.getSecondFactor, { token: user.token })
    expect(state.body.data).toEqual({ enabled: true, required: false, recoveryCodes: 10, devices: 0 })
  })

  test('must be confirmed within an hour with a code of the last secret, never with a recovery code', async () => {
    const user = await makeStaff()
    const { secret: first } = (await start(user)).body.data
    const { secret } = (await start(user)).body.data
    expect((await confirm(user, codeOf(first))).status).toBe(400)
    expect((await confirm(user, 'abcd-efgh-ijkl')).status).toBe(400)
    await sql`update second_factors set started_at = now() - interval '61 minutes' where user_id = ${user.id}`.execute(
      database,
    )
    expect(await confirm(user, codeOf(secret))).toMatchObject({
      status: 409,
      body: { code: 'NO_SECOND_FACTOR' },
    })
    await deleteExpiredRows(database)
    const left = await sql`select from second_factors where user_id = ${user.id}`.execute(database)
    expect(left.rows).toEqual([])
  })

  test('succeeds once when several requests confirm it at once, with ten recovery codes', async () => {
    const user = await makeStaff()
    const { secret } = (await start(user)).body.data
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(user, codeOf(secret))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = await sql`select from recovery_codes where user_id = ${user.id}`.execute(database)
    expect(codes.rows).toHaveLength(10)
  })
})

describe('a login', () => {
  test.each([userCalls.adminLogin, userCalls.login])(
    'at $path answers a ticket without token, and a code opens the session',
    async (call) => {
      const user = await makeProtected()
      const first = await logIn(user, { call: call as never })
      expect(first).toMatchObject({ status: 200, body: { data: { secondFactor: true } } })
      expect(first.body).not.toHaveProperty('token')
      expect(first.headers['set-cookie']).toBeUndefined()
      const { ticket } = first.body.data as { ticket: string }
      expect(await traces(database, ticket)).toEqual({})
      const wrong = await enterCode({ ticket, code: '000000' })
      expect(wrong).toMatchObject({ status: 400, body: { code: 'WRONG_CODE', issues: [{ path: 'code' }] } })
      const opened = await enterCode({ ticket, code: codeOf(user.secret) })
      expect(opened).toMatchObject({ status: 200, body: { data: { _id: user.id, role: 'Administrador' } } })
      expect(cookiesOf(opened)).toEqual([expect.stringContaining('known-device=')])
      const own = await send(preferenceCalls.readPreferences, { token: opened.body.token })
      expect(own.status).toBe(200)
      const again = await enterCode({ ticket, code: user.recoveryCodes[0]! })
      expect(again).toMatchObject({ status: 400, body: { code: 'DEAD_TICKET' } })
    },
  )

  test('needs no code for accounts without a second factor, nor for customers who had one as staff', async () => {
    for (const role of ['Administrador', 'Marketing', 'Cliente'] as const) {
      const user = await makeStaff(role)
      const { body } = await logIn(user, { call: userCalls.login })
      expect(body).toEqual({ token: expect.any(String), data: { _id: user.id, role } })
    }
    const former = await makeProtected()
    await database.updateTable('users').set({ role: 'Cliente' }).where('id', '=', former.id).execute()
    expect(sessionOf(await logIn(former, { call: userCalls.login })).data.role).toBe('Cliente')
  })

  test('accepts each code once, also in several simultaneous requests', async () => {
    const user = await makeProtected()
    for (const code of [codeOf(user.secret), user.recoveryCodes[3]!]) {
      const tickets = await Promise.all(Array.from({ length: 5 }, () => ticketFor(user)))
      const answers = await Promise.all(tickets.map((ticket) => enterCode({ ticket, code })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
    }
    const ticket = await ticketFor(user)
    expect((await enterCode({ ticket, code: codeOf(user.secret) })).status).toBe(400)
    expect((await enterCode({ ticket, code: codeOf(user.secret, -1) })).status).toBe(400)
  })

  test('opens one session with one ticket, also for several simultaneous codes', async () => {
    const user = await makeProtected()
    const ticket = await ticketFor(user)
    const answers = await Promise.all(user.recoveryCodes.map((code) => enterCode({ ticket, code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await sql`select from recovery_codes where user_id = ${user.id}`.execute(database)
    expect(left.rows).toHaveLength(9)
  })

  test.each([-1, 0, 1])('accepts a code of a clock that is %i periods ahead', async (periods) => {
    const user = await makeProtected()
    const code = codeOf(user.secret, periods)
    expect((await enterCode({ ticket: await ticketFor(user), code })).status).toBe(200)
  })

  test.each([-3, 3])('refuses a code of a clock that is %i periods ahead', async (periods) => {
    const user = await makeProtected()
    const code = codeOf(user.secret, periods)
    expect((await enterCode({ ticket: await ticketFor(user), code })).status).toBe(400)
  })

  test('accepts codes as people type them', async () => {
    const user = await makeProtected()
    const code = codeOf(user.secret)
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `
    expect((await enterCode({ ticket: await ticketFor(user), code: spaced })).status).toBe(200)
    const recovery = user.recoveryCodes[0]!.replaceAll('-', ' ').toUpperCase()
    expect((await enterCode({ ticket: await ticketFor(user), code: recovery })).status).toBe(200)
  })

  test('waits ten minutes for the code, but no longer than until a new password, a disabling or the end of the sessions', async () => {
    const user = await makeProtected()
    const code = user.recoveryCodes[0]!
    const late = await ticketFor(user)
    await sql`update tokens set expires_at = expires_at - interval '10 minutes' where purpose = 'login-ticket'`.execute(
      database,
    )
    expect((await enterCode({ ticket: late, code })).body.code).toBe('DEAD_TICKET')
    const earlier = await ticketFor(user)
    const token = await issueToken(database, 'password-reset', user.id)
    const passwords = { password: PASSWORD, confirmPassword: PASSWORD }
    await send(accountCalls.resetPassword, { params: { token }, body: passwords })
    expect((await enterCode({ ticket: earlier, code })).body.code).toBe('DEAD_TICKET')
    const disabled = await ticketFor(user)
    await database.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', user.id).execute()
    expect((await enterCode({ ticket: disabled, code })).body.code).toBe('DEAD_TICKET')
    expect((await enterCode({ ticket: 'otro', code })).body.code).toBe('DEAD_TICKET')
  })

  test('needs the code also after a new password', async () => {
    const user = await makeProtected()
    const token = await issueToken(database, 'password-reset', user.id)
    const passwords = { password: 'clave-nueva', confirmPassword: 'clave-nueva' }
    await send(accountCalls.resetPassword, { params: { token }, body: passwords })
    const { body } = await logIn(user, { password: 'clave-nueva' })
    expect(body.data).toMatchObject({ secondFactor: true })
  })
})

describe('wrong codes', () => {
  test('of one account at one address are stopped after ten, and the owner can log in at another address', async () => {
    const user = await makeProtected()
    const ticket = await ticketFor(user)
    const [from, elsewhere] = [makeAddress(), makeAddress()]
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => enterCode({ ticket, code: '000000', from })),
    )
    expect(guesses.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(400), 429, 429])
    const refused = await enterCode({ ticket, code: codeOf(user.secret), from })
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await enterCode({ ticket, code: codeOf(user.secret), from: elsewhere })).status).toBe(200)
  })

  test('are counted together for logins and guarded calls, and a right code resets the count', async () => {
    const user = await makeProtected()
    const guessAgain = (from: string, code = '000000') =>
      send(secondFactorCalls.giveCodeAgain, { body: { code }, token: user.token, from })
    const from = makeAddress()
    for (let guess = 0; guess < 9; guess += 1) expect((await guessAgain(from)).status).toBe(400)
    expect((await guessAgain(from, codeOf(user.secret))).status).toBe(200)
    const ticket = await ticketFor(user)
    for (let guess = 0; guess < 6; guess += 1)
      expect((await enterCode({ ticket, code: '000000', from })).status).toBe(400)
    for (let guess = 0; guess < 4; guess += 1) expect((await guessAgain(from)).status).toBe(400)
    expect((await guessAgain(from)).status).toBe(429)
  })
})

describe('a remembered browser', () => {
  const remember = async (user: { email: string; secret: string }) =>
    enterCode({ ticket: await ticketFor(user), code: codeOf(user.secret), remember: true })

  test('needs no code for 30 days, by a separate cookie that only logins read', async () => {
    const user = await makeProtected()
    const opened = await remember(user)
    const cookie = rememberedIn(opened)!
    expect(cookiesOf(opened)).toContainEqual(
      expect.stringMatching(/^remembered-device-.*; Path=\/api; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
    )
    expect(await traces(database, cookie.split('=')[1]!)).toEqual({})
    const session = sessionOf(await logIn(user, { cookie }))
    expect(session.data).toEqual({ _id: user.id, role: 'Administrador' })
    // The cookie replaces only the code of the login.
    expect((await inviteSomebody(session.token)).body.code).toBe('SECOND_FACTOR')
    expect((await logIn(user)).body.token).toBeUndefined()
    await sql`update tokens set expires_at = now() where purpose = 'remembered-device'`.execute(database)
    expect((await logIn(user, { cookie })).body.token).toBeUndefined()
  })

  test('is remembered only for its user', async () => {
    const [user, other] = [await makeProtected(), await makeProtected()]
    const [, token] = rememberedIn(await remember(user))!.split('=')
    const { body } = await logIn(other, { cookie: `remembered-device-${other.id}=${token}` })
    expect(body.token).toBeUndefined()
  })

  test.each<[string, (user: Awaited<ReturnType<typeof makeProtected>>) => Promise<unknown>]>([
    [
      'a new password by mail',
      async ({ id }) =>
        send(accountCalls.resetPassword, {
          params: { token: await issueToken(database, 'password-reset', id) },
          body: { password: PASSWORD, confirmPassword: PASSWORD },
        }),
    ],
    [
      'a second factor that is turned off and on',
      async (user) => {
        const code = user.recoveryCodes[1]!
        const { token } = user
        await send(secondFactorCalls.disableSecondFactor, { body: { password: PASSWORD, code }, token })
        await setUp(user)
      },
    ],
  ])('is forgotten after %s', async (_, change) => {
    const user = await makeProtected()
    const cookie = rememberedIn(await remember(user))!
    expect((await logIn(user, { cookie })).body.token).toBeDefined()
    await change(user)
    expect((await logIn(user, { cookie })).body.token).toBeUndefined()
  })
})

describe('guarded calls', () => {
  test('need a code given within the last ten minutes, which may be that of the login', async () => {
    const user = await makeProtected()
    expect(await inviteSomebody(user.token)).toMatchObject({ status: 409, body: { code: 'SECOND_FACTOR' } })
    expect((await giveAgain(user.token, '000000')).status).toBe(400)
    expect((await giveAgain(user.token, codeOf(user.secret))).status).toBe(200)
    expect((await inviteSomebody(user.token)).status).toBe(201)
    await sql`update sessions set code_at = code_at - interval '10 minutes 1 second'`.execute(database)
    expect((await inviteSomebody(user.token)).status).toBe(409)

    const opened = await enterCode({ ticket: await ticketFor(user), code: user.recoveryCodes[0]! })
    expect((await inviteSomebody(opened.body.token)).status).toBe(201)
    // The code counts only for the session that it opened.
    expect((await inviteSomebody(user.token)).status).toBe(409)
  })

  const guarded = Object.entries<Call>(calls).filter(([, call]) => call.guarded)

  test('are the keys, new webhooks, downloads of people’s data, staff and roles, and new recovery codes', () => {
    expect(guarded.map(([name]) => name).toSorted()).toEqual([
      'createKey',
      'createWebhook',
      'exportAccount',
      'exportAudit',
      'exportOrders',
      'exportParcels',
      'exportRecall',
      'exportRegister',
      'exportUsers',
      'inviteStaff',
      'renewRecoveryCodes',
      'requireSecondFactor',
      'resendInvitation',
      'resetSecondFactor',
      'revokeKey',
      'setAccountDisabled',
      'updateRole',
      'updateUser',
    ])
  })

  test.each(guarded)('%s needs a code only of accounts with a second factor', async (_, call) => {
    const [user, other] = [await makeProtected(), await makeStaff()]
    const url = `/api${call.path.replace(/:\w+/g, crypto.randomUUID())}`
    const asks = async (token: string) => {
      const answer = await app.app.inject({ method: call.method, url, headers: { 'x-access-token': token } })
      return answer.statusCode === 409 && answer.json().code === 'SECOND_FACTOR'
    }
    expect(await asks(user.token)).toBe(true)
    expect(await asks(other.token)).toBe(false)
    await giveAgain(user.token, codeOf(user.secret))
    expect(await asks(user.token)).toBe(false)
    expect(call.scopes).toBeUndefined()
  })

  test('include a new password and e-mail in one’s own profile', async () => {
    const user = await makeProtected('Marketing')
    const save = (changes: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ name: 'Pía', email: user.email, ...changes }))
        form.append(name, value)
      return send(userCalls.updateUser, { params: { id: user.id.toUpperCase() }, form, token: user.token })
    }
    expect((await save({ password: '', email: user.email.toUpperCase() })).status).toBe(200)
    const other = { password: 'otra-clave-larga', email: `otra${unique()}@botica.cl` }
    const refused: Record<string, string>[] = [{ password: other.password }, { email: other.email }, other]
    for (const changes of refused)
      expect(await save({ ...changes, name: 'Otra' })).toMatchObject({
        status: 409,
        body: { code: 'SECOND_FACTOR' },
      })
    const { data } = (await send(userCalls.findUser, { params: { id: user.id }, token: user.token })).body
    expect(data).toMatchObject({ name: 'Pía', email: user.email })
    expect((await logIn(user)).status).toBe(200)
    await giveAgain(user.token, codeOf(user.secret))
    expect((await save(other)).status).toBe(200)
    expect((await logIn(other, other)).status).toBe(200)
  })

  test('don’t include the profile of an account without a second factor, nor of a customer who had one as staff', async () => {
    const [staff, customer] = [await makeStaff(), await makeProtected()]
    await database.updateTable('users').set({ role: 'Cliente' }).where('id', '=', customer.id).execute()
    await makeCategory(database, 'Bebé')
    const profile = {
      ...{ name: 'Pía', last_name: 'Soto', rut: '12345678', gender: 'FEMENINO', phone: '221234567' },
      ...{ cellphone: '912345678', birthdate: '1988-03-01', category: 'Bebé' },
    }
    for (const { id, token } of [staff, customer]) {
      const form = new FormData()
      const changes = { password: 'otra-clave-larga', email: `otra${unique()}@botica.cl` }
      for (const [name, value] of Object.entries({ ...profile, ...changes })) form.append(name, value)
      expect((await send(userCalls.updateUser, { params: { id }, form, token })).status).toBe(200)
    }
  })

  test('never accept a key of another system', async () => {
    const { token } = await makeStaff()
    const body = { name: `Caja ${unique()}`, scopes: ['products:read' as const] }
    const { key } = (await send(connectionCalls.createKey, { body, token })).body.data
    for (const call of Object.values<Call>(secondFactorCalls)) {
      if (call.access === 'everyone') continue
      const url = `/api${call.path.replace(/:\w+/g, crypto.randomUUID())}`
      const headers = { authorization: `Bearer ${key}` }
      const { statusCode } = await app.app.inject({ method: call.method, url, headers })
      expect(statusCode).toBe(403)
    }
  })
})

describe('recovery codes', () => {
  test('are replaced by ten others, for which a code is needed', async () => {
    const user = await makeProtected()
    const renew = () => send(secondFactorCalls.renewRecoveryCodes, { token: user.token })
    expect((await renew()).status).toBe(409)
    await giveAgain(user.token, user.recoveryCodes[0]!)
    const { recoveryCodes } = (await renew()).body.data
    expect(recoveryCodes).toHaveLength(10)
    expect((await giveAgain(user.token, user.recoveryCodes[1]!)).status).toBe(400)
    expect((await giveAgain(user.token, recoveryCodes[1]!)).status).toBe(200)
    expect((await entries()).map(({ action }) => action)).toEqual([
      'user.second-factor-on',
      'user.second-factor-codes',
    ])
  })
})

describe('turning it off', () => {
  test('needs the password and a code', async () => {
    const user = await makeProtected()
    const disable = (body: { password: string; code: string }) =>
      send(secondFactorCalls.disableSecondFactor, { body, token: user.token })
    const code = codeOf(user.secret)
    expect(await disable({ password: 'otra', code })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'password' }] },
    })
    expect((await disable({ password: PASSWORD, code: '000000' })).body.code).toBe('WRONG_CODE')
    expect((await disable({ password: PASSWORD, code })).status).toBe(200)
    expect((await logIn(user)).body.token).toBeDefined()
    expect((await inviteSomebody(user.token)).status).toBe(201)
    const again = await disable({ password: PASSWORD, code: user.recoveryCodes[0]! })
    expect(again).toMatchObject({ status: 409, body: { code: 'NO_SECOND_FACTOR' } })
    expect((await giveAgain(user.token, code)).body.code).toBe('NO_SECOND_FACTOR')
    expect((await entries()).map(({ action }) => action)).toEqual([
      'user.second-factor-on',
      'user.second-factor-off',
      'user.create',
    ])
  })
})

describe('a reset', () => {
  const reset = (id: string, token: string) =>
    send(secondFactorCalls.resetSecondFactor, { params: { id }, token })

  test('by another administrator lets the person log in with the password, ends the sessions, and is audited and mailed', async () => {
    const [admin, user] = [await makeStaff(), await makeProtected('Marketing')]
    expect((await reset(user.id, admin.token)).status).toBe(200)
    const own = await send(preferenceCalls.readPreferences, { token: user.token })
    expect(own.status).toBe(401)
    expect((await logIn(user)).body.token).toBeDefined()
    expect(await entries()).toMatchObject([
      { action: 'user.second-factor-on' },
      { action: 'user.second-factor-reset', kind: 'user', id: user.id, label: user.email },
    ])
    const mails = (await collectMails(app)).filter(({ headers }) => headers.to?.includes(user.email))
    expect(mails).toMatchObject([{ subject: 'Se restableció tu segundo factor en Botica' }])
    expect(mails[0]!.text).toContain('avisa de inmediato')
    expect(await reset(user.id, admin.token)).toMatchObject({ body: { code: 'NO_SECOND_FACTOR' } })
    expect((await reset(crypto.randomUUID(), admin.token)).status).toBe(404)
  })

  test('is refused for one’s own second factor', async () => {
    const user = await makeProtected()
    await giveAgain(user.token, codeOf(user.secret))
    expect(await reset(user.id, user.token)).toMatchObject({ status: 409, body: { code: 'ROLE_LOCKED' } })
    expect((await logIn(user)).body.token).toBeUndefined()
  })
})

describe('a second factor that a role requires', () => {
  const require = (roles: StaffRole[], token: string) =>
    send(secondFactorCalls.requireSecondFactor, { body: { roles }, token })

  test('is set up at the next login; until then every other call of staff is refused', async () => {
    const [admin, user] = [await makeStaff(), await makeStaff('Marketing')]
    const getRoles = async () =>
      (await send(secondFactorCalls.getRequiredRoles, { token: admin.token })).body.data.roles
    expect(await getRoles()).toEqual([])
    expect((await require(['Marketing'], admin.token)).status).toBe(200)
    expect(await getRoles()).toEqual(['Marketing'])
    expect(await entries()).toMatchObject([
      { action: 'user.second-factor-required', before: { roles: [] }, after: { roles: ['Marketing'] } },
    ])
    // The requirement applies only to logins since then.
    expect((await send(preferenceCalls.readPreferences, { token: user.token })).status).toBe(200)

    const { token, data } = sessionOf(await logIn(user))
    expect(data).toEqual({ _id: user.id, role: 'Marketing', setUp: true })
    for (const [name, call] of Object.entries<Call>(calls)) {
      if (call.access === 'everyone' || name === 'logout') continue
      const url = `/api${call.path.replace(/:\w+/g, user.id)}`
      const headers = { 'x-access-token': token }
      const answer = await app.app.inject({ method: call.method, url, headers })
      const isOpen = ['getSecondFactor', 'startSecondFactor', 'confirmSecondFactor'].includes(name)
      if (isOpen) expect([name, answer.statusCode]).not.toEqual([name, 409])
      else
        expect([name, answer.statusCode, answer.json()]).toMatchObject([
          name,
          409,
          { code: 'SECOND_FACTOR', data: { setUp: true } },
        ])
    }
    const state = await send(secondFactorCalls.getSecondFactor, { token })
    expect(state.body.data).toMatchObject({ enabled: false, required: true })
    // Public calls answer the session like a visitor.
    await database
      .insertInto('carousel_images')
      .values({ photo: 'x.webp', name: 'oculta', state: false, position: 1 })
      .execute()
    const images = async (by: string) =>
      (await send(carouselCalls.listCarousel, { token: by })).body.data.length
    expect([await images(token), await images(user.token)]).toEqual([0, 1])

    await setUp({ ...user, token })
    expect((await send(preferenceCalls.readPreferences, { token })).status).toBe(200)
    expect((await require([], admin.token)).status).toBe(200)
    expect(sessionOf(await logIn(await makeStaff('Marketing'))).data).not.toHaveProperty('setUp')
  })

  test('can be required of staff only', async () => {
    const { token } = await makeStaff()
    expect(await require(['Cliente' as never], token)).toMatchObject({ status: 400 })
  })
})

describe('people’s data', () => {
  test('an export says that there is a second factor, without its secret and codes', async () => {
    const user = await makeProtected()
    await enterCode({ ticket: await ticketFor(user), code: codeOf(user.secret), remember: true })
    const exported = await exportPerson(database, user.email)
    expect(exported?.data.segundo_factor).toEqual({
      activado: expect.any(String),
      navegadores_recordados: [{ vence: expect.any(String) }],
    })
    expect(JSON.stringify(exported)).not.toContain(user.secret)
    const { rows } = await sql<{ secret: string }>`
      select encode(secret, 'hex') as secret from second_factors where user_id = ${user.id}`.execute(database)
    expect(JSON.stringify(exported)).not.toContain(rows[0]!.secret)
  })

  test('the list of users shows who has a second factor', async () => {
    const [admin, user] = [await makeStaff(), await makeProtected()]
    const { body } = await send(userCalls.listUsers, { query: { pageSize: 100 }, token: admin.token })
    const has = (id: string) => body.data.find(({ _id }) => _id === id)?.secondFactor
    expect([has(admin.id), has(user.id)]).toEqual([false, true])
  })

  test('the audit screen’s download is guarded like the others', async () => {
    const user = await makeProtected()
    const { status } = await send(auditCalls.exportAudit, { query: {}, token: user.token })
    expect(status).toBe(409)
  })
})

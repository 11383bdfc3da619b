import { describe, expect, test } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { userCalls } from '#contract/users.ts'
import { countAttempt, LIMITS } from '#server/http/rate-limits.ts'
import { createTestApp } from '#tests/app.ts'
import { makeAddress, makeUser, PASSWORD, unique } from '#tests/factories.ts'
import { issueToken } from '../../http/tokens.ts'

const limited = await createTestApp({ LIMIT_PER_ADDRESS: 'on' })
const behindProxy = await createTestApp({ LIMIT_PER_ADDRESS: 'off' })
const { database, send } = limited

type Login = { password?: string; from?: string; device?: string }

const logIn = (email: string, { password = PASSWORD, from, device }: Login = {}, shop = limited) =>
  shop.send(userCalls.login, {
    body: { email, password },
    from,
    headers: device ? { cookie: `known-device=${device}` } : {},
  })
const guess = (email: string, login: Login = {}, shop = limited) =>
  logIn(email, { ...login, password: 'adivinanza' }, shop)
const statusesOf = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort()

/** The token that a successful login puts into the cookie. */
const deviceOf = ({ headers }: { headers: Record<string, unknown> }) =>
  /^known-device=([\w-]{43});/.exec(String(headers['set-cookie']))?.[1] ?? ''

/** Counts wrong guesses without an address, until only `left` more are allowed for the account. */
async function attack(email: string, { left }: { left: number }, shop = limited) {
  for (let attempt = left; attempt < LIMITS.login.account; attempt += 1)
    await countAttempt(shop.database, 'login', { account: email })
}

describe('wrong guesses from one address', () => {
  test('are stopped after ten, and don’t lock out the owner at another address', async () => {
    const [user, other] = [await makeUser(database), await makeUser(database)]
    const from = makeAddress()
    expect(await statusesOf(Array.from({ length: 12 }, () => guess(user.email, { from })))).toEqual([
      ...Array(10).fill(400),
      429,
      429,
    ])
    const refused = await logIn(user.email, { from })
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await logIn(user.email, { from: makeAddress() })).status).toBe(200)
    expect((await logIn(other.email, { from })).status).toBe(200)
  })

  test('are counted by the connection’s address, whatever X-Forwarded-For says', async () => {
    const user = await makeUser(database)
    const from = makeAddress()
    const answers = Array.from({ length: 11 }, (_, index) =>
      send(userCalls.login, {
        body: { email: user.email, password: 'adivinanza' },
        from,
        headers: { 'x-forwarded-for': `10.0.0.${index}` },
      }),
    )
    expect(await statusesOf(answers)).toEqual([...Array(10).fill(400), 429])
  })

  test('are counted together for all addresses of an IPv6 /64', async () => {
    const user = await makeUser(database)
    const answers = Array.from({ length: 12 }, (_, index) =>
      guess(user.email, { from: `2001:db8:0:1::${index + 1}` }),
    )
    expect(await statusesOf(answers)).toEqual([...Array(10).fill(400), 429, 429])
    expect((await logIn(user.email, { from: '2001:db8:0:2::1' })).status).toBe(200)
  })

  test('don’t use up the account’s limit once they are refused', async () => {
    const user = await makeUser(database)
    const from = makeAddress()
    for (let round = 0; round < 11; round += 1)
      await Promise.all(Array.from({ length: 10 }, () => guess(user.email, { from })))
    expect((await logIn(user.email, { from: makeAddress() })).status).toBe(200)
  })

  test('are reset by a successful login and by a new password', async () => {
    const user = await makeUser(database)
    const from = makeAddress()
    for (let round = 0; round < 3; round += 1) {
      for (let time = 0; time < 5; time += 1) await guess(user.email, { from })
      expect((await logIn(user.email, { from })).status).toBe(200)
    }
    for (let time = 0; time < 10; time += 1) await guess(user.email, { from })
    expect((await logIn(user.email, { from })).status).toBe(429)
    const password = 'otra-clave-larga'
    const params = { token: await issueToken(database, 'password-reset', user.id) }
    await send(accountCalls.resetPassword, { params, body: { password, confirmPassword: password }, from })
    expect((await logIn(user.email, { from, password })).status).toBe(200)
  })

  test('for many accounts are stopped after a hundred, and successful logins don’t reset the count', async () => {
    const own = await makeUser(database)
    const from = makeAddress()
    const statuses: number[] = []
    for (let time = 0; time < 104; time += 1) {
      if (time % 26 === 0 && time < 100) expect((await logIn(own.email, { from })).status).toBe(200)
      statuses.push((await guess(`persona${unique()}@correo.cl`, { from })).status)
    }
    expect(statuses.slice(0, 100)).toEqual(Array(100).fill(400))
    expect(statuses.slice(100)).toEqual(Array(4).fill(429))
  })
})

describe('wrong guesses from many addresses', () => {
  test('are stopped at the account’s limit, but not on a device that the owner has used before', async () => {
    const user = await makeUser(database)
    const device = deviceOf(await logIn(user.email, { from: makeAddress() }))
    await attack(user.email, { left: 4 })
    const guesses = Array.from({ length: 8 }, () => guess(user.email, { from: makeAddress() }))
    expect(await statusesOf(guesses)).toEqual([...Array(4).fill(400), ...Array(4).fill(429)])
    expect((await logIn(user.email, { from: makeAddress() })).status).toBe(429)
    expect((await logIn(user.email, { from: makeAddress(), device })).status).toBe(200)
    // The owner's login gives the attackers no new guesses.
    expect((await guess(user.email, { from: makeAddress() })).status).toBe(429)
  })

  test('don’t keep out the owner after a reset of the password', async () => {
    const user = await makeUser(database)
    await attack(user.email, { left: 0 })
    expect((await logIn(user.email, { from: makeAddress() })).status).toBe(429)
    const password = 'otra-clave-larga'
    const params = { token: await issueToken(database, 'password-reset', user.id) }
    await send(accountCalls.resetPassword, { params, body: { password, confirmPassword: password } })
    expect((await logIn(user.email, { from: makeAddress(), password })).status).toBe(200)
  })

  test('are stopped also without limits per address, and eleven of them don’t lock out the owner', async () => {
    const user = await makeUser(behindProxy.database)
    const statuses = await statusesOf(Array.from({ length: 11 }, () => guess(user.email, {}, behindProxy)))
    expect(statuses).toEqual(Array(11).fill(400))
    expect((await logIn(user.email, {}, behindProxy)).status).toBe(200)
    await attack(user.email, { left: 11 }, behindProxy)
    expect((await logIn(user.email, {}, behindProxy)).status).toBe(429)
  })
})

describe('a known device', () => {
  test('has ten wrong guesses of its own, at any address', async () => {
    const user = await makeUser(database)
    const device = deviceOf(await logIn(user.email, { from: makeAddress() }))
    const guesses = Array.from({ length: 11 }, () => guess(user.email, { from: makeAddress(), device }))
    expect(await statusesOf(guesses)).toEqual([...Array(10).fill(400), 429])
    const password = 'otra-clave-larga'
    const params = { token: await issueToken(database, 'password-reset', user.id) }
    await send(accountCalls.resetPassword, {
      params,
      body: { password, confirmPassword: password },
      headers: { cookie: `known-device=${device}` },
    })
    expect((await logIn(user.email, { device, password })).status).toBe(200)
  })

  test('is known for the accounts that have logged in with it, and for no other', async () => {
    const [first, second, stranger] = [
      await makeUser(database),
      await makeUser(database),
      await makeUser(database),
    ]
    const from = makeAddress()
    const device = deviceOf(await logIn(first.email, { from }))
    expect(deviceOf(await logIn(second.email, { from, device }))).toBe(device)
    for (const { email } of [first, second, stranger]) await attack(email, { left: 0 })
    expect((await logIn(first.email, { from, device })).status).toBe(200)
    expect((await logIn(second.email, { from, device })).status).toBe(200)
    expect((await logIn(stranger.email, { from, device })).status).toBe(429)
  })

  test('is forgotten after 90 days, and a token that was never issued is replaced', async () => {
    const user = await makeUser(database)
    const from = makeAddress()
    const made = 'x'.repeat(43)
    const device = deviceOf(await logIn(user.email, { from, device: made }))
    expect(device).not.toBe(made)
    const rows = () => database.selectFrom('tokens').selectAll().where('user_id', '=', user.id).execute()
    const [row] = await rows()
    expect(Math.round((Date.parse(row!.expires_at) - Date.now()) / 86_400_000)).toBe(90)
    expect(row!.token_hash.toString('latin1')).not.toContain(device)
    await database
      .updateTable('tokens')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', user.id)
      .execute()
    await attack(user.email, { left: 0 })
    expect((await logIn(user.email, { from, device })).status).toBe(429)
    await database.deleteFrom('users').where('id', '=', user.id).execute()
    expect(await rows()).toEqual([])
  })

  test('opens no session, and its cookie is out of reach for scripts and other sites', async () => {
    const user = await makeUser(database)
    const answer = await logIn(user.email, { from: makeAddress() })
    expect(answer.headers['set-cookie']).toMatch(
      /^known-device=[\w-]{43}; Path=\/api; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    )
    const cookie = `known-device=${deviceOf(answer)}`
    const profile = await send(userCalls.findUser, { params: { id: user.id }, headers: { cookie } })
    expect(profile.status).toBe(401)
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { userCalls } from '#contract/users.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser, PASSWORD, unique } from '#tests/factories.ts'
import { collectMails } from '#tests/mailbox.ts'

const { database, config, send } = await createTestApp({ PUBLIC_URL: 'https://botica.cl' })

const NEW_PASSWORD = 'otra-clave-larga'
const requestLink = (email: string, headers: Record<string, string> = {}) =>
  send(accountCalls.forgotPassword, { body: { email }, headers })
const reset = (token: string, password = NEW_PASSWORD) =>
  send(accountCalls.resetPassword, { params: { token }, body: { password, confirmPassword: password } })
const logIn = (email: string, password: string) => send(userCalls.login, { body: { email, password } })

/** The tokens that were mailed to an address, oldest first. */
async function tokensOf(email: string): Promise<string[]> {
  const mails = await collectMails({ database, config })
  return mails
    .filter(({ headers }) => headers.to?.includes(email))
    .map(({ text }) => /https:\/\/botica\.cl\/reset-password\/([\w-]{43})\n/.exec(text)?.[1] ?? '')
}
/** A user who requested a recovery link, with its token. */
async function makeUserWithLink() {
  const user = await makeUser(database)
  await requestLink(user.email)
  const [token = ''] = await tokensOf(user.email)
  return { ...user, session: user.token, token }
}

test('the mailed link sets a new password and ends every session', async () => {
  const { id, email, session, token } = await makeUserWithLink()
  expect(await reset(token)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
  expect((await logIn(email, PASSWORD)).status).toBe(400)
  expect((await logIn(email, NEW_PASSWORD)).status).toBe(200)
  const profile = await send(userCalls.findUser, { params: { id }, token: session })
  expect(profile.status).toBe(401)
})

test('the e-mail’s case is ignored, and staff can recover their passwords too', async () => {
  const user = await makeUser(database, { role: 'Administrador' })
  await requestLink(` ${user.email.toUpperCase()} `)
  const [token = ''] = await tokensOf(user.email)
  expect((await reset(token)).status).toBe(200)
})

test('the answer doesn’t reveal whether the address has an account', async () => {
  const user = await makeUser(database)
  const stranger = `nadie${unique()}@correo.cl`
  const [known, unknown] = [await requestLink(user.email), await requestLink(stranger)]
  expect(known.status).toBe(200)
  expect(unknown.status).toBe(200)
  expect(unknown.body).toEqual(known.body)
  // Known and unknown addresses cause the same work: one row each. The account is looked up when the mail is composed.
  const { rows } = await sql<{ asked: number }>`
    select count(*)::int as asked from mails where message ->> 'email' in (${user.email}, ${stranger})`.execute(
    database,
  )
  expect(rows[0]?.asked).toBe(2)
  expect(await tokensOf(stranger)).toEqual([])
  expect(await tokensOf(user.email)).toHaveLength(1)
})

test('accepts one of twenty simultaneous requests with the same link', async () => {
  const { email, token } = await makeUserWithLink()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => reset(token, `clave-numero-${index}`)),
  )
  const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
  expect(winners).toHaveLength(1)
  expect(answers.filter(({ status, body }) => status === 400 && body.code === 'DEAD_LINK')).toHaveLength(19)
  expect((await logIn(email, `clave-numero-${winners[0]}`)).status).toBe(200)
  expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'DEAD_LINK' } })
})

test('a newer link invalidates the older one', async () => {
  const user = await makeUser(database)
  await requestLink(user.email)
  const [older = ''] = await tokensOf(user.email)
  await requestLink(user.email)
  const newer = (await tokensOf(user.email)).find((token) => token !== older) ?? ''
  expect(await reset(older)).toMatchObject({ status: 400, body: { code: 'DEAD_LINK' } })
  expect((await reset(newer)).status).toBe(200)
})

test('a link expires after an hour, and only its hash is stored', async () => {
  const { id, email, token } = await makeUserWithLink()
  const row = await database
    .selectFrom('tokens')
    .selectAll()
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Math.round((Date.parse(row.expires_at) - Date.now()) / 60_000)).toBe(60)
  expect(row.token_hash).toHaveLength(32)
  const mails = await sql<{ text: string }>`select mails::text as text from mails`.execute(database)
  expect(mails.rows.map(({ text }) => text).join()).not.toContain(token)
  await sql`update tokens set expires_at = now() where user_id = ${id}`.execute(database)
  expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'DEAD_LINK' } })
  expect((await logIn(email, PASSWORD)).status).toBe(200)
})

test.each(['x', 'a'.repeat(43), '../../etc/passwd', '%00', 'ñ'])('the link %j is refused', async (token) => {
  expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'DEAD_LINK' } })
})

test('the link has the configured host, whatever the request’s headers say', async () => {
  const user = await makeUser(database)
  await requestLink(user.email, {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    forwarded: 'host=evil.test',
    origin: 'https://botica.cl',
  })
  const mails = await collectMails({ database, config })
  const mail = mails.find(({ headers }) => headers.to?.includes(user.email))
  expect(mail?.html).toContain('https://botica.cl/reset-password/')
  expect(`${mail?.html} ${mail?.text}`).not.toContain('evil.test')
})

test.each(['ana@correo.cl\r\nBcc: otra@correo.cl', 'ana@correo.cl,otra@correo.cl', 'ana', ''])(
  'the address %j is refused',
  async (email) => {
    const { status, body } = await requestLink(email)
    expect(status).toBe(400)
    expect(body.issues?.map(({ path }) => path)).toEqual(['email'])
  },
)

test('a link can be requested five times for one account, without effect on other accounts', async () => {
  const [user, other] = [await makeUser(database), await makeUser(database)]
  const answers = []
  for (let time = 0; time < 6; time += 1) answers.push(await requestLink(user.email))
  expect(answers.slice(0, 5).map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(answers[5]).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } })
  expect((await requestLink(other.email)).status).toBe(200)
  const stranger = `nadie${unique()}@correo.cl`
  for (let time = 0; time < 5; time += 1) await requestLink(stranger)
  expect((await requestLink(stranger)).status).toBe(429)
})

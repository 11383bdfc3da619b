import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Call, Limit } from '#contract/call.ts'
import { type Calls, calls } from '#contract/calls.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { countAttempt, countedAddress, LIMITS } from './rate-limits.ts'
import { issueToken } from './tokens.ts'

type User = { id: string; token: string; email: string; ticket: string }
type LimitedCall = {
  [Name in keyof Calls]: Calls[Name] extends { limit: Limit } ? Name : never
}[keyof Calls]

const login = ({ email }: User) => ({ body: { email, password: 'wrong' } })
const code = ({ token }: User) => ({ body: { code: '000000' }, token })
const noPhoto = () => multipart({}, ['other', Buffer.from('x')])
const request = { fullname: 'Ana Soto', message: 'Necesito una crema.' }

/** Valid input for each limited call; the handler may refuse it. A limited call without an entry does not compile. */
const INPUTS: Record<LimitedCall, (user: User) => object> = {
  login,
  adminLogin: login,
  createClient: ({ email }) => ({
    body: {
      name: 'Ana',
      last_name: 'Soto',
      rut: '123456785',
      gender: 'FEMENINO',
      phone: '221234567',
      cellphone: '912345678',
      day: 1,
      month: 2,
      year: 2000,
      email,
      password: 'una-clave-larga',
      repeat_password: 'una-clave-larga',
      category: 'No existe',
    },
  }),
  forgotPassword: ({ email }) => ({ body: { email } }),
  resetPassword: () => ({
    params: { token: 'unknown' },
    body: { password: 'una-clave-larga', confirmPassword: 'una-clave-larga' },
  }),
  cancelReminders: () => ({ params: { token: 'unknown' } }),
  askForStockAlert: ({ email }) => ({ params: { id: crypto.randomUUID() }, body: { email } }),
  createContactRequest: ({ email }) => ({ body: { ...request, email } }),
  createPrescriptionRequest: ({ email }) => ({
    form: multipart({ ...request, email, phone: '912345678', product: 'Crema' }, [
      'photo',
      Buffer.from('no image'),
    ]),
  }),
  updateUser: ({ id, token }) => ({ params: { id }, form: noPhoto(), token }),
  createOrder: ({ id, token }) => ({ body: { ...SHIPPING, id, products: [] }, token }),
  uploadProof: ({ token }) => ({ form: noPhoto(), token }),
  uploadPrescription: ({ token }) => ({ form: noPhoto(), token }),
  exportAccount: ({ token }) => ({ token }),
  eraseAccount: ({ token }) => ({ body: { password: 'wrong' }, token }),
  loginWithCode: ({ ticket }) => ({ body: { ticket, code: '000000' } }),
  startSecondFactor: ({ token }) => ({ body: { password: 'wrong' }, token }),
  confirmSecondFactor: code,
  disableSecondFactor: ({ token }) => ({ body: { password: 'wrong', code: '000000' }, token }),
  giveCodeAgain: code,
  addCarouselImages: ({ token }) => ({ form: noPhoto(), token }),
}

const limitedCalls = Object.entries<Call>(calls).flatMap(([name, call]) =>
  call.limit ? [{ name: name as LimitedCall, call, limit: call.limit }] : [],
)

/** Counts all allowed attempts but one, then makes the call twice. */
async function callPastLimit(
  { database, send }: Awaited<ReturnType<typeof createTestApp>>,
  { name, call, limit }: (typeof limitedCalls)[number],
  by: 'account' | 'address',
) {
  await sql`delete from rate_limits`.execute(database)
  const made = await makeUser(database, { role: 'Administrador', email: `ana${unique()}@correo.cl` })
  const user = { ...made, ticket: await issueToken(database, 'login-ticket', made.id) }
  const account = call.access === 'everyone' && limit !== 'secondFactor' ? user.email : user.id
  const subject = by === 'account' ? { account } : { address: '127.0.0.1' }
  for (let attempt = 1; attempt < LIMITS[limit][by]; attempt += 1)
    await countAttempt(database, limit, subject)
  const input = () => INPUTS[name](user) as never
  return [await send(call, input()), await send(call, input())] as const
}

describe('past the limit of its account', async () => {
  const app = await createTestApp()

  // Calls with the link of a mail name no account: only their address is counted.
  test.each(limitedCalls.filter(({ name }) => name !== 'resetPassword' && name !== 'cancelReminders'))(
    '$name answers 429',
    async (limited) => {
      const [allowed, refused] = await callPastLimit(app, limited, 'account')
      expect(allowed.status).not.toBe(429)
      expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    },
  )
})

describe('past the limit of its network address', async () => {
  const app = await createTestApp({ LIMIT_PER_ADDRESS: 'on' })

  test.each(limitedCalls)('$name answers 429', async (limited) => {
    const [allowed, refused] = await callPastLimit(app, limited, 'address')
    expect(allowed.status).not.toBe(429)
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:0207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted)
})

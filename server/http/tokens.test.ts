import { expect, test } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { reminderCalls } from '#contract/reminders.ts'
import { secondFactorCalls } from '#contract/second-factor.ts'
import { stockAlertCalls } from '#contract/stock-alerts.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import type { TokenPurpose } from '../database/schema.ts'
import { hashToken, issueToken, spendToken, TOKEN_SECONDS } from './tokens.ts'

const { database, send } = await createTestApp()

const PURPOSES = Object.keys(TOKEN_SECONDS) as TokenPurpose[]

async function makeAlert() {
  const { id: product_id } = await makeProduct(database, { stock: 0 })
  const { id } = await database
    .insertInto('stock_alerts')
    .values({ product_id, email: 'espera@correo.cl' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const makeSubject = async (purpose: TokenPurpose) =>
  purpose === 'stop-alerts' ? makeAlert() : (await makeUser(database, { role: 'Marketing' })).id
const issue = async (purpose: TokenPurpose) => issueToken(database, purpose, await makeSubject(purpose))

const passwords = { password: 'clave-nueva', confirmPassword: 'clave-nueva' }
/** The calls that take a token of a purpose, each with the code with which it refuses an invalid token. */
const CALLS: [purpose: TokenPurpose, call: (token: string) => Promise<{ body: object }>, dead: string][] = [
  [
    'password-reset',
    (token) => send(accountCalls.resetPassword, { params: { token }, body: passwords }),
    'DEAD_LINK',
  ],
  [
    'login-ticket',
    (ticket) => send(secondFactorCalls.loginWithCode, { body: { ticket, code: '000000' } }),
    'DEAD_TICKET',
  ],
  ['stop-reminders', (token) => send(reminderCalls.cancelReminders, { params: { token } }), 'DEAD_LINK'],
  ['stop-alerts', (token) => send(stockAlertCalls.stopStockAlerts, { body: { token } }), 'DEAD_LINK'],
]

test.each(CALLS)('the call for %s accepts only tokens of that purpose', async (purpose, call, dead) => {
  for (const other of PURPOSES.filter((name) => name !== purpose))
    expect((await call(await issue(other))).body).toMatchObject({ code: dead })
  // The ticket's account has no second factor, but the call checks the ticket first.
  expect((await call(await issue(purpose))).body).not.toMatchObject({ code: dead })
})

test.each(PURPOSES)('only one of several requests at once spends a token for %s', async (purpose) => {
  const subject = await makeSubject(purpose)
  const token = await issueToken(database, purpose, subject)
  const spent = await Promise.all(
    Array.from({ length: 5 }, () => database.transaction().execute((tx) => spendToken(tx, purpose, token))),
  )
  expect(spent.filter((found) => found !== undefined)).toEqual([subject])
})

test.each<TokenPurpose>(['password-reset', 'stop-alerts'])(
  'when several tokens for %s are issued at once for one subject, only one stays valid',
  async (purpose) => {
    const subject = await makeSubject(purpose)
    const tokens = await Promise.all(Array.from({ length: 5 }, () => issueToken(database, purpose, subject)))
    const rows = await database
      .selectFrom('tokens')
      .select('token_hash')
      .where('subject', '=', subject)
      .execute()
    expect(rows).toHaveLength(1)
    expect(tokens.filter((token) => hashToken(token).equals(rows[0]!.token_hash))).toHaveLength(1)
  },
)

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { reminderCalls } from '#contract/reminders.ts'
import { secondFactorCalls } from '#contract/second-factor.ts'
import { stockAlertCalls } from '#contract/stock-alerts.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { createOlderDatabase } from '#tests/older-database.ts'
import type { TokenPurpose } from '../database/account-tables.ts'
import { migrate } from '../database/migrate.ts'
import { hashToken, issueToken, makeToken, spendToken, TOKEN_SECONDS } from './tokens.ts'

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

test('the migration keeps the valid tokens of the old tables with their expiry, and drops expired ones', async () => {
  const older = await createOlderDatabase()
  await migrate(older, '058-lock-cart')
  const { id } = await makeUser(older)
  const product = await makeProduct(older, { stock: 0 })
  const tables = [
    ['password-reset', 'password_resets'],
    ['login-ticket', 'login_tickets'],
    ['remembered-device', 'remembered_devices'],
    ['known-device', 'known_devices'],
    ['stop-reminders', 'reminder_links'],
  ] as const
  const issued: { purpose: TokenPurpose; token: string; subject: string }[] = []
  for (const [purpose, table] of tables) {
    const token = makeToken()
    issued.push({ purpose, token, subject: id })
    await sql`insert into ${sql.id(table)} (token_hash, user_id, expires_at)
      values (${hashToken(token)}, ${id}, '2999-01-01')`.execute(older)
    const expired = (await makeUser(older)).id
    await sql`insert into ${sql.id(table)} (token_hash, user_id, expires_at)
      values (${hashToken(makeToken())}, ${expired}, now() - interval '1 second')`.execute(older)
  }
  const token = makeToken()
  const alert = await sql<{ id: string }>`
    insert into stock_alerts (product_id, email, told_at, token_hash)
    values (${product.id}, 'espera@correo.cl', '2998-12-02', ${hashToken(token)}) returning id`.execute(older)
  issued.push({ purpose: 'stop-alerts', token, subject: alert.rows[0]!.id })

  await migrate(older)
  const moved = await older.selectFrom('tokens').select(['purpose', 'subject', 'expires_at']).execute()
  expect(moved).toHaveLength(issued.length)
  for (const { expires_at } of moved) expect(expires_at).toMatch(/^2999-/)
  for (const { purpose, token, subject } of issued)
    expect(await older.transaction().execute((tx) => spendToken(tx, purpose, token))).toBe(subject)
})

import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { startMailServer } from '#tests/mailbox.ts'
import { composeMail } from '../features/notifications/compose-mail.ts'
import { lease, startQueue, workOnNext } from '../queue/queue.ts'
import type { MailJob } from './queue-mail.ts'
import { queueMail } from './queue-mail.ts'
import { mailQueue } from './send-mails.ts'
import { openTransport } from './transport.ts'

const { database, config } = await createTestApp()
const server = await startMailServer()
const smtp = openTransport({ ...config, smtpUrl: server.url })
afterAll(() => smtp.close())

beforeEach(async () => {
  await database.deleteFrom('mails').execute()
  server.behaviour = 'accept'
  server.mails.length = 0
  server.held = 0
})

const makeMailer = (compose: typeof composeMail = composeMail) => {
  const onError = vi.fn<(text: string) => void>()
  return { ...mailQueue({ database, config, compose, transport: smtp, onError }), onError }
}
/** Starts mailing like a server that shares its database, unless it is alone. */
const start = ({ ownsDatabase = false } = {}) => {
  const overSmtp = { ...config, smtpUrl: server.url }
  const queue = mailQueue({ database, config: overSmtp, compose: composeMail, onError: () => {} })
  return startQueue(queue, { ownsDatabase })
}
const queue = (job: MailJob) => database.transaction().execute((tx) => queueMail(tx, job))
const queueWelcome = async () => {
  const user = await makeUser(database)
  await queue({ kind: 'welcome', userId: user.id })
  return user
}
const readRow = () => database.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
/** As if the leases had ended by time. */
const endLeases = () => sql`update mails set due_at = now() where lease is not null`.execute(database)
const messageIds = () => server.mails.map(({ headers }) => headers['message-id'])

test('no transaction is open while the mail server hangs', async () => {
  for (let n = 0; n < 2; n += 1) await queueWelcome()
  server.behaviour = 'hang'
  const mailing = start()
  await vi.waitUntil(() => server.held === 2, { timeout: 10_000 })
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and state <> 'active'`.execute(
    database,
  )
  expect(rows).toEqual([{ open: 0 }])
  server.acceptHeld()
  await mailing.stop()
  expect(server.mails).toHaveLength(2)
})

test('no other server sends a leased mail until the lease has ended; then another one sends it again', async () => {
  await queueWelcome()
  server.behaviour = 'hang'
  const mailing = start()
  await vi.waitUntil(() => server.held === 1, { timeout: 10_000 })
  expect(await workOnNext(makeMailer())).toBe('none')

  // As if this server were killed after the mail has left: its transport stays open, the result isn't recorded.
  const killed = await readRow()
  expect(killed).toMatchObject({ attempts: 0, sent_at: null, lease: expect.any(String) })
  await endLeases()
  server.behaviour = 'accept'
  expect(await workOnNext(makeMailer())).toBe('done')
  server.acceptHeld()
  await mailing.stop()
  expect(server.mails).toHaveLength(2)
  expect(new Set(messageIds()).size).toBe(1)
  expect(await readRow()).toMatchObject({ due_at: null, lease: null, sent_at: expect.any(String) })
})

test('a lease lasts longer than a mail may take', async () => {
  await queueWelcome()
  await lease(makeMailer(), 1)
  const { due_at } = await readRow()
  expect(Date.parse(due_at!) - Date.now()).toBeGreaterThan(80_000)
})

test('a server with an embedded database sends at once the mails that a killed server had leased', async () => {
  await queueWelcome()
  expect(await lease(makeMailer(), 10)).toHaveLength(1)
  const mailing = start({ ownsDatabase: true })
  await vi.waitUntil(() => server.mails.length === 1, { timeout: 10_000 })
  await mailing.stop()
})

test('a failure whose lease has ended does not disturb the server that sends the mail now', async () => {
  await queueWelcome()
  let other: string | null = null
  const slow = makeMailer(async () => {
    await endLeases()
    other = (await lease(makeMailer(), 1))[0]!.lease
    throw new TypeError('too late')
  })
  expect(await workOnNext(slow)).toBe('failed')
  expect(await readRow()).toMatchObject({ attempts: 0, lease: other })
})

test.each(['40P01', '57P01', '57014', '08006', '53300'])(
  'the database error %s costs a mail no attempt, and the mail is sent soon',
  async (code) => {
    await queueWelcome()
    const failing = makeMailer(async (database) => {
      await sql
        .raw(`do $$ begin raise exception 'failure' using errcode = '${code}'; end $$`)
        .execute(database)
      return undefined
    })
    expect(await workOnNext(failing)).toBe('returned')
    expect(failing.onError.mock.calls.join()).toContain(code)
    const row = await readRow()
    expect(row).toMatchObject({ attempts: 0, sent_at: null, lease: null })
    expect(Date.parse(row.due_at!) - Date.now()).toBeLessThan(6_000)
  },
)

test('a bug in composing a mail costs attempts', async () => {
  await queueWelcome()
  const failing = makeMailer(async () => {
    throw new TypeError('words')
  })
  expect(await workOnNext(failing)).toBe('failed')
  expect(await readRow()).toMatchObject({ attempts: 1, sent_at: null, lease: null })
})

test('a mail that the stopping server gives up costs no attempt and is due at once', async () => {
  await queueWelcome()
  server.behaviour = 'hang'
  const mailing = start()
  await vi.waitUntil(() => server.held === 1, { timeout: 10_000 })
  await mailing.stop()
  expect(await readRow()).toMatchObject({ attempts: 0, sent_at: null, lease: null })
  server.behaviour = 'accept'
  expect(await workOnNext(makeMailer())).toBe('done')
})

test('a recovery mail goes before 2,000 others that wait', async () => {
  const { id, email } = await makeUser(database)
  await sql`
    insert into mails (cause, message, due_at)
    select 'welcome.' || n, jsonb_build_object('kind', 'welcome', 'userId', ${id}::text), now() - interval '1 hour'
    from generate_series(1, 2000) n`.execute(database)
  const mailing = start()
  await vi.waitUntil(() => server.mails.length > 20, { timeout: 15_000, interval: 5 })
  await queue({ kind: 'recovery', email })
  const before = server.mails.length
  const isRecovery = ({ headers }: { headers: Record<string, string> }) =>
    headers['message-id']?.startsWith('<recovery.')
  await vi.waitUntil(() => server.mails.some(isRecovery), { timeout: 15_000, interval: 5 })
  await mailing.stop()
  // Mails that were being sent, and mails that took their places before the recovery mail was composed.
  expect(server.mails.findIndex(isRecovery) - before).toBeLessThan(40)
  expect(server.mails.length).toBeLessThan(2_000)
})

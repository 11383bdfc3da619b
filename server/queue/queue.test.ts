import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { addressOf, createTestApp, openDatabase } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { startMailServer } from '#tests/mailbox.ts'
import { noPgbouncer, startPgbouncer } from '#tests/pgbouncer.ts'
import { composeMail } from '../features/notifications/compose-mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailQueue } from '../mail/send-mails.ts'
import { startQueue } from './queue.ts'

const { database, config } = await createTestApp()
const mailServer = await startMailServer()

beforeEach(async () => {
  await database.deleteFrom('mails').execute()
  mailServer.mails.length = 0
})

function start(onDatabase = database) {
  const overSmtp = { ...config, smtpUrl: mailServer.url }
  const mails = mailQueue({ database: onDatabase, config: overSmtp, compose: composeMail, onError: () => {} })
  const server = startQueue(mails, { ownsDatabase: false })
  onTestFinished(() => server.stop())
  return server
}
const makeUsers = (count: number) => Promise.all(Array.from({ length: count }, () => makeUser(database)))
const queueWelcome = (userId: string) =>
  database.transaction().execute((tx) => queueMail(tx, { kind: 'welcome', userId }))
const waiting = () => database.selectFrom('mails').select('cause').where('due_at', 'is not', null).execute()
const isEmpty = async () => (await waiting()).length === 0

async function expectEachOnce(onDatabase = database) {
  const users = await makeUsers(90)
  for (let servers = 0; servers < 3; servers += 1) start(onDatabase)
  await Promise.all(users.map(({ id }) => queueWelcome(id)))
  await Promise.all(users.map(({ id }) => queueWelcome(id)))
  await vi.waitUntil(isEmpty, { timeout: 20_000 })
  const recipients = mailServer.mails.map(({ recipients }) => recipients.join())
  expect(recipients.toSorted()).toEqual(users.map(({ email }) => email).toSorted())
}

test('three servers do each of 90 jobs once, while the same causes are queued again', () => expectEachOnce())

test.skipIf(noPgbouncer)(
  `three servers behind a pooler do each job once (${noPgbouncer ?? 'transaction mode'})`,
  async () => {
    const url = await startPgbouncer(await addressOf(database))
    await expectEachOnce(openDatabase(url, { pooler: 'transaction' }))
  },
)

test('an idle server takes a new job in about a second', async () => {
  const [first, second] = await makeUsers(2)
  start()
  await queueWelcome(first!.id)
  await vi.waitUntil(isEmpty, { timeout: 10_000 })
  const queuedAt = Date.now()
  await queueWelcome(second!.id)
  await vi.waitUntil(isEmpty, { timeout: 10_000 })
  expect(Date.now() - queuedAt).toBeLessThan(4_000)
  expect(mailServer.mails).toHaveLength(2)
})

test('a server that stops leaves its unfinished jobs to the next one, and no job is done twice', async () => {
  const users = await makeUsers(60)
  const first = start()
  await Promise.all(users.map(({ id }) => queueWelcome(id)))
  await vi.waitUntil(() => mailServer.mails.length > 0, { timeout: 10_000, interval: 5 })
  await first.stop()
  const left = await database
    .selectFrom('mails')
    .select(['attempts', 'lease'])
    .where('due_at', 'is not', null)
    .execute()
  expect(left).toEqual(left.map(() => ({ attempts: 0, lease: null })))
  expect(left.length + mailServer.mails.length).toBe(60)
  start()
  await vi.waitUntil(isEmpty, { timeout: 20_000 })
  expect(new Set(mailServer.mails.flatMap(({ recipients }) => recipients)).size).toBe(60)
  expect(mailServer.mails).toHaveLength(60)
})

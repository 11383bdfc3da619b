import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/database/connection.ts'
import { startEmbedded } from '#server/database/embedded/start.ts'
import { migrate } from '#server/database/migrate.ts'
import { makeUser } from '#tests/factories.ts'
import { startMailServer } from '#tests/mailbox.ts'
import { composeMail } from '../features/notifications/compose-mail.ts'
import { workOnNext } from '../queue/queue.ts'
import { queueMail } from './queue-mail.ts'
import { mailQueue } from './send-mails.ts'
import { openTransport } from './transport.ts'

// A PostgreSQL of its own, which the tests stop.
const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
// PostgreSQL's own account has to reach it when the tests run as root.
await chmod(dataDir, 0o711)
const startPostgres = () => startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } })
let postgres = await startPostgres()
const database = connect(postgres.url, { onError: () => {} })
await migrate(database)

const server = await startMailServer()
const config = readConfig({ DATA_DIR: dataDir, SMTP_URL: server.url })
const smtp = openTransport(config)

afterAll(async () => {
  await smtp.close()
  await database.destroy()
  await postgres.stop()
  await rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 })
})

test.each([
  ['accepted', 'accept', { attempts: 1, due_at: null, sent_at: expect.any(String), lease: null }, 'done'],
  ['refused', 'refuse', { attempts: 1, due_at: expect.any(String), sent_at: null, lease: null }, 'failed'],
] as const)(
  'a mail that is %s while the database is down is recorded when the database is up, without a second attempt',
  async (_, behaviour, recorded, outcome) => {
    await database.deleteFrom('mails').execute()
    const { id } = await makeUser(database)
    await database.transaction().execute((tx) => queueMail(tx, { kind: 'welcome', userId: id }))
    server.mails.length = 0
    server.behaviour = 'hang'
    const onError = vi.fn<(text: string) => void>()
    const delivered = workOnNext(
      mailQueue({ database, config, compose: composeMail, transport: smtp, onError }),
    )
    await vi.waitUntil(() => server.held === 1, { timeout: 10_000 })
    await postgres.stop()
    if (behaviour === 'accept') server.acceptHeld()
    else server.refuseHeld()
    await vi.waitUntil(() => onError.mock.calls.some(([text]) => text.startsWith('Cola de correos')), {
      timeout: 10_000,
    })
    postgres = await startPostgres()
    expect(await delivered).toBe(outcome)
    expect(await database.selectFrom('mails').selectAll().executeTakeFirstOrThrow()).toMatchObject(recorded)
    expect(server.mails).toHaveLength(behaviour === 'accept' ? 1 : 0)
  },
  60_000,
)

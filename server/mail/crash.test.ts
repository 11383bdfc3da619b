import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import type { Db } from '#server/database/schema.ts'
import { openDatabase } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { startMailServer } from '#tests/mailbox.ts'
import { type ServerProcess, startServerProcess } from '#tests/server-process.ts'
import { queueMail } from './queue-mail.ts'

const mailServer = await startMailServer()
const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
// PostgreSQL's own account has to reach it when the tests run as root.
await chmod(dataDir, 0o711)
// PostgreSQL may still be writing its last files: retry.
afterAll(() => rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 }))

/** The real server, with its embedded database. */
async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    DEMO: 'off',
    ADMIN_PASSWORD: 'una-clave-larga',
    LIMIT_PER_ADDRESS: 'off',
    SMTP_URL: mailServer.url,
  })
  await vi.waitUntil(server.isReady, { timeout: 40_000 })
  return server
}

async function kill({ pid, ended }: ServerProcess) {
  process.kill(pid, 'SIGKILL')
  await ended
}

function database(): Db {
  const socket = encodeURIComponent(join(dataDir, 'socket'))
  return openDatabase(`postgresql://botica@/botica?host=${socket}`)
}

async function order({ base }: ServerProcess, db: Db, email: string) {
  const [user, product] = [await makeUser(db), await makeProduct(db)]
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-access-token': user.token }
    const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.ok).toBe(true)
    return answer.json()
  }
  const items = [{ productId: product.id, quantity: 1 }]
  const { data } = await post('/api/cart/update-cart', { cart: user.id, items })
  await post('/api/cart/create-delivery', { ...SHIPPING, email, id: user.id, products: data })
}

/** Waits until each mail is recorded as sent. */
async function untilRecorded(db: Db) {
  const findUnsent = () => db.selectFrom('mails').select('cause').where('sent_at', 'is', null).execute()
  await vi.waitUntil(async () => (await findUnsent()).length === 0, { timeout: 20_000 })
}

// Both kills are one test, because each start of a server with its PostgreSQL takes seconds.
test('a server killed between an order and its mails sends them once after the restart; killed after a mail has left and before this is recorded, it sends that again with the same Message-ID', async () => {
  const first = await start()
  mailServer.behaviour = 'hang'
  await order(first, database(), 'uno@correo.cl')
  // The mail server has received both mails and accepted neither.
  await vi.waitUntil(() => mailServer.held === 2, { timeout: 20_000 })
  await kill(first)
  expect(mailServer.mails).toEqual([])

  mailServer.behaviour = 'accept'
  const second = await start()
  await vi.waitUntil(() => mailServer.mails.length === 2, { timeout: 20_000 })
  // The oldest mails are sent first: once the second order's mails have arrived, no copy of the first order's can follow.
  await order(second, database(), 'dos@correo.cl')
  await vi.waitUntil(() => mailServer.mails.length === 4, { timeout: 20_000 })

  const recipients = mailServer.mails.map(({ recipients }) => recipients.join())
  expect(recipients.slice(0, 2).toSorted()).toEqual(['contacto@botica.example', 'uno@correo.cl'])
  expect(recipients.slice(2).toSorted()).toEqual(['contacto@botica.example', 'dos@correo.cl'])
  expect(new Set(mailServer.mails.map(({ headers }) => headers['message-id'])).size).toBe(4)

  const db = database()
  await untilRecorded(db)
  await sql`
    create function refuse_update() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`.execute(
    db,
  )
  await sql`
    create trigger refuse_update before update of sent_at on mails
    for each row execute function refuse_update()`.execute(db)
  mailServer.mails.length = 0
  const user = await makeUser(db)
  await db.transaction().execute((tx) => queueMail(tx, { kind: 'welcome', userId: user.id }))
  await vi.waitUntil(() => mailServer.mails.length === 1, { timeout: 20_000 })
  await kill(second)

  const third = await start()
  await vi.waitUntil(() => mailServer.mails.length === 2, { timeout: 20_000 })
  const again = database()
  await sql`drop trigger refuse_update on mails`.execute(again)
  await untilRecorded(again)
  expect(await third.stop()).toBe(0)
  const messageIds = mailServer.mails.map(({ headers }) => headers['message-id'])
  expect(messageIds).toEqual([`<welcome.${user.id}@botica.example>`, `<welcome.${user.id}@botica.example>`])
}, 180_000)

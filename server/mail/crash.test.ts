import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '#server/database/connection.ts'
import type { Db } from '#server/database/schema.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { startMailServer } from '#tests/mailbox.ts'
import { queueMail } from './queue-mail.ts'

const mailServer = await startMailServer()
const dataDir = await mkdtemp(join(tmpdir(), 'botica-test-'))
// PostgreSQL's own account has to reach it when the tests run as root.
await chmod(dataDir, 0o711)
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const children = new Set<ChildProcess>()

afterAll(async () => {
  for (const child of children) await end(child, 'SIGKILL')
  // PostgreSQL may still be writing its last files: retry.
  await rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The real server, with its embedded database. */
async function start(): Promise<ChildProcess> {
  const pages = existsSync('build/server/index.js') ? [] : ['--dev']
  const child = spawn(process.execPath, ['server/main.ts', ...pages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'off',
      ADMIN_PASSWORD: 'una-clave-larga',
      LIMIT_PER_ADDRESS: 'off',
      SMTP_URL: mailServer.url,
    },
  })
  children.add(child)
  await vi.waitUntil(
    () =>
      fetch(`${base}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    { timeout: 40_000 },
  )
  return child
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  children.delete(child)
  child.kill(signal)
  const [code] = await once(child, 'exit')
  return code
}

function database(): Db {
  const socket = encodeURIComponent(join(dataDir, 'socket'))
  const db = connect(`postgresql://botica@/botica?host=${socket}`, { onError: () => {} })
  onTestFinished(() => db.destroy())
  return db
}

async function order(db: Db, email: string) {
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

test('a server killed between an order and its mails sends them once after the restart', async () => {
  const first = await start()
  mailServer.behaviour = 'hang'
  await order(database(), 'uno@correo.cl')
  // The mail server has received both mails and accepted neither.
  await vi.waitUntil(() => mailServer.held === 2, { timeout: 20_000 })
  await end(first, 'SIGKILL')
  expect(mailServer.mails).toEqual([])

  mailServer.behaviour = 'accept'
  const second = await start()
  await vi.waitUntil(() => mailServer.mails.length === 2, { timeout: 20_000 })
  // The oldest mails are sent first: once the second order's mails have arrived, no copy of the first order's can follow.
  await order(database(), 'dos@correo.cl')
  await vi.waitUntil(() => mailServer.mails.length === 4, { timeout: 20_000 })
  expect(await end(second, 'SIGTERM')).toBe(0)

  const recipients = mailServer.mails.map(({ recipients }) => recipients.join())
  expect(recipients.slice(0, 2).toSorted()).toEqual(['contacto@botica.example', 'uno@correo.cl'])
  expect(recipients.slice(2).toSorted()).toEqual(['contacto@botica.example', 'dos@correo.cl'])
  expect(new Set(mailServer.mails.map(({ headers }) => headers['message-id'])).size).toBe(4)
}, 120_000)

test('a server killed after a mail has left, and before that is recorded, sends it again with the same Message-ID', async () => {
  const first = await start()
  const db = database()
  await sql`
    create function refuse_update() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`.execute(
    db,
  )
  await sql`
    create trigger refuse_update before update of sent_at on mails
    for each row execute function refuse_update()`.execute(db)
  mailServer.mails.length = 0
  mailServer.behaviour = 'accept'
  const user = await makeUser(db)
  await db.transaction().execute((tx) => queueMail(tx, { kind: 'welcome', userId: user.id }))
  await vi.waitUntil(() => mailServer.mails.length === 1, { timeout: 20_000 })
  await end(first, 'SIGKILL')

  const second = await start()
  await vi.waitUntil(() => mailServer.mails.length === 2, { timeout: 20_000 })
  const again = database()
  await sql`drop trigger refuse_update on mails`.execute(again)
  const findUnsent = () => again.selectFrom('mails').select('cause').where('sent_at', 'is', null).execute()
  await vi.waitUntil(async () => (await findUnsent()).length === 0, { timeout: 20_000 })
  expect(await end(second, 'SIGTERM')).toBe(0)
  const messageIds = mailServer.mails.map(({ headers }) => headers['message-id'])
  expect(messageIds).toEqual([`<welcome.${user.id}@botica.example>`, `<welcome.${user.id}@botica.example>`])
}, 120_000)

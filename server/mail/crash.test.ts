import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createDatabase } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { startMailServer } from '#tests/mailbox.ts'
import { type ServerProcess, startShopProcess } from '#tests/server-process.ts'
import { queueMail } from './queue-mail.ts'

const mailServer = await startMailServer()
const database = await createDatabase()
const start = () => startShopProcess(database, { LIMIT_PER_ADDRESS: 'off', SMTP_URL: mailServer.url })

async function kill({ pid, ended }: ServerProcess) {
  process.kill(pid, 'SIGKILL')
  await ended
}

async function order({ base }: ServerProcess, email: string) {
  const [user, product] = [await makeUser(database), await makeProduct(database)]
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
  await order(first, 'uno@correo.cl')
  // The mail server has received both mails and accepted neither.
  await vi.waitUntil(() => mailServer.held === 2, { timeout: 20_000 })
  await kill(first)
  expect(mailServer.mails).toEqual([])

  mailServer.behaviour = 'accept'
  const second = await start()
  await vi.waitUntil(() => mailServer.mails.length === 2, { timeout: 20_000 })
  // The oldest mails are sent first: once the second order's mails have arrived, no copy of the first order's can follow.
  await order(second, 'dos@correo.cl')
  await vi.waitUntil(() => mailServer.mails.length === 4, { timeout: 20_000 })
  expect(await second.stop()).toBe(0)

  const recipients = mailServer.mails.map(({ recipients }) => recipients.join())
  expect(recipients.slice(0, 2).toSorted()).toEqual(['contacto@botica.example', 'uno@correo.cl'])
  expect(recipients.slice(2).toSorted()).toEqual(['contacto@botica.example', 'dos@correo.cl'])
  expect(new Set(mailServer.mails.map(({ headers }) => headers['message-id'])).size).toBe(4)
}, 120_000)

test('a server killed after a mail has left and before this is recorded sends it again with the same Message-ID', async () => {
  const first = await start()
  await sql`
    create function refuse_update() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`.execute(
    database,
  )
  await sql`
    create trigger refuse_update before update of sent_at on mails
    for each row execute function refuse_update()`.execute(database)
  mailServer.mails.length = 0
  mailServer.behaviour = 'accept'
  const user = await makeUser(database)
  await database.transaction().execute((tx) => queueMail(tx, { kind: 'welcome', userId: user.id }))
  await vi.waitUntil(() => mailServer.mails.length === 1, { timeout: 20_000 })
  await kill(first)

  const second = await start()
  await vi.waitUntil(() => mailServer.mails.length === 2, { timeout: 20_000 })
  await sql`drop trigger refuse_update on mails`.execute(database)
  const findUnsent = () => database.selectFrom('mails').select('cause').where('sent_at', 'is', null).execute()
  await vi.waitUntil(async () => (await findUnsent()).length === 0, { timeout: 20_000 })
  expect(await second.stop()).toBe(0)
  const messageIds = mailServer.mails.map(({ headers }) => headers['message-id'])
  expect(messageIds).toEqual([`<welcome.${user.id}@botica.example>`, `<welcome.${user.id}@botica.example>`])
}, 120_000)

import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, test, vi } from 'vitest'
import type { WebhookEvent } from '#contract/webhooks.ts'
import { createTestApp } from '#tests/app.ts'
import { unique } from '#tests/factories.ts'
import { startReceiver } from '#tests/receiver.ts'
import type { Tx } from '../database/schema.ts'
import { lease, startQueue, workOnNext } from '../queue/queue.ts'
import { eventQueue, RETRY_DELAYS } from './deliver-events.ts'
import { queueEvent } from './queue-event.ts'

const { database, config } = await createTestApp({ WEBHOOK_NETWORKS: 'loopback' })
const receiver = await startReceiver()
const accept = receiver.answer
const SECRET = `whsec_${Buffer.from('treinta y dos bytes para firmar.').toString('base64')}`

beforeEach(async () => {
  await sql`delete from webhooks`.execute(database)
  receiver.events.length = 0
  receiver.answer = accept
})

async function makeWebhook({ url = receiver.url, events = ['order.updated'] as WebhookEvent[] } = {}) {
  const { rows } = await sql<{ id: string }>`
    insert into webhooks (url, events, secret) values (${url}, ${events}, ${SECRET}) returning id`.execute(
    database,
  )
  return rows[0]!.id
}

const SUBJECT = '01900000-0000-7000-8000-000000000001'
const queue = (status: string, { type = 'order.updated' as WebhookEvent, subject = SUBJECT } = {}) =>
  queueEvent(database as Tx, type, { subject, data: { _id: subject, status } })
const makeDue = () =>
  sql`update webhook_deliveries set due_at = now() where due_at is not null`.execute(database)
type Delivery = {
  id: string
  happened_at: string
  due_at: string | null
  delivered_at: string | null
  attempts: number
  lease: string | null
}
const rows = async () =>
  (await sql<Delivery>`select * from webhook_deliveries order by position`.execute(database)).rows

const sender = (values: Partial<Parameters<typeof eventQueue>[0]> = {}) => {
  const onError = vi.fn<(text: string) => void>()
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  return { ...eventQueue({ database, networks: ['loopback'], resolve, onError, ...values }), onError }
}
const deliverAll = async (from = sender()) => {
  while ((await workOnNext(from)) !== 'none');
}
/** Starts delivering like a server that shares its database. */
const start = () =>
  startQueue(eventQueue({ database, networks: config.webhookNetworks, onError: () => {} }), {
    ownsDatabase: false,
  })
const statuses = () => receiver.events.map(({ event }) => event.data.status)

test('an event is signed as Standard Webhooks says, and posted once', async () => {
  await makeWebhook()
  await queue('delivered')
  expect(await workOnNext(sender())).toBe('done')
  expect(await workOnNext(sender())).toBe('none')
  const [received] = receiver.events
  const [row] = await rows()
  expect(new Webhook(SECRET).verify(received!.raw, received!.headers as Record<string, string>)).toEqual({
    type: 'order.updated',
    timestamp: row!.happened_at,
    data: { _id: SUBJECT, status: 'delivered' },
  })
  expect(received!.headers).toMatchObject({ 'webhook-id': row!.id, 'content-type': 'application/json' })
  expect(row).toMatchObject({ due_at: null, attempts: 1, last_status: 204, delivered_at: expect.any(String) })
})

test('a failed event is sent again after 5 s, 30 s, 2 min and longer with the same webhook-id, and given up after three days', async () => {
  await makeWebhook()
  await queue('delivered')
  receiver.answer = (response) => void response.writeHead(500).end()
  const failing = sender()
  const waits: number[] = []
  for (let attempt = 0; attempt <= RETRY_DELAYS.length; attempt += 1) {
    await makeDue()
    expect(await workOnNext(failing)).toBe('refused')
    const [row] = await rows()
    if (row!.due_at) waits.push(Math.round((Date.parse(row!.due_at) - Date.now()) / 1_000))
  }
  expect(waits).toEqual(RETRY_DELAYS)
  expect(waits.slice(0, 3)).toEqual([5, 30, 120])
  const days = RETRY_DELAYS.reduce((sum, delay) => sum + delay, 0) / 86_400
  expect(days).toBeGreaterThan(2.9)
  expect(days).toBeLessThanOrEqual(3)
  expect(new Set(receiver.events.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.events.map(({ raw }) => raw)).size).toBe(1)
  const [row] = await rows()
  expect(row).toMatchObject({ due_at: null, delivered_at: null, last_status: 500, last_error: 'answer' })
  expect(failing.onError).toHaveBeenCalledOnce()
  await makeDue()
  expect(await workOnNext(failing)).toBe('none')
})

test('the events of an order arrive in their order while a receiver fails a third of the time, and every one arrives', async () => {
  await makeWebhook()
  const orders = Array.from({ length: 6 }, (_, n) => `01900000-0000-7000-8000-00000000001${n}`)
  for (let n = 0; n < 5; n += 1) for (const subject of orders) await queue(String(n), { subject })
  let requests = 0
  receiver.answer = (response) => {
    requests += 1
    response.writeHead(requests % 3 === 0 ? 503 : 200).end()
  }
  while ((await rows()).some(({ due_at }) => due_at)) {
    await makeDue()
    await Promise.all([deliverAll(), deliverAll(), deliverAll()])
  }
  for (const order of orders) {
    const seen = receiver.events.filter(({ event }) => event.data._id === order)
    const first = [...new Set(seen.map(({ event }) => event.data.status))]
    expect(first).toEqual(['0', '1', '2', '3', '4'])
    const inTheEnd = seen.map(({ event }) => event.data.status)
    expect(inTheEnd).toEqual(inTheEnd.toSorted())
  }
  expect((await rows()).every(({ delivered_at }) => delivered_at)).toBe(true)
  expect(requests).toBeGreaterThan(30)
})

test('a later event of an order waits for an earlier one per webhook, until that one is given up', async () => {
  const other = await startReceiver()
  await makeWebhook()
  const second = await makeWebhook({ url: other.url })
  receiver.answer = (response) => void response.writeHead(500).end()
  await queue('delivered')
  await queue('cancelled')
  await deliverAll()
  expect(statuses()).toEqual(['delivered'])
  expect(other.events.map(({ event }) => event.data.status)).toEqual(['delivered', 'cancelled'])
  await sql`update webhook_deliveries set due_at = null where position = (
    select min(position) from webhook_deliveries where webhook_id <> ${second})`.execute(database)
  receiver.answer = accept
  await deliverAll()
  expect(statuses()).toEqual(['delivered', 'cancelled'])
})

test('a waiting change of a product’s stock is replaced by a later one, but not once it was sent', async () => {
  await makeWebhook({ events: ['product.stock'] })
  const change = (stock: string) => queue(stock, { type: 'product.stock' })
  await change('5')
  await change('4')
  expect(await rows()).toHaveLength(1)
  receiver.answer = (response) => void response.writeHead(500).end()
  expect(await workOnNext(sender())).toBe('refused')
  await change('3')
  await change('2')
  expect(await rows()).toHaveLength(2)
  receiver.answer = accept
  await makeDue()
  await deliverAll()
  expect(statuses()).toEqual(['4', '4', '2'])
})

test('a change of stock that commits while its event is being leased isn’t lost', async () => {
  await makeWebhook({ events: ['product.stock'] })
  await queue('5', { type: 'product.stock' })
  await database.transaction().execute(async (tx) => {
    await queueEvent(tx, 'product.stock', { subject: SUBJECT, data: { status: '4' } })
    // The event has an uncommitted change, so no server takes it.
    expect(await lease(sender(), 10)).toEqual([])
  })
  await deliverAll()
  expect(statuses()).toEqual(['4'])
})

test.each([
  ['a redirect isn’t followed', 302, 'answer'],
  ['a refusal', 410, 'answer'],
])('%s: it is a failed attempt', async (_, status, error) => {
  const target = await startReceiver()
  await makeWebhook()
  await queue('delivered')
  receiver.answer = (response) => void response.writeHead(status, { location: target.url }).end()
  expect(await workOnNext(sender())).toBe('refused')
  expect(target.events).toEqual([])
  expect((await rows())[0]).toMatchObject({ attempts: 1, last_status: status, last_error: error })
})

test('an answer of more than 64 kB is cut off and failed', async () => {
  await makeWebhook()
  await queue('delivered')
  let sent = 0
  receiver.answer = (response) => {
    response.writeHead(200)
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 1
    }
    response.on('drain', write)
    write()
  }
  expect(await workOnNext(sender())).toBe('refused')
  expect((await rows())[0]).toMatchObject({ last_status: 200, last_error: 'size' })
  await vi.waitUntil(() => receiver.open.size === 0, 20_000)
  expect(sent).toBeLessThan(10_000)
})

test('an answer that takes longer than 10 s is cut off and failed', async () => {
  await makeWebhook()
  await queue('delivered')
  receiver.answer = (response) => {
    response.writeHead(200)
    response.write('.')
  }
  // The test controls only the time limit; the rest of the attempt is real.
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const attempt = workOnNext(sender())
  await vi.waitUntil(() => receiver.open.size === 1, 20_000)
  expect(timeout).toHaveBeenCalledWith(10_000)
  limit.abort(new DOMException('late', 'TimeoutError'))
  expect(await attempt).toBe('failed')
  timeout.mockRestore()
  expect((await rows())[0]).toMatchObject({ last_status: null, last_error: 'timeout' })
  await vi.waitUntil(() => receiver.open.size === 0, 20_000)
})

test.each([
  ['127.0.0.1', 4],
  ['10.1.2.3', 4],
  ['169.254.169.254', 4],
  ['100.64.0.1', 4],
  ['0.0.0.0', 4],
  ['::1', 6],
  ['::', 6],
  ['::ffff:127.0.0.1', 6],
  ['::127.0.0.1', 6],
  ['64:ff9b::7f00:1', 6],
  ['fe80::1', 6],
  ['fd00::1', 6],
])('refuses at the delivery a name that now resolves to %s', async (address, family) => {
  await makeWebhook({ url: `https://receptor.example:${receiver.port}/` })
  await queue('delivered')
  const addresses = [
    { address: '93.184.215.14', family: 4 },
    { address, family },
  ]
  expect(await workOnNext(sender({ networks: [], resolve: async () => addresses }))).toBe('failed')
  expect((await rows())[0]).toMatchObject({ last_status: null, last_error: 'address' })
  expect(receiver.events).toEqual([])
})

test('a name is resolved once for each attempt, and the connection is made to that address', async () => {
  await makeWebhook({ url: `http://receptor.example:${receiver.port}/avisos` })
  await queue('delivered')
  const resolve = vi.fn(async () => [{ address: '127.0.0.1', family: 4 }])
  expect(await workOnNext(sender({ resolve }))).toBe('done')
  expect(resolve).toHaveBeenCalledOnce()
  expect(receiver.events[0]!.headers.host).toBe(`receptor.example:${receiver.port}`)
})

test('without an address or an open port an attempt fails', async () => {
  await makeWebhook({ url: 'https://receptor.example/' })
  await queue('delivered')
  expect(await workOnNext(sender({ resolve: async () => Promise.reject(new Error('ENOTFOUND')) }))).toBe(
    'failed',
  )
  expect((await rows())[0]).toMatchObject({ last_error: 'name' })
  await sql`update webhooks set url = 'http://127.0.0.1:1/'`.execute(database)
  await makeDue()
  expect(await workOnNext(sender())).toBe('failed')
  expect((await rows())[0]).toMatchObject({ last_error: 'connection', attempts: 2 })
})

test('http: reaches the operator’s networks only', async () => {
  await makeWebhook({ url: 'http://receptor.example/' })
  await queue('delivered')
  const resolve = async () => [{ address: '93.184.215.14', family: 4 }]
  expect(await workOnNext(sender({ resolve }))).toBe('failed')
  expect((await rows())[0]).toMatchObject({ last_error: 'address' })
})

test('two servers share the work, and send each event once', async () => {
  await makeWebhook()
  const subjects = Array.from({ length: 40 }, (_, n) => `01900000-0000-7000-8000-0000000001${n + 10}`)
  for (const subject of subjects) await queue('delivered', { subject })
  const servers = [start(), start()]
  await vi.waitUntil(async () => (await rows()).every(({ due_at }) => due_at === null), { timeout: 20_000 })
  await Promise.all(servers.map((server) => server.stop()))
  expect(receiver.events).toHaveLength(40)
  expect(new Set(receiver.events.map(({ headers }) => headers['webhook-id'])).size).toBe(40)
})

test('a receiver that hangs takes few places, and delays neither other receivers nor the shutdown', async () => {
  const slow = await startReceiver()
  slow.answer = () => {}
  await makeWebhook({ url: slow.url })
  const subjects = Array.from({ length: 20 }, (_, n) => `01900000-0000-7000-8000-0000000001${n + 10}`)
  for (const subject of subjects) await queue('delivered', { subject })
  const server = start()
  await vi.waitUntil(() => slow.open.size === 4, { timeout: 10_000 })
  await sql`delete from webhook_deliveries where lease is null`.execute(database)
  await makeWebhook()
  for (const subject of subjects) await queue('cancelled', { subject })
  await vi.waitUntil(() => receiver.events.length === 20, { timeout: 10_000 })
  expect(slow.events).toHaveLength(4)
  await server.stop()
  const left = (await rows()).filter(({ due_at }) => due_at)
  expect(left.every(({ attempts, lease }) => attempts === 0 && lease === null)).toBe(true)
  expect(left).toHaveLength(24)
})

test('an event that a killed server had leased is sent by another one when the lease has ended', async () => {
  await makeWebhook()
  await queue(`delivered-${unique()}`)
  expect(await lease(sender(), 10)).toHaveLength(1)
  expect(await workOnNext(sender())).toBe('none')
  await makeDue()
  expect(await workOnNext(sender())).toBe('done')
})

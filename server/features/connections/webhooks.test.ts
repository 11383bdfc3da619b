import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { auditCalls } from '#contract/audit.ts'
import { connectionCalls } from '#contract/connections.ts'
import { orderCalls } from '#contract/orders.ts'
import { paymentCalls } from '#contract/payments.ts'
import { productBatchCalls } from '#contract/product-batch.ts'
import { WEBHOOK_EVENTS, type WebhookDelivery, type WebhookEvent, webhookCalls } from '#contract/webhooks.ts'
import { SCOPES } from '#domain/scopes.ts'
import { workOnNext } from '#server/queue/queue.ts'
import { eventQueue, RETRY_DELAYS } from '#server/webhooks/deliver-events.ts'
import { createTestApp } from '#tests/app.ts'
import { traces } from '#tests/erasure.ts'
import { makeOrder, makeProduct, makeUser, setStock, unique } from '#tests/factories.ts'
import { makePerson, placeOrder } from '#tests/person.ts'
import { startReceiver } from '#tests/receiver.ts'
import { makeTransfer } from '#tests/transfers.ts'
import { openImports, rowOf } from '#tests/workbook-imports.ts'
import { deleteExpiredRows } from '../../hourly-sweep.ts'
import { createWebhook } from './webhooks.ts'

const app = await createTestApp({ WEBHOOK_NETWORKS: 'loopback' })
const { database, send } = app
const admin = await makeUser(database, { role: 'Administrador', name: 'Julia' })
const { token } = admin
const receiver = await startReceiver()

const create = (url: unknown, events: readonly WebhookEvent[] = WEBHOOK_EVENTS) =>
  send(webhookCalls.createWebhook, { body: { url: url as string, events: [...events] }, token })

/** Creates a webhook for one test, after it has deleted those of earlier tests. */
async function makeWebhook(events: readonly WebhookEvent[] = WEBHOOK_EVENTS) {
  await sql`delete from webhooks`.execute(database)
  receiver.events.length = 0
  const { body, status } = await create(receiver.url, events)
  expect(status).toBe(201)
  return body.data
}

async function waiting() {
  const { rows } = await sql<{ type: string; data: unknown }>`
    select type, data from webhook_deliveries order by position`.execute(database)
  return rows.map(({ type, data }) => [type, data])
}
const sender = () =>
  eventQueue({
    database,
    networks: app.config.webhookNetworks,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    onError: () => {},
  })
const deliveriesOf = async (id: string) =>
  (await send(webhookCalls.listDeliveries, { params: { id }, query: {}, token })).body.data

test('a secret is shown once, and is in no list and no audit entry', async () => {
  const { _id, secret } = await makeWebhook(['product.stock', 'order.created'])
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(await traces(database, secret)).toEqual({ webhooks: 1 })
  const listed = await send(webhookCalls.listWebhooks, { query: {}, token })
  expect(listed.body.data).toEqual([
    {
      _id,
      url: receiver.url,
      events: ['order.created', 'product.stock'],
      createdAt: expect.any(String),
      waiting: 0,
      failed: 0,
    },
  ])
})

test.each([
  'ftp://receptor.example/',
  'https://ana:clave@receptor.example/',
  'https://ana@receptor.example/',
  'receptor.example',
  'https://./',
  'http://93.184.215.14/',
  'https://10.0.0.1/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://0/',
  'https://0xa000001/',
  'https://[fe80::1]/',
])('the address %j is refused', async (url) => {
  expect(await create(url)).toMatchObject({
    status: 400,
    body: { code: 'BAD_INPUT', issues: [{ path: 'url' }] },
  })
})

test('refuses a host name with a private address among its addresses, and one without an address', async () => {
  const at = (...addresses: string[]) =>
    createWebhook(
      database,
      { url: 'https://receptor.example/', events: ['order.created'] },
      {
        networks: [],
        resolve: async () => addresses.map((address) => ({ address, family: 4 })),
        actor: 'operador',
      },
    )
  const issue = (message: RegExp) => ({
    code: 'BAD_INPUT',
    details: { issues: [{ path: 'url', message: expect.stringMatching(message) }] },
  })
  await expect(at('93.184.215.14', '192.168.0.1')).rejects.toMatchObject(issue(/no está permitida/))
  await expect(at()).rejects.toMatchObject(issue(/^No encontramos el nombre/))
  expect(await at('93.184.215.14')).toMatchObject({ secret: expect.any(String) })
})

test.each([
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST..:8443/',
  'https://ip6-localhost/',
  'https://127.0.0.1./',
])('refuses a webhook to the machine itself, %j', async (url) => {
  const made = createWebhook(
    database,
    { url, events: ['order.created'] },
    { networks: [], actor: 'operador' },
  )
  await expect(made).rejects.toMatchObject({ code: 'BAD_INPUT', details: { issues: [{ path: 'url' }] } })
})

test('accepts a host name with a dot at its end like the name without it', async () => {
  expect((await create('https://localhost./')).status).toBe(201)
})

test('refuses events outside the list, and no event at all', async () => {
  for (const events of [[], ['order.deleted'], ['webhook.test']])
    expect((await create(receiver.url, events as never)).status).toBe(400)
})

test('a key can neither create nor read webhooks', async () => {
  const name = `Caja ${unique()}`
  const { body } = await send(connectionCalls.createKey, { body: { name, scopes: [...SCOPES] }, token })
  const headers = { authorization: `Bearer ${body.data.key}` }
  const { _id } = await makeWebhook()
  const refused = [
    await send(webhookCalls.createWebhook, {
      body: { url: receiver.url, events: ['order.created'] },
      headers,
    }),
    await send(webhookCalls.listWebhooks, { query: {}, headers }),
    await send(webhookCalls.listDeliveries, { params: { id: _id }, query: {}, headers }),
  ]
  for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 'NO_SCOPE'])
})

test('a test event is sent whatever the webhook’s events are, listed, and audited', async () => {
  const { _id } = await makeWebhook(['import.finished'])
  expect((await send(webhookCalls.testWebhook, { params: { id: _id }, token })).status).toBe(200)
  expect(await deliveriesOf(_id)).toMatchObject([
    { type: 'webhook.test', status: 'waiting', attempts: 0, lastStatus: null },
  ])
  expect(await workOnNext(sender())).toBe('done')
  expect(receiver.events[0]!.event).toMatchObject({ type: 'webhook.test', data: { _id } })
  const [delivery] = await deliveriesOf(_id)
  expect(delivery).toEqual({
    _id: receiver.events[0]!.headers['webhook-id'],
    type: 'webhook.test',
    status: 'delivered',
    attempts: 1,
    lastStatus: 204,
    at: receiver.events[0]!.event.timestamp,
  })

  const again = { id: _id, delivery: delivery!._id }
  expect((await send(webhookCalls.sendDelivery, { params: again, token })).status).toBe(200)
  expect((await deliveriesOf(_id))[0]).toMatchObject({ status: 'waiting', attempts: 1 })
  expect(await workOnNext(sender())).toBe('done')
  expect(receiver.events.map(({ headers }) => headers['webhook-id'])).toEqual([delivery!._id, delivery!._id])

  expect((await send(webhookCalls.deleteWebhook, { params: { id: _id }, token })).status).toBe(200)
  expect(await waiting()).toEqual([])
  const entries = (await send(auditCalls.listAudit, { query: { subject: _id }, token })).body.data
  expect(entries.map(({ action, name, label }) => [action, name, label])).toEqual(
    ['delete', 'resend', 'test', 'create'].map((verb) => [
      `connection.webhook-${verb}`,
      expect.stringContaining('Julia'),
      receiver.url,
    ]),
  )
})

test('a failed delivery is listed with its reason, counted, and sent again on request', async () => {
  const { _id } = await makeWebhook(['order.created'])
  await send(webhookCalls.testWebhook, { params: { id: _id }, token })
  receiver.answer = (response) => void response.writeHead(503).end()
  await sql`update webhook_deliveries set attempts = ${RETRY_DELAYS.length}`.execute(database)
  expect(await workOnNext(sender())).toBe('refused')
  const [failed] = await deliveriesOf(_id)
  expect(failed).toMatchObject({ status: 'failed', attempts: 12, lastStatus: 503, error: 'answer' })
  const listed = await send(webhookCalls.listWebhooks, { query: {}, token })
  expect(listed.body.data).toMatchObject([{ waiting: 0, failed: 1 }])
  receiver.answer = (response) => void response.writeHead(200).end()
  await send(webhookCalls.sendDelivery, { params: { id: _id, delivery: failed!._id }, token })
  expect(await workOnNext(sender())).toBe('done')
  expect((await deliveriesOf(_id))[0]).toMatchObject({ status: 'delivered', lastStatus: 200 })
})

test('webhooks with failed deliveries come first and are found by their URL, their deliveries by status', async () => {
  const { _id } = await makeWebhook(['order.created'])
  const { _id: newer } = (await create(`${receiver.url}/contabilidad`)).body.data
  for (let count = 0; count < 3; count += 1)
    await send(webhookCalls.testWebhook, { params: { id: _id }, token })
  const [failed, delivered, waiting] = await deliveriesOf(_id)
  await sql`update webhook_deliveries set due_at = null where id in (${failed!._id}, ${delivered!._id})`.execute(
    database,
  )
  await sql`update webhook_deliveries set delivered_at = now() where id = ${delivered!._id}`.execute(database)
  const listed = async (search?: string) =>
    (await send(webhookCalls.listWebhooks, { query: search ? { search } : {}, token })).body.data.map(
      (webhook) => webhook._id,
    )
  expect((await listed()).filter((id) => id === _id || id === newer)).toEqual([_id, newer])
  expect(await listed('CONTABILIDÁD')).toEqual([newer])
  for (const [status, expected] of Object.entries({ failed, delivered, waiting })) {
    const query = { status: status as WebhookDelivery['status'] }
    const { body } = await send(webhookCalls.listDeliveries, { params: { id: _id }, query, token })
    expect([body.total, body.data[0]?._id]).toEqual([1, expected!._id])
  }
})

test('refuses to send a delivery of another webhook again, or an unknown one', async () => {
  const { _id } = await makeWebhook()
  await send(webhookCalls.testWebhook, { params: { id: _id }, token })
  const [delivery] = await deliveriesOf(_id)
  const other = (await create(receiver.url)).body.data._id
  const missing = crypto.randomUUID()
  const answers = [
    await send(webhookCalls.sendDelivery, { params: { id: other, delivery: delivery!._id }, token }),
    await send(webhookCalls.sendDelivery, { params: { id: _id, delivery: missing }, token }),
    await send(webhookCalls.testWebhook, { params: { id: missing }, token }),
    await send(webhookCalls.deleteWebhook, { params: { id: missing }, token }),
    await send(webhookCalls.listDeliveries, { params: { id: missing }, query: {}, token }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})

test('an order’s events contain nothing about its customer', async () => {
  const person = await makePerson(app)
  const { _id } = await makeWebhook(['order.created', 'order.updated', 'order.paid'])
  const id = await placeOrder(app, person)
  const { number, total } = await database
    .selectFrom('orders')
    .select(['number', 'total'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const due = Math.round(total)
  for (const amount of [1, due - 1]) {
    const paymentId = await makeTransfer(database, { amount })
    await send(paymentCalls.matchPayment, { params: { id: paymentId }, body: { orders: [id] }, token })
  }
  for (const state of ['delivered', 'delivered', 'cancelled'] as const)
    await send(orderCalls.updateOrderStatus, { body: { id, state }, token })
  const data = (status: string) => ({ _id: id, nro_delivery: number, status, total })
  expect(await waiting()).toEqual([
    ['order.created', data('pending')],
    ['order.paid', data('pending')],
    ['order.updated', data('delivered')],
    ['order.updated', data('cancelled')],
  ])
  expect(await deliveriesOf(_id)).toHaveLength(4)
})

test('any change of stock queues an event, and changes that wait share one event', async () => {
  await makeWebhook(['product.stock'])
  const product = await makeProduct(database, { stock: 5, barcode: `78${unique()}` })
  const { id, barcode } = product
  const body = { items: [{ barcode, stockChange: -1 }] }
  await send(productBatchCalls.saveBatch, { body, token })
  expect(await waiting()).toEqual([['product.stock', { _id: id, barcode, stock: 4 }]])
  expect(await workOnNext(sender())).toBe('done')
  await setStock(database, id, 3)
  await sql`update products set cost = 1990 where id = ${id}`.execute(database)
  expect(await workOnNext(sender())).toBe('done')
  expect(await workOnNext(sender())).toBe('none')
  expect(receiver.events.map(({ event }) => event.data.stock)).toEqual([4, 3])
})

test('a new webhook waits for the changes under way, which its receiver would otherwise miss', async () => {
  await sql`delete from webhooks`.execute(database)
  const { id } = await makeProduct(database, { stock: 5 })
  const steps: string[] = []
  let created: Promise<unknown> | undefined
  await database.transaction().execute(async (tx) => {
    await setStock(tx, id, 4)
    created = create(receiver.url).then(() => steps.push('created'))
    await vi.waitUntil(async () => {
      const { rows } = await sql`
        select from pg_locks join pg_database on pg_database.oid = database
        where not granted and relation = 'webhooks'::regclass and datname = current_database()`.execute(
        database,
      )
      return rows.length > 0
    })
    steps.push('changed')
  })
  await created
  expect(steps).toEqual(['changed', 'created'])
  await setStock(database, id, 3)
  expect(await waiting()).toEqual([['product.stock', expect.objectContaining({ _id: id, stock: 3 })]])
})

test('a saved import sends an event with its counts', async () => {
  await makeWebhook(['import.finished'])
  const { upload } = openImports(app, token)
  const { body } = await upload([
    rowOf({ barcode: `79${unique()}`, tradename: 'Losartán', cost: 990, stock: 1 }),
  ])
  const [event] = await waiting()
  expect(event).toEqual([
    'import.finished',
    { _id: expect.any(String), created: 1, updated: 0, unchanged: 0, refused: 0 },
  ])
  expect(body).toBeDefined()
})

test('no event is queued while no webhook wants it, or when the change is rolled back', async () => {
  await makeWebhook(['import.finished'])
  const user = await makeUser(database)
  await makeOrder(database, { userId: user.id })
  const { id } = await makeProduct(database, { stock: 7 })
  expect(await waiting()).toEqual([])
  await makeWebhook(['product.stock'])
  const undone = database.transaction().execute(async (tx) => {
    await setStock(tx, id, 8)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await waiting()).toEqual([])
})

test('deliveries that ended 30 days ago are removed, and waiting ones are kept', async () => {
  const { _id } = await makeWebhook()
  for (let times = 0; times < 3; times += 1)
    await send(webhookCalls.testWebhook, { params: { id: _id }, token })
  const [newest, second, third] = await deliveriesOf(_id)
  await sql`update webhook_deliveries set due_at = null where id = any(${[newest!._id, third!._id]}::uuid[])`.execute(
    database,
  )
  await sql`update webhook_deliveries set happened_at = now() - interval '31 days' where id <> ${newest!._id}`.execute(
    database,
  )
  await deleteExpiredRows(database)
  expect((await deliveriesOf(_id)).map(({ _id }) => _id)).toEqual([newest!._id, second!._id])
})

test('stock that changes while its webhook is being deleted is saved, without an event', async () => {
  const { _id } = await makeWebhook(['product.stock'])
  const { id } = await makeProduct(database, { stock: 7 })
  await sql`delete from webhook_deliveries`.execute(database)
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(
      database,
    )
    return rows.length > 0
  }
  let changed: Promise<unknown> = Promise.resolve()
  await database.transaction().execute(async (tx) => {
    await sql`delete from webhooks where id = ${_id}`.execute(tx)
    changed = setStock(database, id, 6)
    await vi.waitUntil(isWaiting, 20_000)
  })
  await changed
  expect(await waiting()).toEqual([])
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditCalls } from '#contract/audit.ts'
import { connectionCalls } from '#contract/connections.ts'
import { orderCalls } from '#contract/orders.ts'
import { productBatchCalls } from '#contract/product-batch.ts'
import { productCalls } from '#contract/products.ts'
import { stockCalls } from '#contract/stock.ts'
import { SCOPES, type Scope } from '#domain/scopes.ts'
import { createTestApp } from '#tests/app.ts'
import { traces } from '#tests/erasure.ts'
import { makeOrder, makeProduct, makeUser, unique } from '#tests/factories.ts'

const app = await createTestApp()
const { database, send } = app
const admin = await makeUser(database, { role: 'Administrador', name: 'Julia' })
const { token } = admin

type NewKey = { name?: string; scopes?: Scope[]; expires?: string | null }

const create = ({ name = `Caja ${unique()}`, scopes = [...SCOPES], expires }: NewKey = {}) =>
  send(connectionCalls.createKey, { body: { name, scopes, expires }, token })

async function makeKey(values: NewKey = {}) {
  const { body } = await create(values)
  return { ...body.data, headers: { authorization: `Bearer ${body.data.key}` } }
}

const listProducts = (headers: Record<string, string>) =>
  send(productCalls.listProducts, { query: {}, headers })

test('a key is shown once and stored as a hash; the list says when it was last used', async () => {
  const { key, _id, headers } = await makeKey({ name: 'Caja del local', scopes: ['products:read'] })
  expect(key).toMatch(/^bot_[\w-]{43}$/)
  expect(await traces(database, key)).toEqual({})
  const listed = async () =>
    (await send(connectionCalls.listKeys, { query: {}, token })).body.data.find((one) => one._id === _id)
  expect(await listed()).toEqual({
    _id,
    name: 'Caja del local',
    scopes: ['products:read'],
    createdAt: expect.any(String),
    lastUsed: null,
    expires: null,
    revoked: false,
  })
  expect((await listProducts(headers)).status).toBe(200)
  expect((await listed())?.lastUsed).not.toBeNull()
})

test('valid keys are listed first, then the newest, and are found by their name', async () => {
  const kept = await makeKey({ name: 'Caja Ñuñoa norte' })
  const revoked = await makeKey({ name: 'Caja Ñuñoa sur' })
  const expired = await makeKey({ name: 'Caja Ñuñoa este' })
  await send(connectionCalls.revokeKey, { params: { id: revoked._id }, token })
  await sql`update connection_keys set expires_at = now() where id = ${expired._id}`.execute(database)
  const { data, total } = (await send(connectionCalls.listKeys, { query: { search: 'nunoa' }, token })).body
  expect(total).toBe(3)
  expect(data.map(({ _id }) => _id)).toEqual([kept._id, expired._id, revoked._id])
})

test('unknown, revoked and expired keys are refused at the next request', async () => {
  const revoked = await makeKey()
  const expired = await makeKey({ expires: new Date(Date.now() + 60_000).toISOString() })
  for (const { headers } of [revoked, expired]) expect((await listProducts(headers)).status).toBe(200)
  for (let times = 0; times < 2; times += 1)
    expect((await send(connectionCalls.revokeKey, { params: { id: revoked._id }, token })).status).toBe(200)
  await sql`update connection_keys set expires_at = now() where id = ${expired._id}`.execute(database)
  const refused = [revoked.headers, expired.headers, { authorization: 'Bearer bot_x' }]
  for (const headers of refused)
    expect(await listProducts(headers)).toMatchObject({ status: 401, body: { code: 'NO_KEY' } })
})

test('a session’s token isn’t accepted as a key, nor a key as a session', async () => {
  const { key } = await makeKey()
  expect((await listProducts({ authorization: `Bearer ${token}` })).body.code).toBe('NO_SESSION')
  expect((await listProducts({ 'x-access-token': key })).body.code).toBe('NO_SESSION')
})

test('only an administrator creates keys; a key can’t', async () => {
  const { headers, _id } = await makeKey()
  const body = { name: 'Otra', scopes: [...SCOPES] }
  expect((await send(connectionCalls.createKey, { body, headers })).status).toBe(403)
  expect((await send(connectionCalls.revokeKey, { params: { id: _id }, headers })).status).toBe(403)
  for (const role of ['Cliente', 'Marketing'] as const) {
    const { token } = await makeUser(database, { role })
    expect((await send(connectionCalls.createKey, { body, token })).status).toBe(403)
    expect((await send(connectionCalls.listKeys, { query: {}, token })).status).toBe(403)
  }
})

test('a key needs a unique name, a scope and an end in the future', async () => {
  const name = `Contador ${unique()}`
  const first = await makeKey({ name })
  expect(await create({ name: name.toUpperCase() })).toMatchObject({
    status: 409,
    body: { code: 'NAME_TAKEN' },
  })
  await send(connectionCalls.revokeKey, { params: { id: first._id }, token })
  expect((await create({ name })).status).toBe(201)
  const wrong = [{ scopes: [] }, { expires: '2020-01-01T00:00:00Z' }, { expires: 'mañana' }, { name: ' ' }]
  for (const values of wrong) expect((await create(values)).status).toBe(400)
})

test('refuses a key after 600 calls in a minute, but not other keys', async () => {
  const { headers } = await makeKey()
  await listProducts(headers)
  await sql`update rate_limits set attempts = 600`.execute(database)
  const { status, headers: answered } = await listProducts(headers)
  expect(status).toBe(429)
  expect(Number(answered['retry-after'])).toBeGreaterThan(0)
  expect((await listProducts((await makeKey()).headers)).status).toBe(200)
})

test('the audit and the stock book name the key', async () => {
  const { headers } = await makeKey({ name: 'Caja Providencia' })
  const { id, barcode } = await makeProduct(database, { stock: 5, barcode: `78${unique()}` })
  const body = { items: [{ barcode, stockChange: -1 }] }
  expect((await send(productBatchCalls.saveBatch, { body, headers })).status).toBe(200)
  const book = (await send(stockCalls.listStockMovements, { params: { id }, query: {}, headers })).body.data
  expect(book[0]).toMatchObject({ cause: 'connection', change: -1, balance: 4, who: 'Caja Providencia' })
  const audit = await send(auditCalls.listAudit, { query: { subject: id }, token })
  expect(audit.body.data[0]).toMatchObject({ action: 'product.update', name: 'Caja Providencia', email: '' })
})

test('a key with orders:write changes a status, and one with orders:read reads the orders of all users', async () => {
  const customer = await makeUser(database)
  const order = await makeOrder(database, { userId: customer.id })
  const { headers } = await makeKey({ scopes: ['orders:read', 'orders:write'] })
  const changed = await send(orderCalls.updateOrderStatus, {
    body: { id: order.id, state: 'delivered' },
    headers,
  })
  expect(changed.status).toBe(200)
  const list = (id: string) => send(orderCalls.listOrders, { params: { id }, query: {}, headers })
  expect((await list('admin')).body.data[0]).toMatchObject({ _id: order.id, status: 'delivered' })
  expect((await list(customer.id)).status).toBe(404)
  expect((await send(orderCalls.getOrder, { params: { id: order.id }, headers })).status).toBe(200)
})

test('OpenAPI names the scope of each call', async () => {
  const { paths, components } = (await app.app.inject('/api/openapi.json')).json()
  expect(paths['/api/cart/order/{id}'].get.security).toEqual([{ token: [] }, { key: ['orders:read'] }])
  expect(paths['/api/connections/keys'].post.security).toEqual([{ token: [] }])
  expect(components.securitySchemes.key).toEqual({ type: 'http', scheme: 'bearer' })
})

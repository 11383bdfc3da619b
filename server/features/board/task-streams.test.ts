import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { boardCalls, type OpenTasks } from '#contract/board.ts'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { requestCalls } from '#contract/requests.ts'
import { userCalls } from '#contract/users.ts'
import { createDatabaseUrl, createTestApp, openDatabase, type TestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'

const url = await createDatabaseUrl()
const database = openDatabase(url)
/** Two servers of one shop. */
const here = await createTestApp({}, database)
const elsewhere = await createTestApp({}, openDatabase(url))
await here.app.listen()

/** Long enough for a busy machine. */
const PATIENT = { timeout: 20_000, interval: 20 }

const makeAdministrator = () => makeUser(database, { role: 'Administrador' })

/** Opens a stream over a connection of its own. */
async function watch({ app }: TestApp, token: string) {
  const { port } = app.server.address() as AddressInfo
  const request = get(`http://localhost:${port}/api${boardCalls.watchOpenTasks.path}`, {
    headers: { 'x-access-token': token },
    agent: false,
  })
  onTestFinished(() => void request.destroy())
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  answer.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  answer.on('error', () => {})
  return {
    status: answer.statusCode,
    headers: answer.headers,
    ended: new Promise((resolve) => answer.once('close', resolve)),
    text: () => text,
    leave: () => request.destroy(),
    /** Waits until the last counts are these. */
    shows: (tasks: Partial<OpenTasks>) =>
      vi.waitFor(() => {
        expect(JSON.parse(text.match(/.*data: ([^\n]*)\n\n/s)![1]!)).toMatchObject(tasks)
      }, PATIENT),
  }
}

async function placeOrder({ send }: TestApp) {
  const { id, token } = await makeUser(database)
  const product = await makeProduct(database)
  const items = [{ productId: product.id, quantity: 1 }]
  const cart = await send(cartCalls.updateCart, { body: { cart: id, items }, token })
  const body = { ...SHIPPING, id, products: cart.body.data }
  return (await send(orderCalls.createOrder, { body, token })).body.data._id
}

test('an order, a form and a new status on another server arrive', async () => {
  const admin = await makeAdministrator()
  const one = await watch(here, admin.token)
  const other = await watch(here, (await makeAdministrator()).token)
  expect(one.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  await one.shows({ pendingOrders: 0, proofsToCheck: 0, unansweredRequests: 0 })
  const id = await placeOrder(elsewhere)
  for (const stream of [one, other]) await stream.shows({ pendingOrders: 1, unansweredRequests: 0 })
  const form = { fullname: 'Ana Soto', email: `a${unique()}@b.cl`, message: '¿Tienen vitamina C?' }
  await elsewhere.send(requestCalls.createContactRequest, { body: form })
  await one.shows({ pendingOrders: 1, unansweredRequests: 1 })
  await elsewhere.send(orderCalls.updateOrderStatus, { body: { id, state: 'delivered' }, token: admin.token })
  await one.shows({ pendingOrders: 0 })
})

test('a stream ends with the next beat after a logout, a lost role or a disabled account; others go on', async () => {
  const [loggedOut, demoted, disabled, staying] = await Promise.all([1, 2, 3, 4].map(makeAdministrator))
  const streams: Awaited<ReturnType<typeof watch>>[] = []
  for (const { token } of [loggedOut!, demoted!, disabled!, staying!]) streams.push(await watch(here, token))
  await here.send(userCalls.logout, { token: loggedOut!.token })
  await here.send(userCalls.updateRole, {
    body: { id: demoted!.id, role: 'Marketing' },
    token: staying!.token,
  })
  await sql`update users set disabled_at = now() where id = ${disabled!.id}`.execute(database)
  await Promise.all(streams.slice(0, 3).map(({ ended }) => ended))
  await vi.waitFor(() => expect(streams[3]!.text()).toMatch(/^:$/m), PATIENT)
  streams[3]!.leave()
})

test('an account has three streams, and only administrators have any', async () => {
  const { token } = await makeAdministrator()
  const streams = await Promise.all([1, 2, 3].map(() => watch(here, token)))
  expect((await watch(here, token)).status).toBe(429)
  streams[0]!.leave()
  await vi.waitFor(async () => expect((await watch(here, token)).status).toBe(200), PATIENT)
  const marketing = await makeUser(database, { role: 'Marketing' })
  expect((await watch(here, marketing.token)).status).toBe(403)
  expect((await watch(here, 'x'.repeat(43))).status).toBe(401)
})

test('draining ends the streams at once, and further ones as soon as they begin', async () => {
  const server = await createTestApp({}, database)
  await server.app.listen()
  const { token } = await makeAdministrator()
  const stream = await watch(server, token)
  expect(stream.status).toBe(200)
  server.app.startDraining()
  await stream.ended
  const late = await watch(server, token)
  await late.ended
  expect([late.status, late.text()]).toEqual([200, ''])
})

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { countWaiting } from '#tests/locks.ts'
import { NPM_START, type ServerProcess, startShopProcess } from '#tests/server-process.ts'

const database = await createDatabase()

const startShop = (drainSeconds: number) =>
  startShopProcess(database, { DRAIN_SECONDS: String(drainSeconds), LIMIT_PER_ADDRESS: 'off' }, NPM_START)
/** Signals the shop's whole process group, as npm and a service manager do. */
const signal = ({ pid }: ServerProcess) => process.kill(-pid, 'SIGTERM')

type Answer = { status: number; body: string; connection: string | undefined }

/** Sends a request and returns its whole answer. Rejects on a connection that ends before. */
function request(url: string, options: http.RequestOptions = {}, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = http.request(url, options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, body: text, connection: answer.headers.connection }),
      )
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

const isRefused = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'

const portIsClosed = ({ base }: ServerProcess) =>
  request(`${base}/api/live`, { agent: false }).then(() => false, isRefused)

/** Places an order that waits for its product until `release` is called. */
async function placeHeldOrder({ base }: ServerProcess) {
  const [user, product] = [await makeUser(database), await makeProduct(database)]
  const post = (path: string, body: object) =>
    request(
      base + path,
      {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', 'x-access-token': user.token },
      },
      body,
    )
  const items = [{ productId: product.id, quantity: 1 }]
  const cart = await post('/api/cart/update-cart', { cart: user.id, items })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let locked = () => {}
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve
  })
  const lock = database.transaction().execute(async (tx) => {
    await sql`select from products where id = ${product.id} for update`.execute(tx)
    locked()
    await held
  })
  onTestFinished(async () => {
    release()
    await lock
  })
  await isLocked
  const products = JSON.parse(cart.body).data
  const answer = post('/api/cart/create-delivery', { ...SHIPPING, id: user.id, products })
  // The test awaits the answer later; a rejection before that must not count as unhandled.
  answer.catch(() => {})
  await vi.waitUntil(async () => (await countWaiting(database)) > 0, { timeout: 20_000, interval: 20 })
  return { answer, release }
}

test('the launcher’s process becomes the server; while it drains, health reports it and every request gets a whole answer', async () => {
  const DRAIN_SECONDS = 4
  const server = await startShop(DRAIN_SECONDS)
  const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(server.pid)])
  expect(stdout).toContain('build/node/main.js')
  let signalledAt = Number.POSITIVE_INFINITY
  let served = 0
  const failures: unknown[] = []

  const runClient = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    let closing = 0
    while (closing < 5) {
      try {
        const { status, body, connection } = await request(`${server.base}/api/category`, { agent })
        JSON.parse(body)
        if (status !== 200) failures.push(`${status} ${body}`)
        if (connection === 'close') closing += 1
        served += 1
      } catch (error) {
        // A refused connection is right only after the drain: by then a balancer would choose another server.
        const wasDrained = performance.now() - signalledAt >= DRAIN_SECONDS * 1000
        if (!(isRefused(error) && wasDrained)) failures.push(error)
        return
      }
    }
  }
  const clients = Promise.all(Array.from({ length: 20 }, runClient))
  await vi.waitUntil(() => served >= 200, { timeout: 20_000 })
  signalledAt = performance.now()
  signal(server)

  const health = await vi.waitUntil(
    async () => {
      const answer = await request(`${server.base}/api/health`, { agent: false })
      return answer.status === 503 && JSON.parse(answer.body)
    },
    { timeout: DRAIN_SECONDS * 1000, interval: 10 },
  )
  expect(health).toMatchObject({ ok: false, database: true, draining: true })
  expect((await request(`${server.base}/api/live`, { agent: false })).status).toBe(200)
  await clients
  expect(failures).toEqual([])
  expect(await server.ended).toBe(0)
}, 200_000)

test('an order in flight is answered when the signal reaches the whole process group', async () => {
  const server = await startShop(0)
  const silent = connect(server.port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  const { answer, release } = await placeHeldOrder(server)
  // With npm the server receives each signal twice: from the kernel and from npm.
  const signalledAt = performance.now()
  signal(server)
  await vi.waitUntil(() => portIsClosed(server), { timeout: 20_000, interval: 20 })
  // On a slow machine the second signal would come too late to count as the same signal.
  if (performance.now() - signalledAt < 500) signal(server)
  release()
  expect(await answer).toMatchObject({ status: 201, connection: 'close' })
  expect(await server.ended).toBe(0)
}, 200_000)

test('a later second signal ends the server at once', async () => {
  const server = await startShop(0)
  const { answer } = await placeHeldOrder(server)
  const signalledAt = performance.now()
  const timer = setInterval(() => signal(server), 50)
  const code = await server.ended.finally(() => clearInterval(timer))
  expect(code).toBe(1)
  expect(performance.now() - signalledAt).toBeGreaterThan(1_000)
  await expect(answer).rejects.toThrow()
}, 200_000)

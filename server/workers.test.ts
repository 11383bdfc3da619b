import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addressOf, createDatabase } from '#tests/app.ts'
import { childrenOf, freePort } from '#tests/processes.ts'
import { startServerProcess, startShopProcess } from '#tests/server-process.ts'

const database = await createDatabase()

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.runIf(process.platform === 'linux')(
  'two workers share the port and the limits; one that dies is replaced; a signal ends all',
  async () => {
    const METRICS_PORT = await freePort()
    const shop = await startShopProcess(database, {
      WORKERS: '2',
      DRAIN_SECONDS: '0',
      ADMIN_PASSWORD: '',
      METRICS_PORT: String(METRICS_PORT),
    })
    expect(shop.output().match(/ está en /g)).toHaveLength(1)
    expect(shop.output().match(/^Primer administrador: /gm)).toHaveLength(1)
    const workers = childrenOf(shop.pid)
    expect(workers).toHaveLength(2)

    // The primary gives each new connection to the next worker, so each request opens a new connection.
    const request = (path: string, init: RequestInit = {}) =>
      fetch(shop.base + path, { ...init, headers: { connection: 'close', ...init.headers } })
    const answers = async () => (await request('/api/category')).status === 200
    for (let times = 0; times < 4; times += 1) expect(await answers()).toBe(true)
    for (const port of [METRICS_PORT, METRICS_PORT + 1]) {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      expect(metrics).toMatch(/botica_requests_total\{call="listCategories",status="200"\} 2/)
    }

    const logIn = async () => {
      const body = JSON.stringify({ email: 'nadie@correo.cl', password: 'una-clave-errada' })
      const headers = { 'content-type': 'application/json' }
      return (await request('/api/user/login', { method: 'POST', body, headers })).status
    }
    for (let times = 0; times < 10; times += 1) expect(await logIn()).toBe(400)
    expect(await logIn()).toBe(429)

    process.kill(workers[0]!, 'SIGKILL')
    await vi.waitUntil(() => !isRunning(workers[0]!), { timeout: 5_000 })
    await vi.waitUntil(() => answers().catch(() => false), { timeout: 5_000, interval: 20 })
    const replaced = async () => {
      const now = childrenOf(shop.pid)
      return now.length === 2 && !now.includes(workers[0]!) && now.includes(workers[1]!)
    }
    await vi.waitUntil(replaced, { timeout: 30_000, interval: 50 })
    for (let times = 0; times < 4; times += 1) expect(await answers()).toBe(true)

    const all = childrenOf(shop.pid)
    expect(await shop.stop()).toBe(0)
    expect(all.filter(isRunning)).toEqual([])
  },
  200_000,
)

test.runIf(process.platform === 'linux')(
  'the server ends when a worker crashes right after its start again and again',
  async () => {
    const shop = await startShopProcess(database, { WORKERS: '2', DRAIN_SECONDS: '0' })
    const seen = new Set(childrenOf(shop.pid))
    const [first] = seen
    let victim = first
    while (victim !== undefined) {
      process.kill(victim, 'SIGKILL')
      victim = await vi
        .waitUntil(async () => childrenOf(shop.pid).find((pid) => !seen.has(pid)), {
          timeout: 10_000,
          interval: 20,
        })
        .catch(() => undefined)
      if (victim !== undefined) seen.add(victim)
    }
    expect(await shop.ended).toBe(1)
    expect([...seen].filter(isRunning)).toEqual([])
    expect(shop.output()).toContain('Un proceso termina una y otra vez apenas se inicia.')
    expect(seen.size).toBeLessThan(10)
  },
  200_000,
)

test('the start fails with the message of workers that can’t listen', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const shop = await startServerProcess({
    DATABASE_URL: await addressOf(database),
    DATA_DIR: '/tmp/botica-test-workers',
    ADMIN_PASSWORD: 'clave-de-prueba',
    WORKERS: '2',
    PORT: String((taken.address() as AddressInfo).port),
  })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toContain('EADDRINUSE')
}, 120_000)

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { s3Env } from '#tests/s3.ts'
import { createApp } from '../app.ts'
import { connect } from '../database/connection.ts'

async function health({ app }: Pick<TestApp, 'app'>) {
  const answer = await app.inject({ url: '/api/health' })
  expect(answer.headers['cache-control']).toBe('no-store')
  return { status: answer.statusCode, ...answer.json() }
}

const shop = await createTestApp()
const well = {
  status: 200,
  ok: true,
  reads: true,
  writes: true,
  database: true,
  replica: null,
  disk: true,
  store: true,
  draining: false,
}

test('health reports the database, the disk and the image store', async () => {
  expect(await health(shop)).toEqual(well)
})

test('a server that can still sell stays in service without its disk or image store', async () => {
  const config = { ...shop.config, dataDir: join(shop.config.dataDir, 'missing') }
  const noDisk = await createApp({ ...shop, config })
  expect(await health({ app: noDisk })).toEqual({ ...well, disk: false })

  const sockets = new Set<Socket>()
  const store = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(store, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    store.close()
  })
  const { port } = store.address() as AddressInfo
  const hanging = await createTestApp(s3Env(`http://127.0.0.1:${port}`))
  expect(await health(hanging)).toEqual({ ...well, store: false })
  expect(sockets.size).toBeGreaterThan(0)
})

test('without its database a server is out of service, and its process is alive', async () => {
  const database = connect('postgresql://botica@127.0.0.1:9/botica', { onError: () => {} })
  onTestFinished(() => database.destroy())
  const app = await createApp({ ...shop, database })
  const away = { status: 503, ok: false, reads: false, writes: false, database: false }
  expect(await health({ app })).toEqual({ ...well, ...away })
  expect((await app.inject({ url: '/api/health/reads' })).statusCode).toBe(503)
  expect((await app.inject({ url: '/api/live' })).json()).toEqual({ ok: true })
})

test('a draining server is out of service, still answers, and closes its connections', async () => {
  const app = await createApp(shop)
  expect((await app.inject({ url: '/api/category' })).headers.connection).not.toBe('close')
  app.startDraining()
  expect(await health({ app })).toEqual({ ...well, status: 503, ok: false, draining: true })
  expect((await app.inject({ url: '/api/health/reads' })).statusCode).toBe(503)
  const answer = await app.inject({ url: '/api/category' })
  expect(answer).toMatchObject({ statusCode: 200, headers: { connection: 'close' } })
})

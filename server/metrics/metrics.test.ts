import { rename, rm, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { categoryCalls } from '#contract/categories.ts'
import { errors } from '#contract/errors.ts'
import { userCalls } from '#contract/users.ts'
import { createDatabase, createTestApp } from '#tests/app.ts'
import { makeUser, SHIPPING } from '#tests/factories.ts'
import { freePort } from '#tests/processes.ts'
import { startShopProcess } from '#tests/server-process.ts'
import { startMetrics } from './start-metrics.ts'

const shop = await createTestApp()
const { app, config, database, send } = shop
const metrics = await startMetrics(app, shop, { host: '127.0.0.1', port: 0 })
afterAll(() => metrics.stop())

/** The values of the metrics, by name and labels as they are written. */
async function scrape(port = metrics.port): Promise<Record<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

test('requests and refusals are counted and latency is measured, by the call’s name', async () => {
  await send(categoryCalls.listCategories, { query: {} })
  await send(userCalls.listUsers, { query: {} })
  for (const id of [1, 2, 3]) await app.inject({ url: `/api/products/${id}?secreto=${id}` })
  await app.inject({ url: '/nada' })
  expect(await scrape()).toMatchObject({
    'botica_requests_total{call="listCategories",status="200"}': 1,
    'botica_requests_total{call="listUsers",status="401"}': 1,
    'botica_requests_total{call="getProduct",status="404"}': 3,
    'botica_requests_total{call="unknown",status="404"}': 1,
    'botica_request_duration_seconds_count{call="getProduct"}': 3,
    'botica_refusals_total{code="NO_SESSION"}': 1,
    'botica_refusals_total{code="NOT_FOUND"}': 4,
  })
})

test('labels are names of calls, codes and fixed words, never a part of a URL', async () => {
  const values = Object.keys(await scrape())
    .filter((name) => name.startsWith('botica_'))
    .flatMap((name) => [...name.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => ({ label, value })))
  const allowed: Record<string, RegExp | string[]> = {
    call: [...Object.keys(calls), 'page', 'file', 'operator', 'unknown'],
    code: Object.keys(errors),
    status: /^[2-5]\d\d$/,
    le: /^([\d.]+|\+Inf)$/,
    state: ['idle', 'busy', 'owed', 'given_up'],
    result: ['hit', 'miss'],
  }
  expect(values.length).toBeGreaterThan(10)
  for (const { label, value } of values) {
    const rule = allowed[label!]
    expect([label, value, Array.isArray(rule) ? rule.includes(value!) : rule?.test(value!)]).toEqual([
      label,
      value,
      true,
    ])
  }
})

test('the response cache: a repeated request is a hit', async () => {
  const before = await scrape()
  const [miss, hit] = ['miss', 'hit'].map(
    (result) => `botica_response_cache_lookups_total{result="${result}"}`,
  )
  for (let times = 0; times < 4; times += 1)
    await app.inject({ url: '/api/products/category/%20/%20/all/all' })
  const after = await scrape()
  // The first request may be more than a second before the last one on a loaded machine.
  expect(after[miss!]! - before[miss!]!).toBeGreaterThanOrEqual(1)
  expect(after[miss!]! + after[hit!]! - before[miss!]! - before[hit!]!).toBe(4)
})

test('counts mails and events that are owed and given up, and orders', async () => {
  await sql`
    with webhook as (
      insert into webhooks (url, events, secret) values ('https://receptor.example/', '{}', 'whsec_eA==') returning id
    )
    insert into webhook_deliveries (webhook_id, type, data, due_at)
    select id, 'webhook.test', '{}', due from webhook, unnest(array[now(), null]) due`.execute(database)
  const { id } = await makeUser(database)
  await sql`insert into mails (cause, message, due_at, sent_at) values
    ('a', '{"kind": "welcome"}', now(), null), ('b', '{"kind": "welcome"}', now(), null), ('c', '{"kind": "welcome"}', null, null), ('d', '{"kind": "welcome"}', null, now())`.execute(
    database,
  )
  const { lastName: last_name, postalCode: postal_code, ...details } = SHIPPING
  await database
    .insertInto('orders')
    .values({ ...details, last_name, postal_code, user_id: id, total: 1 })
    .execute()
  expect(await scrape()).toMatchObject({
    'botica_mails{state="owed"}': 2,
    'botica_mails{state="given_up"}': 1,
    'botica_events{state="owed"}': 1,
    'botica_events{state="given_up"}': 1,
    botica_orders_total: 1,
  })
})

test('measures pool, disk, image store, event loop and memory', async () => {
  const values = await scrape()
  expect(values).toMatchObject({ botica_database_up: 1, botica_image_store_up: 1, botica_pool_waiting: 0 })
  for (const name of [
    'botica_pool_connections{state="idle"}',
    'botica_disk_free_bytes',
    'botica_disk_size_bytes',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect([name, values[name]! > 0]).toEqual([name, true])
  await database.connection().execute(async () => {
    const busy = await scrape()
    expect(busy['botica_pool_connections{state="busy"}']).toBeGreaterThanOrEqual(1)
  })
})

test('serves the metrics while the image store or the database is down', async () => {
  await rename(config.dataDir, `${config.dataDir}-away`)
  // A file in place of the folder: reading below it is an error, not a missing image.
  await writeFile(config.dataDir, '')
  expect((await scrape()).botica_image_store_up).toBe(0)
  await rm(config.dataDir)
  await rename(`${config.dataDir}-away`, config.dataDir)

  await sql`alter table mails rename to mails_away`.execute(database)
  expect(await scrape()).toMatchObject({ botica_database_up: 0, 'botica_mails{state="owed"}': 2 })
  await sql`alter table mails_away rename to mails`.execute(database)
  expect((await scrape()).botica_database_up).toBe(1)
})

test('serves nothing but /metrics on the port', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/api/health'],
    ['POST', '/metrics'],
  ])
    expect((await fetch(`http://127.0.0.1:${metrics.port}${path}`, { method })).status).toBe(404)
})

test('METRICS_PORT serves the metrics of a whole shop, with its pages; without BACKUP_DIR it makes no backup', async () => {
  const METRICS_PORT = await freePort()
  const database = await createDatabase()
  const { base: url } = await startShopProcess(database, {
    METRICS_PORT: String(METRICS_PORT),
    BACKUP_EVERY_SECONDS: '1',
  })
  for (const path of ['/sobre-nosotros', '/favicon.svg', '/api/health'])
    await (await fetch(url + path)).text()
  // A request is counted just after its answer has been sent.
  await expect
    .poll(() => scrape(METRICS_PORT))
    .toMatchObject({
      'botica_requests_total{call="page",status="200"}': 1,
      'botica_requests_total{call="file",status="200"}': 1,
      'botica_requests_total{call="operator",status="200"}': 1,
      'botica_response_cache_lookups_total{result="miss"}': 1,
    })
  expect((await fetch(`${url}/metrics`, { redirect: 'manual' })).status).toBe(302)
  expect((await sql`select from backup_state`.execute(database)).rows).toEqual([])
})

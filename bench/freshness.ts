/**
 * How often visitors are answered from the response caches, and how old such an answer can be, while customers buy and staff change the
 * catalogue (docs/product.md#lists). Visitors follow Zipf's law over all products. A reader compares what they get with the database.
 *
 *   node bench/freshness.ts [--seconds=120] [--products=10000] [--warm=5000] [--warm-visits=5000] [--visits=20] [--sales=5]
 */
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { MAINTENANCE_TIMEOUTS } from '#server/database/timeouts.ts'
import { catchUpDerived } from '#server/features/catalog/catch-up-derived.ts'
import { makeUser, SHIPPING } from '#tests/factories.ts'
import { administer, startPostgres, withDatabase } from '#tests/postgres-server.ts'
import { fill, makeCustomers } from './fixtures.ts'
import { startServer } from './start-server.ts'
import { createVisitors, zipf } from './visitors.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    products: { type: 'string', default: '10000' },
    warm: { type: 'string', default: '5000' },
    'warm-visits': { type: 'string', default: '5000' },
    visits: { type: 'string', default: '20' },
    sales: { type: 'string', default: '5' },
  },
})
const SECONDS = Number(values.seconds)
const SHOP = 'http://127.0.0.1:4714'
const METRICS_PORT = '4715'
/** Milliseconds between two changes by staff, between two comparisons, and between two looks at an old answer. */
const [STAFF_PACE, READER_PACE, LOOK_PACE] = [10_000, 250, 25]
/** As every browser sends it. */
const VISITOR = { 'accept-encoding': 'gzip, br' }
/** An invalid token counts as none, and its answers aren't cached. */
const FRESH = { 'x-access-token': 'x'.repeat(43) }
/** Milliseconds that a cached answer may be old. */
const LIMIT = 1_000

const dataDir = join(tmpdir(), 'botica-bench-freshness')
const postgres = await startPostgres(dataDir)
const name = `botica_bench_${process.pid}`
await administer(postgres.url, `create database ${name}`)
const databaseUrl = withDatabase(postgres.url, name)
const database = connect(databaseUrl, { timeouts: MAINTENANCE_TIMEOUTS, onError: () => {} })

async function get(path: string, headers: Record<string, string> = VISITOR): Promise<string> {
  const answer = await fetch(SHOP + path, { headers, redirect: 'manual' })
  const body = await answer.text()
  if (answer.status >= 400) console.error(`${path}: ${answer.status}`)
  return body
}

async function post(path: string, token: string, body: object): Promise<Response> {
  return fetch(SHOP + path, {
    method: 'POST',
    headers: {
      'x-access-token': token,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  })
}

/** Misses of both caches. */
async function readMisses() {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  const value = (line: string) =>
    Number(
      text
        .split('\n')
        .find((other) => other.startsWith(line))
        ?.split(' ')
        .at(-1),
    )
  const misses = (cache: string) =>
    value(`botica_response_cache_lookups_total{cache="${cache}",result="miss"}`)
  return { pages: misses('pages'), calls: misses('calls'), memory: value('process_resident_memory_bytes') }
}

/** Runs work so many times a second, whether the runs before have ended or not. */
async function atRate(rate: number, until: number, work: () => Promise<void>) {
  const running = new Set<Promise<void>>()
  for (let next = performance.now(); next < until; next += 1_000 / rate) {
    await pause(Math.max(0, next - performance.now()))
    const run = work().finally(() => running.delete(run))
    running.add(run)
  }
  await Promise.all(running)
}

try {
  await migrate(database)
  await fill(database, { products: Number(values.products), orders: 0 })
  const products = (
    await database.selectFrom('products').select('id').orderBy(sql`md5(id::text)`).execute()
  ).map(({ id }) => id)
  await sql`update products set stock = 150`.execute(database)
  await catchUpDerived(database)
  await sql`
    insert into product_sales (product_id, units)
    select id, (1000000 / rank)::int from unnest(${products}::uuid[]) with ordinality as sold (id, rank)
    where rank <= 1000`.execute(database)
  await sql`vacuum analyze`.execute(database)
  const admin = await makeUser(database, { role: 'Administrador' })
  const customers = await makeCustomers(database, 20)
  const named = async (table: 'categories' | 'suppliers') =>
    (await database.selectFrom(table).select('name').execute()).map((row) => row.name)
  const words = (
    await sql<{ word: string }>`select distinct split_part(tradename, ' ', 1) as word from products`.execute(
      database,
    )
  ).rows.map(({ word }) => word)
  const { visit: visitor, asked } = createVisitors({
    products,
    categories: await named('categories'),
    laboratories: await named('suppliers'),
    words,
  })
  const sold = zipf(products.length)
  const server = await startServer('server/main.ts', SHOP, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDir, 'shop'),
    LIMIT_PER_ADDRESS: 'off',
    METRICS_PORT,
    DRAIN_SECONDS: '0',
  })
  try {
    // The caches as a day of visits leaves them.
    const warm = asked(Number(values.warm))
    for (let left = Number(values['warm-visits']); left > 0; left -= 1) warm.push(visitor().path)
    const paths = warm.values()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (const path of paths) await get(path)
      }),
    )
    const before = await readMisses()
    const until = performance.now() + SECONDS * 1_000
    const figures = { visits: 0, sales: 0, refused: 0, changes: 0, compared: 0, old: 0, tooOld: 0, oldest: 0 }
    const times: number[] = []

    const visit = async () => {
      const { path } = visitor()
      const start = performance.now()
      await get(path)
      times.push(performance.now() - start)
      figures.visits += 1
    }
    let turn = 0
    const buy = async () => {
      turn += 1
      const { id, token } = customers[turn % customers.length]!
      const items = [{ productId: products[sold()]!, quantity: 1 }]
      const { data } = (await (await post('/api/cart/update-cart', token, { cart: id, items })).json()) as {
        data: object[]
      }
      const { ok } = await post('/api/cart/create-delivery', token, { ...SHIPPING, id, products: data })
      figures[ok ? 'sales' : 'refused'] += 1
    }
    const change = async () => {
      const id = products[sold()]!
      const { data } = JSON.parse(await get(`/api/products/${id}`, FRESH)) as {
        data: { version: string; cost: number }
      }
      const number = figures.changes++
      const several = (change: object) =>
        post('/api/products/change', admin.token, { selection: { ids: [id] }, change })
      const { version } = data
      const kinds = [
        () =>
          post(`/api/products/${id}/field`, admin.token, { field: 'cost', value: data.cost + 10, version }),
        () => post(`/api/products/${id}/field`, admin.token, { field: 'stock', value: 200, version }),
        () => several({ kind: 'discount', discount: 1 + (number % 40) }),
        () => several({ kind: 'stock', stock: 300 }),
        () => several({ kind: 'retired', retired: number % 2 === 0 }),
      ]
      const { ok, status } = await kinds[number % kinds.length]!()
      if (!ok) console.error(`A change by staff was refused: ${status}`)
    }
    /** Compares a visitor's answer with the database. Of one that is old, waits until it isn't served any more. */
    const compare = async () => {
      const { path, isPage } = visitor()
      if (isPage) return
      figures.compared += 1
      const cached = await get(path)
      const fresh = await get(path, FRESH)
      const since = performance.now()
      if (cached === fresh) return
      for (;;) {
        const asked = performance.now() - since
        if ((await get(path)) !== cached || (await get(path, FRESH)) === cached) return
        figures.old += 1
        figures.oldest = Math.max(figures.oldest, asked)
        if (asked > LIMIT) {
          figures.tooOld += 1
          console.error(`An old answer after ${Math.round(asked)} ms: ${path}`)
          return
        }
        await pause(LOOK_PACE)
      }
    }

    await Promise.all([
      atRate(Number(values.visits), until, visit),
      atRate(Number(values.sales), until, buy),
      atRate(1_000 / STAFF_PACE, until, change),
      atRate(1_000 / READER_PACE, until, compare),
    ])
    const after = await readMisses()
    const sorted = times.toSorted((a, b) => a - b)
    const [pages, calls] = [after.pages - before.pages, after.calls - before.calls]
    const result = {
      ...figures,
      misses: { pages, calls },
      // The comparisons are lookups too.
      hitRate: 1 - (pages + calls) / (figures.visits + figures.compared),
      p50: sorted[Math.floor(sorted.length * 0.5)],
      p99: sorted[Math.floor(sorted.length * 0.99)],
      memoryMB: Math.round(after.memory / 1_000_000),
    }
    console.log(JSON.stringify(result))
    console.table({
      'visits (per second)': `${figures.visits} (${(figures.visits / SECONDS).toFixed(1)})`,
      'sales, refused': `${figures.sales}, ${figures.refused}`,
      'changes by staff': figures.changes,
      'answered from the cache': `${(result.hitRate * 100).toFixed(1)} %`,
      'answers compared, old by more than 1 s': `${figures.compared}, ${figures.tooOld}`,
      'oldest answer': `${Math.round(figures.oldest)} ms`,
    })
    if (figures.tooOld > 0 || result.hitRate < 0.9) process.exitCode = 1
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
} finally {
  await database.destroy()
  await administer(postgres.url, `drop database ${name} with (force)`)
  await postgres.stop()
}

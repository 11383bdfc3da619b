/**
 * How often visitors are answered from the response caches, and how old such an answer can be, while customers buy and staff change the
 * catalogue (docs/product.md#lists). Visitors follow Zipf's law over all products. A reader compares what they get with the database.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { SHIPPING } from '#tests/factories.ts'
import { CATEGORIES, LABORATORIES } from './fixtures.ts'
import { countLookups } from './lookups.ts'
import type { Shops } from './open-shops.ts'
import { cpuOf } from './processes.ts'
import type { Freshness } from './report.ts'
import { createVisitors, zipf } from './visitors.ts'

/** Of visitors and customers, in a second. */
const [VISITS, SALES] = [20, 5]
/** Milliseconds between two changes by staff, between two comparisons, and between two looks at an old answer. */
const [STAFF_PACE, READER_PACE, LOOK_PACE] = [10_000, 250, 25]
/** Products and visits of the day before, which filled the caches. */
const [WARM_PRODUCTS, WARM_VISITS] = [5_000, 5_000]
/** As every browser sends it. */
const VISITOR = { 'accept-encoding': 'gzip, br' }
/** An invalid token counts as none, and its answers aren't cached. */
const FRESH = { 'x-access-token': 'x'.repeat(43) }
/** Milliseconds that a cached answer may be old. */
const LIMIT = 1_000

/** A catalogue with a few units of everything, of which some products are sold often. */
async function prepare(database: Db) {
  const rows = await database.selectFrom('products').select('id').orderBy(sql`md5(id::text)`).execute()
  const products = rows.map(({ id }) => id)
  await sql`update products set stock = 150`.execute(database)
  await sql`delete from product_sales`.execute(database)
  await sql`
    insert into product_sales (product_id, units)
    select id, (1000000 / rank)::int from unnest(${products}::uuid[]) with ordinality as sold (id, rank)
    where rank <= 1000`.execute(database)
  await sql`vacuum analyze`.execute(database)
  const { rows: words } = await sql<{ word: string }>`
    select distinct split_part(tradename, ' ', 1) as word from products`.execute(database)
  return { products, words: words.map(({ word }) => word) }
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

/** @param seconds for which visitors, customers and staff are there */
export async function measureFreshness(shops: Shops, seconds: number): Promise<Freshness> {
  const { shop, admin, customers } = shops
  const get = async (path: string, headers: Record<string, string> = VISITOR) => {
    const answer = await fetch(shop.url + path, { headers, redirect: 'manual' })
    if (answer.status >= 400 && answer.status !== 404) throw new Error(`${path}: ${answer.status}`)
    return answer.text()
  }
  const post = (path: string, token: string, body: object) =>
    fetch(shop.url + path, {
      method: 'POST',
      headers: {
        'x-access-token': token,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
  const countMisses = async () => {
    const lookups = await Promise.all(
      (['pages', 'calls'] as const).map((cache) => countLookups(shops, cache)),
    )
    return lookups.reduce((sum, { hits, all }) => sum + all - hits, 0)
  }

  const { products, words } = await prepare(shop.database)
  const sold = zipf(products.length)
  const { visit: visitor, asked } = createVisitors({
    products,
    categories: CATEGORIES,
    laboratories: LABORATORIES,
    words,
  })
  const warm = asked(WARM_PRODUCTS)
  for (let left = WARM_VISITS; left > 0; left -= 1) warm.push(visitor().path)
  const known = new Set(warm)
  const paths = warm.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const path of paths) await get(path)
    }),
  )

  const figures = {
    visits: 0,
    sales: 0,
    refused: 0,
    changes: 0,
    compared: 0,
    tooOld: 0,
    oldestMs: 0,
    first: 0,
  }
  /** The comparisons are lookups too. */
  const count = async () => ({ misses: await countMisses(), lookups: figures.visits + figures.compared })
  const before = await count()
  const cpuBefore = cpuOf(shop.pid)
  const until = performance.now() + seconds * 1_000
  const visit = async () => {
    const { path } = visitor()
    if (!known.has(path)) figures.first += 1
    known.add(path)
    await get(path)
    figures.visits += 1
  }
  let turn = 0
  const buy = async () => {
    turn += 1
    const { id, token } = customers.buying[turn % customers.buying.length]!
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
      data?: { version: string; cost: number }
    }
    // Retired by an earlier change.
    if (!data) return
    const number = figures.changes++
    const several = (change: object) =>
      post('/api/products/change', admin.token, { selection: { ids: [id] }, change })
    const { version } = data
    const kinds = [
      () => post(`/api/products/${id}/field`, admin.token, { field: 'cost', value: data.cost + 10, version }),
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
      const age = performance.now() - since
      if ((await get(path)) !== cached || (await get(path, FRESH)) === cached) return
      figures.oldestMs = Math.max(figures.oldestMs, age)
      if (age > LIMIT) {
        figures.tooOld += 1
        console.error(`An old answer after ${Math.round(age)} ms: ${path}`)
        return
      }
      await pause(LOOK_PACE)
    }
  }

  const halfway = pause((seconds * 1_000) / 2).then(count)
  await Promise.all([
    atRate(VISITS, until, visit),
    atRate(SALES, until, buy),
    atRate(1_000 / STAFF_PACE, until, change),
    atRate(1_000 / READER_PACE, until, compare),
  ])
  const [half, after] = [await halfway, await count()]
  const hitRateSince = ({ misses, lookups }: typeof before) =>
    1 - (after.misses - misses) / (after.lookups - lookups)
  return {
    ...figures,
    hitRate: hitRateSince(before),
    laterHitRate: hitRateSince(half),
    cpuMs: (cpuOf(shop.pid) - cpuBefore) / figures.visits,
  }
}

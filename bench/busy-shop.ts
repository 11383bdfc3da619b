/**
 * Measures the visitors' waiting times and the age of answers while customers buy and staff change the catalogue (docs/product.md#lists).
 * Visitors follow Zipf's law over all products. A reader compares the visitors' answers with the database.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { SHIPPING } from '#tests/factories.ts'
import { percentile } from '../drills/percentile.ts'
import { cpuOf } from '../drills/processes.ts'
import { CATEGORIES, LABORATORIES } from './fixtures.ts'
import { countLookups } from './measure.ts'
import type { Shops } from './open-shops.ts'
import type { BusyShop } from './report.ts'
import { createVisitors, zipf } from './visitors.ts'

/** Rates per second: page visits, purchases, changes by staff, and comparisons of an answer with the database. */
const [VISITS, SALES, CHANGES, COMPARISONS] = [400, 10, 0.1, 4]
/** Milliseconds between two checks of an old answer, and the age that an answer may have. */
const [LOOK_MS, MAX_AGE_MS] = [25, 1_000]
/** The header that every browser sends. */
const VISITOR = { 'accept-encoding': 'gzip, br' }
/** A header that bypasses the cache: an invalid token counts as a visitor's, and its answers aren't cached. */
const UNCACHED = { 'x-access-token': 'x'.repeat(43) }

/** A catalogue with a few units of everything. */
async function prepare(database: Db) {
  const rows = await database.selectFrom('products').select('id').orderBy(sql`md5(id::text)`).execute()
  await sql`update products set stock = 150`.execute(database)
  await sql`vacuum analyze`.execute(database)
  const { rows: words } = await sql<{ word: string }>`
    select distinct split_part(tradename, ' ', 1) as word from products`.execute(database)
  return { products: rows.map(({ id }) => id), words: words.map(({ word }) => word) }
}

/** Starts `rate` units of work a second, whether or not earlier ones have ended. */
async function atRate(rate: number, until: number, work: () => Promise<void>) {
  const running = new Set<Promise<void>>()
  for (let next = performance.now(); next < until; next += 1_000 / rate) {
    await pause(Math.max(0, next - performance.now()))
    const run = work().finally(() => running.delete(run))
    running.add(run)
  }
  await Promise.all(running)
}

/** @param seconds duration of the load */
export async function measureBusyShop(shops: Shops, seconds: number): Promise<BusyShop> {
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
  const { products, words } = await prepare(shop.database)
  const sold = zipf(products.length)
  const visitor = createVisitors({ products, categories: CATEGORIES, laboratories: LABORATORIES, words })

  const times = { pages: [] as number[], calls: [] as number[] }
  const figures = { unanswered: 0, sales: 0, refused: 0, changes: 0, compared: 0, tooOld: 0, oldestMs: 0 }
  /** Counts a failed request instead of ending the run: on a machine that is too busy, requests fail. */
  const counted = (work: () => Promise<void>) => () =>
    work().catch(() => {
      figures.unanswered += 1
    })
  const visit = async () => {
    const { path, isPage } = visitor()
    const startedAt = performance.now()
    await get(path)
    times[isPage ? 'pages' : 'calls'].push(performance.now() - startedAt)
  }
  let turn = 0
  const buy = async () => {
    turn += 1
    const { id, token, email } = customers[turn % customers.length]!
    const items = [{ productId: products[sold()]!, quantity: 1 }]
    const { data } = (await (await post('/api/cart/update-cart', token, { cart: id, items })).json()) as {
      data: object[]
    }
    const { ok } = await post('/api/cart/create-delivery', token, { ...SHIPPING, email, id, products: data })
    figures[ok ? 'sales' : 'refused'] += 1
  }
  const change = async () => {
    figures.changes += 1
    const selection = { ids: [products[sold()]!] }
    const discount = 1 + (figures.changes % 40)
    const body = { selection, change: { kind: 'discount', discount } }
    const { ok, status } = await post('/api/products/change', admin.token, body)
    if (!ok) console.error(`A change by staff was refused: ${status}`)
  }
  /** Compares a visitor's answer with the database. After an old answer, waits until a new one is served. */
  const compare = async () => {
    const { path, isPage } = visitor()
    if (isPage) return
    figures.compared += 1
    const cached = await get(path)
    const fresh = await get(path, UNCACHED)
    const since = performance.now()
    if (cached === fresh) return
    for (;;) {
      const age = performance.now() - since
      if ((await get(path)) !== cached || (await get(path, UNCACHED)) === cached) return
      figures.oldestMs = Math.max(figures.oldestMs, age)
      if (age > MAX_AGE_MS) {
        figures.tooOld += 1
        console.error(`An old answer after ${Math.round(age)} ms: ${path}`)
        return
      }
      await pause(LOOK_MS)
    }
  }

  const before = await countLookups(shops)
  const cpuBefore = cpuOf(shop.pid)
  const until = performance.now() + seconds * 1_000
  await Promise.all([
    atRate(VISITS, until, counted(visit)),
    atRate(SALES, until, counted(buy)),
    atRate(CHANGES, until, counted(change)),
    atRate(COMPARISONS, until, counted(compare)),
  ])
  const after = await countLookups(shops)
  const visits = times.pages.length + times.calls.length
  return {
    ...figures,
    visits,
    pagesP95: percentile(times.pages, 0.95),
    callsP95: percentile(times.calls, 0.95),
    hitRate: (after.hits - before.hits) / (after.all - before.all),
    cpuMs: (cpuOf(shop.pid) - cpuBefore) / visits,
  }
}

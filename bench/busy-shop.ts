/**
 * Measures the visitors' waiting times and the age of answers while customers buy and staff change the catalogue.
 * Visitors follow Zipf's law over all products. A reader compares the visitors' answers with the database.
 */
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { SHIPPING } from '#tests/factories.ts'
import { openBrowser } from '../drills/browser.ts'
import { query } from '../drills/start-shop.ts'
import type { Account } from '../drills/trade.ts'
import { CATEGORIES, LABORATORIES } from './fixtures.ts'
import type { Shops } from './measure.ts'

/** Rates per second: page visits, purchases, changes by staff, and comparisons of an answer with the database. */
const [VISITS, SALES, CHANGES, COMPARISONS] = [400, 10, 0.1, 4]
/** Milliseconds between two checks of an old answer, and after which it is given up. */
const [LOOK_MS, GIVEN_UP_MS] = [25, 1_500]
/** The header that every browser sends, and one that bypasses the cache: an invalid token counts as a visitor's. */
const [VISITOR, UNCACHED] = [{ 'accept-encoding': 'gzip, br' }, { 'x-access-token': 'x'.repeat(43) }]

/** Returns a generator of numbers from 0 to `count` − 1; the frequency of the n-th is about proportional to 1 / n. */
const zipf = (count: number) => () => Math.floor((count + 1) ** Math.random()) - 1

/** The paths of visitors: the first request of each is a page, the next ones are the browser's calls. */
async function openVisitors(databaseUrl: string) {
  const rows = await query<{ id: string; word: string }>(
    databaseUrl,
    "select id, split_part(tradename, ' ', 1) as word from products order by md5(id::text)",
  )
  const oneOf = (values: string[]) => {
    const rank = zipf(values.length)
    return () => encodeURIComponent(values[rank()]!)
  }
  const [category, laboratory] = [oneOf(CATEGORIES), oneOf(LABORATORIES)]
  const product = oneOf(rows.map((row) => row.id))
  const word = oneOf([...new Set(rows.map((row) => row.word))])
  const page = zipf(8)
  const list = (chosen: string, by: string, query = '') =>
    `/api/products/category/%20/%20/${chosen}/${by}?page=${1 + page()}&pageSize=12${query}&facets=true`
  const kinds: [share: number, path: () => string][] = [
    [8, () => '/'],
    [3, () => '/api/products/home'],
    [4, () => '/tienda'],
    [8, () => `/tienda?categoria=${category()}`],
    [3, () => `/tienda?buscar=${word()}`],
    [5, () => list('all', 'all')],
    [10, () => list(category(), 'all')],
    [3, () => list('all', laboratory())],
    [3, () => list('all', 'all', `&search=${word()}`)],
    [22, () => `/descripcion?producto=${product()}`],
    [14, () => `/api/products/${product()}`],
    [8, () => `/api/products/${product()}/alternatives`],
    [5, () => '/api/category/menu'],
    [2, () => '/api/admin/list-image-carousel'],
    [2, () => '/sobre-nosotros'],
  ]
  const all = kinds.flatMap(([share, path]) => Array<typeof path>(share).fill(path))
  return { visit: () => all[Math.floor(Math.random() * all.length)]!(), product }
}

export type BusyShop = Awaited<ReturnType<typeof measureBusyShop>>

/** @param seconds duration of the load */
export async function measureBusyShop(
  { shop }: Shops,
  { admin, customers }: { admin: Account; customers: Account[] },
  seconds: number,
) {
  const browser = openBrowser(shop.url, 256)
  const get = async (path: string, headers: Record<string, string> = VISITOR) => {
    const { status, body } = await browser.send({ path, headers })
    if (status >= 400 && status !== 404) throw new Error(`${path}: ${status}`)
    return body.toString()
  }
  await query(shop.databaseUrl, 'update products set stock = 150')
  await query(shop.databaseUrl, 'vacuum analyze')
  const { visit, product } = await openVisitors(shop.databaseUrl)
  const [pages, calls] = [createHistogram(), createHistogram()]
  const figures = { unanswered: 0, sales: 0, refused: 0, changes: 0, compared: 0, oldestMs: 0 }
  const look = async () => {
    const path = visit()
    const began = performance.now()
    await get(path)
    const times = path.startsWith('/api/') ? calls : pages
    times.record(Math.max(1, Math.round(performance.now() - began)))
  }
  let turn = 0
  const buy = async () => {
    const { id, token, email } = customers[turn++ % customers.length]!
    const items = [{ productId: product(), quantity: 1 }]
    const cart = await browser.call({ path: '/cart/update-cart', token, json: { cart: id, items } })
    const json = { ...SHIPPING, email, id, products: cart.body.data }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const { status } = await browser.call({ path: '/cart/create-delivery', token, json, headers })
    figures[status === 201 ? 'sales' : 'refused'] += 1
  }
  const change = async () => {
    figures.changes += 1
    const change = { kind: 'discount', discount: 1 + (figures.changes % 40) }
    const json = { selection: { ids: [product()] }, change }
    const { status } = await browser.call({ path: '/products/change', token: admin.token, json })
    if (status !== 200) throw new Error(`A change by staff was refused: ${status}`)
  }
  /** Compares a visitor's answer with the database. After an old answer, waits until a new one is served. */
  const compare = async () => {
    const path = visit()
    if (!path.startsWith('/api/')) return
    figures.compared += 1
    const cached = await get(path, {})
    if ((await get(path, UNCACHED)) === cached) return
    const isStale = async () => (await get(path, {})) === cached && (await get(path, UNCACHED)) !== cached
    for (const since = performance.now(); await isStale(); await pause(LOOK_MS)) {
      const age = performance.now() - since
      figures.oldestMs = Math.max(figures.oldestMs, age)
      if (age > GIVEN_UP_MS) return
    }
  }

  const until = performance.now() + seconds * 1_000
  /** Starts `rate` units of work a second, whether or not earlier ones have ended. Failed ones are counted: a busy machine has some. */
  const atRate = async (rate: number, work: () => Promise<void>) => {
    const running: Promise<void>[] = []
    for (let next = performance.now(); next < until; next += 1_000 / rate) {
      await pause(Math.max(0, next - performance.now()))
      const done = work().catch(() => {
        figures.unanswered += 1
      })
      running.push(done)
    }
    await Promise.all(running)
  }
  await Promise.all([
    atRate(VISITS, look),
    atRate(SALES, buy),
    atRate(CHANGES, change),
    atRate(COMPARISONS, compare),
  ])
  browser.close()
  const [pagesP95, callsP95] = [pages.percentile(95), calls.percentile(95)]
  return { ...figures, visits: pages.count + calls.count, pagesP95, callsP95 }
}

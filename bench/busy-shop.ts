/**
 * Measures the visitors' waiting times and the age of answers while customers buy and staff change the catalogue. Visitors
 * follow Zipf's law over the lists, searches and products of the workloads; a reader compares the answers with the database.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { query } from '#tests/postgres-server.ts'
import { call, send } from '../drills/browser.ts'
import type { Account } from '../drills/trade.ts'
import type { Shops } from './measure.ts'
import { counter, drive, type Step } from './measure.ts'
import type { Workload } from './workloads.ts'

/** Visits and purchases a second. */
const [VISITS, SALES] = [400, 10]
/** Milliseconds between two changes by staff, two comparisons, and two looks at an old answer, until it is given up. */
const [CHANGE_MS, COMPARISON_MS, LOOK_MS, GIVEN_UP_MS] = [10_000, 250, 25, 1_500]
/** The header that every browser sends, and one that bypasses the cache: an invalid token counts as a visitor's. */
const [VISITOR, UNCACHED] = [{ 'accept-encoding': 'gzip, br' }, { 'x-access-token': 'x'.repeat(43) }]

/** Products whose discount staff change: not those of the purchases, which would be refused for their new prices. */
const CHANGED = 'select id from products order by id offset 200 limit 100'

/** A number from 0 to 999; the frequency of the n-th is about proportional to 1 / n. */
const zipf = () => Math.floor(1_001 ** Math.random()) - 1

/** @param seconds duration of the load */
export async function measureBusyShop(
  { shop }: Shops,
  { workloads, admin, seconds }: { workloads: Workload[]; admin: Account; seconds: number },
) {
  const read = workloads.filter(({ isVisit }) => isVisit).map(({ steps }) => steps[0]!)
  const visit: Step = (n) => ({ ...read[Math.floor(Math.random() * read.length)]!(n, ''), headers: VISITOR })
  const purchase = workloads.find(({ name }) => name === 'whole purchase')!
  const figures = { changes: 0, compared: 0, oldestMs: 0 }

  const until = performance.now() + seconds * 1_000
  const every = async (ms: number, work: () => Promise<void>) => {
    for (let next = performance.now(); next < until; next += ms) {
      await pause(Math.max(0, next - performance.now()))
      await work()
    }
  }
  const changed = await query<{ id: string }>(shop.databaseUrl, CHANGED)
  const ids = changed.map(({ id }) => id)
  const change = async () => {
    figures.changes += 1
    const json = { selection: { ids }, change: { kind: 'discount', discount: 1 + (figures.changes % 40) } }
    const { status } = await call(shop.url, { path: '/products/change', token: admin.token, json })
    if (status !== 200) throw new Error(`A change by staff was refused: ${status}`)
  }
  /** Compares a visitor's answer with the database. After an old answer, waits until a new one is served. */
  const compare = async () => {
    const { path } = visit(zipf(), '')
    if (!path.startsWith('/api/')) return
    figures.compared += 1
    const get = async (headers = {}) => (await send(shop.url, { path, headers })).body.toString()
    const cached = await get()
    const isStale = async () => (await get()) === cached && (await get(UNCACHED)) !== cached
    if ((await get(UNCACHED)) === cached) return
    for (const since = performance.now(); await isStale(); await pause(LOOK_MS)) {
      const age = performance.now() - since
      figures.oldestMs = Math.max(figures.oldestMs, age)
      if (age > GIVEN_UP_MS) return
    }
  }
  const [visits, sales] = await Promise.all([
    drive(shop, [visit], { seconds, numbers: zipf, rate: VISITS }),
    drive(shop, purchase.steps, { seconds, numbers: counter(), rate: SALES }),
    every(CHANGE_MS, change),
    every(COMPARISON_MS, compare),
  ])
  return { ...figures, visits, sales }
}

/**
 * Load test: the shop against a bare shop (bench/bare-shop.ts) and a raw Fastify that returns the same bytes (docs/performance.md). Shop
 * and yardstick run in turns; the figure is their ratio, which depends little on the machine.
 *
 *   npm run bench -- [--only=text …] [--seconds=3] [--rounds=5] [--products=10000] [--orders=10000] [--out=folder] [--profile]
 */
import { cpus, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { memoryOf } from '../drills/processes.ts'
import { runDrill } from '../drills/run-drill.ts'
import { measureBusyShop } from './busy-shop.ts'
import { importProducts } from './import-products.ts'
import { measure, measurePurchases } from './measure.ts'
import { openShops } from './open-shops.ts'
import { printReport, type Report, writeReport } from './report.ts'
import { requireSameAnswers } from './same-answers.ts'
import { workloads } from './workloads.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    products: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '10000' },
    out: { type: 'string', default: join(tmpdir(), 'botica-bench') },
    profile: { type: 'boolean', default: false },
  },
})
const [seconds, rounds, products, orders] = [
  values.seconds,
  values.rounds,
  values.products,
  values.orders,
].map(Number) as [number, number, number, number]
/** The most imports to measure: further ones take long and give the same figure. */
const MAX_IMPORTS = 3
/** Rows of an imported workbook: every second one is a product of the catalogue. */
const MAX_ROWS = 5_000
/** Turns for the visitors' part, which has to last about a minute. */
const VISITORS_TURNS = 20

const isWanted = (name: string) => values.only.some((text) => name.includes(text))
const say = (text: string) => console.log(`${new Date().toTimeString().slice(0, 8)} ${text}`)

await runDrill({ name: 'bench', minutes: 30, keep: false }, async (drill) => {
  say(`filling ${products} products and ${orders} orders`)
  const wantsStarts = isWanted('cold start')
  const shops = await openShops(drill, {
    products,
    orders,
    // Enough for 60 purchases a second on each connection.
    customersEach: Math.ceil(1 + seconds * rounds),
    starts: wantsStarts ? rounds : 0,
    profiles: values.profile ? resolve(values.out) : undefined,
  })
  const { shop, bareShop, admin, customers } = shops
  await pause(1_000 * Math.min(3, seconds))
  const report: Report = {
    command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
    machine: `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
    date: new Date().toISOString(),
    options: { seconds, rounds, products, orders },
    coldStartMs: wantsStarts ? shops.coldStartMs : [],
    memoryIdle: memoryOf(shop.pid),
    bareShopMemory: null,
    workloads: [],
    imports: [],
    busyShop: null,
  }
  const all = await workloads(shop.database, { admin, customers })
  say('comparing the answers of shop and bare shop')
  await requireSameAnswers(shop, bareShop, all, {
    admin,
    customer: customers[0]!,
    database: shop.database,
  })

  for (const workload of all) {
    if (!isWanted(workload.name)) continue
    say(workload.name)
    report.workloads.push(await measure(workload, shops, { seconds, rounds }))
  }
  if (isWanted('whole purchase')) {
    say('whole purchase')
    report.workloads.push(await measurePurchases(shops, { seconds, rounds }))
  }
  report.bareShopMemory = memoryOf(bareShop.pid)
  for (let round = 0; isWanted('import') && round < Math.min(rounds, MAX_IMPORTS); round += 1) {
    say('import')
    report.imports.push(
      await importProducts(shop, admin.token, { round, rows: Math.min(MAX_ROWS, products) }),
    )
  }
  if (isWanted('visitors')) {
    say('visitors')
    report.busyShop = await measureBusyShop(shops, VISITORS_TURNS * seconds)
  }
  printReport(report)
  console.log(`\n${await writeReport(report, values.out)}`)
  return true
})

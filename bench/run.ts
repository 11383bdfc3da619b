/**
 * Load test: the shop against a bare shop (bench/bare-shop.ts), which also returns the same bytes as a raw Fastify (docs/measurements.md).
 * Shop and yardstick run in turns; the figure is their ratio, which depends little on the machine.
 *
 *   npm run bench -- [--only=text,…] [--seconds=3] [--rounds=5] [--products=10000] [--orders=10000] [--out=folder] [--profile]
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { memoryOf } from '../drills/processes.ts'
import { runDrill } from '../drills/run-drill.ts'
import { openDatabase, startServer } from '../drills/start-shop.ts'
import { makePeople } from '../drills/trade.ts'
import { measureBusyShop } from './busy-shop.ts'
import { fill } from './fixtures.ts'
import { CONNECTIONS } from './load.ts'
import { measure, requireSameAnswers, type Shops } from './measure.ts'
import { printReport, type Report } from './report.ts'
import { workloads } from './workloads.ts'

const defaults = {
  only: '',
  seconds: 3,
  rounds: 5,
  products: 10_000,
  orders: 10_000,
  out: join(tmpdir(), 'botica-bench'),
  profile: false,
}
/** Turns for the visitors' part, which has to last about a minute. */
const VISITORS_TURNS = 20

await runDrill(defaults, async (drill, { only, seconds, rounds, products, orders, out, profile }) => {
  const isWanted = (name: string) => only.split(',').some((text) => name.includes(text))
  const say = (text: string) => console.log(`${new Date().toTimeString().slice(0, 8)} ${text}`)

  say(`filling ${products} products and ${orders} orders`)
  const { url, copy, postmaster } = await openDatabase(drill)
  await fill(url, { products, orders })
  // Enough for 60 purchases a second on each connection: an account places 60 orders an hour.
  const people = await makePeople(url, CONNECTIONS * Math.ceil(1 + seconds * rounds))
  const bareUrl = await copy()
  // The program of `npm start`, with its checks.
  const shop = await startServer(drill, {
    name: 'shop',
    program: ['scripts/run.mjs', 'start'],
    path: '/',
    env: {
      DRAIN_SECONDS: '0',
      DATABASE_URL: url,
      ...(profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(out)}` }),
    },
  })
  // The first start fills the cache of compiled sources, and isn't measured.
  const coldStartMs: number[] = []
  for (let number = 0; isWanted('cold start') && number < rounds; number += 1) {
    await shop.stop()
    const before = performance.now()
    await shop.start()
    await shop.ready()
    coldStartMs.push(performance.now() - before)
  }
  const bareShop = await startServer(drill, {
    name: 'bare-shop',
    program: ['bench/bare-shop.ts'],
    path: '/',
    env: { DATABASE_URL: bareUrl },
  })
  const shops: Shops = { shop, bareShop, postmaster }
  const report: Report = { coldStartMs, memoryIdle: memoryOf(shop.pid), workloads: [], busyShop: null }
  const all = await workloads(url, people.customers)
  say('comparing the answers of shop and bare shop')
  await requireSameAnswers(shops, all)
  for (const workload of all.filter(({ name }) => isWanted(name))) {
    say(workload.name)
    report.workloads.push(await measure(workload, shops, { seconds, rounds }))
  }
  if (isWanted('visitors')) {
    say('visitors')
    report.busyShop = await measureBusyShop(shops, {
      workloads: all,
      admin: people.admin,
      seconds: VISITORS_TURNS * seconds,
    })
  }
  // Ended before the database, and in time to write a profile.
  await shop.stop()
  printReport(report)
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'bench.json'), `${JSON.stringify(report, null, 2)}\n`)
  console.log(`\n${join(out, 'bench.json')}`)
  return true
})

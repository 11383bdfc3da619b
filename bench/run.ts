/**
 * Load test: the shop against a bare shop (bench/bare-shop.ts), which also returns the same bytes as a raw Fastify (docs/measurements.md).
 * Shop and yardstick run in turns; the figure is their ratio, which depends little on the machine.
 *
 *   npm run bench -- [--only=text,…] [--seconds=3] [--rounds=5] [--products=10000] [--orders=10000] [--profile]
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryOf } from '#tests/processes.ts'
import { median, runDrill } from '../drills/run-drill.ts'
import { openDatabase, startServer } from '../drills/start-shop.ts'
import { makePeople } from '../drills/trade.ts'
import { measureBusyShop } from './busy-shop.ts'
import { fill } from './fixtures.ts'
import { CONNECTIONS, type Measured, measure, requireSameAnswers, type Turn } from './measure.ts'
import { workloads } from './workloads.ts'

const defaults = {
  only: '',
  seconds: 3,
  rounds: 5,
  products: 10_000,
  orders: 10_000,
  profile: false,
}
/** Turns for the visitors' part, which has to last about a minute. */
const VISITORS_TURNS = 20
/** Goals of the shop as a whole. */
const [MAX_IDLE_MB, MAX_MEMORY_MB, MAX_START_MS, MAX_P95_MS, MAX_AGE_MS] = [125, 250, 1_200, 60, 1_000]

const whole = (value: number) => Math.round(value).toLocaleString('en')
const verdict = (met: boolean) => (met ? 'met' : 'MISSED')
/** Prints a figure of the shop as a whole, with its unit, and whether it meets its goal. */
const print = (what: string, value: number, unit: string, goal: number) =>
  console.log(`- ${what}: ${whole(value)} ${unit}: ${verdict(value <= goal)}`)
const cpu = ({ serverCpu, databaseCpu }: Turn) => `${serverCpu.toFixed(2)} + ${databaseCpu.toFixed(2)}`

function rowOf({ goal, shop, yardstick, memory }: Measured) {
  // By CPU, which other load on the machine changes less than rates.
  const share =
    yardstick && (yardstick.serverCpu + yardstick.databaseCpu) / (shop.serverCpu + shop.databaseCpu)
  return {
    'p95 ms': shop.p95.toFixed(1),
    'CPU ms, with PostgreSQL’s': cpu(shop),
    'the yardstick’s': yardstick && cpu(yardstick),
    'by CPU': share && `${whole(share * 100)} %`,
    goal:
      goal &&
      ('share' in goal
        ? `${whole(goal.share * 100)} %: ${verdict(share! >= goal.share)}`
        : `${goal.cpuMs} ms: ${verdict(shop.serverCpu <= goal.cpuMs)}`),
    'memory MB': memory,
  }
}

await runDrill(defaults, async (drill, { only, seconds, rounds, products, orders, profile }) => {
  const isWanted = (name: string) => only.split(',').some((text) => name.includes(text))
  const say = (text: string) => console.log(`${new Date().toTimeString().slice(0, 8)} ${text}`)

  say(`filling ${products} products and ${orders} orders`)
  const { url, copy, postmaster } = await openDatabase(drill)
  await fill(url, { products, orders })
  // Enough for 60 purchases a second on each connection: an account places 60 orders an hour.
  const people = await makePeople(url, CONNECTIONS * Math.ceil(1 + seconds * rounds))
  const bareUrl = await copy()
  const profiles = join(tmpdir(), 'botica-bench')
  const profiled = profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` }
  // The program of `npm start`, with its checks.
  const npmStart = { name: 'shop', program: ['scripts/run.mjs', 'start'], path: '/' }
  const env = { DRAIN_SECONDS: '0', DATABASE_URL: url, ...profiled }
  const shop = await startServer(drill, { ...npmStart, env })
  // The first start fills the cache of compiled sources, and isn't measured.
  const starts: number[] = []
  for (let number = 0; isWanted('cold start') && number < rounds; number += 1) {
    await shop.stop()
    const before = performance.now()
    await shop.start()
    await shop.ready()
    starts.push(performance.now() - before)
  }
  const bare = { name: 'bare-shop', program: ['bench/bare-shop.ts'] }
  const bareShop = await startServer(drill, { ...bare, env: { DATABASE_URL: bareUrl } })
  const shops = { shop, bareShop, postmaster }
  const memoryIdle = memoryOf(shop.pid)
  const all = await workloads(url, people.customers)
  say('comparing the answers of shop and bare shop')
  await requireSameAnswers(shops, all)
  const measured: Measured[] = []
  for (const workload of all.filter(({ name }) => isWanted(name))) {
    say(workload.name)
    measured.push(await measure(workload, shops, { seconds, rounds }))
  }
  if (isWanted('visitors')) say('visitors')
  const options = { workloads: all, admin: people.admin, seconds: VISITORS_TURNS * seconds }
  const busyShop = isWanted('visitors') && (await measureBusyShop(shops, options))
  // Ended before the database, and in time to write a profile.
  await shop.stop()
  if (profile) console.log(`Profiles: ${profiles}`)

  console.table(Object.fromEntries(measured.map((one) => [one.name, rowOf(one)])))
  if (starts.length > 0) print('Start to the first page', median(starts), 'ms', MAX_START_MS)
  print('Memory after the start', memoryIdle, 'MB', MAX_IDLE_MB)
  const memory = Math.max(0, ...measured.map(({ memory }) => memory))
  print('Memory after a load, at most', memory, 'MB', MAX_MEMORY_MB)
  if (busyShop) {
    const { visits, sales, changes, compared, oldestMs } = busyShop
    console.log(`${visits.done} visits (${visits.lost} lost), ${sales.done} sales, ${changes} changes:`)
    print('p95 of a visit', visits.p95, 'ms', MAX_P95_MS)
    print(`The oldest answer in ${compared} comparisons`, oldestMs, 'ms', MAX_AGE_MS)
  }
  return true
})

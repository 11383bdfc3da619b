/**
 * Load test: the shop against a bare shop (bench/bare-shop.ts) and a raw Fastify that returns the same bytes (docs/measurements.md). Shop
 * and yardstick run in turns; the figure is their ratio, which depends little on the machine.
 *
 *   npm run bench -- [--only=text …] [--seconds=3] [--rounds=5] [--products=10000] [--orders=10000] [--out=folder] [--profile]
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { connect } from '#server/database/connection.ts'
import { makeUser } from '#tests/factories.ts'
import { memoryOf } from '../drills/processes.ts'
import { readOptions, runDrill } from '../drills/run-drill.ts'
import { AppServer, freePorts, openDatabase } from '../drills/start-shop.ts'
import { measureBusyShop } from './busy-shop.ts'
import { fill, makeCustomers } from './fixtures.ts'
import { importProducts } from './import-products.ts'
import { CONNECTIONS } from './load.ts'
import { measure, requireSameAnswers, type Shops } from './measure.ts'
import { isMet, printReport, type Report, shareOf } from './report.ts'
import { workloads } from './workloads.ts'

const options = readOptions({
  only: [''],
  seconds: 3,
  rounds: 5,
  products: 10_000,
  orders: 10_000,
  out: join(tmpdir(), 'botica-bench'),
  profile: false,
})
const { seconds, rounds, products, orders, out } = options
/** The most imports to measure, rows of each, and turns for the visitors' part, which has to last about a minute. */
const [MAX_IMPORTS, MAX_ROWS, VISITORS_TURNS] = [3, 5_000, 20]

const isWanted = (name: string) => options.only.some((text) => name.includes(text))
const say = (text: string) => console.log(`${new Date().toTimeString().slice(0, 8)} ${text}`)

await runDrill('bench', { minutes: 30 }, async ({ folder, atEnd }) => {
  say(`filling ${products} products and ${orders} orders`)
  const { url, copy, postmaster } = await openDatabase({ folder, atEnd })
  const filling = connect(url, { onError: () => {} })
  await fill(filling, { products, orders })
  const admin = await makeUser(filling, { role: 'Administrador' })
  // Enough for 60 purchases a second on each connection: an account places 60 orders an hour.
  const customers = await makeCustomers(filling, CONNECTIONS * Math.ceil(1 + seconds * rounds))
  await filling.destroy()
  const bareUrl = await copy()
  const open = (databaseUrl: string) => {
    const database = connect(databaseUrl, { max: 2, onError: () => {} })
    atEnd(() => database.destroy())
    return database
  }

  const [shopPort = 0, barePort = 0, rawPort = 0, metricsPort = 0] = await freePorts(4)
  const start = async (server: AppServer) => {
    await server.start()
    await server.ready()
    return { url: server.url, pid: server.pid }
  }
  const program = (name: string, port: number, program: string[], env: Record<string, string>) => {
    const server = new AppServer({ name, port, folder, program, path: '/', env })
    atEnd(() => server.stop())
    return server
  }
  // The program of `npm start`, with its checks.
  const shopServer = program('shop', shopPort, ['scripts/run.mjs', 'start'], {
    DRAIN_SECONDS: '0',
    DATABASE_URL: url,
    METRICS_PORT: String(metricsPort),
    ...(options.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(out)}` }),
  })
  // The first start fills the cache of compiled sources, and isn't measured.
  await start(shopServer)
  const coldStartMs: number[] = []
  for (let number = 0; isWanted('cold start') && number < rounds; number += 1) {
    await shopServer.stop()
    const before = performance.now()
    await start(shopServer)
    coldStartMs.push(performance.now() - before)
  }
  const shops: Shops = {
    shop: {
      url: shopServer.url,
      pid: shopServer.pid,
      database: open(url),
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    },
    bareShop: {
      ...(await start(program('bare-shop', barePort, ['bench/bare-shop.ts'], { DATABASE_URL: bareUrl }))),
      database: open(bareUrl),
    },
    rawFastify: await start(program('raw-fastify', rawPort, ['bench/raw-fastify.ts'], {})),
    postmaster,
  }
  const { shop } = shops
  const report: Report = {
    command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
    machine: `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
    date: new Date().toISOString(),
    coldStartMs,
    memoryIdleMb: memoryOf(shop.pid).now,
    workloads: [],
    imports: [],
    busyShop: null,
  }
  const all = await workloads(shop.database, admin, customers)
  say('comparing the answers of shop and bare shop')
  await requireSameAnswers(shops, all)
  for (const workload of all.filter(({ name }) => isWanted(name))) {
    say(workload.name)
    report.workloads.push(await measure(workload, shops, { seconds, rounds }))
  }
  for (let round = 0; isWanted('import') && round < Math.min(rounds, MAX_IMPORTS); round += 1) {
    say('import')
    report.imports.push(
      await importProducts(shop, admin.token, { round, rows: Math.min(MAX_ROWS, products) }),
    )
  }
  if (isWanted('visitors')) {
    say('visitors')
    report.busyShop = await measureBusyShop(shops, { admin, customers }, VISITORS_TURNS * seconds)
  }
  printReport(report)
  await mkdir(out, { recursive: true })
  const judged = report.workloads.map((one) => ({ ...one, cpuShare: shareOf(one), met: isMet(one) }))
  await writeFile(join(out, 'bench.json'), `${JSON.stringify({ ...report, workloads: judged }, null, 2)}\n`)
  console.log(`\n${join(out, 'bench.json')}`)
  return true
})

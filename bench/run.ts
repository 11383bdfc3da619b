/**
 * Load test of this server beside a bare Fastify that returns the same bytes (docs/product.md#budgets). Each workload runs on
 * both in turns of a few seconds; the figure is the ratio, which depends less on the machine's other load.
 *
 *   node bench/run.ts [--seconds=3] [--rounds=3] [--products=10000] [--orders=10000] [--only=text]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { makeUser } from '#tests/factories.ts'
import { administer, startPostgres, withDatabase } from '#tests/postgres-server.ts'
import { fill, makeCustomers } from './fixtures.ts'
import { purchases } from './purchases.ts'
import { type Workload, workloads } from './workloads.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    products: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
  },
})
const CONNECTIONS = 32
const SHOP = 'http://127.0.0.1:4711'
const BARE = 'http://127.0.0.1:4712'

const children: ChildProcess[] = []

async function serve(script: string, url: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env, PORT: new URL(url).port },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  for (let tries = 0; tries < 300; tries += 1) {
    const up = await fetch(`${url}/api/health`).then(
      (answer) => answer.status < 500,
      () => false,
    )
    if (up) return child
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${script} did not start`)
}

type Figures = { rate: number; p50: number; p99: number; failed: number }

async function load(base: string, workload: Workload): Promise<Figures> {
  let sent = 0
  const result = await autocannon({
    url: base,
    connections: CONNECTIONS,
    duration: Number(values.seconds),
    requests: [
      {
        setupRequest: (request) => {
          sent += 1
          return { ...request, ...workload.request(sent) }
        },
      },
    ],
  })
  const failed = result.non2xx + result.errors
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, failed }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function compare(workload: Workload) {
  const { method = 'GET', path, headers, body } = workload.request(0)
  const sample = await fetch(SHOP + path, { method, headers, body })
  const bytes = Buffer.from(await sample.arrayBuffer())
  await fetch(BARE, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': sample.headers.get('content-type') ?? 'text/plain' },
  })
  const rounds = { bare: [] as Figures[], shop: [] as Figures[] }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    rounds.bare.push(await load(BARE, workload))
    rounds.shop.push(await load(SHOP, workload))
  }
  const bare = median(rounds.bare.map(({ rate }) => rate))
  const shop = median(rounds.shop.map(({ rate }) => rate))
  console.log(
    [
      workload.name.padEnd(34),
      `${Math.round(shop)}/s`.padStart(9),
      `${Math.round((shop / bare) * 100)} % of ${Math.round(bare)}/s`.padStart(20),
      `p50 ${median(rounds.shop.map(({ p50 }) => p50))} ms`.padStart(12),
      `p99 ${median(rounds.shop.map(({ p99 }) => p99))} ms`.padStart(12),
      `${bytes.length} B`.padStart(9),
      rounds.shop.some(({ failed }) => failed > 0) ? '  FAILED ANSWERS' : '',
    ].join(''),
  )
}

const dataDir = join(tmpdir(), 'botica-bench')
const postgres = await startPostgres(dataDir)
const name = `botica_bench_${process.pid}`
await administer(postgres.url, `create database ${name}`)
const databaseUrl = withDatabase(postgres.url, name)
const database = connect(databaseUrl, { onError: () => {} })
try {
  await migrate(database)
  await fill(database, { products: Number(values.products), orders: Number(values.orders) })
  const admin = await makeUser(database, { role: 'Administrador' })
  const [customer] = await makeCustomers(database, 1)
  const server = await serve('server/main.ts', SHOP, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDir, 'shop'),
    LIMIT_PER_ADDRESS: 'off',
  })
  await serve('bench/baseline.ts', BARE, {})
  for (const workload of await workloads(database, { admin, customer: customer! })) {
    if (workload.name.includes(values.only)) await compare(workload)
  }
  if ('whole purchases'.includes(values.only)) {
    await purchases(database, SHOP, {
      customers: await makeCustomers(database, CONNECTIONS),
      seconds: Number(values.seconds) * 3,
    })
  }
  server.kill('SIGTERM')
  await once(server, 'exit')
} finally {
  for (const child of children) child.kill('SIGTERM')
  await database.destroy()
  await administer(postgres.url, `drop database ${name} with (force)`)
  await postgres.stop()
}

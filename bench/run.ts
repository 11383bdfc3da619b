/**
 * Load against this server and against a bare Fastify that returns the same bytes, side by side: each work runs in turns of
 * a few seconds on both, and the figure is the ratio, so that the machine's mood cancels out (design §6).
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
import { fill, makeBuyers } from './fixtures.ts'
import { purchases } from './purchases.ts'
import { type Work, works } from './works.ts'

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

async function load(base: string, work: Work): Promise<Figures> {
  let sent = 0
  const result = await autocannon({
    url: base,
    connections: CONNECTIONS,
    duration: Number(values.seconds),
    requests: [
      {
        setupRequest: (request) => {
          sent += 1
          return { ...request, ...work.request(sent) }
        },
      },
    ],
  })
  const failed = result.non2xx + result.errors
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, failed }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function compare(work: Work) {
  const { method = 'GET', path, headers, body } = work.request(0)
  const sample = await fetch(SHOP + path, { method, headers, body })
  const bytes = Buffer.from(await sample.arrayBuffer())
  await fetch(BARE, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': sample.headers.get('content-type') ?? 'text/plain' },
  })
  const rounds = { bare: [] as Figures[], shop: [] as Figures[] }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    rounds.bare.push(await load(BARE, work))
    rounds.shop.push(await load(SHOP, work))
  }
  const bare = median(rounds.bare.map(({ rate }) => rate))
  const shop = median(rounds.shop.map(({ rate }) => rate))
  console.log(
    [
      work.name.padEnd(34),
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
  const [shopper] = await makeBuyers(database, 1)
  const server = await serve('server/main.ts', SHOP, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDir, 'shop'),
    LIMIT_PER_ADDRESS: 'off',
  })
  await serve('bench/baseline.ts', BARE, {})
  for (const work of await works(database, { admin, shopper: shopper! })) {
    if (work.name.includes(values.only)) await compare(work)
  }
  if ('whole purchases'.includes(values.only)) {
    await purchases(database, SHOP, {
      buyers: await makeBuyers(database, CONNECTIONS),
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

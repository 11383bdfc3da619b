/**
 * How long an image takes while many people log in at once: each login hashes a password, which takes a core for some
 * hundredths of a second.
 *
 *   node bench/logins.ts [--logins=100] [--seconds=10]
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDiskStore } from '#server/images/disk-store.ts'
import { storeImage } from '#server/images/store-image.ts'
import { noise } from '#tests/images.ts'
import { administer, startPostgres, withDatabase } from '#tests/postgres-server.ts'
import { startBotica } from './start-server.ts'

const { values } = parseArgs({
  options: { logins: { type: 'string', default: '100' }, seconds: { type: 'string', default: '10' } },
})
const SHOP = 'http://127.0.0.1:4713'

const quantile = (sorted: number[], share: number) =>
  Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
const figuresOf = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  return `n ${sorted.length}, p50 ${quantile(sorted, 0.5)} ms, p95 ${quantile(sorted, 0.95)} ms, worst ${quantile(sorted, 0.9999)} ms`
}

/** Fetches one image after the other, and returns the milliseconds of each. */
async function timeImages(path: string, until: number): Promise<number[]> {
  const times: number[] = []
  while (performance.now() < until) {
    const start = performance.now()
    const answer = await fetch(SHOP + path)
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`The image was answered with ${answer.status}`)
    times.push(performance.now() - start)
  }
  return times
}

/** Logs in repeatedly with a wrong password, and waits for the Retry-After of a refusal. */
async function logIn(person: number, until: number, statuses: Map<number, number>) {
  while (performance.now() < until) {
    const answer = await fetch(`${SHOP}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `persona${person}.${Math.random()}@correo.cl`, password: 'adivinanza' }),
    })
    await answer.text()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const wait = Number(answer.headers.get('retry-after') ?? 0)
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
}

const dataDir = join(tmpdir(), 'botica-bench-logins')
const postgres = await startPostgres(dataDir)
const name = `botica_bench_${process.pid}`
await administer(postgres.url, `create database ${name}`)
const databaseUrl = withDatabase(postgres.url, name)
const database = connect(databaseUrl, { onError: () => {} })
try {
  await migrate(database)
  const bytes = await noise(1200, 900)
  const photo = await storeImage(openDiskStore(dataDir), { kind: 'product', bytes }, async (name) => name)
  const server = await startBotica(SHOP, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  try {
    const path = `/api/products/image/${photo}?width=320`
    const end = () => performance.now() + Number(values.seconds) * 1000
    await timeImages(path, performance.now() + 1000)
    console.log(`images alone:            ${figuresOf(await timeImages(path, end()))}`)
    const [until, statuses] = [end(), new Map<number, number>()]
    const people = Array.from({ length: Number(values.logins) }, (_, person) =>
      logIn(person, until, statuses),
    )
    const times = await timeImages(path, until)
    await Promise.all(people)
    console.log(`with ${values.logins} logins in flight: ${figuresOf(times)}`)
    console.log(
      `logins by status:        ${[...statuses].map(([status, n]) => `${status}: ${n}`).join(', ')}`,
    )
  } finally {
    await server.stop()
  }
} finally {
  await database.destroy()
  await administer(postgres.url, `drop database ${name} with (force)`)
  await postgres.stop()
}

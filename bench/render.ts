/**
 * CPU of a page that the server renders: milliseconds of the Node process, database apart (docs/product.md#budgets). Each kind of page is
 * rendered repeatedly with another address each time, so that no cache helps. Needs the built application.
 *
 *   node bench/render.ts [--pages=300] [--rounds=3] [--products=2000]
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDiskStore } from '#server/images/disk-store.ts'
import { builtRenderer } from '#server/pages/renderer.ts'
import { administer, startPostgres, withDatabase } from '#tests/postgres-server.ts'
import { CATEGORIES, fill } from './fixtures.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    products: { type: 'string', default: '2000' },
  },
})
const ORIGIN = 'http://127.0.0.1:4714'

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const dataDir = join(tmpdir(), `botica-bench-render-${process.pid}`)
const postgres = await startPostgres(dataDir)
const name = `botica_bench_${process.pid}`
await administer(postgres.url, `create database ${name}`)
const database = connect(withDatabase(postgres.url, name), { onError: () => {} })
try {
  await migrate(database)
  await fill(database, { products: Number(values.products), orders: 100 })
  const config = readConfig({ DATA_DIR: dataDir, LIMIT_PER_ADDRESS: 'off' })
  const app = await createApp({ config, database, images: openDiskStore(dataDir) })
  const { render } = await builtRenderer(app, ORIGIN)
  const ids = (await database.selectFrom('products').select('id').limit(1000).execute()).map(({ id }) => id)
  const category = (n: number) => encodeURIComponent(CATEGORIES[n % CATEGORIES.length]!)
  let sent = 0
  const kinds: [name: string, path: (n: number) => string][] = [
    ['home', (n) => `/?n=${n}`],
    ['shop', (n) => `/tienda?categoria=${category(n)}&pagina=${1 + (n % 8)}&n=${n}`],
    ['product', (n) => `/descripcion?producto=${ids[n % ids.length]}&n=${n}`],
  ]
  const measure = async (path: (n: number) => string, pages: number) => {
    const before = process.cpuUsage()
    for (let page = 0; page < pages; page += 1) {
      sent += 1
      const { status } = await render(path(sent))
      if (status !== 200) throw new Error(`${path(sent)} was answered with ${status}`)
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / pages
  }
  for (const [, path] of kinds) await measure(path, Number(values.pages))
  const rounds = kinds.map((): number[] => [])
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [kind, [, path]] of kinds.entries())
      rounds[kind]!.push(await measure(path, Number(values.pages)))
  for (const [kind, [title]] of kinds.entries())
    console.log(`${title.padEnd(8)} ${median(rounds[kind]!).toFixed(2)} ms of CPU a page`)
  await app.close()
} finally {
  await database.destroy()
  await administer(postgres.url, `drop database ${name} with (force)`)
  await postgres.stop()
}

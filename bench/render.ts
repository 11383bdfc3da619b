/**
 * CPU milliseconds of the Node process to render a page (docs/product.md#budgets). Each rendering has another address, so that no cache
 * helps. Needs the built application.
 *
 *   node bench/render.ts [--pages=300] [--rounds=3] [--products=2000]
 */
import { parseArgs } from 'node:util'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDiskStore } from '#server/images/disk-store.ts'
import { builtRenderer } from '#server/pages/renderer.ts'
import { percentile } from '../drills/percentile.ts'
import { runDrill } from '../drills/run-drill.ts'
import { CATEGORIES } from './fixtures.ts'
import { openDatabase } from './open-database.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    products: { type: 'string', default: '2000' },
  },
})
const ORIGIN = 'http://127.0.0.1:4714'

await runDrill({ name: 'render', minutes: 15, keep: false }, async (drill) => {
  const { database } = await openDatabase(drill, { products: Number(values.products), orders: 100 })
  const config = readConfig({ DATA_DIR: drill.folder, LIMIT_PER_ADDRESS: 'off' })
  const app = await createApp({ config, database, images: openDiskStore(drill.folder) })
  drill.atEnd(() => app.close())
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
    console.log(`${title.padEnd(8)} ${percentile(rounds[kind]!, 0.5).toFixed(2)} ms of CPU a page`)
  return true
})

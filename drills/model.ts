/**
 * `npm run drill:model`: random stories of customers and staff who act at the same time, on one server. After each round, stock, carts
 * and orders must match the answers; after each story, all totals and counts.
 */
import { parseArgs } from 'node:util'
import { playStories } from './model/play-stories.ts'
import { printVerdict } from './report.ts'
import { runDrill } from './run-drill.ts'
import { startDatabase, startShop } from './start-shop.ts'

const { values } = parseArgs({
  options: {
    stories: { type: 'string', default: '500' },
    seed: { type: 'string' },
    path: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

await runDrill({ name: 'model', minutes: 30, keep: values.keep }, async (drill) => {
  const { url: databaseUrl } = await startDatabase(drill)
  const server = await startShop(drill, databaseUrl)
  const { failure, seed, stories, rounds, acts, orders } = await playStories({
    base: server.url,
    databaseUrl,
    stories: Number(values.stories),
    seed: values.seed === undefined ? undefined : Number(values.seed),
    path: values.path,
  })
  await server.stop()
  if (failure) console.log(failure)
  return printVerdict(failure === '' && server.deaths === 0, [
    `${stories} historias`,
    `${rounds} rondas`,
    `${acts} actos a la vez`,
    `${orders} pedidos`,
    `${server.deaths} muertes`,
    `semilla ${seed}`,
  ])
})

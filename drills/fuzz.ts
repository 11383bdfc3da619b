/**
 * `npm run drill:fuzz`: hostile requests to every call of the contract, with every kind of session. No answer may be 5xx or malformed, no
 * refusal may change a row, and the server must survive.
 */
import { parseArgs } from 'node:util'
import { fuzzShop } from './fuzz/fuzz-shop.ts'
import { printVerdict } from './report.ts'
import { runDrill } from './run-drill.ts'
import { startDatabase, startShop } from './start-shop.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

await runDrill({ name: 'fuzz', minutes: 30, keep: values.keep }, async (drill) => {
  const { url: databaseUrl } = await startDatabase(drill)
  const server = await startShop(drill, databaseUrl)
  const { requests, statuses, compared, cut, slowest, problems } = await fuzzShop({
    base: server.url,
    databaseUrl,
    requests: Number(values.requests),
    seed: Number(values.seed),
    only: values.only === undefined ? undefined : Number(values.only),
  })
  await server.stop()
  for (const problem of problems.slice(0, 20)) console.log(problem)
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`)
  return printVerdict(problems.length === 0 && server.deaths === 0, [
    `${requests} peticiones hostiles`,
    counts.join(', '),
    `${problems.length} promesas rotas`,
    `${compared} rechazos sin cambios en la base`,
    `${cut} demasiado grandes cortadas`,
    `la más lenta ${Math.round(slowest)} ms`,
    `${server.deaths} muertes`,
    `semilla ${values.seed}`,
  ])
})

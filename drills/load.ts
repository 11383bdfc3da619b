/**
 * `npm run drill:load`: more buyers than units at one moment; clients that never finish their requests; and a constant load, under which
 * the server's memory must not grow.
 */
import { parseArgs } from 'node:util'
import { checkShop } from './check-shop.ts'
import { watchMemory } from './load/memory.ts'
import { rush } from './load/rush.ts'
import { openSlowClients } from './load/slow-clients.ts'
import { type Steady, steadyLoad } from './load/steady-load.ts'
import { percentile } from './percentile.ts'
import { printVerdict } from './report.ts'
import { runDrill } from './run-drill.ts'
import { startDatabase, startShop } from './start-shop.ts'
import { withClient } from './with-client.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'rush,slow,steady' },
    buyers: { type: 'string', default: '1000' },
    stock: { type: 'string', default: '100' },
    /** Number of slow clients. */
    slow: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '15' },
    /** Requests a second. */
    rate: { type: 'string', default: '60' },
    keep: { type: 'boolean', default: false },
  },
})
const minutes = Number(values.minutes)
const only = values.only.split(',')

/** The most milliseconds of the 95th percentile while slow clients are connected. */
const MAX_P95_MS = 500
/** The most seconds until the server has disconnected all slow clients. */
const MAX_SLOW_SECONDS = 95
/** Requests a second while slow clients are connected. */
const RATE_WITH_SLOW_CLIENTS = 20
/** MB that the memory may grow under the constant load. */
const MAX_GROWTH_MB = 100

await runDrill({ name: 'load', minutes: minutes + 10, keep: values.keep }, async (drill) => {
  const { url: databaseUrl } = await startDatabase(drill)
  const server = await startShop(drill, databaseUrl)
  const shop = { base: server.url, databaseUrl }

  const outcomes: boolean[] = []
  const say = (holds: boolean, text: string) => {
    outcomes.push(holds)
    console.log(`${holds ? 'bien' : 'MAL '}  ${text}`)
  }
  if (only.includes('rush')) {
    const buyers = Number(values.buyers)
    const stock = Number(values.stock)
    const { sold, refused, others, repeated, left, milliseconds } = await rush({ ...shop, buyers, stock })
    say(
      sold === stock && refused === buyers - stock && left === 0,
      `${buyers} compradores por ${stock} unidades: ${sold} vendidas, ${refused} rechazos 409, ${others.length} otras ` +
        `respuestas${others.length > 0 ? ` (${others[0]})` : ''}, ${repeated} repetidas, quedan ${left}, ${Math.round(milliseconds)} ms`,
    )
  }
  if (only.includes('slow')) {
    const clients = await openSlowClients(server.url, Number(values.slow))
    const started = performance.now()
    let cut: number | undefined
    const steady = await steadyLoad({
      ...shop,
      rate: RATE_WITH_SLOW_CLIENTS,
      seconds: MAX_SLOW_SECONDS,
      until: () => {
        if (cut === undefined && clients.open() === 0) cut = (performance.now() - started) / 1_000
        return cut !== undefined
      },
    })
    clients.close()
    say(
      cut !== undefined && percentile(steady.times, 0.95) < MAX_P95_MS && steady.failures.size === 0,
      `${values.slow} clientes lentos, ${cut ? `cortados a los ${Math.round(cut)} s` : `no cortados en ${MAX_SLOW_SECONDS} s`}: ${figures(steady)}`,
    )
  }
  if (only.includes('steady')) {
    const memory = watchMemory(() => server.pid)
    const steady = await steadyLoad({ ...shop, rate: Number(values.rate), seconds: minutes * 60 })
    const { from, to, highest } = memory.stop()
    say(
      to - from < MAX_GROWTH_MB && steady.failures.size === 0,
      `${minutes} minutos a ${values.rate} peticiones/s: ${figures(steady)}, memoria de ${Math.round(from)} a ${Math.round(to)} MB ` +
        `(máximo ${Math.round(highest)} MB)`,
    )
  }
  const broken = await withClient(databaseUrl, checkShop)
  await server.stop()
  for (const rule of broken) console.log(rule)
  const holds = outcomes.every(Boolean) && broken.length === 0 && server.deaths === 0
  return printVerdict(holds, [`${broken.length} reglas rotas en la base`, `${server.deaths} muertes`])
})

function figures({ requests, orders, times, failures }: Steady): string {
  const at = (share: number) => `${Math.round(percentile(times, share))} ms`
  const failed = [...failures].map(([how, count]) => `${count} × ${how}`).join(', ') || 'ninguna falla'
  return `${requests} peticiones, ${orders} pedidos, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, ${failed}`
}

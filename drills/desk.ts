/**
 * `npm run drill:desk`: a cash desk beside the shop. It updates every product by batches while customers buy; shop and cash desk sell
 * the same units at one moment; and a webhook's receiver fails a third of the time.
 */
import { parseArgs } from 'node:util'
import { checkShop } from './check-shop.ts'
import { logInAsAdministrator } from './desk/cash-desk.ts'
import { followEvents } from './desk/follow-events.ts'
import { sellSameUnits } from './desk/same-units.ts'
import { updateAll } from './desk/update-all.ts'
import { percentile } from './percentile.ts'
import { printVerdict } from './report.ts'
import { runDrill } from './run-drill.ts'
import { startDatabase, startShop } from './start-shop.ts'
import { withClient } from './with-client.ts'

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    units: { type: 'string', default: '100' },
    /** Buyers of the shop; as many sales are tried at the counter. */
    buyers: { type: 'string', default: '150' },
    /** How long cash desk and shop sell while the receiver follows. */
    seconds: { type: 'string', default: '60' },
    keep: { type: 'boolean', default: false },
  },
})

/** The most seconds of the update of all products. */
const MAX_SECONDS = 20

await runDrill({ name: 'desk', minutes: 15, keep: values.keep }, async (drill) => {
  const { url: databaseUrl } = await startDatabase(drill)
  const server = await startShop(drill, databaseUrl, { WEBHOOK_NETWORKS: 'loopback' })
  const shop = { base: server.url, databaseUrl, token: await logInAsAdministrator(server.url) }

  const outcomes: boolean[] = []
  const say = (holds: boolean, text: string) => {
    outcomes.push(holds)
    console.log(`${holds ? 'bien' : 'MAL '}  ${text}`)
  }
  const products = Number(values.products)
  const { seconds, saved, wrong, quiet, meanwhile } = await updateAll({ ...shop, products })
  const p95 = (times: number[]) => `p95 ${Math.round(percentile(times, 0.95))} ms`
  say(
    seconds < MAX_SECONDS && saved === products && wrong === 0 && meanwhile.failures.size === 0,
    `${saved} productos cambiados en ${seconds.toFixed(1)} s, ${wrong} distintos de lo enviado; mientras tanto ` +
      `${meanwhile.requests} peticiones, ${meanwhile.orders} pedidos, ${p95(meanwhile.times)} (antes ${p95(quiet.times)}), ${meanwhile.failures.size} fallas`,
  )

  const [units, buyers] = [Number(values.units), Number(values.buyers)]
  const sold = await sellSameUnits({ ...shop, units, buyers, counter: buyers })
  say(
    sold.shop.sold + sold.counter === units && sold.shop.left === 0 && sold.shop.others.length === 0,
    `${units} unidades: la tienda vendió ${sold.shop.sold}, la caja ${sold.counter}, quedan ${sold.shop.left}; ` +
      `${sold.shop.others.length} otras respuestas`,
  )

  const events = await followEvents({ ...shop, seconds: Number(values.seconds) })
  const { steady } = events
  say(
    events.wrongStock + events.early + events.forged + events.unknownOrders + steady.failures.size === 0 &&
      events.orders === steady.orders &&
      events.updated === events.delivered &&
      events.products > 0,
    `${events.events} avisos en ${events.requests} envíos, ${events.forged} sin firma válida: ${events.orders} de ${steady.orders} pedidos y ` +
      `${events.updated} de ${events.delivered} entregas, ` +
      `${events.early} fuera de orden; el stock de ${events.wrongStock} de ${events.products} productos no calza; ${p95(steady.times)}`,
  )

  const broken = await withClient(databaseUrl, checkShop)
  await server.stop()
  for (const rule of broken) console.log(rule)
  const holds = outcomes.every(Boolean) && broken.length === 0 && server.deaths === 0
  return printVerdict(holds, [`${broken.length} reglas rotas en la base`, `${server.deaths} muertes`])
})

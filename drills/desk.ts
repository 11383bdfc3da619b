/**
 * `npm run drill:desk`: a cash desk beside the shop. It updates every product by batches while customers buy; shop and cash desk sell
 * the same units at one moment; and a day is played with its own book of the stock, orders, imported files and a receiver of events that
 * fails a third of the time.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkShop } from './check-shop.ts'
import { logInAsAdministrator } from './desk/connection.ts'
import { QUIET_SECONDS } from './desk/drop-files.ts'
import { playDay } from './desk/play-day.ts'
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
    /** How long customers buy during the day. */
    seconds: { type: 'string', default: '90' },
    keep: { type: 'boolean', default: false },
  },
})

/** The most seconds of the update of all products. */
const MAX_SECONDS = 20

await runDrill({ name: 'desk', minutes: 15, keep: values.keep }, async (drill) => {
  const { url: databaseUrl } = await startDatabase(drill)
  const importFolder = join(drill.folder, 'importaciones')
  const server = await startShop(drill, databaseUrl, {
    WEBHOOK_NETWORKS: 'loopback',
    IMPORT_DIR: importFolder,
    IMPORT_QUIET_SECONDS: String(QUIET_SECONDS),
  })
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

  const day = await playDay({ ...shop, importFolder, seconds: Number(values.seconds) })
  const { counter, receiver, files, steady } = day
  say(
    day.unequal + counter.unequal === 0 &&
      counter.sales > 0 &&
      counter.twice + counter.hungUp > 0 &&
      day.crossed > 0,
    `caja: ${counter.sales} ventas y ${counter.deliveries} recepciones de ${counter.units} unidades, ${counter.refused} rechazadas, ` +
      `${counter.twice} enviadas dos veces y ${counter.hungUp} repetidas tras cortar (${counter.unequal} con otra respuesta); ` +
      `${day.crossed} avisos con un cambio propio sin respuesta; el stock de ${day.unequal} de ${day.products} productos es otro en su libro`,
  )
  say(
    day.unsummed + day.otherCounter + day.otherOrders === 0,
    `libro de stock: en ${day.unsummed} productos no suma el stock, en ${day.otherCounter} la caja movió otras unidades, ` +
      `en ${day.otherOrders} los pedidos tienen otras`,
  )
  say(
    day.missing + day.unknown + day.wrongOrders + day.wrongImports + steady.failures.size === 0 &&
      day.orders === steady.orders &&
      day.paid > 0 &&
      receiver.repeated > 0 &&
      receiver.forged === 1,
    `${day.events} avisos en ${receiver.requests} envíos (${receiver.refused} rechazados, ${receiver.hungUp} cortados, ` +
      `${receiver.repeated} repetidos, ${receiver.forged} de 1 falso): ${day.missing} faltan, ${day.unknown} sobran; ${day.orders} de ` +
      `${steady.orders} pedidos, ${day.updated} cambios de estado (${day.cancelled} cancelados), ${day.paid} pagos, ${day.finished} importaciones; ` +
      `${day.wrongOrders} pedidos con otros avisos; ${p95(steady.times)}, ${steady.failures.size} fallas`,
  )
  say(
    files.wrong.length + day.wrongPrices + day.wrongImports === 0,
    `${files.files} archivos: ${files.wrong.join(', ') || 'ninguno'} fuera de lugar, ${day.wrongImports} avisos de importación errados, ` +
      `${day.wrongPrices} de ${files.prices.size} precios errados`,
  )

  const broken = await withClient(databaseUrl, checkShop)
  await server.stop()
  for (const rule of broken) console.log(rule)
  const holds = outcomes.every(Boolean) && broken.length === 0 && server.deaths === 0
  return printVerdict(holds, [`${broken.length} reglas rotas en la base`, `${server.deaths} muertes`])
})

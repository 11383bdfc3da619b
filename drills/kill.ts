/**
 * `npm run drill:kill`: the shop of `npm start` is killed under checkout, again and again, on one data folder. Every other
 * time PostgreSQL is killed with it, as when the power fails.
 */
import { parseArgs } from 'node:util'
import { balance } from './book.ts'
import { embeddedUrl } from './embedded-url.ts'
import { percentile } from './percentile.ts'
import { observe, printBook, printStep } from './report.ts'
import { runDrill } from './run-drill.ts'
import { shopFolder, startShop } from './start-shop.ts'
import { startTrade } from './start-trade.ts'
import { waitFor } from './wait-for.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '30' },
    customers: { type: 'string', default: '10' },
    /** Number of acknowledged orders between two kills. */
    orders: { type: 'string', default: '25' },
    rest: { type: 'string', default: '100' },
    keep: { type: 'boolean', default: false },
  },
})
const times = Number(values.times)

await runDrill({ name: 'kill', minutes: 5 + times, keep: values.keep }, async (drill) => {
  const server = await startShop(drill)
  const trade = await startTrade({
    base: server.url,
    databaseUrl: await embeddedUrl(shopFolder(drill)),
    customers: Number(values.customers),
    rest: Number(values.rest),
  })
  const { ledger } = trade
  const recoveries: number[] = []
  for (let time = 1; time <= times; time += 1) {
    await trade.waitForOrders(Number(values.orders), 60)
    const everything = time % 2 === 0
    const before = observe(ledger, server.deaths)
    await server.kill({ everything })
    await server.start()
    // Answers that the killed server had sent have been read by now.
    const started = performance.now()
    const sold = await waitFor(() => ledger.firstSaleAfter(started), {
      what: 'un pedido después de la caída',
      seconds: 60,
    })
    const recovery = Math.round(sold - before.moment)
    recoveries.push(recovery)
    const name = `${time}. ${everything ? 'servidor y PostgreSQL' : 'servidor'}`
    printStep(name, ledger, before, observe(ledger, server.deaths), [`vuelve a vender en ${recovery} ms`])
  }
  await trade.waitForOrders(Number(values.orders), 60)
  const silence = await trade.stop()

  const book = await balance(await embeddedUrl(shopFolder(drill)), ledger)
  console.log(
    `${times} caídas: vuelve a vender en ${percentile(recoveries, 0.5)} ms (mediana), ${Math.max(...recoveries)} ms (máximo)`,
  )
  return printBook(book, ledger, { silence, deaths: server.deaths })
})

/**
 * `npm run drill:kill`: the shop of `npm start` is killed under checkout, again and again, on one data folder. Every other
 * time PostgreSQL is killed with it, as when the power fails.
 */
import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AppServer } from './app-server.ts'
import { balance } from './book.ts'
import { ADMIN } from './fill-shop.ts'
import { freePorts } from './free-ports.ts'
import { observe, printBook, printStep } from './report.ts'
import { runDrill } from './run-drill.ts'
import { startTrade } from './start-trade.ts'
import { waitFor } from './wait-for.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '30' },
    customers: { type: 'string', default: '10' },
    /** Orders that are acknowledged between two kills. */
    orders: { type: 'string', default: '25' },
    rest: { type: 'string', default: '100' },
    keep: { type: 'boolean', default: false },
  },
})
const times = Number(values.times)

await runDrill({ name: 'kill', minutes: 5 + times, keep: values.keep }, async ({ folder, atEnd }) => {
  const [port = 0] = await freePorts(1)
  const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const server = new AppServer({ name: 'tienda', port, env, folder })
  atEnd(() => server.kill({ everything: true }))
  await server.start()
  await server.ready()

  const trade = await startTrade({
    base: server.url,
    databaseUrl: await embeddedUrl(join(folder, 'tienda')),
    customers: Number(values.customers),
    rest: Number(values.rest),
  })
  const { ledger } = trade
  const recoveries: number[] = []
  for (let time = 1; time <= times; time += 1) {
    await trade.flowing(Number(values.orders), 60)
    const everything = time % 2 === 0
    const before = observe(ledger, server.deaths)
    await server.kill({ everything })
    await server.start()
    // Answers of the killed server that were on their way have been read by now.
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
  await trade.flowing(Number(values.orders), 60)
  const silence = await trade.stop()

  const book = await balance(await embeddedUrl(join(folder, 'tienda')), ledger)
  const sorted = recoveries.toSorted((a, b) => a - b)
  console.log(
    `${times} caídas: vuelve a vender en ${sorted[Math.floor(times / 2)]} ms (mediana), ${sorted.at(-1)} ms (máximo)`,
  )
  return printBook(book, ledger, { silence, deaths: server.deaths })
})

/** The address of the PostgreSQL that runs on the data folder; it notes where its socket is. */
async function embeddedUrl(dataDir: string): Promise<string> {
  const lines = (
    await readFile(join(realpathSync(join(dataDir, 'postgres')), 'postmaster.pid'), 'utf8')
  ).split('\n')
  const socket = encodeURIComponent(lines[4]?.trim() ?? '')
  return `postgresql://botica@localhost:5432/botica?host=${socket}&sslmode=disable`
}

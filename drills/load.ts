/**
 * `npm run drill:load`: under a constant load, more buyers than units come at one moment, clients never finish their requests, and the
 * server's memory must not grow.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openBrowser } from './browser.ts'
import { closeBook } from './ledger.ts'
import { memoryOf } from './processes.ts'
import { judge, median, runDrill, waitFor } from './run-drill.ts'
import { openDatabase, query, startShop } from './start-shop.ts'
import { addProducts, fillCart, makePeople, order, startTrade, type Trade } from './trade.ts'

const defaults = {
  buyers: 1_000,
  stock: 100,
  /** Number of slow clients. */
  slow: 500,
  minutes: 15,
  /** Requests a second. */
  rate: 60,
}

/** The most milliseconds of the 95th percentile while slow clients are connected, and seconds until all of them are disconnected. */
const [MAX_P95_MS, MAX_SLOW_SECONDS] = [500, 95]
/** MB that the memory may grow under the constant load. */
const MAX_GROWTH_MB = 100
/** The number of customers, and of reads before each purchase, which takes two more requests. */
const [CUSTOMERS, LOOKS] = [20, 10]
const BYTE_INTERVAL_MS = 1_000
const HEAD =
  'POST /api/user/login HTTP/1.1\r\nHost: botica.local\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n'

const figures = ({ ledger: { times } }: Trade) =>
  `${times.count} respuestas, p50 ${times.percentile(50)} ms, p95 ${times.percentile(95)} ms, p99 ${times.percentile(99)} ms`

await runDrill(defaults, async (drill, { buyers, stock, slow, minutes, rate }) => {
  const { url } = await openDatabase(drill)
  const server = await startShop(drill, url)
  const rest = (1_000 * CUSTOMERS * (LOOKS + 2)) / rate
  const selling = { base: server.url, databaseUrl: url, customers: CUSTOMERS }
  const trade = await startTrade({ ...selling, rest, looks: LOOKS })
  const { ledger } = trade

  const { sold, refused, left, seconds } = await rush(selling, trade, buyers, stock)
  const isSold = judge(
    sold === stock && refused === buyers - stock && left === 0,
    `${buyers} compradores por ${stock} unidades: ${sold} vendidas, ${refused} sin stock, quedan ${left}, en ${seconds.toFixed(1)} s`,
  )

  // A busy server leaves some buyers of the rush without an answer, and they retry. From here on nothing may fail.
  Object.assign(ledger.failures, { unavailable: 0, unanswered: 0 })
  ledger.times.reset()
  const clients = await Promise.all(Array.from({ length: slow }, (_, n) => openSlowClient(server.url, n)))
  const began = performance.now()
  const limit = Math.min(MAX_SLOW_SECONDS, minutes * 60)
  const isCut = () => clients.every((socket) => socket.destroyed)
  const cut = await waitFor('el corte de los clientes lentos', limit, isCut, 250).catch(() => false)
  for (const socket of clients) socket.destroy()
  const areCut = judge(
    // A short run isn't judged by its figures.
    limit < MAX_SLOW_SECONDS || (cut && ledger.times.percentile(95) < MAX_P95_MS),
    `${slow} clientes lentos, ${cut ? 'cortados' : 'no cortados'} en ${Math.round((performance.now() - began) / 1_000)} s: ${figures(trade)}`,
  )

  ledger.times.reset()
  const samples: number[] = []
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; await pause(1_000))
    samples.push(memoryOf(server.pid))
  // The first fifth is skipped, since caches fill up. Medians, because garbage collection is irregular.
  const fifth = Math.ceil(samples.length / 5)
  const [from, to] = [median(samples.slice(fifth, 2 * fifth)), median(samples.slice(-fifth))]
  const isSteady = judge(
    to - from < MAX_GROWTH_MB,
    `${minutes} minutos a ${rate} peticiones/s: ${figures(trade)}, memoria de ${from} a ${to} MB (máximo ${Math.max(...samples)} MB)`,
  )

  await trade.stop()
  await server.stop()
  return (
    (await closeBook(url, ledger, { deaths: server.deaths, faultless: true })) && isSold && areCut && isSteady
  )
})

/** More buyers than units at the same moment: exactly the stock is sold, and all other buyers are refused. */
async function rush(
  shop: { base: string; databaseUrl: string },
  { ledger }: Trade,
  buyers: number,
  stock: number,
) {
  const [product] = await addProducts(shop.databaseUrl, [stock], '791')
  const { customers } = await makePeople(shop.databaseUrl, buyers)
  const browser = openBrowser(shop.base, buyers)
  const items = [{ productId: product!.id, quantity: 1 }]
  const carts = await Promise.all(
    customers.map(async (account) => {
      const customer = { account, browser, ledger }
      return { customer, lines: await fillCart(customer, items) }
    }),
  )
  const began = performance.now()
  const answers = await Promise.all(carts.map(({ customer, lines }) => order(customer, lines, ['NO_STOCK'])))
  const seconds = (performance.now() - began) / 1_000
  browser.close()
  const read = 'select stock from products where id = $1'
  const [{ stock: left } = {}] = await query<{ stock: number }>(shop.databaseUrl, read, [product!.id])
  return {
    sold: answers.filter((answer) => answer?.status === 201).length,
    refused: answers.filter((answer) => answer?.body.code === 'NO_STOCK').length,
    left,
    seconds,
  }
}

/** Opens a client that sends a request byte by byte and never finishes it. Every second client sends its headers so, too. */
async function openSlowClient(base: string, n: number): Promise<Socket> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  // The server's answer at the disconnect isn't read.
  socket.resume()
  if (n % 2) socket.write(HEAD)
  const text = n % 2 ? '' : HEAD.replace('Host', `X-Slow: ${'x'.repeat(2_000)}\r\nHost`)
  let at = 0
  const timer = setInterval(() => {
    socket.write(text[at] ?? ' ')
    at += 1
  }, BYTE_INTERVAL_MS)
  socket.on('close', () => clearInterval(timer))
  return socket
}

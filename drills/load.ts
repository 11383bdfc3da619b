/**
 * `npm run drill:load`: under a constant load, more buyers than units come at one moment, clients never finish their requests, and the
 * server's memory must not grow.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { query } from '#tests/postgres-server.ts'
import { memoryOf } from '#tests/processes.ts'
import { closeBook } from './ledger.ts'
import { judge, median, runDrill, waitFor } from './run-drill.ts'
import { type AppServer, openDatabase, startShop } from './start-shop.ts'
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
  const trade = await startTrade({ server, customers: CUSTOMERS, rest, looks: LOOKS })
  const { ledger } = trade

  const { sold, refused, left, seconds } = await rush(server, trade, buyers, stock)
  judge(
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
  judge(
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
  judge(
    to - from < MAX_GROWTH_MB,
    `${minutes} minutos a ${rate} peticiones/s: ${figures(trade)}, memoria de ${from} a ${to} MB (máximo ${Math.max(...samples)} MB)`,
  )

  await trade.stop()
  await server.stop()
  return closeBook(url, ledger, { deaths: server.deaths, faultless: true })
})

/** More buyers than units at the same moment: exactly the stock is sold, and all other buyers are refused. */
async function rush({ url, databaseUrl }: AppServer, { ledger }: Trade, buyers: number, stock: number) {
  const [product] = await addProducts(databaseUrl, [stock], '791')
  const { customers } = await makePeople(databaseUrl, buyers)
  const items = [{ productId: product!.id, quantity: 1 }]
  const carts = await Promise.all(
    customers.map(async (account) => {
      const customer = { account, base: url, ledger }
      return { customer, lines: await fillCart(customer, items) }
    }),
  )
  const began = performance.now()
  const answers = await Promise.all(carts.map(({ customer, lines }) => order(customer, lines, ['NO_STOCK'])))
  const seconds = (performance.now() - began) / 1_000
  const read = 'select stock from products where id = $1'
  const [{ stock: left } = {}] = await query<{ stock: number }>(databaseUrl, read, [product!.id])
  return {
    sold: answers.filter((answer) => answer?.status === 201).length,
    refused: answers.filter((answer) => answer?.body.code === 'NO_STOCK').length,
    left,
    seconds,
  }
}

/** Opens a client that never finishes the last header of a request, or its body, which it sends byte by byte. */
async function openSlowClient(base: string, n: number): Promise<Socket> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  // The server's answer at the disconnect isn't read.
  socket.resume()
  socket.write(n % 2 ? HEAD : `${HEAD.slice(0, -2)}X-Slow: `)
  const timer = setInterval(() => socket.write('x'), BYTE_INTERVAL_MS)
  socket.on('close', () => clearInterval(timer))
  return socket
}

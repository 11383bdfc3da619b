/**
 * `npm run drill:desk`: a cash desk beside the shop, while customers buy. It updates every product by batches; then it sells by its own
 * book of the stock, partly the last units that customers want too, while the receiver of its events fails a third of the time.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { openBrowser } from './browser.ts'
import { openCashDesk, openCounter, StockBook, type StockEvent } from './desk/counter.ts'
import { closeBook } from './ledger.ts'
import { type Drill, judge, runDrill, waitFor } from './run-drill.ts'
import { openDatabase, query, startShop } from './start-shop.ts'
import { addProducts, startTrade } from './trade.ts'

/** `seconds`: how long the counter is open; `haste`: a factor for its waits. */
const defaults = { products: 20_000, customers: 10, rest: 1_000, seconds: 90, haste: 1 }

/** The most seconds for the update of all products, and for the last event to arrive. */
const [MAX_UPDATE_SECONDS, MAX_WAIT_SECONDS] = [20, 300]
/** Items of a batch and products of a page, the most that the calls take. */
const [BATCH, PAGE_SIZE] = [1_000, 100]
/** The units of the products that customers buy: every second product has few, so that it sells out. */
const FEW = 40
const STOCKS = Array.from({ length: 40 }, (_, n) => (n % 2 ? FEW : 1_000_000))

await runDrill(defaults, async (drill, { products, customers, rest, seconds, haste }) => {
  const { url } = await openDatabase(drill)
  const server = await startShop(drill, url, { WEBHOOK_NETWORKS: 'loopback' })
  const base = server.url
  const catalogue = await addProducts(url, Array(products).fill(100), '790')
  await query(url, 'analyze products')
  const trade = await startTrade({ base, databaseUrl: url, customers, rest, stocks: STOCKS })
  const { ledger, admin } = trade

  const desk = await openCashDesk(base, admin.token)
  const began = performance.now()
  let saved = 0
  for (let from = 0; from < products; from += BATCH) {
    const batch = catalogue.slice(from, from + BATCH)
    const results = await desk.send(batch.map(({ barcode }) => ({ barcode, stockChange: -3, cost: 1_990 })))
    saved += results.filter(({ status }) => status === 'saved').length
  }
  const took = (performance.now() - began) / 1_000
  const changed = "select from products where barcode like '790%' and (stock <> 97 or cost <> 1990)"
  const wrong = await query(url, changed)
  const isUpdated = judge(
    took < MAX_UPDATE_SECONDS && saved === products && wrong.length === 0,
    `${saved} productos cambiados en ${took.toFixed(1)} s, ${wrong.length} distintos de lo enviado; p95 de los clientes ${ledger.times.percentile(95)} ms`,
  )

  const book = new StockBook()
  // The webhook comes before the list: a change between them would otherwise be missed.
  const receiver = await startReceiver(drill, base, admin.token, (event) => book.enter(event))
  const pages = Math.ceil((products + STOCKS.length) / PAGE_SIZE)
  for (let page = 1; page <= pages; page += 1) {
    const path = `/products?page=${page}&pageSize=${PAGE_SIZE}`
    const listed = await desk.call<StockEvent['data'][]>({ method: 'GET', path })
    for (const data of listed) book.enter({ timestamp: '', data })
  }
  const popular = trade.products.filter((_, n) => STOCKS[n] === FEW).map(({ barcode }) => barcode)
  const { counts, close } = openCounter(desk, book, popular, haste)
  await pause(seconds * 1_000)
  await trade.stop()
  await close()
  await allDelivered(url)

  const rows = await query<{ barcode: string; stock: number }>(url, 'select barcode, stock from products')
  const unequal = rows.filter(({ barcode, stock }) => book.stockOf(barcode) !== stock)
  const sumOfDesk = 'select sum(change)::int as units from stock_movements where actor_id = $1'
  const [{ units = 0 } = {}] = await query<{ units: number }>(url, sumOfDesk, [desk.id])
  const miscounted = units + 3 * products - book.moved
  const { sales, deliveries, twice, again, unequal: answers } = counts
  const isBookRight = judge(
    unequal.length === 0 && miscounted === 0 && answers === 0 && sales > 0 && twice > 0 && book.crossed > 0,
    `caja: ${sales} ventas y ${deliveries} recepciones, ${twice} enviadas dos veces y ${again} de nuevo (${answers} con otra ` +
      `respuesta); ${book.crossed} avisos con un cambio propio sin respuesta; en ${unequal.length} de ${rows.length} productos el stock ` +
      `es otro en su libro, ${miscounted} unidades movidas de más`,
  )
  const queued = await query<{ id: string }>(url, 'select id from webhook_deliveries')
  const missing = queued.filter(({ id }) => !receiver.accepted.has(id)).length
  const areDelivered = judge(
    missing === 0 && receiver.accepted.size === queued.length && receiver.refused > 0,
    `${queued.length} avisos, ${receiver.refused} veces rechazados: ${missing} faltan, ` +
      `${receiver.accepted.size - queued.length + missing} sobran`,
  )
  desk.close()
  await server.stop()
  const balances = await closeBook(url, ledger, { deaths: server.deaths, faultless: true })
  return balances && isUpdated && isBookRight && areDelivered
})

/** Starts the receiver of events. Every third request fails, and every second of these was entered, as when an answer is lost. */
async function startReceiver(drill: Drill, base: string, token: string, handle: (event: StockEvent) => void) {
  const receiver = { accepted: new Set<string>(), refused: 0 }
  let requests = 0
  let verifier: Webhook
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>
    const event = verifier.verify(await text(request), headers) as StockEvent
    requests += 1
    const fails = requests % 3 === 0
    if (fails) receiver.refused += 1
    const id = headers['webhook-id']!
    if ((!fails || requests % 2 === 0) && !receiver.accepted.has(id)) {
      receiver.accepted.add(id)
      handle(event)
    }
    response.writeHead(fails ? 503 : 204).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  drill.atEnd(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const browser = openBrowser(base)
  const json = { url, events: ['product.stock'] }
  const { body } = await browser.call({ path: '/connections/webhooks', token, json })
  browser.close()
  verifier = new Webhook((body.data as { secret: string }).secret)
  return receiver
}

/** Waits until every event was delivered. Waits of up to three days after a failure are cut short. */
async function allDelivered(url: string) {
  const look = async () => {
    await query(url, 'update webhook_deliveries set due_at = now() where due_at > now() and lease is null')
    return (await query(url, 'select from webhook_deliveries where due_at is not null limit 1')).length === 0
  }
  await waitFor('que lleguen todos los avisos', MAX_WAIT_SECONDS, look, 200)
}

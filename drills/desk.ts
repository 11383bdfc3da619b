/**
 * `npm run drill:desk`: a cash desk beside the shop, while customers buy. It updates every product by batches; then it sells by its own
 * book of the stock, partly the last units that customers want too, while the receiver of its events fails a third of the time.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Webhook } from 'standardwebhooks'
import type { BatchResult } from '#contract/product-batch.ts'
import { query } from '#tests/postgres-server.ts'
import { type Call, call } from './browser.ts'
import { closeBook } from './ledger.ts'
import { judge, runDrill, waitFor } from './run-drill.ts'
import { openDatabase, startShop } from './start-shop.ts'
import { addProducts, startTrade } from './trade.ts'

type CashDesk = Awaited<ReturnType<typeof openCashDesk>>
type Change = { barcode: string; stockChange: number; cost?: number }
type StockEvent = { timestamp: string; data: { barcode: string; stock: number } }

/** Another system with a key of its own, which makes fewer calls than the 600 a minute of a key. */
async function openCashDesk(base: string, token: string) {
  const json = { name: 'Caja', scopes: ['products:read', 'stock:write', 'products:write'] }
  const { body } = await call(base, { path: '/connections/keys', token, json })
  const { _id: id, key } = body.data as { _id: string; key: string }
  /** Makes a call, and returns its data. @throws Error for any other answer than 200 */
  const ask = async <Data>({ headers, ...sent }: Call): Promise<Data> => {
    const withKey = { authorization: `Bearer ${key}`, ...headers }
    const { status, body } = await call(base, { ...sent, headers: withKey })
    if (status !== 200) throw new Error(`${sent.path}: ${status} ${JSON.stringify(body)}`)
    return body.data as Data
  }
  return {
    id,
    ask,
    /** Sends one batch of changes. */
    async send(items: Change[], key: string = randomUUID()) {
      const sent = { path: '/products/batch', json: { items }, headers: { 'idempotency-key': key } }
      return (await ask<{ results: BatchResult[] }>(sent)).results
    },
  }
}

/**
 * A cash desk's own book (docs/connections.md#webhooks): the shop's stock by the newest event, and the desk's changes that the shop hasn't
 * answered yet.
 */
class StockBook {
  readonly shop = new Map<string, { stock: number; timestamp: string }>()
  readonly #unanswered = new Map<string, number>()
  /** The sum of the desk's changes that the shop saved, in units. */
  moved = 0
  /** Number of events that came while a change of the desk to the same product had no answer. */
  crossed = 0

  stockOf = (barcode: string) => (this.shop.get(barcode)?.stock ?? 0) + (this.#unanswered.get(barcode) ?? 0)

  /** Enters an event, or a product of the shop's list, which counts as older than any event. */
  enter({ timestamp, data: { barcode, stock } }: StockEvent) {
    if (this.#unanswered.get(barcode)) this.crossed += 1
    if (timestamp >= (this.shop.get(barcode)?.timestamp ?? '')) this.shop.set(barcode, { stock, timestamp })
  }
  /** Enters changes that are being sent. */
  begin(changes: Change[]) {
    for (const { barcode, stockChange } of changes)
      this.#unanswered.set(barcode, (this.#unanswered.get(barcode) ?? 0) + stockChange)
  }
  /** Settles changes by the shop's answer, without its stock: a repeated call gets the first answer, which may be older than an event. */
  settle(changes: Change[], results: BatchResult[]) {
    this.begin(changes.map((change) => ({ ...change, stockChange: -change.stockChange })))
    for (const [at, { stockChange }] of changes.entries())
      if (results[at]!.status === 'saved') this.moved += stockChange
  }
}

const [CLERKS, PAUSE_MS, PRODUCTS_EACH, UNITS_EACH, DELIVERED_UNITS] = [3, 700, 4, 3, 6]
/** Of the receipts, every tenth is a delivery, every fifth is sent twice at once, every seventh again after a while, as if its answer was lost. */
const [DELIVERY_EVERY, TWICE_EVERY, AGAIN_EVERY] = [10, 5, 7]
/** The most milliseconds until a receipt is reported, and until it is sent again: events of its products come meanwhile. */
const [MAX_UNSENT_MS, MAX_AGAIN_MS] = [5_000, 20_000]

/**
 * Opens the counter. `close` waits for the last reports.
 *
 * @param popular products that customers buy, too: half of the counter's picks
 * @param haste a factor for the times above
 */
function openCounter(desk: CashDesk, book: StockBook, popular: string[], haste: number) {
  const counts = { sales: 0, deliveries: 0, twice: 0, again: 0, unequal: 0 }
  const reports: Promise<void>[] = []
  const barcodes = [...book.shop.keys()]
  const pick = () => {
    const shelf = randomInt(2) === 0 ? popular : barcodes
    return shelf[randomInt(shelf.length)]!
  }
  const report = async (changes: Change[], number: number) => {
    const key = randomUUID()
    await pause(randomInt(MAX_UNSENT_MS) * haste)
    const sent = [desk.send(changes, key)]
    if (number % TWICE_EVERY === 0) {
      counts.twice += 1
      sent.push(desk.send(changes, key))
    }
    if (number % AGAIN_EVERY === 0) {
      counts.again += 1
      await Promise.all(sent)
      await pause(randomInt(MAX_AGAIN_MS) * haste)
      sent.push(desk.send(changes, key))
    }
    const [first, ...others] = await Promise.all(sent)
    if (others.some((other) => !isDeepStrictEqual(first, other))) counts.unequal += 1
    book.settle(changes, first!)
  }
  let isOpen = true
  const serve = async () => {
    for (; isOpen; await pause(PAUSE_MS * haste)) {
      const number = reports.length + 1
      const isDelivery = number % DELIVERY_EVERY === 0
      const picked = new Set(Array.from({ length: randomInt(1, PRODUCTS_EACH + 1) }, pick))
      const wanted = [...picked].map((barcode) => {
        return { barcode, stockChange: isDelivery ? DELIVERED_UNITS : -randomInt(1, UNITS_EACH + 1) }
      })
      const changes = wanted.filter(({ barcode, stockChange }) => book.stockOf(barcode) + stockChange >= 0)
      if (changes.length === 0) continue
      counts[isDelivery ? 'deliveries' : 'sales'] += 1
      book.begin(changes)
      reports.push(report(changes, number))
    }
  }
  const serving = Promise.all(Array.from({ length: CLERKS }, serve))
  return {
    counts,
    async close() {
      isOpen = false
      await serving
      await Promise.all(reports)
    },
  }
}

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
  const trade = await startTrade({ server, customers, rest, stocks: STOCKS })
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
  judge(
    took < MAX_UPDATE_SECONDS && saved === products && wrong.length === 0,
    `${saved} productos cambiados en ${took.toFixed(1)} s, ${wrong.length} distintos de lo enviado; p95 de los clientes ${ledger.times.percentile(95)} ms`,
  )

  const book = new StockBook()
  // The webhook comes before the list: a change between them would otherwise be missed.
  const receiver = await startReceiver(base, admin.token, (event) => book.enter(event))
  const pages = Math.ceil((products + STOCKS.length) / PAGE_SIZE)
  for (let page = 1; page <= pages; page += 1) {
    const path = `/products?page=${page}&pageSize=${PAGE_SIZE}`
    const listed = await desk.ask<StockEvent['data'][]>({ method: 'GET', path })
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
  judge(
    unequal.length === 0 && miscounted === 0 && answers === 0 && sales > 0 && twice > 0 && book.crossed > 0,
    `caja: ${sales} ventas y ${deliveries} recepciones, ${twice} enviadas dos veces y ${again} de nuevo (${answers} con otra ` +
      `respuesta); ${book.crossed} avisos con un cambio propio sin respuesta; en ${unequal.length} de ${rows.length} productos el stock ` +
      `es otro en su libro, ${miscounted} unidades movidas de más`,
  )
  const queued = await query<{ id: string }>(url, 'select id from webhook_deliveries')
  const missing = queued.filter(({ id }) => !receiver.accepted.has(id)).length
  judge(
    missing === 0 && receiver.accepted.size === queued.length && receiver.refused > 0,
    `${queued.length} avisos, ${receiver.refused} veces rechazados: ${missing} faltan, ` +
      `${receiver.accepted.size - queued.length + missing} sobran`,
  )
  await server.stop()
  return closeBook(url, ledger, { deaths: server.deaths, faultless: true })
})

/** Starts the receiver of events. Every third request fails, and every second of these was entered, as when an answer is lost. */
async function startReceiver(base: string, token: string, handle: (event: StockEvent) => void) {
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
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const json = { url, events: ['product.stock'] }
  const { body } = await call(base, { path: '/connections/webhooks', token, json })
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

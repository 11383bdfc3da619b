/** The counter of a pharmacy: its own book of the stock, and clerks who sell by it and report each receipt to the shop. */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { BatchResult } from '#contract/product-batch.ts'
import { type Call, openBrowser } from '../browser.ts'

export type CashDesk = Awaited<ReturnType<typeof openCashDesk>>
export type Change = { barcode: string; stockChange: number; cost?: number }
export type StockEvent = { timestamp: string; data: { barcode: string; stock: number } }

/** Milliseconds to wait after a 429: a key makes 600 calls a minute at most. */
const RETRY_MS = 1_000

/** Another system with a key of its own. */
export async function openCashDesk(base: string, token: string) {
  const browser = openBrowser(base)
  const json = { name: 'Caja', scopes: ['products:read', 'stock:write', 'products:write'] }
  const { body } = await browser.call({ path: '/connections/keys', token, json })
  const { _id: id, key } = body.data as { _id: string; key: string }
  const authorization = `Bearer ${key}`
  /** Makes a call, and returns its data. @throws Error for any other answer than 200 */
  const call = async <Data>(sent: Call): Promise<Data> => {
    for (;;) {
      const { status, body } = await browser.call({ ...sent, headers: { authorization, ...sent.headers } })
      if (status === 200) return body.data as Data
      if (status !== 429) throw new Error(`${sent.path}: ${status} ${JSON.stringify(body)}`)
      await pause(RETRY_MS)
    }
  }
  return {
    id,
    call,
    close: browser.close,
    /** Sends one batch of changes. */
    async send(items: Change[], key: string = randomUUID()) {
      const headers = { 'idempotency-key': key }
      const sent = { path: '/products/batch', json: { items }, headers }
      return (await call<{ results: BatchResult[] }>(sent)).results
    },
  }
}

/**
 * A cash desk's own book (docs/connections.md#webhooks): the shop's stock by the newest event, and the desk's changes that the shop hasn't
 * answered yet.
 */
export class StockBook {
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
    for (const { barcode, stockChange } of changes) add(this.#unanswered, barcode, stockChange)
  }
  /** Settles changes by the shop's answer, without its stock: a repeated call gets the first answer, which may be older than an event. */
  settle(changes: Change[], results: BatchResult[]) {
    for (const [at, { barcode, stockChange }] of changes.entries()) {
      add(this.#unanswered, barcode, -stockChange)
      if (results[at]!.status === 'saved') this.moved += stockChange
    }
  }
}

const add = (units: Map<string, number>, barcode: string, change: number) =>
  units.set(barcode, (units.get(barcode) ?? 0) + change)

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
export function openCounter(desk: CashDesk, book: StockBook, popular: string[], haste: number) {
  const counts = { sales: 0, deliveries: 0, twice: 0, again: 0, unequal: 0 }
  const reports: Promise<void>[] = []
  let isOpen = true
  const barcodes = [...book.shop.keys()]
  const write = (isDelivery: boolean): Change[] => {
    const picks = Array.from({ length: randomInt(1, PRODUCTS_EACH + 1) }, () => {
      const shelf = randomInt(2) === 0 ? popular : barcodes
      return shelf[randomInt(shelf.length)]!
    })
    return [...new Set(picks)].flatMap((barcode) => {
      const stockChange = isDelivery ? DELIVERED_UNITS : -randomInt(1, UNITS_EACH + 1)
      return book.stockOf(barcode) + stockChange < 0 ? [] : [{ barcode, stockChange }]
    })
  }
  const report = async (changes: Change[], number: number) => {
    const key = randomUUID()
    book.begin(changes)
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
  const serve = async () => {
    for (; isOpen; await pause(PAUSE_MS * haste)) {
      const number = reports.length + 1
      const isDelivery = number % DELIVERY_EVERY === 0
      const changes = write(isDelivery)
      if (changes.length === 0) continue
      counts[isDelivery ? 'deliveries' : 'sales'] += 1
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

/** The counter of a pharmacy: its own book of the stock, and clerks who sell by it and report each receipt to the shop. */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { BatchResult } from '#contract/product-batch.ts'
import { type Call, openBrowser } from '../browser.ts'

export type CashDesk = Awaited<ReturnType<typeof openCashDesk>>
export type Change = { barcode: string; stockChange: number; cost?: number }
export type StockEvent = { timestamp: string; data: { barcode: string; stock: number } }

/** Milliseconds to wait after a 429 (a key makes 600 calls a minute at most), and the most until a caller hangs up (as an answer takes). */
const [RETRY_MS, MAX_HANG_UP_MS] = [1_000, 20]

/** Another system with a key of its own. */
export async function openCashDesk(base: string, token: string) {
  const browser = openBrowser(base)
  const json = { name: 'Caja', scopes: ['products:read', 'stock:write', 'products:write'] }
  const { body } = await browser.call({ path: '/connections/keys', token, json })
  const { _id: id, key } = body.data as { _id: string; key: string }
  const authorization = `Bearer ${key}`
  /** Makes a call, and returns its data. @throws Error for any other answer than 200 */
  const call = async <Data>({ headers, ...call }: Call): Promise<Data> => {
    for (;;) {
      const { status, body } = await browser.call({ ...call, headers: { authorization, ...headers } })
      if (status === 200) return body.data as Data
      if (status !== 429) throw new Error(`${call.path}: ${status} ${JSON.stringify(body)}`)
      await pause(RETRY_MS)
    }
  }
  return {
    id,
    call,
    close: browser.close,
    /** Sends one batch of changes. */
    async send(items: Change[], idempotencyKey: string = randomUUID()) {
      const sent = {
        path: '/products/batch',
        json: { items },
        headers: { 'idempotency-key': idempotencyKey },
      }
      return (await call<{ results: BatchResult[] }>(sent)).results
    },
    /** Sends one batch and hangs up, mostly before the answer, which is never read. */
    async hangUp(items: Change[], idempotencyKey: string) {
      const impatient = openBrowser(base)
      const headers = { authorization, 'idempotency-key': idempotencyKey }
      impatient.call({ path: '/products/batch', json: { items }, headers }).catch(() => {})
      await pause(randomInt(1, MAX_HANG_UP_MS))
      impatient.close()
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
  /** Units that the desk added and took by changes that the shop saved. */
  readonly saved = new Map<string, number>()
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
      if (results[at]!.status === 'saved') add(this.saved, barcode, stockChange)
    }
  }
}

const add = (units: Map<string, number>, barcode: string, change: number) =>
  units.set(barcode, (units.get(barcode) ?? 0) + change)

const [CLERKS, PAUSE_MS, PRODUCTS_EACH, UNITS_EACH, DELIVERED_UNITS] = [3, 700, 4, 3, 6]
/** Of the receipts, every tenth is a delivery, every fifth is sent twice at once, every seventh loses its answer and is sent again. */
const [DELIVERY_EVERY, TWICE_EVERY, HANG_UP_EVERY] = [10, 5, 7]
/** The most milliseconds until a receipt is reported, and until a report is repeated: events of its products come meanwhile. */
const [MAX_UNSENT_MS, MAX_REPEAT_MS] = [5_000, 20_000]

/**
 * Opens the counter. `close` waits for the last reports.
 *
 * @param popular products that customers buy, too: half of the counter's picks
 * @param haste a factor for the times above
 */
export function openCounter(desk: CashDesk, book: StockBook, popular: string[], haste: number) {
  const counts = { sales: 0, deliveries: 0, saved: 0, refused: 0, twice: 0, hungUp: 0, unequal: 0 }
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
    if (number % HANG_UP_EVERY === 0) {
      counts.hungUp += 1
      await desk.hangUp(changes, key)
      await pause(randomInt(MAX_REPEAT_MS) * haste)
    }
    const times = number % TWICE_EVERY === 0 ? 2 : 1
    if (times === 2) counts.twice += 1
    const sent = Array.from({ length: times }, () => desk.send(changes, key))
    const [first, second = first] = await Promise.all(sent)
    if (!isDeepStrictEqual(first, second)) counts.unequal += 1
    book.settle(changes, first!)
    for (const { status } of first!) counts[status === 'saved' ? 'saved' : 'refused'] += 1
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

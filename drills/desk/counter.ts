/** The counter of a pharmacy: clerks who sell and take deliveries in, and report each receipt to the shop. */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { CashDesk } from './cash-desk.ts'
import type { Change, StockBook } from './stock-book.ts'

const CLERKS = 3
const PAUSE_MS = 700
/** The longest time until a receipt is reported: events of its products come meanwhile. */
const MAX_UNSENT_MS = 5_000
/** The longest time until a report without an answer is repeated: the first answer is then older than some event. */
const MAX_REPEAT_MS = 20_000
const PRODUCTS_EACH = 4
const UNITS_EACH = 3
/** Every tenth receipt is a delivery. */
const DELIVERY_EVERY = 10
/** Every fifth receipt is sent twice at the same time. */
const TWICE_EVERY = 5
/** Every seventh receipt loses its answer, and is sent again. */
const HANG_UP_EVERY = 7
const DELIVERED_UNITS = 6

type Counter = {
  desk: CashDesk
  book: StockBook
  /** Whether the counter has the product. */
  sells: (barcode: string) => boolean
  /** Products of half of the counter's picks, which customers buy too. */
  popular: string[]
}

/** Opens the counter. `close` waits for the last reports. */
export function openCounter({ desk, book, sells, popular }: Counter) {
  const counts = { sales: 0, deliveries: 0, units: 0, refused: 0, twice: 0, hungUp: 0, unequal: 0 }
  const reports: Promise<void>[] = []
  let isOpen = true

  const pick = (): string[] => {
    const all = book.barcodes().filter(sells)
    const picks = Array.from({ length: randomInt(1, PRODUCTS_EACH + 1) }, () => {
      const shelf = randomInt(2) === 0 ? popular : all
      return shelf[randomInt(shelf.length)]!
    })
    return [...new Set(picks)]
  }
  const write = (isDelivery: boolean): Change[] =>
    pick().flatMap((barcode) => {
      const units = randomInt(1, UNITS_EACH + 1)
      if (isDelivery) return [{ barcode, stockChange: DELIVERED_UNITS }]
      return book.stockOf(barcode) < units ? [] : [{ barcode, stockChange: -units }]
    })

  const report = async (changes: Change[], number: number) => {
    const key = randomUUID()
    book.begin(changes)
    await pause(randomInt(MAX_UNSENT_MS))
    if (number % HANG_UP_EVERY === 0) {
      counts.hungUp += 1
      await desk.sendAndHangUp(changes, key)
      await pause(randomInt(MAX_REPEAT_MS))
    }
    const times = number % TWICE_EVERY === 0 ? 2 : 1
    if (times === 2) counts.twice += 1
    const [first, second = first] = await Promise.all(
      Array.from({ length: times }, () => desk.send(changes, key)),
    )
    if (!isDeepStrictEqual(first, second)) counts.unequal += 1
    book.settle(changes, first!)
    for (const [at, { status }] of first!.entries()) {
      if (status === 'saved') counts.units += Math.abs(changes[at]!.stockChange)
      else counts.refused += 1
    }
  }

  const serve = async () => {
    while (isOpen) {
      const number = reports.length + 1
      const isDelivery = number % DELIVERY_EVERY === 0
      const changes = write(isDelivery)
      if (changes.length > 0) {
        if (isDelivery) counts.deliveries += 1
        else counts.sales += 1
        reports.push(report(changes, number))
      }
      await pause(PAUSE_MS)
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

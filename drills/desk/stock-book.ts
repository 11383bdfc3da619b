/**
 * A cash desk's own book of the stock (docs/product.md#webhooks): the shop's stock by the newest event, and the desk's changes that the
 * shop hasn't answered yet.
 */
import type { BatchResult } from '#contract/product-batch.ts'

export type StockEvent = { timestamp: string; data: { barcode: string; stock: number } }
export type Change = { barcode: string; stockChange: number }
export type StockBook = ReturnType<typeof openStockBook>

export function openStockBook() {
  /** The shop's stock by the newest event, or by its list. */
  const shop = new Map<string, { stock: number; timestamp: string }>()
  const unanswered = new Map<string, number>()
  const saved = new Map<string, number>()
  let crossed = 0
  const add = (units: Map<string, number>, barcode: string, change: number) =>
    units.set(barcode, (units.get(barcode) ?? 0) + change)
  return {
    barcodes: () => [...shop.keys()],
    stockOf: (barcode: string) => (shop.get(barcode)?.stock ?? 0) + (unanswered.get(barcode) ?? 0),
    /** Units that the desk added and took by changes that the shop saved. */
    savedOf: (barcode: string) => saved.get(barcode) ?? 0,
    /** Number of events that came while a change of the desk to the same product had no answer. */
    crossed: () => crossed,
    /** Enters a product of the shop's list, unless an event has come: it may be newer than the list. */
    enterListed({ barcode, stock }: { barcode: string; stock: number }) {
      if (!shop.get(barcode)?.timestamp) shop.set(barcode, { stock, timestamp: '' })
    },
    enterEvent({ timestamp, data: { barcode, stock } }: StockEvent) {
      if (unanswered.get(barcode)) crossed += 1
      if (timestamp < (shop.get(barcode)?.timestamp ?? '')) return
      shop.set(barcode, { stock, timestamp })
    },
    /** Enters changes that are being sent. */
    begin(changes: Change[]) {
      for (const { barcode, stockChange } of changes) add(unanswered, barcode, stockChange)
    },
    /** Ends changes by the shop's answer. Its stock isn't entered: a repeated call gets the first answer, which is older than some event. */
    settle(changes: Change[], results: BatchResult[]) {
      for (const [at, { barcode, stockChange }] of changes.entries()) {
        add(unanswered, barcode, -stockChange)
        if (results[at]!.status === 'saved') add(saved, barcode, stockChange)
      }
    },
  }
}

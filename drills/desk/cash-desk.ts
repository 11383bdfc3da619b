/** A cash desk: another system with a key, which reports its sales in batches. */
import { randomUUID } from 'node:crypto'
import type { BatchResult } from '#contract/product-batch.ts'
import { openConnection } from './connection.ts'

export type Item = { barcode: string; stockChange?: number; cost?: number }
export type CashDesk = Awaited<ReturnType<typeof openCashDesk>>

/** Products of a page, the most that the list takes. */
const PAGE_SIZE = 100

/** Creates a key for the cash desk, and opens its client. */
export async function openCashDesk(base: string, token: string) {
  const connection = await openConnection(base, {
    token,
    name: 'Caja',
    scopes: ['products:read', 'stock:write', 'products:write'],
  })
  const batch = (items: Item[], key: string) => ({
    path: '/products/batch',
    json: { items },
    headers: { 'idempotency-key': key },
  })
  return {
    keyId: connection.id,
    close: () => connection.close(),
    /** Sends one batch. @throws Error for any answer other than 200 */
    async send(items: Item[], key: string = randomUUID()): Promise<BatchResult[]> {
      return (await connection.call<{ results: BatchResult[] }>(batch(items, key))).results
    },
    /** Sends one batch, and hangs up before the answer. */
    sendAndHangUp: (items: Item[], key: string) => connection.hangUp(batch(items, key)),
    /** Reads all products of the shop, page by page. */
    async *readStock(): AsyncGenerator<{ barcode: string; stock: number }[]> {
      for (let page = 1; ; page += 1) {
        const path = `/products?page=${page}&pageSize=${PAGE_SIZE}`
        const products = await connection.call<{ barcode: string; stock: number }[]>({ method: 'GET', path })
        yield products
        if (products.length < PAGE_SIZE) return
      }
    },
  }
}

/** A cash desk: another system with a key, which reports its sales in batches. */
import { randomUUID } from 'node:crypto'
import type { BatchResult } from '#contract/product-batch.ts'
import { openBrowser, type Reply } from '../call-server.ts'
import { ADMIN, PASSWORD } from '../fill-shop.ts'

export type Item = { barcode: string; stockChange?: number; cost?: number }

/** The token of the administrator's session. */
export async function logInAsAdministrator(base: string): Promise<string> {
  const browser = openBrowser(base)
  const { body } = await browser.call({
    path: '/admin/login',
    json: { email: ADMIN.email, password: PASSWORD },
  })
  browser.close()
  if (!body.token) throw new Error('El administrador no pudo entrar')
  return body.token
}

/** Creates a key for the cash desk, and opens its client. */
export async function openCashDesk(base: string, token: string) {
  const browser = openBrowser(base)
  const json = { name: `Caja ${randomUUID().slice(0, 8)}`, scopes: ['stock:write', 'products:write'] }
  const { body } = await browser.call({ path: '/connections/keys', token, json })
  const { key } = body.data as { key: string }
  return {
    close: () => browser.close(),
    /** Sends one batch. @throws Error for any answer other than 200 */
    async send(items: Item[]): Promise<BatchResult[]> {
      const headers = { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() }
      const answer: Reply = await browser.call({ path: '/products/batch', json: { items }, headers })
      if (answer.status !== 200) throw new Error(`Lote: ${answer.status} ${JSON.stringify(answer.body)}`)
      return (answer.body.data as { results: BatchResult[] }).results
    },
  }
}

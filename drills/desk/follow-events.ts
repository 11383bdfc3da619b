/** A receiver of webhooks that fails a third of the time, while the cash desk and the shop sell. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { type Browser, openBrowser } from '../call-server.ts'
import { steadyLoad } from '../load/steady-load.ts'
import { waitFor } from '../wait-for.ts'
import { withClient } from '../with-client.ts'
import { openCashDesk } from './cash-desk.ts'

type Event = { type: string; data: { _id: string; status?: string; stock?: number } }

type Options = { base: string; databaseUrl: string; token: string; seconds: number }

/** Requests of customers a second, and items in a batch of the cash desk. */
const RATE = 20
const ITEMS = 50
/** A key makes 600 calls a minute at most. */
const BATCH_PAUSE_MS = 200

/** The receiver refuses every third request. */
const FAILING = 3

const MAX_DELIVERED = 30

export async function followEvents({ base, databaseUrl, token, seconds }: Options) {
  const receiver = await startReceiver()
  const browser = openBrowser(base)
  const json = { url: receiver.url, events: ['order.created', 'order.updated', 'product.stock'] }
  const { body } = await browser.call({ path: '/connections/webhooks', token, json })
  const { _id, secret } = body.data as { _id: string; secret: string }
  receiver.verify = (text, headers) => new Webhook(secret).verify(text, headers)
  const desk = await openCashDesk(base, token)
  const barcodes = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ barcode: string }>(
      "select barcode from products where barcode like '790%' order by barcode limit 500",
    )
    return rows.map(({ barcode }) => barcode)
  })
  let isDone = false
  const counter = async () => {
    for (let from = 0; !isDone; from = (from + ITEMS) % barcodes.length) {
      await pause(BATCH_PAUSE_MS)
      const stockChange = from % (2 * ITEMS) ? -1 : 1
      await desk.send(barcodes.slice(from, from + ITEMS).map((barcode) => ({ barcode, stockChange })))
    }
  }
  const selling = counter()
  const steady = await steadyLoad({ base, databaseUrl, rate: RATE, seconds })
  isDone = true
  await selling
  desk.close()
  const orders = Math.min(MAX_DELIVERED, steady.orders)
  const delivered = await deliverOrders(browser, { databaseUrl, token, orders })
  // The waits of up to three days are cut short.
  await waitFor(
    () =>
      withClient(databaseUrl, async (client) => {
        await client.query(
          'update webhook_deliveries set due_at = now() where due_at > now() and lease is null and webhook_id = $1',
          [_id],
        )
        const { rows } = await client.query(
          'select 1 from webhook_deliveries where due_at is not null and webhook_id = $1 limit 1',
          [_id],
        )
        return rows.length === 0
      }),
    { what: 'que lleguen todos los avisos', seconds: 300 },
  )
  await browser.call({ path: `/connections/webhooks/${_id}/delete`, token })
  browser.close()
  receiver.close()
  const book = await withClient(databaseUrl, async (client) => {
    const [orders, products] = await Promise.all([
      client.query<{ id: string }>('select id from orders'),
      client.query<{ id: string; stock: number }>('select id, stock from products'),
    ])
    return { orders: orders.rows, stock: new Map(products.rows.map(({ id, stock }) => [id, stock])) }
  })
  return { ...receiver.balance(book), requests: receiver.requests(), delivered, steady }
}

/** Delivers the newest orders, whose first events may still be waiting. @returns their number */
async function deliverOrders(
  browser: Browser,
  { databaseUrl, token, orders }: Pick<Options, 'databaseUrl' | 'token'> & { orders: number },
): Promise<number> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ id: string }>('select id from orders order by number desc limit $1', [orders]),
  )
  for (const { id } of rows)
    await browser.call({ path: '/cart/update-payment-state', token, json: { id, state: 'delivered' } })
  return rows.length
}

/** Keeps what arrived: the events by id, in the order of their first acceptance. */
async function startReceiver() {
  const accepted = new Map<string, Event>()
  let requests = 0
  let forged = 0
  const receiver = {
    url: '',
    verify: (_text: string, _headers: Record<string, string>): unknown => undefined,
    requests: () => requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
    /** Compares the received events with the shop's rows. */
    balance({ orders, stock }: { orders: { id: string }[]; stock: Map<string, number> }) {
      const created = new Set<string>()
      const latest = new Map<string, number>()
      let early = 0
      let updated = 0
      for (const { type, data } of accepted.values()) {
        if (type === 'order.created') created.add(data._id)
        else if (type === 'product.stock') latest.set(data._id, data.stock!)
        else if (created.has(data._id)) updated += 1
        else early += 1
      }
      return {
        events: accepted.size,
        orders: created.size,
        unknownOrders: [...created].filter((id) => !orders.some((order) => order.id === id)).length,
        updated,
        early,
        forged,
        products: latest.size,
        wrongStock: [...latest].filter(([id, units]) => stock.get(id) !== units).length,
      }
    },
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests += 1
      const text = Buffer.concat(chunks).toString()
      try {
        receiver.verify(text, request.headers as Record<string, string>)
      } catch {
        forged += 1
      }
      if (requests % FAILING === 0) return response.writeHead(503).end()
      const id = String(request.headers['webhook-id'])
      if (!accepted.has(id)) accepted.set(id, JSON.parse(text) as Event)
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return receiver
}

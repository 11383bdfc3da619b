/** Compares, at the end of a day, what cash desk, office and receiver know with the shop's rows. */
import { isDeepStrictEqual } from 'node:util'
import { withClient } from '../with-client.ts'
import type { dropFiles } from './drop-files.ts'
import type { openOffice } from './order-office.ts'
import type { Event, Receiver } from './receiver.ts'
import type { StockBook } from './stock-book.ts'

type Day = {
  book: StockBook
  receiver: Receiver
  office: Awaited<ReturnType<typeof openOffice>>
  files: Awaited<ReturnType<typeof dropFiles>>
  /** The cash desk's key. */
  keyId: string
}

type Product = {
  barcode: string
  stock: number
  cost: number
  /** The sums of the stock's book: of all movements, of the cash desk's, and of orders. */
  moved: number
  counter: number
  ordered: number
  /** Units in orders that aren't cancelled. */
  held: number
}

export async function compareDay(databaseUrl: string, { book, receiver, office, files, keyId }: Day) {
  const { products, deliveries, orders } = await readShop(databaseUrl, keyId, receiver.webhookId)
  const count = (isWrong: (product: Product) => boolean) => products.filter(isWrong).length
  const events = [...receiver.accepted.values()]
  const eventsOf = ordersEvents(events)
  const finished = events.filter(({ type }) => type === 'import.finished').map(countsOf)
  const costs = new Map(products.map(({ barcode, cost }) => [barcode, cost]))
  return {
    products: products.length,
    /** Products whose stock in the cash desk's book is another one than the shop's. */
    unequal: count(({ barcode, stock }) => book.stockOf(barcode) !== stock),
    /** Products whose stock isn't the sum of their movements. */
    unsummed: count(({ stock, moved }) => stock !== moved),
    /** Products whose movements by the cash desk differ from the desk's own count. */
    otherCounter: count(({ barcode, counter }) => counter !== book.savedOf(barcode)),
    /** Products whose sales in the stock's book differ from the orders. */
    otherOrders: count(({ ordered, held }) => ordered !== -held),
    crossed: book.crossed(),
    events: events.length,
    orders: office.expected.size,
    updated: office.countOf('order.updated'),
    cancelled: office.countOf('order.updated cancelled'),
    paid: office.countOf('order.paid'),
    finished: finished.length,
    /** Events of the queue that never came, and events that were never queued. */
    missing: deliveries.filter((id) => !receiver.accepted.has(id)).length,
    unknown: receiver.accepted.size - deliveries.filter((id) => receiver.accepted.has(id)).length,
    /** Orders whose events are others, or came in another order, than what the shop answered. */
    wrongOrders:
      orders.filter((id) => !isDeepStrictEqual(eventsOf.get(id), office.expected.get(id))).length +
      [...eventsOf.keys()].filter((id) => !orders.includes(id)).length,
    wrongImports: isDeepStrictEqual(finished.toSorted(), files.finished.toSorted()) ? 0 : 1,
    wrongPrices: [...files.prices].filter(([barcode, cost]) => costs.get(barcode) !== cost).length,
  }
}

/** The events of each order, in their order. */
function ordersEvents(events: Event[]): Map<string, string[]> {
  const byOrder = new Map<string, string[]>()
  for (const { type, data } of events)
    if (type.startsWith('order.'))
      byOrder.set(data._id, [...(byOrder.get(data._id) ?? []), `${type} ${String(data.status)}`])
  return byOrder
}

const countsOf = ({ data: { created, updated, unchanged } }: Event) => [created, updated, unchanged].join('/')

const readShop = (databaseUrl: string, keyId: string, webhookId: string) =>
  withClient(databaseUrl, async (client) => {
    const products = await client.query<Product>(
      `with moved as (
         select product_id, sum(change)::int as moved, coalesce(sum(change) filter (where actor_id = $1), 0)::int as counter,
           coalesce(sum(change) filter (where cause in ('sale', 'cancellation', 'reopening')), 0)::int as ordered
         from stock_movements group by product_id
       ), held as (
         select product_id, sum(quantity)::int as held from order_lines join orders on orders.id = order_id
         where status <> 'cancelled' group by product_id
       )
       select barcode, stock, cost, coalesce(moved, 0) as moved, coalesce(counter, 0) as counter,
         coalesce(ordered, 0) as ordered, coalesce(held, 0) as held
       from products left join moved on moved.product_id = products.id left join held on held.product_id = products.id`,
      [keyId],
    )
    const deliveries = await client.query<{ id: string }>(
      'select id from webhook_deliveries where webhook_id = $1',
      [webhookId],
    )
    const orders = await client.query<{ id: string }>(
      'select id from orders where created_at > (select created_at from webhooks where id = $1)',
      [webhookId],
    )
    return {
      products: products.rows,
      deliveries: deliveries.rows.map(({ id }) => id),
      orders: orders.rows.map(({ id }) => id),
    }
  })

/** The book at the end of a drill: the answers that customers got, compared with the database. */
import { STOCK } from './fill-shop.ts'
import type { Ledger, Sale } from './ledger.ts'
import { withClient } from './with-client.ts'

export type Book = {
  acknowledged: number
  found: number
  lost: number
  /** Number of idempotency keys with more than one order, or acknowledged as two orders. */
  duplicated: number
  /** Orders in the database that no answer acknowledged. */
  unacknowledged: number
  /** Products whose stock and sold units don't add up to the initial stock. */
  unbalanced: number
  products: number
  /** Orders whose total isn't the sum of their lines, or whose lines differ from the customer's. */
  wrongTotals: number
  mails: { queued: number; missing: number; sent: number }
  /** Number of orders by status, and of orders whose status differs from the one acknowledged to the office. */
  statuses: Record<string, number>
  wrongStatuses: number
  proofs: { acknowledged: number; lost: number }
}

type OrderRow = {
  id: string
  number: number
  user_id: string
  key: string | null
  status: string
  payment: string
  total: string
  lines: { productId: string; quantity: number; total: number }[]
  mails: number
  sent: number
}

/** Compares the ledger with the database. `hasProof` says whether the image of a payment proof can be read. */
export async function balance(
  databaseUrl: string,
  ledger: Ledger,
  hasProof: (orderId: string, name: string) => Promise<boolean> = async () => true,
): Promise<Book> {
  return withClient(databaseUrl, async (client) => {
    const { rows: orders } = await client.query<OrderRow>(ORDERS)
    const { rows: products } = await client.query<{ held: number }>(HELD)
    const proofs = { acknowledged: ledger.proofs.size, lost: 0 }
    const byId = new Map(orders.map((order) => [order.id, order]))
    for (const id of ledger.proofs) {
      const name = byId.get(id)?.payment
      if (!name || !(await hasProof(id, name))) proofs.lost += 1
    }
    return {
      ...compare(orders, ledger),
      products: products.length,
      unbalanced: products.filter(({ held }) => held !== STOCK).length,
      proofs,
    }
  })
}

const ORDERS = `
  select orders.id, number, user_id, idempotency_key as key, status, payment, total::text,
    (select coalesce(json_agg(json_build_object(
      'productId', product_id, 'quantity', quantity, 'total', l.total)), '[]')
      from order_lines l where order_id = orders.id) as lines,
    (select count(*)::int from mails where cause in ('order-received.' || orders.id, 'order-for-pharmacy.' || orders.id))
      as mails,
    (select count(sent_at)::int from mails where cause in ('order-received.' || orders.id, 'order-for-pharmacy.' || orders.id))
      as sent
  from orders`

const HELD = `
  select (stock + coalesce((select sum(quantity) from order_lines l join orders on orders.id = l.order_id
    where l.product_id = products.id and status <> 'cancelled'), 0))::int as held
  from products`

/** An order owes a mail to the customer and a mail to the pharmacy. */
const MAILS_PER_ORDER = 2

function compare(orders: OrderRow[], ledger: Ledger) {
  const byKey = Map.groupBy(orders, ({ key }) => key ?? '')
  const sales = [...ledger.sales.values()]
  const found = sales.filter((sale) => byKey.get(sale.key)?.some((order) => isSame(order, sale)))
  const repeated = [...byKey].filter(([key, rows]) => key === '' || rows.length > 1).map(([key]) => key)
  const statuses = Object.groupBy(orders, ({ status }) => status)
  const sum = (pick: (order: OrderRow) => number) => orders.reduce((all, order) => all + pick(order), 0)
  return {
    acknowledged: sales.length,
    found: found.length,
    lost: sales.length - found.length,
    duplicated: new Set([...repeated, ...ledger.contradicted]).size,
    unacknowledged: orders.filter(({ key }) => key === null || !ledger.sales.has(key)).length,
    wrongTotals: orders.filter((order) => !addsUp(order, ledger.sales.get(order.key ?? ''))).length,
    mails: {
      queued: sum(({ mails }) => mails),
      missing: sum(({ mails }) => MAILS_PER_ORDER - mails),
      sent: sum(({ sent }) => sent),
    },
    statuses: Object.fromEntries(Object.entries(statuses).map(([status, rows]) => [status, rows!.length])),
    wrongStatuses: orders.filter(({ id, status }) => (ledger.statuses.get(id) ?? status) !== status).length,
  }
}

const isSame = (order: OrderRow, sale: Sale) =>
  order.id === sale.id && order.number === sale.number && order.user_id === sale.customer

function addsUp({ total, lines }: OrderRow, sale: Sale | undefined): boolean {
  const cents = (amounts: { total: number }[]) =>
    amounts.reduce((sum, line) => sum + Math.round(line.total * 100), 0)
  const named = (line: { productId: string; quantity: number }) => `${line.productId} ${line.quantity}`
  const matches = !sale || lines.map(named).toSorted().join() === sale.lines.map(named).toSorted().join()
  return (
    lines.length > 0 &&
    Math.round(Number(total) * 100) === cents(lines) &&
    matches &&
    (!sale || cents(lines) === cents(sale.lines))
  )
}

/** The books of one story: the state that its answers imply, compared with the database after each round. */
import type pg from 'pg'
import type { Placed, Round } from './act.ts'

type Stock = { stock: number; sold: number }
type State = {
  /** Stock by product. */
  stocks: Map<string, Stock>
  /** Units by customer and product. */
  carts: Map<string, number>
  /** Numbers of orders by id. */
  orders: Map<string, number>
}

const at = (customer: string, productId: string) => `${customer} ${productId}`

async function readState(client: pg.Client, products: string[], customers: string[]): Promise<State> {
  const stocks = await client.query<Stock & { id: string }>(
    `select id, stock, (select coalesce(sum(quantity), 0)::int from order_lines join orders on orders.id = order_id
       where product_id = products.id and status <> 'cancelled') as sold
     from products where id = any($1)`,
    [products],
  )
  const carts = await client.query<{ user_id: string; product_id: string; quantity: number }>(
    'select user_id, product_id, quantity from cart_lines where user_id = any($1)',
    [customers],
  )
  const orders = await client.query<{ id: string; number: number }>(
    `select id, number from orders where id in (select order_id from order_lines where product_id = any($1))`,
    [products],
  )
  return {
    stocks: new Map(stocks.rows.map(({ id, ...stock }) => [id, stock])),
    carts: new Map(carts.rows.map((line) => [at(line.user_id, line.product_id), line.quantity])),
    orders: new Map(orders.rows.map(({ id, number }) => [id, number])),
  }
}

type Parties = { products: string[]; customers: string[] }

export async function openBooks(client: pg.Client, { products, customers }: Parties) {
  const orders: Placed[] = []
  let before = await readState(client, products, customers)
  return {
    /** All acknowledged orders. */
    orders,
    /** Books a round, and returns the differences. */
    async close(round: Round): Promise<string[]> {
      orders.push(...round.placed)
      const now = await readState(client, products, customers)
      const problems = [
        ...round.strange,
        ...products.flatMap((id) =>
          checkStock(id, before.stocks.get(id)!, now.stocks.get(id)!, round, orders),
        ),
        ...customers.flatMap((id) => checkCart(id, products, before, now, round)),
        ...checkOrders(orders, now),
      ]
      before = now
      return problems
    },
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const unitsOf = (productId: string, orders: Placed[]) =>
  sum(
    orders.flatMap(({ lines }) =>
      lines.filter((line) => line.productId === productId).map((line) => line.quantity),
    ),
  )

/** Checks that stock and sold units together change only by the back office's saves. */
function checkStock(id: string, before: Stock, now: Stock, round: Round, orders: Placed[]): string[] {
  const differences = round.saved
    .filter(({ productId }) => productId === id)
    .map(({ difference }) => difference)
  const imported = round.imported.filter(({ productId }) => productId === id).map(({ stock }) => stock)
  const figures = JSON.stringify({ before, now, differences, imported })
  if (imported.length === 0) {
    const held = before.stock + before.sold + sum(differences)
    return now.stock + now.sold === held ? [] : [`stock + sold of ${id} is not ${held}: ${figures}`]
  }
  // The workbook set the stock at some moment of the round: only that round's sales and cancellations may add to it.
  const moved = round.moved.flatMap((order) => orders.filter((one) => one.id === order))
  const units = unitsOf(id, [...round.placed, ...moved]) + sum(differences.map(Math.abs))
  return imported.some((stock) => Math.abs(now.stock - stock) <= units)
    ? []
    : [`the stock of ${id} is not the imported one within ${units}: ${figures}`]
}

/** Checks that added units are in the cart or ordered, unless the customer removed some. */
function checkCart(customer: string, products: string[], before: State, now: State, round: Round): string[] {
  if (round.replaced.has(customer)) return []
  const placed = round.placed.filter((order) => order.customer === customer)
  return products.flatMap((productId) => {
    const added = round.added.filter((item) => item.customer === customer && item.productId === productId)
    const expected =
      (before.carts.get(at(customer, productId)) ?? 0) +
      sum(added.map(({ quantity }) => quantity)) -
      unitsOf(productId, placed)
    const inCart = now.carts.get(at(customer, productId)) ?? 0
    return inCart === expected ? [] : [`${inCart} units of ${productId} in a cart that must have ${expected}`]
  })
}

/** Checks that the acknowledged orders, with their numbers, are exactly those in the database. */
function checkOrders(orders: Placed[], { orders: found }: State): string[] {
  const lost = orders.filter(({ id, number }) => found.get(id) !== number)
  return [
    ...lost.map(({ number }) => `order ${number} was acknowledged and is not there`),
    ...(found.size > orders.length ? [`${found.size} orders, and ${orders.length} were acknowledged`] : []),
  ]
}

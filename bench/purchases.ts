import { sql } from 'kysely'
import type { CartLine } from '#contract/cart.ts'
import type { Db } from '#server/database/schema.ts'
import { SHIPPING } from '#tests/factories.ts'
import type { HttpConnection } from './http-connection.ts'
import { customerOf } from './load.ts'

type Customer = { id: string; token: string; email: string }

/** Number of products to buy: few, so that some customers want the same one at the same time. */
const PRODUCTS = 200

/** A whole purchase: a customer fills the cart with two products and checks out. */
export async function preparePurchases(database: Db, customers: Customer[]) {
  const products = await database.selectFrom('products').select('id').orderBy('id').limit(PRODUCTS).execute()
  const idAt = (n: number) => products[n % products.length]!.id

  async function post(connection: HttpConnection, { token }: Customer, path: string, body: object) {
    const { status, body: answer } = await connection.send({
      method: 'POST',
      path,
      headers: {
        'x-access-token': token,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    if (status >= 300) throw new Error(`${path}: ${status} ${answer}`)
    return JSON.parse(answer.toString())
  }

  /** Returns the milliseconds of the last step. */
  return async (connection: HttpConnection, n: number, visitor: number) => {
    const customer = customerOf(customers, visitor, n)
    const items = [n * 7, n * 13 + 1].map((at) => ({ productId: idAt(at), quantity: 1 }))
    const cart = await post(connection, customer, '/api/cart/update-cart', { cart: customer.id, items })
    const order = { ...SHIPPING, email: customer.email, id: customer.id, products: cart.data as CartLine[] }
    const before = performance.now()
    await post(connection, customer, '/api/cart/create-delivery', order)
    return performance.now() - before
  }
}

/** The sum of the units in stock and the units sold, which no purchase changes. */
export async function stockAndSold(database: Db): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select (select sum(stock) from products) + (select sum(quantity) from order_lines) as units`.execute(
    database,
  )
  return rows[0]!.units
}

/** Waits until no mail is due, so that the mails of the purchases aren't written in the turn of another server. */
export async function mailsAreSent(database: Db) {
  for (;;) {
    const { due } = await database
      .selectFrom('mails')
      .select((eb) => eb.fn.countAll<number>().as('due'))
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow()
    if (due === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

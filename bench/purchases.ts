import { sql } from 'kysely'
import type { CartLine } from '#contract/cart.ts'
import type { Db } from '#server/database/schema.ts'
import { SHIPPING } from '#tests/factories.ts'

type Customer = { id: string; token: string }

/** Whole purchases: each customer fills a cart with two products and checks out, repeatedly. Then stock + sold must be unchanged. */
export async function purchases(
  database: Db,
  base: string,
  { customers, seconds }: { customers: Customer[]; seconds: number },
) {
  const products = await database.selectFrom('products').select(['id', 'stock']).limit(200).execute()
  const stockBefore = products.reduce((sum, { stock }) => sum + stock, 0)
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const started = performance.now()

  const post = async (path: string, { token }: Customer, body: object) => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: {
        'x-access-token': token,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<{ data: CartLine[] }>
  }

  const buy = async (customer: Customer, n: number) => {
    while (performance.now() < end) {
      const items = [n * 7 + times.length, n * 13 + times.length * 3 + 1].map((at) => ({
        productId: products[at % products.length]?.id ?? '',
        quantity: 1,
      }))
      const { data } = await post('/api/cart/update-cart', customer, { cart: customer.id, items })
      const before = performance.now()
      await post('/api/cart/create-delivery', customer, { ...SHIPPING, id: customer.id, products: data })
      times.push(performance.now() - before)
    }
  }
  await Promise.all(customers.map(buy))
  const elapsed = (performance.now() - started) / 1000

  const ids = products.map(({ id }) => id)
  const { rows } = await sql<{ stock: number; sold: number }>`
    select (select sum(stock) from products where id = any(${ids}::uuid[])) as stock,
      (select sum(quantity) from order_lines join orders on orders.id = order_id
        where product_id = any(${ids}::uuid[]) and user_id = any(${customers.map(({ id }) => id)}::uuid[])) as sold`.execute(
    database,
  )
  const balanced = rows[0]!.stock + rows[0]!.sold === stockBefore
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`
  console.log(
    `whole purchases: ${Math.round(times.length / elapsed)}/s, last step p50 ${at(0.5)}, p99 ${at(0.99)}; ` +
      `${times.length} orders, stock + sold ${balanced ? 'is unchanged' : 'HAS CHANGED'}`,
  )
}

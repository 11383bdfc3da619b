import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type CartLine, cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { sumTotals } from '#domain/price.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'

const { database, send } = await createTestApp()

describe('an order', () => {
  const ordersOf = async (userId: string) =>
    (
      await sql<{ total: number; sum: number; mails: number }>`
        select orders.total, (select sum(total) from order_lines where order_id = orders.id) as sum,
          (select count(*) from mails where message->>'orderId' = orders.id::text) as mails
        from orders where user_id = ${userId}`.execute(database)
    ).rows

  async function buyer() {
    const user = await makeUser(database)
    const products = await Promise.all(
      [33.33, 12.5, 0].map((discount) => makeProduct(database, { cost: 1_005, discount })),
    )
    const items = products.map(({ id }, index) => ({ productId: id, quantity: index + 2 }))
    const { body } = await send(cartCalls.updateCart, { body: { cart: user.id, items }, token: user.token })
    const order = (products: Partial<CartLine>[]) =>
      send(orderCalls.createOrder, {
        body: { ...SHIPPING, id: user.id, products: products as CartLine[] },
        token: user.token,
      })
    return { user, lines: body.data, order }
  }

  test('has its lines in the order of the cart', async () => {
    const { user, lines, order } = await buyer()
    const shown = [lines[2]!, lines[0]!, lines[1]!]
    await order(shown)
    const written = await sql<{ productId: string }>`
      select product_id as "productId" from order_lines join orders on orders.id = order_id
      where user_id = ${user.id} order by position`.execute(database)
    expect(written.rows.map(({ productId }) => productId)).toEqual(shown.map(({ productId }) => productId))
  })

  test.each([
    ['lines as the cart has them', (lines: CartLine[]) => lines],
    [
      'lines without prices',
      (lines: CartLine[]) => lines.map(({ productId, quantity }) => ({ productId, quantity })),
    ],
    [
      'ids in capitals, in another order',
      (lines: CartLine[]) =>
        lines.map((line) => ({ ...line, productId: line.productId.toUpperCase() })).reverse(),
    ],
    [
      'a product in two lines, which are added up',
      ([first, ...rest]: CartLine[]) => [
        { productId: first!.productId, quantity: 1 },
        ...rest,
        { productId: first!.productId, quantity: first!.quantity - 1 },
      ],
    ],
    [
      'a total that differs by less than a hundredth',
      (lines: CartLine[]) => lines.map((line) => ({ ...line, total: line.total + 0.004 })),
    ],
  ] as [string, (lines: CartLine[]) => Partial<CartLine>[]][])('is placed once, for %s', async (_, shown) => {
    const { user, lines, order } = await buyer()
    expect((await order(shown(lines))).status).toBe(201)
    const total = sumTotals(lines.map((line) => line.total))
    expect(await ordersOf(user.id)).toEqual([{ total, sum: total, mails: 2 }])
  })

  test.each([
    ['CART_CHANGED', (lines: CartLine[]) => lines.slice(1)],
    ['CART_CHANGED', ([first, ...rest]: CartLine[]) => [{ ...first, productId: 'x' }, ...rest]],
    ['CART_CHANGED', ([first, ...rest]: CartLine[]) => [{ ...first, quantity: 1 }, ...rest]],
    ['PRICE_CHANGED', ([first, ...rest]: CartLine[]) => [{ ...first, price: 1_004 }, ...rest]],
    ['PRICE_CHANGED', ([first, ...rest]: CartLine[]) => [{ ...first, discount: 33.34 }, ...rest]],
    ['PRICE_CHANGED', ([first, ...rest]: CartLine[]) => [{ ...first, total: first!.total + 0.02 }, ...rest]],
  ] as [string, (lines: CartLine[]) => Partial<CartLine>[]][])(
    'is refused with %s and the cart’s lines, and writes nothing',
    async (code, shown) => {
      const { user, lines, order } = await buyer()
      const answer = await order(shown(lines))
      expect(answer).toMatchObject({ status: 409, body: { code } })
      const byId = (one: CartLine, other: CartLine) => (one.productId < other.productId ? -1 : 1)
      expect((answer.body.data as unknown as CartLine[]).toSorted(byId)).toEqual(lines.toSorted(byId))
      expect(await ordersOf(user.id)).toEqual([])
    },
  )
})

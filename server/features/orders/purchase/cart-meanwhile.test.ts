import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CartLine, cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { productChangeCalls } from '#contract/product-changes.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { countWaiting } from '#tests/locks.ts'

const { database, send } = await createTestApp()

type Buyer = { id: string; token: string }
type Items = [productId: string, quantity: number][]

const toItems = (items: Items) => items.map(([productId, quantity]) => ({ productId, quantity }))

const add = ({ id, token }: Buyer, ...items: Items) =>
  send(cartCalls.addToCart, { body: { user: id, items: toItems(items) }, token })

async function fillCart({ id, token }: Buyer, ...items: Items) {
  return (await send(cartCalls.updateCart, { body: { cart: id, items: toItems(items) }, token })).body.data
}

const checkOut = ({ id, token }: Buyer, products: CartLine[]) =>
  send(orderCalls.createOrder, { body: { ...SHIPPING, id, products }, token })

async function cartOf({ id, token }: Buyer) {
  const { body } = await send(cartCalls.getCart, { params: { userId: id }, token })
  return body.data.map((line) => [line.productId, line.quantity])
}

/** Places an order that has to wait for the lock of `product`, and changes the cart meanwhile. */
async function whileOrdering<T>(
  buyer: Buyer,
  lines: CartLine[],
  product: { id: string },
  act: () => Promise<T>,
): Promise<{ placed: number; acted: T }> {
  let placing: ReturnType<typeof checkOut> | undefined
  let acting: Promise<T> | undefined
  await database.transaction().execute(async (tx) => {
    await tx.selectFrom('products').select('id').where('id', '=', product.id).forNoKeyUpdate().execute()
    placing = checkOut(buyer, lines)
    await expect.poll(() => countWaiting(database), { timeout: 10_000 }).toBe(1)
    let isDone = false
    acting = act().finally(() => {
      isDone = true
    })
    // The change of the cart succeeds at once, or waits for the order.
    await expect
      .poll(async () => isDone || (await countWaiting(database)) === 2, { timeout: 10_000 })
      .toBe(true)
  })
  const [{ status }, acted] = await Promise.all([placing!, acting!])
  return { placed: status, acted }
}

test('a product that is added while an order is placed stays in the cart', async () => {
  const buyer = await makeUser(database)
  const [ordered, other] = [await makeProduct(database), await makeProduct(database)]
  const lines = await fillCart(buyer, [ordered.id, 2])
  const { placed, acted } = await whileOrdering(buyer, lines, ordered, () => add(buyer, [other.id, 1]))
  expect([placed, acted.status]).toEqual([201, 200])
  expect(await cartOf(buyer)).toEqual([[other.id, 1]])
})

test('several products that are added while an order is placed stay in the cart', async () => {
  const buyer = await makeUser(database)
  const [ordered, other] = [await makeProduct(database), await makeProduct(database)]
  const lines = await fillCart(buyer, [ordered.id, 2])
  const { placed, acted } = await whileOrdering(buyer, lines, ordered, () =>
    add(buyer, [other.id, 1], [ordered.id, 3]),
  )
  expect([placed, acted.status]).toEqual([201, 200])
  expect((await cartOf(buyer)).toSorted()).toEqual(
    [
      [other.id, 1],
      [ordered.id, 3],
    ].toSorted(),
  )
})

test('units that are added to a line while an order is placed stay in the cart', async () => {
  const buyer = await makeUser(database)
  const [one, other] = [await makeProduct(database), await makeProduct(database)]
  // The order locks the products in the order of their ids, and waits for the last one.
  const [first, last] = one.id < other.id ? [one, other] : [other, one]
  const lines = await fillCart(buyer, [first.id, 2], [last.id, 1])
  const { placed, acted } = await whileOrdering(buyer, lines, last, () => add(buyer, [first.id, 3]))
  expect([placed, acted.status]).toEqual([201, 200])
  expect(await cartOf(buyer)).toEqual([[first.id, 3]])
})

test('a line that is removed while an order is placed is gone, and can be added again', async () => {
  const buyer = await makeUser(database)
  const [one, other] = [await makeProduct(database), await makeProduct(database)]
  const [first, last] = one.id < other.id ? [one, other] : [other, one]
  const lines = await fillCart(buyer, [first.id, 2], [last.id, 1])
  const { placed } = await whileOrdering(buyer, lines, last, async () => {
    await send(cartCalls.removeFromCart, {
      params: { cart: buyer.id, productId: first.id },
      token: buyer.token,
    })
    return add(buyer, [first.id, 1])
  })
  expect(placed).toBe(201)
  expect(await cartOf(buyer)).toEqual([[first.id, 1]])
})

test('an order of products that are being retired succeeds, and the two don’t deadlock', async () => {
  const [buyer, admin] = [await makeUser(database), await makeUser(database, { role: 'Administrador' })]
  const ids = [(await makeProduct(database)).id, (await makeProduct(database)).id].toSorted()
  const lines = await fillCart(buyer, [ids[0]!, 1], [ids[1]!, 1])
  const [ordering, retiring] = await database.transaction().execute(async (tx) => {
    await tx.selectFrom('products').select('id').where('id', '=', ids[1]!).forNoKeyUpdate().execute()
    const ordering = checkOut(buyer, lines)
    await expect.poll(() => countWaiting(database), { timeout: 10_000 }).toBe(1)
    const body = { selection: { ids }, change: { kind: 'retired' as const, retired: true } }
    const retiring = send(productChangeCalls.changeProducts, { body, token: admin.token })
    await expect.poll(() => countWaiting(database), { timeout: 10_000 }).toBe(2)
    // The retirement that waits for the order's products holds no lock on the lines of the cart.
    const { rows } = await sql`
      select from cart_lines where user_id = ${buyer.id} for update skip locked`.execute(tx)
    expect(rows).toHaveLength(2)
    return [ordering, retiring]
  })
  expect([(await ordering).status, (await retiring).status]).toEqual([201, 200])
  expect(
    (await send(cartCalls.getCart, { params: { userId: buyer.id }, token: buyer.token })).body.data,
  ).toEqual([])
})

test('with orders and additions at once, every unit is ordered or in the cart', async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, () => makeUser(database)))
  const products = await Promise.all(
    Array.from({ length: 3 }, () => makeProduct(database, { stock: 10_000 })),
  )
  await Promise.all(
    buyers.map(async (buyer) => {
      let added = 0
      for (let round = 0; round < 8; round += 1) {
        const { body } = await send(cartCalls.getCart, { params: { userId: buyer.id }, token: buyer.token })
        const answers = await Promise.all([
          checkOut(buyer, body.data),
          ...products.map(({ id }) => add(buyer, [id, 1])),
          add(buyer, ...products.map(({ id }): [string, number] => [id, 1]).reverse()),
          send(cartCalls.getCart, { params: { userId: buyer.id }, token: buyer.token }),
        ])
        expect(answers.slice(1).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
        expect([201, 409]).toContain(answers[0].status)
        added += 2 * products.length
      }
      const { rows } = await sql<{ units: number }>`
        select coalesce(sum(quantity), 0)::int as units from (
          select quantity from cart_lines where user_id = ${buyer.id}
          union all
          select quantity from order_lines join orders on orders.id = order_id where user_id = ${buyer.id}
        ) line`.execute(database)
      expect(rows[0]!.units).toBe(added)
    }),
  )
})

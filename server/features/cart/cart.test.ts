import { describe, expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'

const { app, database, send } = await createTestApp()

const add = (user: { id: string; token: string }, ...items: { productId: string; quantity: number }[]) =>
  send(cartCalls.addToCart, { body: { user: user.id, items }, token: user.token })

const linesOf = async (user: { id: string; token: string }) =>
  (await send(cartCalls.getCart, { params: { userId: user.id }, token: user.token })).body.data

describe('adding', () => {
  test('adds up to the stock and answers the current lines', async () => {
    const user = await makeUser(database)
    const product = await makeProduct(database, { stock: 3, cost: 1_000, discount: 10 })
    await add(user, { productId: product.id, quantity: 1 })
    const { status, body } = await add(user, { productId: product.id, quantity: 2 })
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      { productId: product.id, quantity: 3, price: 1_000, discount: 10, total: 2_700 },
    ])
    expect(await add(user, { productId: product.id, quantity: 1 })).toMatchObject({
      status: 409,
      body: { code: 'NO_STOCK' },
    })
    expect(await linesOf(user)).toMatchObject([{ quantity: 3 }])
  })

  test('twenty additions at once with a stock of five leave five in the cart', async () => {
    const user = await makeUser(database)
    const product = await makeProduct(database, { stock: 5 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => add(user, { productId: product.id, quantity: 1 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await linesOf(user)).toMatchObject([{ quantity: 5 }])
  })

  test('adds up two lines of one product, and refuses 6 + 6 units of 10', async () => {
    const user = await makeUser(database)
    const { id: productId } = await makeProduct(database, { stock: 10 })
    const answer = await add(user, { productId, quantity: 6 }, { productId, quantity: 6 })
    expect(answer.status).toBe(409)
    expect(await linesOf(user)).toEqual([])
  })

  test('adds all lines or none', async () => {
    const user = await makeUser(database)
    const { id: productId } = await makeProduct(database)
    const answer = await add(
      user,
      { productId, quantity: 1 },
      { productId: crypto.randomUUID(), quantity: 1 },
    )
    expect(answer.status).toBe(404)
    expect(await linesOf(user)).toEqual([])
  })

  test.each([0, -1, 1.5, '1e2', 1e9, [1], null])('refuses a quantity of %j', async (quantity) => {
    const user = await makeUser(database)
    const { id: productId } = await makeProduct(database)
    const answer = await add(user, { productId, quantity: quantity as number })
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } })
    expect(await linesOf(user)).toEqual([])
  })
})

test('update-cart replaces the lines, drops unknown products, limits quantities to the stock, and reports both', async () => {
  const user = await makeUser(database)
  const [plenty, scarce, gone] = [
    await makeProduct(database, { stock: 10 }),
    await makeProduct(database, { stock: 2, tradename: 'Loratadina 10 mg' }),
    await makeProduct(database, { stock: 0 }),
  ]
  await add(user, { productId: plenty.id, quantity: 9 })
  const items = [
    { productId: scarce.id, quantity: 5 },
    { productId: plenty.id, quantity: 1 },
    { productId: gone.id, quantity: 1 },
    { productId: 'no-such-thing', quantity: 1 },
  ]
  const { body } = await send(cartCalls.updateCart, { body: { cart: user.id, items }, token: user.token })
  expect(body.data.map(({ productId, quantity }) => [productId, quantity])).toEqual(
    expect.arrayContaining([
      [scarce.id, 2],
      [plenty.id, 1],
    ]),
  )
  expect(body.data).toHaveLength(2)
  expect(body.adjusted).toEqual([
    { productId: scarce.id, name: 'Loratadina 10 mg', reason: 'stock', quantity: 2 },
    { productId: gone.id, name: gone.tradename, reason: 'stock', quantity: 0 },
    { productId: 'no-such-thing', name: '', reason: 'unknown', quantity: 0 },
  ])
})

test('a product without a price can’t be added, and update-cart drops it', async () => {
  const user = await makeUser(database)
  const [priced, unpriced] = [await makeProduct(database), await makeProduct(database, { cost: 0 })]
  const items = [priced, unpriced].map(({ id }) => ({ productId: id, quantity: 1 }))
  for (const lines of [items, items.slice(1)]) {
    expect(await add(user, ...lines)).toMatchObject({ status: 409, body: { code: 'NO_PRICE' } })
  }
  expect(await linesOf(user)).toEqual([])
  const { body } = await send(cartCalls.updateCart, { body: { cart: user.id, items }, token: user.token })
  expect(body.data).toMatchObject([{ productId: priced.id }])
  expect(body.adjusted).toEqual([
    { productId: unpriced.id, name: unpriced.tradename, reason: 'price', quantity: 0 },
  ])
})

test('removing and emptying are idempotent', async () => {
  const user = await makeUser(database)
  const [one, other] = [await makeProduct(database), await makeProduct(database)]
  await add(user, { productId: one.id, quantity: 1 }, { productId: other.id, quantity: 1 })
  for (let times = 0; times < 2; times += 1) {
    const removed = await send(cartCalls.removeFromCart, {
      params: { cart: user.id, productId: one.id },
      token: user.token,
    })
    expect(removed.body.data).toMatchObject([{ productId: other.id }])
  }
  for (let times = 0; times < 2; times += 1) {
    const emptied = await send(cartCalls.emptyCart, { params: { id: user.id }, token: user.token })
    expect(emptied).toMatchObject({ status: 200, body: { data: [] } })
  }
})

describe('another user’s cart', () => {
  test('is refused with 404 by every call, and stays unchanged', async () => {
    const [victim, thief] = [await makeUser(database), await makeUser(database)]
    const { id: productId } = await makeProduct(database)
    await add(victim, { productId, quantity: 2 })
    const { token } = thief
    const items = [{ productId, quantity: 1 }]
    const answers = await Promise.all([
      send(cartCalls.getCart, { params: { userId: victim.id }, token }),
      send(cartCalls.addToCart, { body: { user: victim.id, items }, token }),
      send(cartCalls.updateCart, { body: { cart: victim.id, items: [] }, token }),
      send(cartCalls.removeFromCart, { params: { cart: victim.id, productId }, token }),
      send(cartCalls.emptyCart, { params: { id: victim.id }, token }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(await linesOf(victim)).toMatchObject([{ quantity: 2 }])
  })

  test('GET calls that change data need the token header: a link, a HEAD or a prefetch changes nothing', async () => {
    const user = await makeUser(database)
    const { id: productId } = await makeProduct(database)
    await add(user, { productId, quantity: 1 })
    const url = `/api/cart/empty-cart/${user.id}`
    const headers = { 'x-access-token': user.token }
    expect((await app.inject({ url })).statusCode).toBe(401)
    expect((await app.inject({ url: `${url}?token=${user.token}` })).statusCode).toBe(401)
    expect((await app.inject({ url, cookies: { token: user.token } })).statusCode).toBe(401)
    expect((await app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404)
    expect((await app.inject({ url, headers: { ...headers, 'sec-purpose': 'prefetch' } })).statusCode).toBe(
      400,
    )
    expect(await linesOf(user)).toHaveLength(1)
  })
})

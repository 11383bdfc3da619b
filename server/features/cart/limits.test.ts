import { describe, expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import type { CartItem } from '#domain/cart.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { CART_LIMITS } from './lines.ts'

const { database, send } = await createTestApp()

type Owner = { id: string; token: string }

const add = ({ id, token }: Owner, ...items: CartItem[]) =>
  send(cartCalls.addToCart, { body: { user: id, items }, token })

const linesOf = async ({ id, token }: Owner) =>
  (await send(cartCalls.getCart, { params: { userId: id }, token })).body.data

const makeProducts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeProduct(database, { stock: 100_000 })))

async function setLines({ id, token }: Owner, products: { id: string }[]) {
  const items = products.map(({ id: productId }) => ({ productId, quantity: 1 }))
  const answer = await send(cartCalls.updateCart, { body: { cart: id, items }, token })
  expect(answer.status).toBe(200)
}

const CART_FULL = {
  status: 400,
  body: { code: 'BAD_INPUT', message: 'El carrito admite hasta 200 productos distintos.' },
}
const LINE_FULL = {
  status: 400,
  body: { code: 'BAD_INPUT', message: 'Puedes llevar hasta 100 unidades de cada producto.' },
}
const ORDER_FULL = {
  status: 400,
  body: { code: 'BAD_INPUT', message: 'Un pedido admite hasta 500 unidades en total.' },
}

describe('a line', () => {
  test('never grows past 100 units, whatever the stock', async () => {
    const user = await makeUser(database)
    const [product] = await makeProducts(1)
    const productId = product!.id
    expect((await add(user, { productId, quantity: CART_LIMITS.unitsOfLine - 1 })).status).toBe(200)
    expect(await add(user, { productId, quantity: 2 })).toMatchObject(LINE_FULL)
    expect((await add(user, { productId, quantity: 1 })).status).toBe(200)
    expect(await add(user, { productId, quantity: 1 })).toMatchObject(LINE_FULL)
    expect(await linesOf(user)).toMatchObject([{ quantity: CART_LIMITS.unitsOfLine }])
  })

  test('sent in two parts is added up before the check, and a refusal adds no other line', async () => {
    const user = await makeUser(database)
    const [one, other] = await makeProducts(2)
    const half = { productId: one!.id, quantity: 60 }
    expect(await add(user, half, { productId: other!.id, quantity: 1 }, half)).toMatchObject(LINE_FULL)
    const body = { cart: user.id, items: [half, half] }
    expect(await send(cartCalls.updateCart, { body, token: user.token })).toMatchObject(LINE_FULL)
    expect(await linesOf(user)).toEqual([])
  })

  test('above both the stock and 100 units is refused because of the stock', async () => {
    const user = await makeUser(database)
    const { id: productId } = await makeProduct(database, { stock: 100 })
    await add(user, { productId, quantity: 100 })
    expect(await add(user, { productId, quantity: 1 })).toMatchObject({
      status: 409,
      body: { code: 'NO_STOCK' },
    })
  })
})

describe('a cart', () => {
  test('of 200 lines accepts no other product, but more units of its own products', async () => {
    const user = await makeUser(database)
    const products = await makeProducts(CART_LIMITS.lines + 1)
    const [first, ...rest] = products.map(({ id }) => ({ productId: id, quantity: 1 }))
    await setLines(user, products.slice(1))
    expect(await add(user, first!)).toMatchObject(CART_FULL)
    expect(await add(user, rest[0]!, first!)).toMatchObject(CART_FULL)
    expect((await add(user, rest[0]!)).status).toBe(200)
    expect((await add(user, ...rest)).status).toBe(200)
    const lines = await linesOf(user)
    expect(lines).toHaveLength(CART_LIMITS.lines)
    expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(CART_LIMITS.lines * 2 + 1)
  })

  test('of 195 lines accepts five of twenty products added at once', async () => {
    const user = await makeUser(database)
    const products = await makeProducts(CART_LIMITS.lines + 15)
    await setLines(user, products.slice(20))
    const answers = await Promise.all(
      products.slice(0, 20).map(({ id: productId }) => add(user, { productId, quantity: 1 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(CART_FULL)
    expect(await linesOf(user)).toHaveLength(CART_LIMITS.lines)
  })

  test('never grows past 500 units, by however many additions at once', async () => {
    const user = await makeUser(database)
    const products = await makeProducts(8)
    const answers = await Promise.all(
      products.map(({ id: productId }) => add(user, { productId, quantity: 90 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(ORDER_FULL)
    const items = products.map(({ id: productId }) => ({ productId, quantity: 63 }))
    const body = { cart: user.id, items }
    expect(await send(cartCalls.updateCart, { body, token: user.token })).toMatchObject(ORDER_FULL)
    expect((await linesOf(user)).map(({ quantity }) => quantity)).toEqual(Array(5).fill(90))
  })

  test('is checked for its limits after quantities are lowered to the stock', async () => {
    const user = await makeUser(database)
    const { id: productId } = await makeProduct(database, { stock: 7 })
    const body = { cart: user.id, items: [{ productId, quantity: 3_000 }] }
    const answer = await send(cartCalls.updateCart, { body, token: user.token })
    expect(answer).toMatchObject({ status: 200, body: { adjusted: [{ reason: 'stock', quantity: 7 }] } })
  })
})

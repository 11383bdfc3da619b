import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { connectionCalls } from '#contract/connections.ts'
import { orderCalls } from '#contract/orders.ts'
import { productBatchCalls } from '#contract/product-batch.ts'
import type { Scope } from '#domain/scopes.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

async function makeKey(scopes: Scope[] = ['stock:write', 'products:write']) {
  const { body } = await send(connectionCalls.createKey, {
    body: { name: `Caja ${unique()}`, scopes },
    token,
  })
  return { authorization: `Bearer ${body.data.key}` }
}
const caja = await makeKey()

const make = (values: { stock?: number; cost?: number; discount?: number } = {}) =>
  makeProduct(database, { stock: 10, cost: 1_000, barcode: `78${unique()}`, ...values })

const save = async (items: unknown[], headers: Record<string, string> = caja) =>
  send(productBatchCalls.saveBatch, { body: { items: items as never }, headers })
const resultsOf = async (items: unknown[], headers?: Record<string, string>) =>
  (await save(items, headers)).body.data.results

const readProduct = (id: string) =>
  database
    .selectFrom('products')
    .select(['stock', 'cost', 'discount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('answers each item in the order sent, and saves the valid ones beside wrong ones', async () => {
  const [one, two, three] = [await make(), await make(), await make()]
  const results = await resultsOf([
    { barcode: one.barcode, stockChange: -3, cost: '$1.990' },
    { barcode: 'no-existe', stock: 3 },
    { barcode: two.barcode, stock: 4, stockChange: 1 },
    { barcode: two.barcode, stockChange: -11 },
    { barcode: two.barcode, stock: 1.5 },
    { barcode: two.barcode, stock: -1 },
    { barcode: two.barcode, cost: 0 },
    { barcode: two.barcode, costo: 800 },
    { stock: 3 },
    'x',
    { barcode: three.barcode, stock: 10, discount: 0 },
    { barcode: `00${three.barcode}`, discount: 15 },
  ])
  expect(results.map(({ status, stock }) => [status, stock])).toEqual([
    ['saved', 7],
    ['unknown', undefined],
    ['refused', undefined],
    ['refused', 10],
    ...Array.from({ length: 6 }, () => ['refused', undefined]),
    ['unchanged', 10],
    ['saved', 10],
  ])
  expect(results[3]).toEqual({ barcode: two.barcode, status: 'refused', message: 'Quedan 10.', stock: 10 })
  expect(results[2]?.message).toBe('Envía stock o stockChange, no ambos.')
  expect(await readProduct(one.id)).toEqual({ stock: 7, cost: 1_990, discount: 0 })
  expect(await readProduct(two.id)).toEqual({ stock: 10, cost: 1_000, discount: 0 })
  expect(await readProduct(three.id)).toEqual({ stock: 10, cost: 1_000, discount: 15 })
  expect(await resultsOf([{ barcode: three.barcode, discount: 15 }])).toMatchObject([{ status: 'unchanged' }])
})

test('an own code stands in for a barcode', async () => {
  const code = `C-${unique()}`
  const { id } = await makeProduct(database, { stock: 3, own_code: code })
  const results = await resultsOf([{ barcode: code.toLowerCase(), stockChange: -1 }])
  expect(results).toEqual([{ barcode: code.toLowerCase(), status: 'saved', stock: 2 }])
  expect(await readProduct(id)).toMatchObject({ stock: 2 })
})

test('several items of a product apply one after the other', async () => {
  const { id, barcode } = await make({ stock: 2 })
  const results = await resultsOf([
    { barcode, stockChange: -2 },
    { barcode, stockChange: -1 },
    { barcode, stockChange: 5 },
  ])
  expect(results.map(({ status, stock }) => [status, stock])).toEqual([
    ['saved', 0],
    ['refused', 0],
    ['saved', 5],
  ])
  expect(await readProduct(id)).toMatchObject({ stock: 5 })
})

test('refuses an item with a field beyond the key’s scopes', async () => {
  const { id, barcode } = await make()
  const stockOnly = await makeKey(['stock:write'])
  const results = await resultsOf(
    [
      { barcode, cost: 5 },
      { barcode, stock: 1, cost: 5 },
      { barcode, stock: 3 },
    ],
    stockOnly,
  )
  expect(results.map(({ status }) => status)).toEqual(['refused', 'refused', 'saved'])
  const pricesOnly = await makeKey(['products:write'])
  expect(
    await resultsOf(
      [
        { barcode, stockChange: 1 },
        { barcode, cost: 5 },
      ],
      pricesOnly,
    ),
  ).toMatchObject([{ status: 'refused' }, { status: 'saved' }])
  expect(await readProduct(id)).toMatchObject({ stock: 3, cost: 5 })
})

test('no items, or more than 1,000, are refused and change nothing', async () => {
  const { id, barcode } = await make()
  expect((await save([])).status).toBe(400)
  expect((await save(Array.from({ length: 1_001 }, () => ({ barcode, stock: 1 })))).status).toBe(400)
  expect(await readProduct(id)).toMatchObject({ stock: 10 })
})

test('a repeated Idempotency-Key gets the first answer, also at the same time; for other items it is refused', async () => {
  const { id, barcode } = await make({ stock: 50 })
  const headers = { ...caja, 'idempotency-key': `venta-${unique()}` }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => save([{ barcode, stockChange: -1 }], headers)),
  )
  for (const { body } of answers) expect(body.data.results).toEqual([{ barcode, status: 'saved', stock: 49 }])
  expect(await readProduct(id)).toMatchObject({ stock: 49 })
  expect(await save([{ barcode, stockChange: -2 }], headers)).toMatchObject({
    status: 409,
    body: { code: 'KEY_REUSED' },
  })
  // Two systems may use the same idempotency key.
  const other = { ...(await makeKey()), 'idempotency-key': headers['idempotency-key'] }
  expect((await save([{ barcode, stockChange: -2 }], other)).status).toBe(200)
  await sql`update batch_answers set created_at = now() - interval '25 hours'`.execute(database)
  await save([{ barcode, stockChange: -1 }], headers)
  expect(await readProduct(id)).toMatchObject({ stock: 46 })
})

test('cash desk and shop together sell exactly the 40 units', async () => {
  const { id, barcode } = await make({ stock: 40 })
  const buy = async () => {
    const buyer = await makeUser(database)
    const items = [{ productId: id, quantity: 1 }]
    const { body } = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
    const sent = { ...SHIPPING, id: buyer.id, products: body.data }
    return (await send(orderCalls.createOrder, { body: sent, token: buyer.token })).status === 201
  }
  const sell = async () => (await resultsOf([{ barcode, stockChange: -1 }]))[0]!.status === 'saved'
  const sold = await Promise.all(Array.from({ length: 60 }, (_, turn) => (turn % 2 ? buy() : sell())))
  expect(sold.filter(Boolean)).toHaveLength(40)
  expect(await readProduct(id)).toMatchObject({ stock: 0 })
})

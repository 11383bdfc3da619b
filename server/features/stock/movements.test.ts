import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { importCalls } from '#contract/imports.ts'
import { orderCalls } from '#contract/orders.ts'
import { type ProductForm, productCalls } from '#contract/products.ts'
import { stockCalls } from '#contract/stock.ts'
import { createTestApp } from '#tests/app.ts'
import { makeOrder, makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { makeImport } from '#tests/imports.ts'

const { database, send } = await createTestApp()
const admin = await makeUser(database, { role: 'Administrador', name: 'Julia' })
const { token } = admin

async function order(productId: string, quantity: number) {
  const buyer = await makeUser(database)
  const items = [{ productId, quantity }]
  const { body } = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
  return send(orderCalls.createOrder, {
    body: { ...SHIPPING, id: buyer.id, products: body.data },
    token: buyer.token,
  })
}

const setStatus = (id: string, state: 'pending' | 'delivered' | 'cancelled') =>
  send(orderCalls.updateOrderStatus, { body: { id, state }, token })

async function edit(id: string, fields: Partial<ProductForm>) {
  const { body } = await send(productCalls.getProduct, { params: { id } })
  const { _id, photo: _, ...form } = { ...body.data, ...fields }
  const texts = Object.entries(form).map(([name, value]) => [name, String(value)])
  return send(productCalls.updateProduct, {
    params: { id },
    form: multipart(Object.fromEntries(texts)),
    token,
  })
}

const movements = async (id: string) =>
  (await send(stockCalls.listStockMovements, { params: { id }, query: {}, token })).body.data

test('records each change with its cause, its person, its order or import, and the balance', async () => {
  const { id } = await makeProduct(database, { stock: 10 })
  const placed = await order(id, 3)
  const { _id: orderId, nro_delivery: number } = placed.body.data
  await setStatus(orderId, 'cancelled')
  await setStatus(orderId, 'delivered')
  expect((await edit(id, { stock: 20 })).status).toBe(200)
  // A change of another field moves no stock.
  expect((await edit(id, { dcm: 'Losartán' })).status).toBe(200)
  const saved = await makeImport(database, { changes: [{ id, fields: { stock: 50 } }] })
  expect((await send(importCalls.undoImport, { params: { id: saved.id }, token })).status).toBe(200)
  const listed = await movements(id)
  const who = 'Julia Soto'
  expect(listed.map(({ _id, date: _, ...rest }) => rest)).toEqual([
    {
      ...{ cause: 'undo', change: -30, balance: 20, who, order: null },
      import: { _id: saved.id, fileName: 'precios.xlsx' },
    },
    // The factory writes to the database by hand.
    { cause: 'other', change: 30, balance: 50, who: '', order: null, import: null },
    { cause: 'form', change: 13, balance: 20, who, order: null, import: null },
    { cause: 'reopening', change: -3, balance: 7, who, order: number, import: null },
    { cause: 'cancellation', change: 3, balance: 10, who, order: number, import: null },
    { cause: 'sale', change: -3, balance: 7, who: '', order: number, import: null },
    { cause: 'opening', change: 10, balance: 10, who: '', order: null, import: null },
  ])
})

test('whatever happens at once, the movements add up to the stock and each balance follows from the one before', async () => {
  const products = await Promise.all(Array.from({ length: 4 }, () => makeProduct(database, { stock: 25 })))
  const pick = () => products[Math.floor(Math.random() * products.length)]!.id
  const orders: string[] = []
  const acts = [
    async () => {
      const { status, body } = await order(pick(), 1 + Math.floor(Math.random() * 4))
      if (status === 201) orders.push(body.data._id)
    },
    async () => {
      const one = orders[Math.floor(Math.random() * orders.length)]
      const state = Math.random() < 0.5 ? 'cancelled' : 'pending'
      if (one) await setStatus(one, state)
    },
    () => edit(pick(), { stock: Math.floor(Math.random() * 40) }),
    () => sql`update products set stock = stock + 1 where id = ${pick()}`.execute(database),
  ]
  for (let round = 0; round < 8; round += 1)
    await Promise.all(Array.from({ length: 10 }, () => acts[Math.floor(Math.random() * acts.length)]!()))
  // A change by SQL is recorded with the next movement.
  for (const { id } of products) await edit(id, { stock: 50 })
  const { rows } = await sql<{ wrong: number; movements: number }>`
    with book as (
      select *, sum(change) over (partition by product_id order by id) as running from stock_movements
    ), summed as (
      select product_id, sum(change) as sum, count(*) filter (where running <> balance) as gaps, count(*) as movements
      from book group by product_id
    )
    select (count(*) filter (where sum is distinct from stock or gaps > 0))::int as wrong,
      sum(movements)::int as movements
    from products left join summed on product_id = id where stock > 0 or sum <> 0`.execute(database)
  expect(rows[0]?.wrong).toBe(0)
  expect(rows[0]?.movements).toBeGreaterThan(20)
})

test('a workbook has the movements of a product or of some days, newest first', async () => {
  const { id, tradename } = await makeProduct(database, { stock: 5, tradename: 'Sertralina 50 mg' })
  const { nro_delivery: number } = (await order(id, 2)).body.data
  await sql`update stock_movements set created_at = '2025-04-06T02:30:00Z' where product_id = ${id} and cause = 'opening'`.execute(
    database,
  )
  const download = async (query: { product?: string; from?: string; to?: string }) => {
    const { status, body } = await send(stockCalls.exportStockMovements, { query, token })
    expect(status).toBe(200)
    const [sheet] = await readWorkbook(new Blob([new Uint8Array(body as unknown as Buffer)]), { trim: false })
    return (sheet?.data ?? []).slice(1).map((row) => row.slice(2, 7))
  }
  const [sale, opening] = [
    [tradename, 'Venta', number, -2, 3],
    [tradename, 'Stock inicial', null, 5, 5],
  ]
  expect(await download({ product: id })).toEqual([sale, opening])
  // Half past ten in the evening of 5 April in Chile.
  expect(await download({ from: '2025-04-05', to: '2025-04-05' })).toEqual([opening])
  const twisted = await send(stockCalls.exportStockMovements, {
    query: { from: '2025-04-06', to: '2025-04-05' },
    token,
  })
  expect(twisted.status).toBe(400)
})

test('only administrators read the book and the purchase list; an unknown product is answered with 404', async () => {
  const { id } = await makeProduct(database)
  for (const role of ['Cliente', 'Marketing'] as const) {
    const { token } = await makeUser(database, { role })
    const answers = await Promise.all([
      send(stockCalls.listStockMovements, { params: { id }, query: {}, token }),
      send(stockCalls.exportStockMovements, { query: {}, token }),
      send(stockCalls.readPurchaseList, { query: {}, token }),
      send(stockCalls.exportPurchaseList, { query: {}, token }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  }
  const unknown = { params: { id: '01900000-0000-7000-8000-000000000000' }, query: {}, token }
  expect((await send(stockCalls.listStockMovements, unknown)).status).toBe(404)
})

test('the purchase list has the products that run out, with the missing units, by laboratory', async () => {
  const laboratory = 'Ñandú Pharma'
  const make = (tradename: string, stock: number) => makeProduct(database, { tradename, stock, laboratory })
  const [runsOut, lasts, idle, soldOut] = [
    await make('B se agota', 10),
    await make('D alcanza', 100),
    await make('A sin ventas', 4),
    await make('C agotado', 0),
  ]
  await make('E quieto', 80)
  await makeOrder(database, {
    userId: admin.id,
    lines: [
      { productId: runsOut.id, quantity: 31 },
      { productId: lasts.id, quantity: 60 },
      { productId: soldOut.id, quantity: 1 },
    ],
  })
  const listed = async (days: 15 | 30 | 60) => {
    const { body } = await send(stockCalls.readPurchaseList, { query: { days }, token })
    return body.data
      .filter((line) => line.laboratory === laboratory)
      .map(({ tradename, sold, quantity }) => [tradename, sold, quantity])
  }
  expect(await listed(30)).toEqual([
    [idle.tradename, 0, 0],
    [runsOut.tradename, 31, 21],
    [soldOut.tradename, 1, 1],
  ])
  expect(await listed(60)).toEqual([
    [idle.tradename, 0, 0],
    [runsOut.tradename, 31, 52],
    [soldOut.tradename, 1, 2],
    [lasts.tradename, 60, 20],
  ])
  const refused = await send(stockCalls.readPurchaseList, { query: { days: 31 as 30 }, token })
  expect(refused.status).toBe(400)
  const { body } = await send(stockCalls.exportPurchaseList, { query: { days: 30 }, token })
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(body as unknown as Buffer)]), { trim: false })
  expect(sheet?.data.find((row) => row[2] === runsOut.tradename)?.slice(3)).toEqual([10, 31, 21])
})

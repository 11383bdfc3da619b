import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { boardCalls } from '#contract/board.ts'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { salesBookCalls } from '#contract/payments.ts'
import { productCalls } from '#contract/products.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import { sumTotals } from '#domain/price.ts'
import { createDatabase, createTestApp } from '#tests/app.ts'
import { makeCoupon, makeOrder, makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { makeImport } from '#tests/imports.ts'
import { readBoard } from './read-board.ts'

const { database, send } = await createTestApp()
/** A database without the orders of the other tests. */
const own = await createDatabase()
const admin = await makeUser(database, { role: 'Administrador' })

/** The figures of the last 30 days and the open tasks: as the board shows them, and as counted from the orders. */
async function countBoth() {
  const { periods, tasks } = await readBoard(database)
  const { sales, statuses } = periods.at(-1)!
  const { pendingOrders, missingProofs, proofsToCheck } = tasks
  const orders = await database.selectFrom('orders').selectAll().execute()
  const of = (status: OrderStatus) => orders.filter((order) => order.status === status)
  const sold = orders.filter(({ status }) => status !== 'cancelled')
  const pending = of('pending')
  return {
    shown: { sales, statuses, pendingOrders, missingProofs, proofsToCheck },
    counted: {
      sales: { orders: sold.length, pesos: sumTotals(sold.map(({ total }) => total)) },
      statuses: {
        pending: pending.length,
        delivered: of('delivered').length,
        cancelled: of('cancelled').length,
      },
      pendingOrders: pending.length,
      missingProofs: pending.filter(({ payment }) => payment === '').length,
      proofsToCheck: pending.filter(({ payment, proof_checked_at }) => payment !== '' && !proof_checked_at)
        .length,
    },
  }
}

const act = fc.oneof(
  fc.record({ kind: fc.constant('place' as const), quantity: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    kind: fc.constant('status' as const),
    order: fc.nat(),
    state: fc.constantFrom<OrderStatus>('pending', 'delivered', 'cancelled'),
  }),
  fc.record({ kind: fc.constant('proof' as const), order: fc.nat(), checked: fc.boolean() }),
)

test('the sums equal the orders, whatever was placed, cancelled, reopened and paid at once', async () => {
  const product = await makeProduct(database, { stock: 1_000_000, cost: 1_333, discount: 12.5 })
  const buyers = await Promise.all(Array.from({ length: 8 }, () => makeUser(database)))
  const orders: string[] = []
  const place = async ({ id, token }: (typeof buyers)[number], quantity: number) => {
    const body = { cart: id, items: [{ productId: product.id, quantity }] }
    const cart = await send(cartCalls.updateCart, { body, token })
    const placed = await send(orderCalls.createOrder, {
      body: { ...SHIPPING, id, products: cart.body.data },
      token,
    })
    expect(placed.status).toBe(201)
    orders.push(placed.body.data._id)
  }
  await place(buyers[0]!, 1)
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 8 }), async (acts) => {
      await Promise.all(
        acts.map(async (one, index) => {
          if (one.kind === 'place') return place(buyers[index]!, one.quantity)
          const id = orders[one.order % orders.length]!
          if (one.kind === 'status') {
            const body = { id, state: one.state }
            const { status } = await send(orderCalls.updateOrderStatus, { body, token: admin.token })
            return expect(status).toBe(200)
          }
          const proof_checked_at = one.checked ? new Date() : null
          await database
            .updateTable('orders')
            .set({ payment: `${unique()}.webp`, proof_checked_at })
            .where('id', '=', id)
            .execute()
        }),
      )
      const { shown, counted } = await countBoth()
      expect(shown).toEqual(counted)
    }),
    { numRuns: 15 },
  )
})

test('a board without orders has zeros', async () => {
  const { periods, days, tasks, ...lists } = await readBoard(own)
  expect(periods.map(({ days }) => days)).toEqual([1, 7, 30])
  for (const { sales, before, statuses } of periods) {
    expect([sales, before]).toEqual([
      { orders: 0, pesos: 0 },
      { orders: 0, pesos: 0 },
    ])
    expect(statuses).toEqual({ pending: 0, delivered: 0, cancelled: 0 })
  }
  expect(days).toHaveLength(30)
  expect(new Set(Object.values(tasks))).toEqual(new Set([0]))
  expect(lists).toEqual({
    transfers: null,
    coupons: [],
    bestSellers: [],
    runningOut: { total: 0, products: [] },
  })
})

test('uses the pharmacy’s days, also when its clock is put forward, and compares a period until the same time of day', async () => {
  const { id } = await makeUser(own)
  // In Santiago the clock was put forward in the night to 7 September 2025: midnight was 04:00 UTC, then 03:00.
  const orders: [moment: string, total: number, status?: OrderStatus][] = [
    ['2025-09-08T02:59:00Z', 1_000.5], // 7 September, 23:59
    ['2025-09-08T03:00:00Z', 20], // 8 September, 00:00
    ['2025-09-08T13:10:00Z', 300, 'delivered'],
    ['2025-09-08T13:11:00Z', 7_000, 'cancelled'],
    ['2025-09-07T13:20:00Z', 40_000], // the day before, 10:20
    ['2025-09-07T14:00:00Z', 500_000], // the day before, 11:00: later than now
    ['2025-09-06T04:00:00Z', 6], // 6 September, 00:00
    ['2025-08-09T12:00:00Z', 9], // the day before the 30
    ['2025-07-01T12:00:00Z', 80], // before the 60
  ]
  for (const [moment, total, status = 'pending'] of orders)
    await own
      .insertInto('orders')
      .values({
        user_id: id,
        ...{ name: 'Ana', last_name: 'Soto', address: 'x', city: 'x', postal_code: '1', phone: '1' },
        email: 'ana@correo.cl',
        total,
        status,
        idempotency_key: null,
        created_at: new Date(moment),
      })
      .execute()

  const now = new Date('2025-09-08T13:30:00Z')
  const board = await readBoard(own, now)
  expect(board.periods).toEqual([
    {
      days: 1,
      sales: { orders: 2, pesos: 320 },
      before: { orders: 1, pesos: 40_000 },
      statuses: { pending: 1, delivered: 1, cancelled: 1 },
    },
    {
      days: 7,
      sales: { orders: 6, pesos: 541_326.5 },
      before: { orders: 0, pesos: 0 },
      statuses: { pending: 5, delivered: 1, cancelled: 1 },
    },
    {
      days: 30,
      sales: { orders: 6, pesos: 541_326.5 },
      before: { orders: 1, pesos: 9 },
      statuses: { pending: 5, delivered: 1, cancelled: 1 },
    },
  ])
  expect(board.days.slice(-3)).toEqual([
    { day: '2025-09-06', orders: 1, pesos: 6 },
    { day: '2025-09-07', orders: 3, pesos: 541_000.5 },
    { day: '2025-09-08', orders: 2, pesos: 320 },
  ])
  expect(board.days[0]).toEqual({ day: '2025-08-10', orders: 0, pesos: 0 })
  expect(board.tasks.ordersOfToday).toBe(3)
})

/** Makes a function that sells units of a new product, and leaves `stock` units. */
const sellTo =
  (buyer: Awaited<ReturnType<typeof makeUser>>) => async (tradename: string, stock: number, sold: number) => {
    const { id } = await makeProduct(database, { tradename, stock: stock + sold })
    const items = [{ productId: id, quantity: sold }]
    const cart = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
    const body = { ...SHIPPING, id: buyer.id, products: cart.body.data }
    const placed = await send(orderCalls.createOrder, { body, token: buyer.token })
    return placed.body.data._id
  }

test('counts only units that can be sold, not those of expired lots', async () => {
  await sql`truncate orders, products cascade`.execute(database)
  await sellTo(await makeUser(database))('Casi todo vencido', 40, 60)
  const { id } = await makeProduct(database, { tradename: 'Todo vencido', stock: 5 })
  await makeProduct(database, { tradename: 'Bueno', stock: 5 })
  await makeProduct(database, { tradename: 'Bastante', stock: 6 })
  await sql`
    insert into lots (product_id, code, expires_on, units)
    select id, 'L1', '2020-01-31', case when id = ${id} then 5 else 38 end from products where tradename like '%vencido'`.execute(
    database,
  )
  await sql`update products set blocked_from = '2020-02-01' where tradename like '%vencido'`.execute(database)
  const { runningOut, tasks } = await readBoard(database)
  expect(runningOut).toMatchObject({ total: 1, products: [{ stock: 2, days: 1 }] })
  expect(tasks).toMatchObject({ soldOutProducts: 1 })
  const listed = await send(productCalls.listProducts, { query: { stock: 'none' }, token: admin.token })
  expect(listed.body.data).toMatchObject([{ tradename: 'Todo vencido' }])
  const low = await send(productCalls.listProducts, { query: { stock: 'low' }, token: admin.token })
  expect(low.body.data.map(({ tradename }) => tradename)).toEqual([
    'Bueno',
    'Casi todo vencido',
    'Todo vencido',
  ])
})

test('lists best sellers, products that run out within two weeks, and open tasks', async () => {
  await sql`truncate orders, products cascade`.execute(database)
  const buyer = await makeUser(database)
  const sell = sellTo(buyer)
  await sell('Dura dos semanas', 28, 60)
  const checked = await sell('Dura más', 29, 60)
  const proven = await sell('Dura un día', 3, 61)
  const cancelled = await sell('Agotado', 0, 5)
  await makeProduct(database, { tradename: 'No se vende', stock: 1 })
  const proof = { payment: 'comprobante.webp' }
  await database.updateTable('orders').set(proof).where('id', '=', proven).execute()
  await database
    .updateTable('orders')
    .set({ ...proof, payment: 'otro.webp', proof_checked_at: new Date() })
    .where('id', '=', checked)
    .execute()
  const request = { type_form: 'contact' as const, fullname: 'Ana', email: 'a@b.cl', message: 'Hola, hola' }
  await database
    .insertInto('form_requests')
    .values([request, request, { ...request, answered_at: new Date() }])
    .execute()

  const read = async () => (await send(boardCalls.readBoard, { token: admin.token })).body.data
  const board = await read()
  expect(board.bestSellers).toMatchObject([
    { tradename: 'Dura un día', units: 61 },
    { units: 60 },
    { units: 60 },
    { tradename: 'Agotado', units: 5 },
  ])
  expect(board.runningOut).toMatchObject({
    total: 2,
    products: [
      { tradename: 'Dura un día', stock: 3, days: 1 },
      { tradename: 'Dura dos semanas', stock: 28, days: 14 },
    ],
  })
  expect(board.tasks).toEqual({
    pendingOrders: 4,
    proofsToCheck: 1,
    prescriptionsToReview: 0,
    missingProofs: 2,
    unansweredRequests: 2,
    ordersOfToday: 4,
    proofsWithoutTransfer: 0,
    soldOutProducts: 1,
    heldProducts: 0,
    paymentsToDecide: 0,
    pendingReturns: 0,
    importsToReview: 0,
    undeliveredEvents: 0,
  })
  await send(orderCalls.updateOrderStatus, {
    body: { id: cancelled, state: 'cancelled' },
    token: admin.token,
  })
  const after = await read()
  expect(after.tasks).toEqual({ ...board.tasks, pendingOrders: 3, missingProofs: 1, soldOutProducts: 0 })
  expect(after.bestSellers).toHaveLength(3)
  expect((await send(boardCalls.readOpenTasks, { token: admin.token })).body.data).toEqual({
    pendingOrders: 3,
    proofsToCheck: 1,
    prescriptionsToReview: 0,
    unansweredRequests: 2,
    paymentsToDecide: 0,
    pendingReturns: 0,
  })
})

test('the board counts money to give back, imports of the folder that wait, and events that were given up', async () => {
  const read = async () => (await send(boardCalls.readBoard, { token: admin.token })).body.data.tasks
  const before = await read()
  const { id: buyer } = await makeUser(database)
  const paid = await makeOrder(database, { userId: buyer, status: 'cancelled' })
  const delivered = await makeOrder(database, { userId: buyer, status: 'delivered' })
  await sql`
    update orders set paid_amount = 500, paid_on = current_date where id in (${paid.id}, ${delivered.id})`.execute(
    database,
  )
  await makeOrder(database, { userId: buyer, status: 'cancelled' })
  for (const source of ['person', 'folder']) {
    const { id } = await makeImport(database, { state: 'preview' })
    await sql`update product_imports set source = ${source} where id = ${id}`.execute(database)
  }
  await sql`
    with webhook as (insert into webhooks (url, events, secret) values ('https://caja.cl', '{order.paid}', 'x') returning id)
    insert into webhook_deliveries (webhook_id, type, data, due_at, delivered_at, happened_at)
    select id, 'order.paid', '{}', due_at, delivered_at, happened_at from webhook, (values
      (null, null, now()), (null, null, now() - interval '8 days'), (null, now(), now()), (now() + interval '1 hour', null, now())
    ) event (due_at, delivered_at, happened_at)`.execute(database)
  expect(await read()).toMatchObject({
    pendingReturns: before.pendingReturns + 1,
    importsToReview: before.importsToReview + 1,
    undeliveredEvents: before.undeliveredEvents + 1,
  })
  const body = { order: paid.id, returned: true }
  expect((await send(salesBookCalls.markReturned, { body, token: admin.token })).status).toBe(200)
  expect(await read()).toMatchObject({ pendingReturns: before.pendingReturns })
})

test('the board lists the discounts and the sales of each coupon in 30 days', async () => {
  const { id: userId } = await makeUser(database)
  const coupon = await makeCoupon(database)
  const sold = { coupon_id: coupon.id, coupon_code: coupon.code, discount: 900 }
  const orders = [
    await makeOrder(database, { userId, total: 90_000_000 }),
    await makeOrder(database, { userId, total: 90_000_000, status: 'delivered' }),
    await makeOrder(database, { userId, total: 90_000_000, status: 'cancelled' }),
    await makeOrder(database, { userId, total: 90_000_000, hours: 24 * 31 }),
  ]
  const ids = orders.map(({ id }) => id)
  await database.updateTable('orders').set(sold).where('id', 'in', ids).execute()
  const { coupons } = await readBoard(database)
  expect(coupons).toContainEqual({ code: coupon.code, orders: 2, given: 1_800, brought: 180_000_000 })
})

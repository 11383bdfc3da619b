import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type CartLine, cartCalls } from '#contract/cart.ts'
import { ALL_ORDERS, orderCalls } from '#contract/orders.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'

const { database, send } = await createTestApp()

type Buyer = { id: string; token: string }

async function fillCart({ id, token }: Buyer, ...lines: [productId: string, quantity: number][]) {
  const items = lines.map(([productId, quantity]) => ({ productId, quantity }))
  const { body } = await send(cartCalls.updateCart, { body: { cart: id, items }, token })
  return body.data
}

function checkOut({ id, token }: Buyer, products: Partial<CartLine>[], headers?: Record<string, string>) {
  return send(orderCalls.createOrder, {
    body: { ...SHIPPING, id, products: products as CartLine[] },
    token,
    headers,
  })
}

const stockOf = async (id: string) =>
  (await database.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock

/** The units of a product in orders that aren't cancelled. */
async function orderedUnits(id: string) {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(quantity), 0)::int as held from order_lines join orders on orders.id = order_id
    where product_id = ${id} and status <> 'cancelled'`.execute(database)
  return rows[0]!.held
}

const ordersOf = async (id: string) =>
  (await database.selectFrom('orders').select('id').where('user_id', '=', id).execute()).length

describe('placing an order', () => {
  test('takes the stock, stores the current price and empties the cart', async () => {
    const buyer = await makeUser(database)
    const product = await makeProduct(database, {
      stock: 5,
      cost: 999,
      discount: 33,
      tradename: 'Ibuprofeno 400 mg',
    })
    const lines = await fillCart(buyer, [product.id, 3])
    const placed = await checkOut(buyer, lines)
    expect(placed.status).toBe(201)
    expect(placed.body.message).toContain(String(placed.body.data.nro_delivery))
    expect(await stockOf(product.id)).toBe(2)

    await database
      .updateTable('products')
      .set({ cost: 5_000, tradename: 'Otro', photo: 'hoy.webp' })
      .where('id', '=', product.id)
      .execute()
    const { body } = await send(orderCalls.listOrders, {
      params: { id: buyer.id },
      query: {},
      token: buyer.token,
    })
    expect(body.data).toMatchObject([
      {
        nro_delivery: placed.body.data.nro_delivery,
        status: 'pending',
        payment: '',
        lastName: SHIPPING.lastName,
        total: 2_007.99,
        products: [
          {
            productName: 'Ibuprofeno 400 mg',
            photo: 'hoy.webp',
            price: 999,
            quantity: 3,
            discount: 33,
            total: 2_007.99,
          },
        ],
      },
    ])
    const cart = await send(cartCalls.getCart, { params: { userId: buyer.id }, token: buyer.token })
    expect(cart.body.data).toEqual([])
  })

  test('accepts exactly 10 of 50 simultaneous orders for a stock of 10', async () => {
    const product = await makeProduct(database, { stock: 10 })
    const buyers = await Promise.all(Array.from({ length: 50 }, () => makeUser(database)))
    const carts = await Promise.all(buyers.map((buyer) => fillCart(buyer, [product.id, 1])))
    const answers = await Promise.all(buyers.map((buyer, index) => checkOut(buyer, carts[index]!)))
    const refused = answers.filter(({ status }) => status === 409)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(refused).toHaveLength(40)
    expect(refused.every(({ body }) => body.code === 'NO_STOCK')).toBe(true)
    expect(await stockOf(product.id)).toBe(0)
    expect(await orderedUnits(product.id)).toBe(10)
    const numbers = answers.flatMap(({ status, body }) => (status === 201 ? [body.data.nro_delivery] : []))
    expect(new Set(numbers).size).toBe(10)
  })

  test('the same Idempotency-Key ten times at once creates one order, and every answer has its number', async () => {
    const buyer = await makeUser(database)
    const product = await makeProduct(database)
    const lines = await fillCart(buyer, [product.id, 2])
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkOut(buyer, lines, headers)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1)
    expect(await ordersOf(buyer.id)).toBe(1)
    expect(await stockOf(product.id)).toBe(8)
  })

  test('without a key, ten requests at once create one order too', async () => {
    const buyer = await makeUser(database)
    const product = await makeProduct(database)
    const lines = await fillCart(buyer, [product.id, 2])
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkOut(buyer, lines)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'CART_EMPTY')).toHaveLength(9)
    expect(await stockOf(product.id)).toBe(8)
  })

  test('orders of the same products in opposite order never deadlock', async () => {
    const [one, other] = [
      await makeProduct(database, { stock: 1_000 }),
      await makeProduct(database, { stock: 1_000 }),
    ]
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const buyer = await makeUser(database)
        const pair = index % 2 ? [one, other] : [other, one]
        return checkOut(buyer, await fillCart(buyer, ...pair.map(({ id }): [string, number] => [id, 1])))
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201))
    expect(await stockOf(one.id)).toBe(960)
    expect(await stockOf(other.id)).toBe(960)
  })

  test('one line without stock refuses the whole order', async () => {
    const buyer = await makeUser(database)
    const [plenty, scarce] = [
      await makeProduct(database, { stock: 9 }),
      await makeProduct(database, { stock: 2 }),
    ]
    const lines = await fillCart(buyer, [plenty.id, 3], [scarce.id, 2])
    await database.updateTable('products').set({ stock: 1 }).where('id', '=', scarce.id).execute()
    const answer = await checkOut(buyer, lines)
    expect(answer).toMatchObject({ status: 409, body: { code: 'NO_STOCK' } })
    expect([await stockOf(plenty.id), await stockOf(scarce.id), await ordersOf(buyer.id)]).toEqual([9, 1, 0])
  })

  test('refuses the order after a price change with the current lines, and accepts it with these', async () => {
    const buyer = await makeUser(database)
    const product = await makeProduct(database, { cost: 1_000 })
    const lines = await fillCart(buyer, [product.id, 1])
    await database.updateTable('products').set({ cost: 1_500 }).where('id', '=', product.id).execute()
    const refused = await checkOut(buyer, lines)
    expect(refused).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } })
    const fresh = refused.body.data as unknown as CartLine[]
    expect(fresh).toMatchObject([{ productId: product.id, price: 1_500, total: 1_500 }])
    expect((await checkOut(buyer, fresh)).status).toBe(201)
  })

  test('refuses a product that lost its price after it was put in the cart', async () => {
    const buyer = await makeUser(database)
    const product = await makeProduct(database, { cost: 1_000 })
    const shown = await fillCart(buyer, [product.id, 1])
    await database.updateTable('products').set({ cost: 0 }).where('id', '=', product.id).execute()
    const refused = await checkOut(buyer, shown)
    expect(refused).toMatchObject({ status: 409, body: { code: 'NO_PRICE', data: [{ price: 0 }] } })
    expect(refused.body.message).toContain(product.tradename)
    expect((await checkOut(buyer, refused.body.data as unknown as CartLine[])).body.code).toBe('NO_PRICE')
    expect(await ordersOf(buyer.id)).toBe(0)
  })

  test.each([{ price: 1 }, { discount: 99 }, { total: 0.02 }])(
    'refuses an order that shows %o',
    async (lie) => {
      const buyer = await makeUser(database)
      const product = await makeProduct(database, { cost: 8_000 })
      const [line] = await fillCart(buyer, [product.id, 1])
      expect(await checkOut(buyer, [{ ...line!, ...lie }])).toMatchObject({
        status: 409,
        body: { code: 'PRICE_CHANGED' },
      })
      expect(await ordersOf(buyer.id)).toBe(0)
    },
  )

  test('refuses products or quantities that differ from the cart, with the cart’s lines', async () => {
    const buyer = await makeUser(database)
    const product = await makeProduct(database)
    const [line] = await fillCart(buyer, [product.id, 2])
    const answer = await checkOut(buyer, [{ ...line!, quantity: 1, total: line!.price }])
    expect(answer).toMatchObject({ status: 409, body: { code: 'CART_CHANGED', data: [{ quantity: 2 }] } })
    expect(await checkOut(buyer, [])).toMatchObject({ status: 409, body: { code: 'CART_CHANGED' } })
  })

  test('another user’s cart can’t be ordered, and without a token the answer is 401', async () => {
    const [buyer, thief] = [await makeUser(database), await makeUser(database)]
    const product = await makeProduct(database)
    const lines = await fillCart(buyer, [product.id, 1])
    expect((await checkOut({ id: buyer.id, token: thief.token }, lines)).status).toBe(404)
    expect((await checkOut({ id: buyer.id, token: '' }, lines)).status).toBe(401)
    expect(await ordersOf(buyer.id)).toBe(0)
  })
})

describe('changing the status', () => {
  const change = (token: string, id: string, state: string) =>
    send(orderCalls.updateOrderStatus, { body: { id, state: state as 'pending' }, token })

  async function order(quantity: number, stock: number) {
    const [buyer, product] = [await makeUser(database), await makeProduct(database, { stock })]
    const { body } = await checkOut(buyer, await fillCart(buyer, [product.id, quantity]))
    return { buyer, product, id: body.data._id }
  }

  test('the sum of stock and ordered units stays the same through twenty status changes at once', async () => {
    const admin = await makeUser(database, { role: 'Administrador' })
    const { product, id } = await order(4, 10)
    const states = ['cancelled', 'pending', 'cancelled', 'delivered', 'cancelled']
    const changes = Array.from({ length: 20 }, (_, index) => change(admin.token, id, states[index % 5]!))
    for (const { status } of await Promise.all(changes)) expect(status).toBe(200)
    expect((await stockOf(product.id)) + (await orderedUnits(product.id))).toBe(10)
    await change(admin.token, id, 'cancelled')
    await change(admin.token, id, 'cancelled')
    expect(await stockOf(product.id)).toBe(10)
    await change(admin.token, id, 'delivered')
    expect(await stockOf(product.id)).toBe(6)
  })

  test('a cancelled order can’t be reopened when its stock was sold meanwhile', async () => {
    const admin = await makeUser(database, { role: 'Administrador' })
    const { product, id } = await order(4, 4)
    await change(admin.token, id, 'cancelled')
    const other = await makeUser(database)
    await checkOut(other, await fillCart(other, [product.id, 1]))
    expect(await change(admin.token, id, 'pending')).toMatchObject({
      status: 409,
      body: { code: 'NO_STOCK' },
    })
    expect([await stockOf(product.id), await orderedUnits(product.id)]).toEqual([3, 1])
  })

  test('is for administrators only, and accepts three values', async () => {
    const [admin, marketing] = [
      await makeUser(database, { role: 'Administrador' }),
      await makeUser(database, { role: 'Marketing' }),
    ]
    const { buyer, id } = await order(1, 4)
    expect((await change(buyer.token, id, 'delivered')).status).toBe(403)
    expect((await change(marketing.token, id, 'delivered')).status).toBe(403)
    expect((await change(admin.token, id, 'paid')).status).toBe(400)
    expect((await change(admin.token, crypto.randomUUID(), 'pending')).status).toBe(404)
    expect((await change(admin.token, 'x', 'pending')).status).toBe(404)
  })
})

describe('the lists', () => {
  test('a customer sees only own orders, an administrator all orders, paged and searched', async () => {
    const admin = await makeUser(database, { role: 'Administrador' })
    const [ana, luis] = [await makeUser(database), await makeUser(database)]
    const product = await makeProduct(database, { stock: 100 })
    for (let times = 0; times < 3; times += 1) await checkOut(ana, await fillCart(ana, [product.id, 1]))
    const lines = await fillCart(luis, [product.id, 1])
    const { body: placed } = await send(orderCalls.createOrder, {
      body: { ...SHIPPING, name: 'Íñigo', lastName: 'Núñez', id: luis.id, products: lines },
      token: luis.token,
    })
    const list = (id: string, token: string, query = {}) =>
      send(orderCalls.listOrders, { params: { id }, query, token })

    const own = await list(ana.id, ana.token, { page: 2, pageSize: 2 })
    expect(own.body).toMatchObject({ total: 3 })
    expect(own.body.data).toHaveLength(1)
    const { total } = await database
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    expect((await list(ALL_ORDERS, admin.token, { page: 1 })).body.total).toBe(total)
    for (const search of ['inigo', 'NUÑEZ', String(placed.data.nro_delivery)]) {
      const found = await list(ALL_ORDERS, admin.token, { search })
      expect(found.body.data.map((order) => order.nro_delivery)).toContain(placed.data.nro_delivery)
      expect(found.body.data.length).toBe(found.body.total)
    }
    expect((await list(ALL_ORDERS, admin.token, { search: '%' })).body.data).toEqual([])

    await sql`update orders set total = 87654321.4 where id = ${placed.data._id}`.execute(database)
    for (const search of ['87654321', '$87.654.321']) {
      expect((await list(ALL_ORDERS, admin.token, { search })).body.total).toBe(1)
      expect((await list(luis.id, luis.token, { search })).body.total).toBe(0)
    }
  })

  test('filter for the board: orders of a day in the pharmacy’s time zone, and orders without a payment proof', async () => {
    const { token } = await makeUser(database, { role: 'Administrador' })
    const buyer = await makeUser(database)
    const { id: product } = await makeProduct(database, { stock: 100 })
    // An hour before and after midnight, in the night when Chile's clocks go back (5 April 2025).
    const instants = [
      '2025-04-05T02:59:59Z',
      '2025-04-05T03:00:00Z',
      '2025-04-06T03:59:59Z',
      '2025-04-06T04:00:00Z',
    ]
    const numbers: number[] = []
    for (const created_at of instants) {
      const { body } = await checkOut(buyer, await fillCart(buyer, [product, 1]))
      await database
        .updateTable('orders')
        .set({ created_at: new Date(created_at) })
        .where('id', '=', body.data._id)
        .execute()
      numbers.push(body.data.nro_delivery)
    }
    const list = async (query: object) => {
      const { body } = await send(orderCalls.listOrders, { params: { id: ALL_ORDERS }, query, token })
      return { numbers: body.data.map((order) => order.nro_delivery), total: body.total }
    }
    expect(await list({ day: '2025-04-05' })).toEqual({ numbers: [numbers[2], numbers[1]], total: 2 })
    expect(await list({ day: '2025-04-06', page: 1, pageSize: 1 })).toEqual({
      numbers: [numbers[3]],
      total: 1,
    })

    const [sent, delivered] = numbers
    await database.updateTable('orders').set({ payment: 'x.webp' }).where('number', '=', sent!).execute()
    await database
      .updateTable('orders')
      .set({ status: 'delivered' })
      .where('number', '=', delivered!)
      .execute()
    const open = await list({ proof: 'missing' })
    expect(open.numbers).toEqual(expect.arrayContaining(numbers.slice(2)))
    expect(open.numbers).not.toContain(sent)
    expect(open.numbers).not.toContain(delivered)

    for (const query of [{ day: 'hoy' }, { day: '2025-02-30' }, { day: '0000-01-01' }, { proof: 'x' }]) {
      const answer = await send(orderCalls.listOrders, {
        params: { id: ALL_ORDERS },
        query: query as never,
        token,
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } })
    }
  })

  test.each(['admin', 'Admin', 'admin\0', 'x'])('a customer gets no list for the id %j', async (id) => {
    const { token } = await makeUser(database)
    const answer = await send(orderCalls.listOrders, { params: { id }, query: {}, token })
    expect(answer.status).toBe(404)
  })

  test('only its customer and administrators can read an order', async () => {
    const [buyer, other, admin] = [
      await makeUser(database),
      await makeUser(database),
      await makeUser(database, { role: 'Administrador' }),
    ]
    const product = await makeProduct(database, { cost: 1_500 })
    const placed = await checkOut(buyer, await fillCart(buyer, [product.id, 2]))
    const read = (id: string, token?: string) => send(orderCalls.getOrder, { params: { id }, token })
    const id = placed.body.data._id
    for (const { token } of [buyer, admin]) {
      expect((await read(id, token)).body.data).toMatchObject({
        _id: id,
        nro_delivery: placed.body.data.nro_delivery,
        total: 3_000,
        products: [{ productId: product.id, quantity: 2 }],
      })
    }
    expect((await read(id, buyer.token)).body.data).not.toHaveProperty('user_id')
    expect((await read(id, other.token)).status).toBe(404)
    expect((await read(id)).status).toBe(401)
    for (const unknown of [crypto.randomUUID(), 'x']) {
      expect((await read(unknown, buyer.token)).status).toBe(404)
    }
  })

  test('a customer gets no list of another customer', async () => {
    const [one, other] = [await makeUser(database), await makeUser(database)]
    const answer = await send(orderCalls.listOrders, {
      params: { id: other.id },
      query: {},
      token: one.token,
    })
    expect(answer.status).toBe(404)
  })

  test('bought products are those of the session’s user, without cancelled orders, the last first, up to 500', async () => {
    const [buyer, other] = [await makeUser(database), await makeUser(database)]
    const admin = await makeUser(database, { role: 'Administrador' })
    const bought = async ({ token }: Buyer) => (await send(orderCalls.listBought, { token })).body.data
    expect(await bought(buyer)).toEqual([])
    const [first, second, third] = [
      await makeProduct(database),
      await makeProduct(database),
      await makeProduct(database),
    ]
    const buy = async (who: Buyer, id: string) =>
      (await checkOut(who, await fillCart(who, [id, 1]))).body.data._id
    await buy(buyer, first.id)
    await buy(other, third.id)
    const cancelled = await buy(buyer, third.id)
    await send(orderCalls.updateOrderStatus, {
      body: { id: cancelled, state: 'cancelled' },
      token: admin.token,
    })
    await buy(buyer, second.id)
    expect(await bought(buyer)).toEqual([second.id, first.id])
    await buy(buyer, first.id)
    expect(await bought(buyer)).toEqual([first.id, second.id])
    expect(await bought(other)).toEqual([third.id])
    expect((await send(orderCalls.listBought, {})).status).toBe(401)

    const order = await buy(buyer, second.id)
    await sql`
      with made as (
        insert into products (tradename, cost, category_id, supplier_id)
        select 'Lote ' || n, 990, category_id, supplier_id from products, generate_series(1, 501) n
        where id = ${first.id} returning id)
      insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total)
      select ${order}, 100 + row_number() over (), id, 'Lote', 990, 1, 0, 990 from made`.execute(database)
    expect(await bought(buyer)).toHaveLength(500)
  })
})

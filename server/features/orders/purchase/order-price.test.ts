import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { couponCalls } from '#contract/coupons.ts'
import { orderCalls } from '#contract/orders.ts'
import { productCalls } from '#contract/products.ts'
import { sumTotals } from '#domain/price.ts'
import { createTestApp } from '#tests/app.ts'
import {
  makeCategory,
  makeCoupon,
  makePickup,
  makeProduct,
  makeSupplier,
  makeUser,
  makeZone,
  SHIPPING,
  unique,
} from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'

const { database, send } = await createTestApp({ LIMIT_PER_ADDRESS: 'off' })

type Buyer = { id: string; token: string }

async function buyer(...products: Parameters<typeof makeProduct>[1][]) {
  const user = await makeUser(database)
  const made = await Promise.all(products.map((values) => makeProduct(database, { cost: 10_000, ...values })))
  return { ...user, items: made.map(({ id }) => ({ productId: id, quantity: 1 })) }
}

/** Puts products into a cart and orders them. */
async function order(
  { id, token }: Buyer,
  items: { productId: string; quantity: number }[],
  request: { coupon?: string; delivery?: object; expectedTotal?: number; recipient?: object } = {},
) {
  await send(cartCalls.updateCart, { body: { cart: id, items }, token })
  const body = { ...SHIPPING, ...request, id, products: items }
  return send(orderCalls.createOrder, { body: body as never, token })
}

const price = (body: object, token?: string) => send(cartCalls.priceCart, { body: body as never, token })

const readOrder = async (id: string, token: string) =>
  (await send(orderCalls.getOrder, { params: { id }, token })).body.data

describe('the price of a cart', () => {
  test('has the sum of its lines, the discount, the delivery and the total', async () => {
    const { items } = await buyer({ discount: 12.5, cost: 1_005 }, {})
    const { code } = await makeCoupon(database)
    const zone = await makeZone(database, { communes: ['01101'], free_from: null })
    const delivery = { zone: zone.id, commune: '01101' }
    const { body } = await price({ items, coupon: ` ${code.toLowerCase()} `, delivery })
    expect(body.data).toEqual({
      subtotal: 10_879.38,
      coupon: { code, discount: 1_088, freeDelivery: false },
      delivery: { kind: 'zone', name: zone.name, cost: 3_490 },
      total: 13_281.38,
    })
  })

  test('is the sum of its lines without a coupon and a delivery option', async () => {
    const { items } = await buyer({})
    const { body } = await price({ items })
    expect(body.data).toEqual({ subtotal: 10_000, coupon: null, delivery: null, total: 10_000 })
  })

  test('is answered with 404 for a product that is not sold', async () => {
    const items = [{ productId: crypto.randomUUID(), quantity: 1 }]
    expect((await price({ items })).status).toBe(404)
  })

  test.each([
    ['unknown', undefined],
    ['inactive', { active: false }],
    ['not begun', { from_day: '2999-01-01' }],
    ['ended', { until_day: '2020-01-01' }],
  ])('refuses a code that is %s with the same message', async (_, values) => {
    const { items } = await buyer({})
    const coupon = values ? (await makeCoupon(database, values)).code : 'NO-EXISTE'
    const { status, body } = await price({ items, coupon })
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'COUPON_INVALID', message: 'El código no es válido.' },
    })
  })

  test('is refused with the pesos that a coupon’s minimum lacks, or when the coupon is for other products', async () => {
    const category = `Categoría ${unique()}`
    const { items } = await buyer({ category })
    const minimum = await makeCoupon(database, { minimum: 13_000 })
    expect((await price({ items, coupon: minimum.code })).body).toMatchObject({
      code: 'COUPON_MINIMUM',
      message: 'Te faltan $3.000 para usar este código.',
      data: { missing: 3_000 },
    })
    const other = await makeCoupon(database, { categories: [await makeCategory(database, 'Otra')] })
    expect((await price({ items, coupon: other.code })).body).toMatchObject({ code: 'COUPON_NOT_FOR_THESE' })
    const own = await makeCoupon(database, {
      categories: [await makeCategory(database, category)],
      laboratories: [await makeSupplier(database)],
    })
    expect((await price({ items, coupon: own.code })).body.data.coupon?.discount).toBe(1_000)
  })

  test('never includes a discount for medicines on prescription', async () => {
    const { items } = await buyer({}, { sale_condition: 'simple' }, { sale_condition: 'retained' })
    const { code } = await makeCoupon(database)
    expect((await price({ items, coupon: code })).body.data.coupon?.discount).toBe(1_000)
    expect((await price({ items: items.slice(1), coupon: code })).body).toMatchObject({
      code: 'COUPON_PRESCRIPTION',
      message: 'Los medicamentos con receta no participan.',
    })
  })

  test('refuses a delivery option that is gone, another commune, and a zone without the cold chain', async () => {
    const { token } = await makeUser(database, { role: 'Administrador' })
    const product = { tradename: `Insulina ${unique()}`, category: 'Diabetes', laboratory: 'Andino' }
    const fields = { ...product, cost: '10000', stock: '5', saleCondition: 'simple' }
    const form = multipart({ ...fields, coldChain: 'true' })
    const { _id: productId } = (await send(productCalls.createProduct, { form, token })).body.data
    // A form without the field keeps its value.
    const params = { id: productId }
    await send(productCalls.updateProduct, { params, form: multipart(fields), token })
    const items = [{ productId, quantity: 1 }]
    const closed = await makePickup(database, { active: false })
    const zone = await makeZone(database, { communes: ['01107'] })
    const cold = await makeZone(database, { communes: ['01401'], cold: true })
    const pickup = await makePickup(database)
    const answers = await Promise.all(
      [
        { pickup: closed.id },
        { pickup: 'nada' },
        { zone: zone.id, commune: '13101' },
        { zone: zone.id, commune: '01107' },
        { zone: cold.id, commune: '01401' },
        { pickup: pickup.id },
      ].map((delivery) => price({ items, delivery })),
    )
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 200, 200])
    expect(
      answers
        .slice(0, 4)
        .every(({ body }) => (body as never as { code: string }).code === 'NO_DELIVERY_THERE'),
    ).toBe(true)
    expect((await price({ items, delivery: { zone: zone.id, commune: 'nada' } })).status).toBe(400)
  })
})

describe('an order', () => {
  test('keeps its coupon, delivery option and recipient as they were at the purchase', async () => {
    const { items, ...customer } = await buyer({ cost: 10_005 }, { cost: 20_000 })
    const { code } = await makeCoupon(database)
    const pickup = await makePickup(database)
    const recipient = { name: 'Pedro Pérez', rut: '12.345.678-5' }
    const placed = await order(customer, items, { coupon: code, delivery: { pickup: pickup.id }, recipient })
    await database.updateTable('pickup_points').set({ name: 'Otro' }).where('id', '=', pickup.id).execute()
    expect(await readOrder(placed.body.data._id, customer.token)).toMatchObject({
      subtotal: 30_005,
      coupon: { code, discount: 3_001 },
      delivery: {
        kind: 'pickup',
        name: pickup.name,
        commune: '',
        communeName: '',
        cost: 0,
        state: 'waiting',
      },
      recipient: { name: 'Pedro Pérez', rut: '12345678' },
      total: 27_004,
      products: [{ couponDiscount: 1_001 }, { couponDiscount: 2_000 }],
    })
  })

  test('is accepted without a delivery option, which is agreed later', async () => {
    await makePickup(database)
    const { items, ...customer } = await buyer({})
    const placed = await order(customer, items)
    expect(placed.status).toBe(201)
    expect(await readOrder(placed.body.data._id, customer.token)).toMatchObject({
      ...{ subtotal: 10_000, coupon: null, delivery: null, recipient: null, total: 10_000 },
      shipment: { state: 'waiting', courier: '', tracking: '', at: null },
    })
  })

  test('is refused with the current price when the customer saw another total, and changes nothing', async () => {
    const { items, ...customer } = await buyer({})
    const zone = await makeZone(database, { communes: ['01402'], free_from: null })
    const request = { delivery: { zone: zone.id, commune: '01402' }, expectedTotal: 13_490 }
    await database.updateTable('delivery_zones').set({ price: 4_990 }).where('id', '=', zone.id).execute()
    const refused = await order(customer, items, request)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'PRICE_CHANGED',
        data: {
          lines: [{ productId: items[0]!.productId }],
          price: { subtotal: 10_000, delivery: { cost: 4_990 }, total: 14_990 },
        },
      },
    })
    const { rows } = await sql`select from orders where user_id = ${customer.id}`.execute(database)
    expect(rows).toHaveLength(0)
    expect((await order(customer, items, { ...request, expectedTotal: 14_990 })).status).toBe(201)
  })

  test('repeated with the same key uses its coupon once', async () => {
    const { items, ...customer } = await buyer({})
    const { code } = await makeCoupon(database, { uses: 1 })
    await send(cartCalls.updateCart, { body: { cart: customer.id, items }, token: customer.token })
    const again = () =>
      send(orderCalls.createOrder, {
        body: { ...SHIPPING, id: customer.id, products: items, coupon: code },
        token: customer.token,
        headers: { 'idempotency-key': 'la-misma' },
      })
    const answers = await Promise.all([again(), again(), again()])
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data._id}`)).size).toBe(1)
  })
})

describe('the uses of a coupon', () => {
  /** Places the orders of all customers at once, and returns the statuses. */
  async function orderAtOnce(customers: Awaited<ReturnType<typeof buyer>>[], coupon: string) {
    /** Repeats an order that found no free connection to the database, as the shop's page would. */
    const place = async ({ items, ...customer }: (typeof customers)[number]) => {
      for (;;) {
        const answer = await order(customer, items, { coupon })
        if (answer.status !== 503) return answer
      }
    }
    const answers = await Promise.all(customers.map(place))
    return {
      placed: answers.filter(({ status }) => status === 201).length,
      refusals: new Set(
        answers.flatMap(({ status, body }) =>
          status === 201 ? [] : [(body as never as { code: string }).code],
        ),
      ),
    }
  }

  test('never exceed its limit, however many buyers come at once', async () => {
    const product = await makeProduct(database, { stock: 1_000 })
    const { code, id } = await makeCoupon(database, { uses: 7 })
    const customers = await Promise.all(
      Array.from({ length: 40 }, async () => ({
        ...(await makeUser(database)),
        items: [{ productId: product.id, quantity: 1 }],
      })),
    )
    const { placed, refusals } = await orderAtOnce(customers, code)
    expect(placed).toBe(7)
    expect([...refusals]).toEqual(['COUPON_USED'])
    const { rows } = await sql<{ used: number }>`
      select count(*)::int as used from orders where coupon_id = ${id}`.execute(database)
    expect(rows[0]!.used).toBe(7)
  })

  test('are counted for each customer, and a coupon for the first order is good for one', async () => {
    const { items, ...customer } = await buyer({ stock: 50 })
    const mine = await makeCoupon(database, { uses_per_customer: 1 })
    const first = await makeCoupon(database, { first_order: true })
    expect((await order(customer, items, { coupon: mine.code })).status).toBe(201)
    expect((await order(customer, items, { coupon: mine.code })).body).toMatchObject({
      message: 'Ya usaste este código.',
    })
    expect((await order(customer, items, { coupon: first.code })).body).toMatchObject({
      code: 'COUPON_USED',
      message: 'Este código es solo para la primera compra.',
    })
    const asked = await price({ items, coupon: mine.code }, customer.token)
    expect(asked.body).toMatchObject({ code: 'COUPON_USED' })
    expect((await price({ items, coupon: mine.code })).status).toBe(200)
  })

  test('are returned by a cancelled order; its reopening takes the use again, or is refused', async () => {
    const staff = await makeUser(database, { role: 'Administrador' })
    const { code } = await makeCoupon(database, { uses: 1 })
    const [one, other] = [await buyer({}), await buyer({})]
    const setStatus = (id: string, state: 'cancelled' | 'pending') =>
      send(orderCalls.updateOrderStatus, { body: { id, state }, token: staff.token })
    const first = await order(one, one.items, { coupon: code })
    await setStatus(first.body.data._id, 'cancelled')
    expect((await setStatus(first.body.data._id, 'pending')).status).toBe(200)
    await setStatus(first.body.data._id, 'cancelled')
    expect((await order(other, other.items, { coupon: code })).status).toBe(201)
    const reopened = await setStatus(first.body.data._id, 'pending')
    expect(reopened).toMatchObject({
      status: 409,
      body: {
        code: 'COUPON_USED',
        message: 'El código de descuento de este pedido ya se usó otra vez, y no alcanza para reabrirlo.',
      },
    })
    expect((await readOrder(first.body.data._id, one.token)).status).toBe('cancelled')
  })
})

test('refuses all codes of an address for an hour after 20 wrong ones, but no prices without a code', async () => {
  const strict = await createTestApp({ LIMIT_PER_ADDRESS: 'on' })
  const product = await makeProduct(strict.database)
  const { code } = await makeCoupon(strict.database)
  const items = [{ productId: product.id, quantity: 1 }]
  const ask = (coupon?: string) =>
    strict.send(cartCalls.priceCart, { body: { items, ...(coupon && { coupon }) } })
  await Promise.all(Array.from({ length: 5 }, () => ask(code)))
  const wrong = await Promise.all(Array.from({ length: 20 }, (_, number) => ask(`NO${number}`)))
  expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([409]))
  expect((await ask('OTRO')).status).toBe(429)
  expect((await ask(code)).status).toBe(429)
  expect((await ask()).status).toBe(200)
})

const anyAct = fc.oneof(
  fc.record({
    kind: fc.constant('order' as const),
    coupon: fc.nat(4),
    delivery: fc.nat(2),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    kind: fc.constant('status' as const),
    order: fc.nat(),
    state: fc.constantFrom('pending' as const, 'delivered' as const, 'cancelled' as const),
  }),
)

test('with orders, cancellations and reopenings at once, Σ lines − discount + delivery = total, and no coupon exceeds its limits', async () => {
  const staff = await makeUser(database, { role: 'Administrador' })
  const products = await Promise.all(
    [
      { cost: 9_990, discount: 12.5 },
      { cost: 1_005 },
      { cost: 4_990, sale_condition: 'simple' as const },
    ].map((values) => makeProduct(database, { stock: 100_000, ...values })),
  )
  const zone = await makeZone(database, { communes: ['01403'], free_from: 20_000 })
  const deliveries = [
    undefined,
    { pickup: (await makePickup(database)).id },
    { zone: zone.id, commune: '01403' },
  ]
  const coupons = await Promise.all([
    makeCoupon(database, { uses: 3 }),
    makeCoupon(database, { uses_per_customer: 1 }),
    makeCoupon(database, { kind: 'amount', value: 5_000, uses: 2 }),
    makeCoupon(database, { kind: 'delivery', value: 0, uses: 4 }),
  ])
  const customers = await Promise.all(Array.from({ length: 6 }, () => makeUser(database)))
  const placed: string[] = []
  const act = fc.array(fc.array(anyAct, { minLength: 2, maxLength: 6 }), { minLength: 4, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(act, async (rounds) => {
      for (const round of rounds) {
        const answers = await Promise.all(
          round.map((wanted, index) => {
            if (wanted.kind === 'status') {
              const id = placed[wanted.order % placed.length]
              return (
                id &&
                send(orderCalls.updateOrderStatus, { body: { id, state: wanted.state }, token: staff.token })
              )
            }
            const code = coupons[wanted.coupon]?.code
            const items = products.map(({ id }) => ({ productId: id, quantity: wanted.quantity }))
            return order(customers[index]!, items, {
              ...(code && { coupon: code }),
              ...(deliveries[wanted.delivery] && { delivery: deliveries[wanted.delivery] }),
            })
          }),
        )
        for (const answer of answers) {
          if (!answer) continue
          expect([200, 201, 409]).toContain(answer.status)
          if (answer.status === 201) placed.push((answer.body as { data: { _id: string } }).data._id)
        }
        const { rows: wrong } = await sql`
          select orders.id from orders join order_lines on order_id = orders.id where orders.id = any(${placed}::uuid[])
          group by orders.id
          having sum(order_lines.total) - orders.discount + delivery_cost <> orders.total
            or sum(coupon_discount) <> orders.discount
            or bool_or(coupon_discount > 0 and (sale_condition = 'simple' or order_lines.total - coupon_discount < 1))`.execute(
          database,
        )
        expect(wrong).toEqual([])
        const { rows: overused } = await sql`
          select code from coupons join orders on coupon_id = coupons.id and status <> 'cancelled'
          where coupons.id = any(${coupons.map(({ id }) => id)}::uuid[])
          group by coupons.id having count(*) > uses
            or count(*) > uses_per_customer * count(distinct user_id)`.execute(database)
        expect(overused).toEqual([])
      }
    }),
    { numRuns: 6 },
  )
  expect(placed.length).toBeGreaterThan(10)
  // The sums of each coupon are those of its orders, as customers see them.
  const orders = await Promise.all(placed.map((id) => readOrder(id, staff.token)))
  for (const { code } of coupons) {
    const counting = orders.filter(({ coupon, status }) => coupon?.code === code && status !== 'cancelled')
    const listed = await send(couponCalls.listCoupons, { query: { search: code }, token: staff.token })
    expect(listed.body.data).toMatchObject([
      {
        used: counting.length,
        given: counting.reduce((sum, { coupon }) => sum + coupon!.discount, 0),
        brought: sumTotals(counting.map(({ total }) => total)),
      },
    ])
  }
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { homeCalls } from '#contract/home.ts'
import { orderCalls } from '#contract/orders.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { SOLD_UNITS } from '../stock/sold-units.ts'

const { database, send } = await createTestApp()

/** Not from the cache, which may be older than the last change. */
const readHome = async () => (await send(homeCalls.listHome, { token: 'x'.repeat(43) })).body.data

const namesOf = (cards: { tradename: string }[]) => cards.map(({ tradename }) => tradename)

/** The units of the last 30 days, by product: as counted, and as the lines of orders that aren't cancelled say. */
async function soldUnits() {
  const counted = await sql`select product_id as id, units from (${SOLD_UNITS}) sold order by 1`.execute(
    database,
  )
  const ordered = await sql`
    select product_id as id, sum(quantity)::int as units from order_lines join orders on orders.id = order_id
    where status <> 'cancelled' and (created_at at time zone 'UTC')::date > (now() at time zone 'UTC')::date - 30
    group by product_id order by 1`.execute(database)
  return { counted: counted.rows, ordered: ordered.rows }
}

async function order(buyer: { id: string; token: string }, lines: { product: string; quantity: number }[]) {
  const items = lines.map(({ product, quantity }) => ({ productId: product, quantity }))
  const { id, token } = buyer
  const cart = await send(cartCalls.updateCart, { body: { cart: id, items }, token })
  const placed = await send(orderCalls.createOrder, {
    body: { ...SHIPPING, id, products: cart.body.data },
    token,
  })
  expect(placed.status).toBe(201)
  return placed.body.data._id
}

const act = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      lines: fc.uniqueArray(fc.record({ index: fc.nat(3), quantity: fc.integer({ min: 1, max: 9 }) }), {
        selector: ({ index }) => index,
        minLength: 1,
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      order: fc.nat(),
      status: fc.constantFrom<OrderStatus>('pending', 'delivered', 'cancelled'),
    }),
  },
)

test('counts the units sold in the last 30 days like the order lines, whatever was ordered and cancelled', async () => {
  const buyer = await makeUser(database)
  const { token } = await makeUser(database, { role: 'Administrador' })
  const products: string[] = []
  for (let index = 0; index < 4; index += 1)
    products.push((await makeProduct(database, { stock: 100_000 })).id)
  const orders: string[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
      for (const one of acts) {
        if ('lines' in one) {
          const lines = one.lines.map(({ index, quantity }) => ({ product: products[index]!, quantity }))
          orders.push(await order(buyer, lines))
        } else if (orders.length > 0) {
          const body = { id: orders[one.order % orders.length]!, state: one.status }
          expect((await send(orderCalls.updateOrderStatus, { body, token })).status).toBe(200)
        }
      }
      const { counted, ordered } = await soldUnits()
      expect(counted).toEqual(ordered)
    }),
    { numRuns: 12 },
  )

  // As if a month had passed for some of the orders: their days leave the counts, and cancelling them changes nothing.
  const old = orders.slice(0, Math.ceil(orders.length / 2))
  const age = sql`interval '30 days'`
  await sql`update orders set created_at = created_at - ${age} where id = any(${old}::uuid[])`.execute(
    database,
  )
  const forgotten = await soldUnits()
  expect(forgotten.counted).toEqual(forgotten.ordered)
  for (const id of old.slice(0, 4)) {
    for (const state of ['cancelled', 'pending'] as const)
      await send(orderCalls.updateOrderStatus, { body: { id, state }, token })
  }
  expect((await soldUnits()).counted).toEqual(forgotten.counted)
})

test('orders of the same products at once are all counted', async () => {
  const [one, other] = [
    await makeProduct(database, { stock: 1_000 }),
    await makeProduct(database, { stock: 1_000 }),
  ]
  const buyers = await Promise.all(Array.from({ length: 12 }, () => makeUser(database)))
  await Promise.all(
    buyers.map((buyer, index) => {
      const lines = [one, other].map(({ id }) => ({ product: id, quantity: 2 }))
      return order(buyer, index % 2 === 0 ? lines : lines.reverse())
    }),
  )
  const sold = await sql`
    select units from (${SOLD_UNITS}) sold where product_id in (${one.id}, ${other.id})`.execute(database)
  expect(sold.rows).toEqual([{ units: 24 }, { units: 24 }])
})

test('a row has up to four products with a price and without prescription, those in stock first; an empty row has none', async () => {
  await sql`truncate products cascade`.execute(database)
  expect(await readHome()).toMatchObject({ onSale: [], bestSellers: [], newest: [] })

  const buyer = await makeUser(database)
  const make = async (tradename: string, discount: number, stock: number, sold = 0) => {
    const product = await makeProduct(database, { tradename, discount, stock: stock + sold })
    await database.updateTable('products').set({ photo: 'a.webp' }).where('id', '=', product.id).execute()
    if (sold > 0) await order(buyer, [{ product: product.id, quantity: sold }])
    return product.id
  }
  await make('Con 10', 10, 5, 1)
  await make('Con 50, agotado', 50, 0, 9)
  await make('Con 30', 30, 5, 3)
  const free = await make('Sin precio', 90, 5, 8)
  await make('Sin oferta', 0, 5, 5)
  await makeProduct(database, { tradename: 'Sin foto' })
  const medicine = await make('Con receta', 95, 5, 7)
  await database.updateTable('products').set({ cost: 0 }).where('id', '=', free).execute()
  await database.updateTable('products').set({ prescription: true }).where('id', '=', medicine).execute()

  const home = await readHome()
  expect(namesOf(home.onSale)).toEqual(['Con 30', 'Con 10', 'Con 50, agotado'])
  expect(namesOf(home.bestSellers)).toEqual(['Sin oferta', 'Con 30', 'Con 10', 'Con 50, agotado'])
  expect(namesOf(home.newest)).toEqual(['Sin oferta', 'Con 30', 'Con 10'])

  for (const discount of [20, 40]) await make(`Con ${discount}`, discount, 1)
  expect(namesOf((await readHome()).onSale)).toEqual(['Con 40', 'Con 30', 'Con 20', 'Con 10'])
})

test('lists the six fullest active categories, the fullest first, each with its drawing', async () => {
  await sql`truncate products cascade`.execute(database)
  const names = ['Bebé', 'Dolor', 'Vitaminas', 'Librería', 'Ojos', 'Higiene', 'Cardiovascular', 'Vacía']
  for (const [index, name] of names.entries()) {
    await makeCategory(database, name)
    for (let count = 0; count < 7 - index; count += 1) await makeProduct(database, { category: name })
  }
  const others = sql<boolean>`name = 'Dolor' or name <> all(${names})`
  await database.updateTable('categories').set({ status: false }).where(others).execute()
  expect((await readHome()).categories).toEqual([
    { name: 'Bebé', drawing: 'baby' },
    { name: 'Vitaminas', drawing: 'vitamin' },
    { name: 'Librería', drawing: 'box' },
    { name: 'Ojos', drawing: 'eye' },
    { name: 'Higiene', drawing: 'hygiene' },
    { name: 'Cardiovascular', drawing: 'heart' },
  ])
})

test('the answer is public, and shared by visitors', async () => {
  const { headers } = await send(homeCalls.listHome, {})
  expect(headers['cache-control']).toBe('public, no-cache')
  expect(headers.etag).toBeDefined()
})

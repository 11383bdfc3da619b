/** Random stories of a shop, rounds of acts that happen at the same time; and the play of an act, which records what the answers promise. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { SHIPPING } from '#tests/factories.ts'
import { row, workbook } from '#tests/workbooks.ts'
import type { Browser, Call, Reply } from '../browser.ts'
import type { Ledger, Line, Sale } from '../ledger.ts'
import { type Account, CATALOGUE, formOf, type Product } from '../trade.ts'

export const CUSTOMERS = 4

/** The kinds of acts, each as often as it is listed: the back office's from `status` on, the others the customers'. */
const KINDS =
  'add add add add add add update update remove empty checkout checkout checkout checkout checkout checkout status status status status save save import'

const product = fc.nat(5)
// Mostly few units, so that the stock runs out; sometimes enough for a line to reach its limit.
const quantity = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.constant(60))
const items = fc.array(fc.record({ product, quantity }), { minLength: 1, maxLength: 4 })
const cost = fc.integer({ min: 0, max: 200_000 })
const rows = fc.array(fc.record({ product, cost, stock: fc.nat(20) }), { maxLength: 3 })

/** An act, which needs some of these fields. Products and orders are named by an index, modulo their number. */
const act = fc.record({
  kind: fc.constantFrom(...KINDS.split(' ')),
  customer: fc.nat(CUSTOMERS - 1),
  product,
  order: fc.nat(20),
  items,
  /** Parallel submits of an order with one key, and what is added to the cart in between. */
  times: fc.integer({ min: 1, max: 3 }),
  meanwhile: fc.array(items, { maxLength: 4 }),
  state: fc.constantFrom(...ORDER_STATUSES),
  /** A change by the product form, to a product that was read before. */
  form: fc.record({
    cost,
    discount: fc.constantFrom(0, 5, 12.5, 33, 100),
    added: fc.integer({ min: -5, max: 10 }),
  }),
  rows,
})

export const story = fc.record({
  stocks: fc.array(fc.oneof({ weight: 4, arbitrary: fc.nat(20) }, fc.constant(50_000)), {
    minLength: 2,
    maxLength: 6,
  }),
  rounds: fc.array(fc.array(act, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 8 }),
})

type Values<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never
export type Story = Values<typeof story>
export type Act = Values<typeof act>

/** Milliseconds between submitting an order and each addition to the cart meanwhile. */
const ADDITION_DELAY_MS = 3

/** The shop in a round, and the effects of the acts, according to the answers. */
export type Scene = {
  browser: Browser
  customers: Account[]
  admin: Account
  products: Product[]
  ledger: Ledger
  /** The story's orders by id, and what its saved forms changed in the stock of each product. */
  orders: Map<string, Sale>
  forms: Map<string, number>
  /** Units that the round put into each line of a cart (`customer product`), without those ordered. */
  carts: Map<string, number>
  /** Customers who removed something from their cart without ordering it. */
  replaced: Set<string>
  /** Answers that no rule of the shop explains. */
  unexplained: string[]
}

const count = (units: Map<string, number>, key: string, more: number) =>
  units.set(key, (units.get(key) ?? 0) + more)

export async function play(act: Act, scene: Scene): Promise<void> {
  const { browser, products, orders, ledger } = scene
  const isStaff = ['status', 'save', 'import'].includes(act.kind)
  const { id: user, token } = isStaff ? scene.admin : scene.customers[act.customer]!
  const productAt = (place: number) => products[place % products.length]!
  const named = (items: Act['items']) =>
    items.map(({ product, quantity }) => ({ productId: productAt(product).id, quantity }))

  /** Makes a call. Returns the answer of a success; a refusal that isn't allowed is unexplained. */
  const call = async (sent: Call, ...allowed: string[]): Promise<Reply['body'] | undefined> => {
    const { status, body } = await browser.call({ ...sent, token })
    if (status < 300) return body
    if (!allowed.includes(body.code ?? ''))
      scene.unexplained.push(`${act.kind}: ${status} ${body.code} ${body.message}`)
  }
  const add = async (items: Act['items']) => {
    const lines = named(items)
    const json = { user, items: lines }
    if (!(await call({ path: '/cart/add-to-cart', json }, 'NO_STOCK', 'BAD_INPUT'))) return
    for (const { productId, quantity } of lines) count(scene.carts, `${user} ${productId}`, quantity)
  }

  const acts: Record<string, () => Promise<unknown>> = {
    add: () => add(act.items),
    // Lines of one product are added up, and may then exceed the limit of a line.
    update: () =>
      call({ path: '/cart/update-cart', json: { cart: user, items: named(act.items) } }, 'BAD_INPUT'),
    remove: () =>
      call({ method: 'GET', path: `/cart/remove-from-cart/${user}/${productAt(act.product).id}` }),
    empty: () => call({ method: 'GET', path: `/cart/empty-cart/${user}` }),
    async checkout() {
      const cart = await call({ method: 'GET', path: `/cart/${user}` })
      if (!cart) return
      const [key, lines] = [randomUUID(), cart.data as Line[]]
      const json = { ...SHIPPING, id: user, products: lines }
      const sent: Call = { path: '/cart/create-delivery', json, headers: { 'idempotency-key': key } }
      const refusals = ['CART_EMPTY', 'CART_CHANGED', 'PRICE_CHANGED', 'NO_STOCK', 'TOO_MANY']
      const submits = Array.from({ length: act.times }, () => call(sent, ...refusals))
      const additions = act.meanwhile.map((items, place) =>
        pause((place + 1) * ADDITION_DELAY_MS).then(() => add(items)),
      )
      await Promise.all(additions)
      for (const body of await Promise.all(submits)) {
        if (!body) continue
        const { _id: id, nro_delivery: number } = body.data as { _id: string; nro_delivery: number }
        const sale = { customer: user, key, id, number, lines }
        ledger.acknowledge(sale)
        if (!orders.has(id))
          for (const { productId, quantity } of lines) count(scene.carts, `${user} ${productId}`, -quantity)
        orders.set(id, sale)
      }
    },
    async status() {
      const order = [...orders.values()][act.order % Math.max(1, orders.size)]
      const json = { id: order?.id, state: act.state }
      if (order) await call({ path: '/cart/update-payment-state', json }, 'NO_STOCK')
    },
    async save() {
      const { id } = productAt(act.product)
      const { cost, discount, added } = act.form
      const shown = await call({ method: 'GET', path: `/products/${id}` })
      const product = shown?.data as { stock: number }
      const stock = Math.max(0, product.stock + added)
      const form = formOf({ ...product, cost, discount, stock })
      // A product form without a price is refused.
      const refusal = cost > 0 ? 'PRODUCT_CHANGED' : 'BAD_INPUT'
      if (await call({ path: `/products/update-product/${id}`, form }, refusal))
        count(scene.forms, id, stock - product.stock)
    },
    async import() {
      const rows = new Map(act.rows.map((row) => [productAt(row.product), row]))
      const form = formOf({}, 'fileExcel', await sheet(rows), 'productos.xlsx')
      await call({ path: '/products/uploadFile', form }, 'TOO_MANY')
    },
  }
  // The cart may lose units without an order.
  if (['update', 'remove', 'empty'].includes(act.kind)) scene.replaced.add(user)
  await acts[act.kind]!()
}

/** A workbook with rows of existing products, and one of a new product. */
function sheet(rows: Map<Product, Act['rows'][number]>): Promise<Buffer> {
  const names = { Categoría: CATALOGUE, Laboratorio: CATALOGUE }
  const existing = [...rows].map(([{ barcode, tradename }, { cost, stock }]) =>
    row({ ...names, 'Código de barras': barcode, Nombre: tradename, Precio: cost, Stock: stock }),
  )
  const added = row(names)
  return workbook([...existing, added], Object.keys(added))
}

/**
 * `npm run drill:model`: random stories of customers and staff who act at the same time, on one server. After each round, carts and
 * stock must match the answers; after each story, all rules of the shop hold; in the end, the ledger's orders are the database's.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { ORDER_STATUSES } from '#domain/order-status.ts'
import { SHIPPING } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { query } from '#tests/postgres-server.ts'
import { row, workbook } from '#tests/workbooks.ts'
import { type Call, type Reply, call as send } from './browser.ts'
import { brokenRules, closeBook, Ledger, type Line, type Sale } from './ledger.ts'
import { playRuns, RANDOM } from './random-runs.ts'
import { runDrill } from './run-drill.ts'
import { openDatabase, startShop } from './start-shop.ts'
import { type Account, addProducts, CATALOGUE, makePeople, type Product } from './trade.ts'

const CUSTOMERS = 4

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

const story = fc.record({
  stocks: fc.array(fc.oneof({ weight: 4, arbitrary: fc.nat(20) }, fc.constant(50_000)), {
    minLength: 2,
    maxLength: 6,
  }),
  rounds: fc.array(fc.array(act, { minLength: 1, maxLength: 10 }), { minLength: 1, maxLength: 8 }),
})

type Values<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never
type Story = Values<typeof story>
type Act = Values<typeof act>

/** Milliseconds between submitting an order and each addition to the cart meanwhile. */
const ADDITION_DELAY_MS = 3

/** The shop in a round, and the effects of the acts, according to the answers. */
type Scene = {
  base: string
  customers: Account[]
  admin: Account
  products: Product[]
  ledger: Ledger
  /** The story's orders by id, and what its saved forms changed in the stock of each product. */
  orders: Map<string, Sale>
  forms: Map<string, number>
  /** Units that each line of a cart has (`customer product`). */
  carts: Map<string, number>
  /** Customers who removed something from their cart without ordering it. */
  replaced: Set<string>
}

const count = (units: Map<string, number>, key: string, more: number) =>
  units.set(key, (units.get(key) ?? 0) + more)

async function play(act: Act, scene: Scene): Promise<void> {
  const { base, products, orders, ledger } = scene
  const isStaff = ['status', 'save', 'import'].includes(act.kind)
  const { id: user, token } = isStaff ? scene.admin : scene.customers[act.customer]!
  const productAt = (place: number) => products[place % products.length]!
  const named = (items: Act['items']) =>
    items.map(({ product, quantity }) => ({ productId: productAt(product).id, quantity }))

  /** Makes a call. Returns the answer of a success. @throws Error for a refusal that isn't allowed */
  const call = async (sent: Call, ...allowed: string[]): Promise<Reply['body'] | undefined> => {
    const { status, body } = await send(base, { ...sent, token })
    if (status === 200 || status === 201) return body
    if (!allowed.includes(body.code ?? ''))
      throw new Error(`${act.kind}: ${status} ${body.code} ${body.message}`)
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
      const [bodies] = await Promise.all([Promise.all(submits), Promise.all(additions)])
      for (const body of bodies) {
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
      const form = multipart({ ...product, cost, discount, stock })
      // A product form without a price is refused.
      const refusal = cost > 0 ? 'PRODUCT_CHANGED' : 'BAD_INPUT'
      if (await call({ path: `/products/update-product/${id}`, form }, refusal))
        count(scene.forms, id, stock - product.stock)
    },
    async import() {
      const rows = new Map(act.rows.map((row) => [productAt(row.product), row]))
      const form = multipart({}, ['fileExcel', await sheet(rows), 'productos.xlsx'])
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

/** Units by line of a cart (`customer product`), and by product those that its form moved. */
const CARTS = "select user_id || ' ' || product_id as name, quantity as units from cart_lines"
const FORMS =
  "select product_id as name, sum(change)::int as units from stock_movements where cause = 'form' and product_id = any($1) group by 1"

await runDrill({ stories: 500, ...RANDOM }, async (drill, { stories, seed, path }) => {
  const { url } = await openDatabase(drill)
  const server = await startShop(drill, url)
  const people = await makePeople(url, CUSTOMERS)
  const ledger = new Ledger()
  const played = { stories: 0, rounds: 0, acts: 0 }
  const read = async (text: string, values?: unknown[]) => {
    const rows = await query<{ name: string; units: number }>(url, text, values)
    return new Map(rows.map(({ name, units }) => [name, units]))
  }

  const playStory = async ({ stocks, rounds }: Story) => {
    played.stories += 1
    // Rate limits are reset: the same customers order in all stories.
    await query(url, 'with emptied as (delete from cart_lines) delete from rate_limits')
    const products = await addProducts(url, stocks, `7${played.stories}-`)
    const told = { ...people, base: server.url, products, ledger, orders: new Map(), forms: new Map() }
    let carts = new Map<string, number>()
    for (const acts of rounds) {
      const scene: Scene = { ...told, carts, replaced: new Set() }
      await Promise.all(acts.map((act) => play(act, scene)))
      played.rounds += 1
      played.acts += acts.length
      carts = await read(CARTS)
      // Added units are in the cart or ordered, unless the customer removed some.
      requireSame(carts, scene.carts, ([customer]) => scene.replaced.has(customer!))
    }
    // Forms change the stock by their differences, whatever was sold meanwhile.
    requireSame(await read(FORMS, [products.map(({ id }) => id)]), told.forms)
    for (const [rule, found] of await brokenRules(url, ledger)) throw new Error(`${rule}: ${found}`)
  }

  await playRuns(fc.asyncProperty(story, playStory), { runs: stories, seed, path })
  await server.stop()
  const { stories: count, rounds, acts } = played
  console.log(`${count} historias · ${rounds} rondas · ${acts} actos a la vez · semilla ${seed}`)
  return closeBook(url, ledger, { deaths: server.deaths, faultless: true })
})

type Units = Map<string, number>
function requireSame(found: Units, told: Units, isLeftOut = (_: string[]) => false) {
  for (const name of new Set([...found.keys(), ...told.keys()])) {
    const [has, must] = [found.get(name) ?? 0, told.get(name) ?? 0]
    if (has !== must && !isLeftOut(name.split(' '))) throw new Error(`${name}: ${has} units, not ${must}`)
  }
}

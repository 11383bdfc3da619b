/** A shop in business: products, customers who look and buy again and again, and an office that delivers and cancels. */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '#server/database/connection.ts'
import { makeUser, SHIPPING } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { query } from '#tests/postgres-server.ts'
import { type Call, call, type Reply, send } from './browser.ts'
import { closeBook, Ledger, type Line } from './ledger.ts'
import { judge, waitFor } from './run-drill.ts'
import type { AppServer } from './start-shop.ts'

/** The name of the category and the laboratory of all products. */
export const CATALOGUE = 'Simulacro'

export type Account = { id: string; email: string; token: string }
export type Product = { id: string; barcode: string; tradename: string }

/** Adds products with these stocks to a migrated database; their barcodes begin with `prefix`. */
export function addProducts(databaseUrl: string, stocks: number[], prefix = '780'): Promise<Product[]> {
  const idOf = (table: string) => `insert into ${table} (name) values ($3)
    on conflict (name_key) do update set name = excluded.name returning id`
  return query(
    databaseUrl,
    `with category as (${idOf('categories')}), supplier as (${idOf('suppliers')}), added as (
      insert into products (barcode, tradename, category_id, supplier_id, stock, cost, discount, sale_condition)
      select $2 || lpad(n::text, 10, '0'), 'Producto de simulacro ' || n, category.id, supplier.id, stock,
        990 + n % 100 * 37, n % 4 * 5, 'none'
      from unnest($1::int[]) with ordinality as given (stock, n), category, supplier
      returning id, barcode, tradename, stock
    ), opened as (
      insert into stock_movements (product_id, cause, change, balance)
      select id, 'opening', stock, stock from added where stock <> 0
    )
    select id, barcode, tradename from added`,
    [stocks, prefix, CATALOGUE],
  )
}

/** Customers and an administrator with their sessions, written to the database: registering a thousand over HTTP takes minutes. */
export async function makePeople(databaseUrl: string, count: number) {
  const database = connect(databaseUrl, { max: 4, onError: (error) => console.error(error) })
  try {
    const admin = await makeUser(database, { role: 'Administrador' })
    const customers = await Promise.all(Array.from({ length: count }, () => makeUser(database)))
    return { admin, customers }
  } finally {
    await database.destroy()
  }
}

/** A customer, or the office: an account, where it reaches the shop, and the ledger of its answers. */
export type Person = {
  account: Account
  base: string
  ledger: Ledger
  /** Aborted when nobody waits for an answer any longer. */
  signal?: AbortSignal
}

/** Milliseconds until a person retries. */
const RETRY_MS = 300

/** Repeats a call until its answer is below 500, like a person who taps again. Undefined when the person gave up. */
async function callUntilAnswered(
  { account, base, ledger, signal }: Person,
  sent: Call,
  expected: string[] = [],
): Promise<Reply | undefined> {
  const repeat = () => call(base, { ...sent, token: account.token })
  for (; !signal?.aborted; await pause(RETRY_MS)) {
    const answer = await ledger.enter(sent.path, repeat, expected)
    if (answer.status > 0 && answer.status < 500) return answer
  }
}

/** Sets a customer's cart, and returns its lines. */
export async function fillCart(customer: Person, items: { productId: string; quantity: number }[]) {
  const json = { cart: customer.account.id, items }
  const answer = await callUntilAnswered(customer, { path: '/cart/update-cart', json })
  return answer?.status === 200 ? (answer.body.data as Line[]) : []
}

/** Orders the cart's lines with a key, whatever happens to the answers. Returns the last answer. */
export async function order(customer: Person, lines: Line[], expected?: string[]) {
  const { account, ledger } = customer
  const key = randomUUID()
  ledger.open.add(key)
  const json = { ...SHIPPING, email: account.email, id: account.id, products: lines }
  const headers = { 'idempotency-key': key }
  const placed = await callUntilAnswered(customer, { path: '/cart/create-delivery', json, headers }, expected)
  if (placed?.status === 201) {
    const { _id: id, nro_delivery: number } = placed.body.data as { _id: string; nro_delivery: number }
    ledger.acknowledge({ customer: account.id, key, id, number, lines })
  } else if (placed) ledger.open.delete(key)
  return placed
}

/** Pages and calls that customers read without their session, like visitors. */
const LOOKS = [
  () => '/api/products/category/%20/%20/all/all?page=1&pageSize=12',
  () => `/api/products/category/%20/%20/all/all?search=produkto%20${randomInt(100)}`,
  () => '/',
  () => `/tienda?pagina=${1 + randomInt(15)}`,
]

/** A customer sends a payment proof for one order of this many. */
const PROOF_EVERY = 3
/** Milliseconds until the limits of orders and images are lifted again: a customer of a drill is faster than people are. */
const LIMITS_MS = 5_000
/** Seconds for the orders under way when the selling stops. */
const STOP_SECONDS = 60

export type Options = {
  server: AppServer
  /** Where customers reach the shop; absent: at the server. */
  base?: string | undefined
  customers: number
  /** Milliseconds between two purchases of a customer, on average. */
  rest: number
  /** What customers read before each purchase. */
  looks?: number
  /** An image to upload as the payment proof of some orders. */
  proof?: Buffer | undefined
  /** The stocks of the products; those with few units may run out. */
  stocks?: number[]
}

export type Trade = Awaited<ReturnType<typeof startTrade>>

export async function startTrade(options: Options) {
  const { server, base = server.url, customers, rest, looks = 1, proof, stocks } = options
  const products = await addProducts(server.databaseUrl, stocks ?? Array(40).fill(1_000_000))
  const people = await makePeople(server.databaseUrl, customers)
  const ledger = new Ledger()
  const [stopping, giveUp] = [new AbortController(), new AbortController()]
  const isOpen = () => !stopping.signal.aborted
  const relax = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const enter = (account: Account): Person => ({ account, base, ledger, signal: giveUp.signal })

  const buy = async (customer: Person) => {
    for (let n = 0; n < looks; n += 1) {
      const path = LOOKS[randomInt(LOOKS.length)]!()
      await ledger.enter(path.split('?')[0]!, async () => {
        const { status, code } = await send(base, { path })
        return { status, body: { code } }
      })
    }
    const wanted = Array.from({ length: randomInt(1, 4) }, () => products[randomInt(products.length)]!.id)
    const items = [...new Set(wanted)].map((productId) => ({ productId, quantity: randomInt(1, 4) }))
    const lines = await fillCart(customer, items)
    if (lines.length === 0) return
    const placed = await order(customer, lines, stocks && ['NO_STOCK', 'CART_CHANGED'])
    if (placed?.status !== 201 || !proof || randomInt(PROOF_EVERY) > 0) return
    const { _id: id } = placed.body.data as { _id: string }
    const form = multipart({ id }, ['photo', proof])
    // The answer to a first upload may have been lost, and the office may have closed the order.
    const expected = ['PROOF_EXISTS', 'ORDER_CLOSED']
    const sent = await callUntilAnswered(customer, { path: '/cart/upload-payment', form }, expected)
    if (sent?.status === 200) ledger.proofs.add(id)
  }
  const shop = async (account: Account) => {
    const customer = enter(account)
    while (isOpen()) {
      await buy(customer)
      await relax(randomInt(Math.ceil(rest / 2), Math.ceil(rest * 1.5) + 1))
    }
  }
  /** Changes the statuses of orders one after the other. */
  const office = async () => {
    const administrator = enter(people.admin)
    for (let done = 0; isOpen(); await relax(RETRY_MS)) {
      const sale = [...ledger.sales.values()][done]
      if (!sale) continue
      const state = ['delivered', 'cancelled', 'delivered'][done % 3]!
      done += 1
      const json = { id: sale.id, state }
      const answer = await callUntilAnswered(administrator, { path: '/cart/update-payment-state', json })
      if (answer?.status === 200) ledger.statuses.set(sale.id, state)
    }
  }
  const limits = async () => {
    const lift = async () => query(server.databaseUrl, 'delete from rate_limits')
    // Without a database the next time counts.
    for (; isOpen(); await relax(LIMITS_MS)) await lift().catch(() => {})
  }
  const all = [...people.customers.map(shop), office(), limits()]
  return {
    ledger,
    products,
    admin: people.admin,
    /** Whether the image of a payment proof can be read. */
    async hasProof(name: string) {
      const image = { method: 'GET', path: `/cart/payment-image/${name}` } as const
      return (await callUntilAnswered({ account: people.admin, base, ledger }, image))?.status === 200
    },
    /** Waits for this many further acknowledged orders. */
    waitForOrders(orders: number, seconds: number) {
      const wanted = ledger.sales.size + orders
      return waitFor(`${orders} pedidos confirmados`, seconds, () => ledger.sales.size >= wanted)
    },
    /** Finishes the orders under way. */
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => giveUp.abort(), STOP_SECONDS * 1_000)
      await Promise.all(all)
      clearTimeout(timer)
    },
  }
}

export type Fault = {
  name: string
  /** Resolves when the fault is over. */
  play: (trade: Trade) => Promise<unknown>
  /** Whether requests have to fail meanwhile, or mustn't; absent: they may. */
  fails?: boolean
}

/** The most seconds until the shop sells again; longer fails the drill. */
const LONGEST_SECONDS = 120

type Selling = Omit<Options, 'server'> & {
  /** Orders before each fault and after the last. */
  orders: number
  /** The most milliseconds of a recovery; absent: any. */
  maxRecoveryMs?: number
  /** Awaited before a fault's line is printed: the rest of the recovery. */
  heal?: () => Promise<unknown>
}

/** Sells while the faults are played, and closes the book. Each fault has to be got over as it says. */
export async function sellThrough(
  faults: Fault[],
  servers: AppServer[],
  { orders, maxRecoveryMs = Infinity, heal, ...selling }: Selling,
): Promise<boolean> {
  const trade = await startTrade({ server: servers[0]!, ...selling })
  const { ledger, waitForOrders, hasProof } = trade
  const failed = () => Object.values(ledger.failures).reduce((sum, times) => sum + times)
  for (const { name, play, fails } of faults) {
    await waitForOrders(orders, LONGEST_SECONDS)
    const [began, sales, before] = [performance.now(), ledger.sales.size, failed()]
    await play(trade)
    const over = performance.now()
    await waitFor(`un pedido tras ${name}`, LONGEST_SECONDS, () => ledger.lastSaleAt > over)
    const recovery = Math.round(ledger.lastSaleAt - over)
    await heal?.()
    const failures = failed() - before
    const figures = [
      `${((performance.now() - began) / 1_000).toFixed(1)} s`,
      `${ledger.sales.size - sales} pedidos`,
      `${failures} fallas`,
      `vuelve a vender en ${recovery} ms`,
    ]
    const isRight = recovery <= maxRecoveryMs && (fails === undefined || fails === failures > 0)
    judge(isRight, `${name.padEnd(34)} ${figures.join(' · ')}`)
  }
  await waitForOrders(orders, LONGEST_SECONDS)
  await trade.stop()
  const deaths = servers.reduce((sum, server) => sum + server.deaths, 0)
  // After a fault, an embedded PostgreSQL may have another address.
  return closeBook(servers[0]!.databaseUrl, ledger, { deaths, hasProof })
}

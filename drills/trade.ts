/** A shop in business: products, customers who look and buy again and again, and an office that delivers and cancels. */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { connect } from '#server/database/connection.ts'
import { makeUser, SHIPPING } from '#tests/factories.ts'
import { type Browser, type Call, openBrowser, type Reply } from './browser.ts'
import { Ledger, type Line } from './ledger.ts'
import { waitFor } from './run-drill.ts'
import { query } from './start-shop.ts'

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

export type Customer = {
  account: Account
  browser: Browser
  ledger: Ledger
  /** Aborted when nobody waits for an answer any longer. */
  signal?: AbortSignal
}

/** Milliseconds until a customer retries. */
const RETRY_MS = 300

/** Repeats a call until its answer is below 500, like a person who taps again. Undefined when the customer gave up. */
async function callUntilAnswered(
  { account, browser, ledger, signal }: Customer,
  { form, ...call }: Omit<Call, 'form'> & { form?: () => FormData },
  expected: string[] = [],
): Promise<Reply | undefined> {
  while (!signal?.aborted) {
    const send = () => browser.call({ ...call, form: form?.(), token: account.token })
    const answer = await ledger.enter(call.path, send, expected)
    if (answer && answer.status < 500) return answer
    await pause(RETRY_MS)
  }
}

/** Sets a customer's cart, and returns its lines. */
export async function fillCart(customer: Customer, items: { productId: string; quantity: number }[]) {
  const json = { cart: customer.account.id, items }
  const answer = await callUntilAnswered(customer, { path: '/cart/update-cart', json })
  return answer?.status === 200 ? (answer.body.data as Line[]) : []
}

/** Orders the cart's lines with a key, whatever happens to the answers. Returns the last answer. */
export async function order(customer: Customer, lines: Line[], expected?: string[]) {
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

/** Reads once, without a retry. */
function look({ browser, ledger }: Customer) {
  const path = LOOKS[randomInt(LOOKS.length)]!()
  const send = async () => ({ status: (await browser.send({ path })).status })
  return ledger.enter(path.split('?')[0]!, send)
}

/** A photo of random noise for payment proofs, which compresses badly. */
export function noisePhoto(width: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width, height: width, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
}

/** Milliseconds between two uploads of a customer: the server accepts 60 images in ten minutes from each. */
const PROOF_REST_MS = 12_000
/** Accounts of each customer: one may place 60 orders in an hour. */
const ACCOUNTS_EACH = 6
/** Seconds for the orders under way when the selling stops. */
const STOP_SECONDS = 60

type Options = {
  /** Where customers reach the shop. */
  base: string
  /** The shop's migrated database. */
  databaseUrl: string
  customers: number
  /** Milliseconds between two purchases of a customer, on average. */
  rest: number
  /** What customers read before each purchase. */
  looks?: number
  /** An image to upload as the payment proof of some orders. */
  proof?: Buffer
  /** The stocks of the products; those with few units may run out. */
  stocks?: number[]
}

export type Trade = Awaited<ReturnType<typeof startTrade>>

export async function startTrade({ base, databaseUrl, customers, rest, looks = 1, proof, stocks }: Options) {
  const products = await addProducts(databaseUrl, stocks ?? Array(40).fill(1_000_000))
  const people = await makePeople(databaseUrl, customers * ACCOUNTS_EACH)
  const ledger = new Ledger()
  const opened = performance.now()
  const [stopping, giveUp] = [new AbortController(), new AbortController()]
  const relax = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const enter = (account: Account) => ({ account, browser: openBrowser(base), ledger, signal: giveUp.signal })

  const buy = async (customer: Customer, proof?: Buffer) => {
    for (let n = 0; n < looks; n += 1) await look(customer)
    const wanted = Array.from({ length: randomInt(1, 4) }, () => products[randomInt(products.length)]!.id)
    const items = [...new Set(wanted)].map((productId) => ({ productId, quantity: randomInt(1, 4) }))
    const lines = await fillCart(customer, items)
    if (lines.length === 0) return
    const placed = await order(customer, lines, stocks && ['NO_STOCK', 'CART_CHANGED'])
    if (placed?.status !== 201 || !proof) return
    const { _id: id } = placed.body.data as { _id: string }
    const form = () => formOf({ id }, 'photo', proof, 'comprobante.jpg')
    // The answer to a first upload may have been lost, and the office may have closed the order.
    const expected = ['PROOF_EXISTS', 'ORDER_CLOSED']
    const sent = await callUntilAnswered(customer, { path: '/cart/upload-payment', form }, expected)
    if (sent?.status === 200) ledger.proofs.add(id)
  }
  const shop = async (place: number) => {
    const customer = enter(people.customers[place]!)
    let nextProof = 0
    for (let orders = 0; !stopping.signal.aborted; orders += 1) {
      const account = place + customers * (orders % ACCOUNTS_EACH)
      const withProof = performance.now() > nextProof
      if (withProof) nextProof = performance.now() + PROOF_REST_MS * (0.5 + Math.random())
      await buy({ ...customer, account: people.customers[account]! }, withProof ? proof : undefined)
      await relax(randomInt(Math.ceil(rest / 2), Math.ceil(rest * 1.5) + 1))
    }
    customer.browser.close()
  }
  /** Changes the statuses of orders one after the other. */
  const office = async () => {
    const administrator = enter(people.admin)
    for (let done = 0; !stopping.signal.aborted; await relax(RETRY_MS)) {
      const sale = [...ledger.sales.values()][done]
      if (!sale) continue
      const state = ['delivered', 'cancelled', 'delivered'][done % 3]!
      done += 1
      const json = { id: sale.id, state }
      const answer = await callUntilAnswered(administrator, { path: '/cart/update-payment-state', json })
      if (answer?.status === 200) ledger.statuses.set(sale.id, state)
    }
    administrator.browser.close()
  }
  const all = [...Array.from({ length: customers }, (_, place) => shop(place)), office()]
  return {
    ledger,
    products,
    admin: people.admin,
    /** Whether the image of a payment proof can be read. Only a 404 means a lost one: other errors may still come from the last fault. */
    async hasProof(name: string) {
      const call = { method: 'GET', path: `/cart/payment-image/${name}`, token: people.admin.token } as const
      const browser = openBrowser(base)
      const status = await waitFor(`una respuesta sobre el comprobante ${name}`, 60, async () => {
        const { status } = await browser.call(call)
        return [200, 404].includes(status) && status
      })
      browser.close()
      return status === 200
    },
    /** Waits for this many further acknowledged orders. */
    waitForOrders(orders: number, seconds: number) {
      const from = performance.now()
      return waitFor(`${orders} pedidos confirmados`, seconds, () => ledger.salesSince(from) >= orders)
    },
    /** Finishes the orders under way. Returns the longest time without an acknowledged order, in milliseconds. */
    async stop(): Promise<number> {
      const silence = ledger.silence(opened)
      stopping.abort()
      const timer = setTimeout(() => giveUp.abort(), STOP_SECONDS * 1_000)
      await Promise.all(all)
      clearTimeout(timer)
      return silence
    },
  }
}

/** A form with fields and one file. */
export function formOf(fields: object, name?: string, file?: Buffer, fileName?: string): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  if (name && file) form.append(name, new Blob([new Uint8Array(file)]), fileName)
  return form
}

/** The customers of a drill: each fills a cart and checks out, again and again, and retries after a fault. */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SHIPPING } from '#tests/factories.ts'
import { type Browser, NoAnswer, openBrowser, type Reply } from './call-server.ts'
import { type Account, logIn, PASSWORD, type Product, registration } from './fill-shop.ts'
import type { Ledger, Line } from './ledger.ts'
import { waitFor } from './wait-for.ts'

type Selling = {
  base: string
  customers: Account[]
  products: Product[]
  ledger: Ledger
  /** Milliseconds between two orders of a customer, on average. */
  rest: number
  /** An image to upload as the payment proof of some orders. */
  proof?: Buffer
}

/** Milliseconds until a customer retries. */
const RETRY_MS = 300
/** Milliseconds between two uploads of a customer: the server accepts 60 images in ten minutes from each. */
const PROOF_REST_MS = 12_000
/** Orders per account, which may place 60 in an hour; the customer then registers another account. */
const ORDERS_EACH = 50
/** Seconds for the orders under way when the selling stops. */
const STOP_TIMEOUT_SECONDS = 60

/** Starts the customers. `stop` lets each one finish the order under way. */
export function startSelling(selling: Selling) {
  const stopping = new AbortController()
  const giveUp = new AbortController()
  const rest = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
  const all = Promise.all(
    selling.customers.map(async (account) => {
      const browser = openBrowser(selling.base)
      const customer = { ...selling, account, browser, signal: giveUp.signal, nextProof: 0 }
      for (let orders = 1; !stopping.signal.aborted; orders += 1) {
        await buy(customer)
        if (orders % ORDERS_EACH === 0) await registerAgain(customer)
        await rest(randomInt(Math.ceil(selling.rest / 2), Math.ceil(selling.rest * 1.5) + 1))
      }
      browser.close()
    }),
  )
  return {
    /** Waits for this many further acknowledged orders. */
    async waitForOrders(orders: number, seconds: number) {
      const from = performance.now()
      const what = `${orders} pedidos confirmados`
      await waitFor(() => selling.ledger.salesSince(from) >= orders, { what, seconds })
    },
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => giveUp.abort(), STOP_TIMEOUT_SECONDS * 1000)
      await all
      clearTimeout(timer)
    },
  }
}

type Customer = Selling & { account: Account; browser: Browser; signal: AbortSignal; nextProof: number }

/** Registers another account for the customer's next orders. */
async function registerAgain(customer: Customer) {
  const email = `cliente-${randomUUID()}@simulacro.cl`
  await callUntilAnswered(customer, { path: '/user/create-client', json: registration(email) })
  const opened = await callUntilAnswered(customer, {
    path: '/user/login',
    json: { email, password: PASSWORD },
  })
  if (opened?.status !== 200) return
  const { token, data } = opened.body
  customer.account = { id: (data as { _id: string })._id, email, token: token! }
}

/** The shop's first page. Customers read it without their session, like visitors. */
const SHOP = '/products/category/%20/%20/all/all?page=1&pageSize=12'

async function buy(customer: Customer) {
  const { account, products, ledger, proof } = customer
  await look(customer)
  const wanted = Array.from({ length: randomInt(1, 4) }, () => products[randomInt(products.length)]!.id)
  const items = [...new Set(wanted)].map((productId) => ({ productId, quantity: randomInt(1, 4) }))

  const cart = await callUntilAnswered(customer, {
    path: '/cart/update-cart',
    json: { cart: account.id, items },
  })
  if (cart?.status !== 200) return
  const lines = cart.body.data as Line[]

  const key = randomUUID()
  ledger.open.add(key)
  const placed = await callUntilAnswered(customer, {
    path: '/cart/create-delivery',
    json: { ...SHIPPING, email: account.email, id: account.id, products: lines },
    headers: { 'idempotency-key': key },
  })
  if (placed?.status !== 201) return
  const { _id: id, nro_delivery: number } = placed.body.data as { _id: string; nro_delivery: number }
  ledger.acknowledge({ customer: account.id, key, id, number, lines })

  if (proof && performance.now() > customer.nextProof) {
    customer.nextProof = performance.now() + PROOF_REST_MS * (0.5 + Math.random())
    await upload(customer, id, proof)
  }
}

/** Reads a list once, without a retry; a failure is recorded. */
async function look({ browser, ledger }: Customer) {
  try {
    const answer = await browser.call({ method: 'GET', path: SHOP })
    if (answer.status !== 200) ledger.fail('lista', answer)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    ledger.fail('lista', error)
  }
}

async function upload(customer: Customer, id: string, proof: Buffer) {
  const form = () => {
    const form = new FormData()
    form.append('id', id)
    form.append('photo', new Blob([new Uint8Array(proof)]), 'comprobante.jpg')
    return form
  }
  const answer = await callUntilAnswered(customer, { path: '/cart/upload-payment', form })
  // PROOF_EXISTS is a success too: the answer to the first upload may have been lost.
  if (answer?.status === 200 || answer?.body.code === 'PROOF_EXISTS') customer.ledger.proofs.add(id)
}

/** Refusals of a repeated call: its first try, whose answer was lost, has succeeded. */
const DONE_BEFORE = new Set(['PROOF_EXISTS', 'EMAIL_TAKEN'])

type Wish = { path: string; json?: unknown; form?: () => FormData; headers?: Record<string, string> }

/**
 * Repeats a call until its answer is below 500, like a person who taps the button again, and logs in again after a lost session.
 * Undefined when the customer gave up.
 */
async function callUntilAnswered(
  customer: Customer,
  { path, json, form, headers }: Wish,
): Promise<Reply | undefined> {
  const { account, browser, ledger, signal, base } = customer
  while (!signal.aborted) {
    try {
      const answer = await browser.call({ path, json, form: form?.(), headers, token: account.token })
      const well = answer.status < 300 || DONE_BEFORE.has(String(answer.body.code))
      if (!well) ledger.fail(path, answer)
      if (answer.status === 401) account.token = (await logIn(base, account.email)).token
      else if (answer.status < 500) return answer
    } catch (error) {
      if (error instanceof NoAnswer) ledger.fail(path, error)
      else console.error(error)
    }
    await pause(RETRY_MS)
  }
}

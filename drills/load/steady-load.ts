/** Visitors, customers and an office at a constant rate, whether or not the answers come in time. */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SHIPPING } from '#tests/factories.ts'
import { type Browser, NoAnswer, openBrowser } from '../call-server.ts'
import { ADMIN, logIn } from '../fill-shop.ts'
import { makeProducts, makeShoppers, type Shopper } from './shoppers.ts'

type Options = {
  base: string
  databaseUrl: string
  /** Requests a second. */
  rate: number
  seconds: number
  /** Ends the load early when it returns true. */
  until?: () => boolean
}

export type Steady = {
  requests: number
  orders: number
  /** Milliseconds of each answer. */
  times: number[]
  /** Answers of 500 and above, and requests without an answer, by kind. */
  failures: Map<string, number>
}

/** The most requests in flight: above that no more are sent, like by a balancer. */
const MAX_OPEN = 500
/** Requests of one round of the mix; some kinds occur twice. */
const MIX_SIZE = 12
/** Number of the shoppers' connections, and orders per shopper: an account may place 60 in an hour. */
const BROWSER_COUNT = 50
const ORDERS_EACH = 50
const PRODUCTS = 200
const PAGES = ['/', '/tienda', '/sobre-nosotros', '/carrito']

export async function steadyLoad({ base, databaseUrl, rate, seconds, until }: Options): Promise<Steady> {
  const products = await makeProducts(databaseUrl, PRODUCTS, 1_000_000)
  const orders = (rate * seconds) / MIX_SIZE
  const shoppers = await makeShoppers(databaseUrl, Math.max(BROWSER_COUNT, Math.ceil(orders / ORDERS_EACH)))
  const admin = await logIn(base, ADMIN.email)
  const browsers = Array.from({ length: BROWSER_COUNT }, () => openBrowser(base))
  const steady: Steady = { requests: 0, orders: 0, times: [], failures: new Map() }
  const visit = visits(base, { products, admin, steady })
  let open = 0
  const send = async (n: number) => {
    // All requests of a round of the mix are made by one shopper.
    const at = Math.floor(n / MIX_SIZE) % shoppers.length
    const started = performance.now()
    open += 1
    steady.requests += 1
    try {
      const status = await visit(n, shoppers[at]!, browsers[at % BROWSER_COUNT]!)
      steady.times.push(performance.now() - started)
      if (status >= 500) note(steady.failures, String(status))
    } catch (error) {
      note(steady.failures, error instanceof NoAnswer ? error.code : String(error))
    }
    open -= 1
  }
  try {
    const started = performance.now()
    for (let n = 0; performance.now() - started < seconds * 1_000 && !until?.(); n += 1) {
      if (open < MAX_OPEN) void send(n)
      else note(steady.failures, 'too many open')
      const next = started + ((n + 1) * 1_000) / rate - performance.now()
      if (next > 0) await pause(next)
    }
    while (open > 0) await pause(50)
    return steady
  } finally {
    for (const browser of browsers) browser.close()
  }
}

const note = (failures: Map<string, number>, how: string) => failures.set(how, (failures.get(how) ?? 0) + 1)

type Shop = { products: { id: string }[]; admin: { token: string }; steady: Steady }

/** The requests of the mix; each resolves to its status. */
function visits(base: string, { products, admin, steady }: Shop) {
  const anyProduct = () => products[randomInt(products.length)]!.id
  const read = (browser: Browser, path: string, token?: string) =>
    browser.call({ method: 'GET', path, token })
  return async (n: number, { id, token, email }: Shopper, browser: Browser): Promise<number> => {
    switch (n % MIX_SIZE) {
      case 0:
      case 1:
        return page(`${base}${PAGES[randomInt(PAGES.length)]}`)
      case 2:
        return page(`${base}/tienda?page=${1 + randomInt(15)}&n=${n}`)
      case 3:
      case 4:
        return (await read(browser, '/products/category/%20/%20/all/all?page=1&pageSize=12')).status
      case 5:
        return (await read(browser, `/products/category/%20/%20/all/all?search=produkto%20${randomInt(100)}`))
          .status
      case 6:
      case 7:
        return (await read(browser, `/products/${anyProduct()}?n=${n}`)).status
      case 8:
        return (await read(browser, `/cart/get-delivery/admin?page=${1 + randomInt(3)}`, admin.token)).status
      case 9:
      case 10: {
        const json = { user: id, items: [{ productId: anyProduct(), quantity: 1 }] }
        return (await browser.call({ path: '/cart/add-to-cart', json, token })).status
      }
      default: {
        const cart = await read(browser, `/cart/${id}`, token)
        const answer = await browser.call({
          path: '/cart/create-delivery',
          token,
          json: { ...SHIPPING, email, id, products: cart.body.data },
          headers: { 'idempotency-key': randomUUID() },
        })
        if (answer.status === 201) steady.orders += 1
        return Math.max(cart.status, answer.status)
      }
    }
  }
}

async function page(url: string): Promise<number> {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(15_000) })
  await answer.arrayBuffer()
  return answer.status
}

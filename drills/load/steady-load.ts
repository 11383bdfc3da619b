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
  /** Ends the load sooner. */
  until?: () => boolean
}

export type Steady = {
  requests: number
  orders: number
  /** Milliseconds of each answer. */
  times: number[]
  /** Answers of 500 and above, and requests without one. */
  failures: Map<string, number>
}

/** Above this many unanswered requests no more are sent, as a balancer would do. */
const MAX_OPEN = 500
/** Kinds of requests, of which some come twice. */
const MIX = 12
/** Connections of shoppers, and orders of each shopper: an account orders 60 times in an hour at most. */
const BROWSERS = 50
const ORDERS_EACH = 50
const PRODUCTS = 200
const PAGES = ['/', '/tienda', '/sobre-nosotros', '/carrito']

export async function steadyLoad({ base, databaseUrl, rate, seconds, until }: Options): Promise<Steady> {
  const products = await makeProducts(databaseUrl, PRODUCTS, 1_000_000)
  const orders = (rate * seconds) / MIX
  const shoppers = await makeShoppers(databaseUrl, Math.max(BROWSERS, Math.ceil(orders / ORDERS_EACH)))
  const admin = await logIn(base, ADMIN.email)
  const browsers = Array.from({ length: BROWSERS }, () => openBrowser(base))
  const steady: Steady = { requests: 0, orders: 0, times: [], failures: new Map() }
  const visit = visits(base, { products, admin, steady })
  let open = 0
  const send = async (n: number) => {
    // The requests of one round of the mix are one shopper's.
    const at = Math.floor(n / MIX) % shoppers.length
    const started = performance.now()
    open += 1
    steady.requests += 1
    try {
      const status = await visit(n, shoppers[at]!, browsers[at % BROWSERS]!)
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

/** One request of the mix; answers its status. */
function visits(base: string, { products, admin, steady }: Shop) {
  const anyProduct = () => products[randomInt(products.length)]!.id
  const read = (browser: Browser, path: string, token?: string) =>
    browser.call({ method: 'GET', path, token })
  return async (n: number, { id, token, email }: Shopper, browser: Browser): Promise<number> => {
    switch (n % MIX) {
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

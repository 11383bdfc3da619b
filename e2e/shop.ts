import { readFileSync } from 'node:fs'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { connect } from '#server/database/connection.ts'
import type { Db } from '#server/database/schema.ts'
import { type makeUser, SHIPPING } from '#tests/factories.ts'
import { type ShopName, shopUrl } from './shops.ts'

export { expect }

export type LoggedIn = Awaited<ReturnType<typeof makeUser>>

type ServerInfo = { databaseUrl: string; dataDir: string }

/** Database and data folder of a shop under test, written by `e2e/serve.ts`. */
export const readServerInfo = (shop: ShopName = 'server'): ServerInfo =>
  JSON.parse(readFileSync(`test-results/e2e-${shop}.json`, 'utf8'))

/** The server's log, from a character on. */
const readServerLog = (shop: ShopName, from = 0) =>
  readFileSync(`test-results/e2e-${shop}.log`, 'utf8').slice(from)

/** Browser tests with access to the shop's database. Each test adds the rows that it needs. */
export const test = base.extend<
  { logIn: (user: LoggedIn) => Promise<void>; logOfFailure: undefined },
  { shop: ShopName; serverInfo: ServerInfo; database: Db }
>({
  /** Another shop than the one of most tests: `test.use({ shop: 'delivery' })`. */
  shop: ['server', { scope: 'worker', option: true }],
  baseURL: async ({ shop }, use) => use(shopUrl(shop)),
  serverInfo: [async ({ shop }, use) => use(readServerInfo(shop)), { scope: 'worker' }],
  database: [
    async ({ serverInfo }, use) => {
      const database = connect(serverInfo.databaseUrl, { max: 4, onError: () => {} })
      await use(database)
      await database.destroy()
    },
    { scope: 'worker' },
  ],
  logOfFailure: [
    async ({ shop }, use, info) => {
      const from = readServerLog(shop).length
      await use(undefined)
      const written = readServerLog(shop, from).trimEnd()
      if (info.status !== info.expectedStatus && written) console.log(`The server meanwhile:\n${written}`)
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    await use(page)
    // A call that a route still answers in the server's place would fail the test after its end.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  logIn: async ({ context }, use) => use((user) => storeSession(context, user)),
})

/** Writes the session to browser storage before any page loads. */
async function storeSession(context: BrowserContext, { token, role, id }: LoggedIn) {
  await context.addInitScript((session) => Object.assign(localStorage, session), { token, role, cart: id })
}

/** Writes to browser storage once: to the current page's or, where none is open, before the first one loads. */
export async function storeOnce(page: Page, values: Record<string, string>) {
  if (page.url() !== 'about:blank')
    await page.evaluate((all) => void Object.assign(localStorage, all), values)
  else
    await page.addInitScript(
      ([key, all]) => {
        // The tab keeps its name from page to page.
        if (window.name.includes(key)) return
        Object.assign(localStorage, all)
        window.name += key
      },
      [crypto.randomUUID(), values] as const,
    )
}

/** Waits until React has hydrated the element: before that a link loads its whole page, and menus may still change. */
export const untilHydrated = (locator: Locator) =>
  expect
    .poll(() =>
      locator.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true)

/** Opens a session once, for tests that end it: the fixture `logIn` would write it again with every page. */
export const openSession = (page: Page, { token, role, id }: LoggedIn) =>
  storeOnce(page, { token, role, cart: id })

/** Places an order by the calls that a customer's browser makes. */
export async function placeOrder(
  request: APIRequestContext,
  { id, token }: LoggedIn,
  items: { productId: string; quantity: number }[],
): Promise<{ _id: string; nro_delivery: number }> {
  const headers = { 'x-access-token': token }
  const cart = await request.post('/api/cart/add-to-cart', { headers, data: { user: id, items } })
  const { data: products } = await cart.json()
  const placed = await request.post('/api/cart/create-delivery', {
    headers,
    data: { ...SHIPPING, id, products },
  })
  expect(placed.status()).toBe(201)
  return (await placed.json()).data
}

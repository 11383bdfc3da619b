/**
 * Interaction to Next Paint with a slowed CPU: the shop on a phone, the staff's product list in a wide window. Needs a running shop with
 * some products, such as the demo.
 *
 *   node bench/inp.ts --email=admin@botica.cl --password=… [--url=http://127.0.0.1:3000] [--slower=4] [--rounds=3]
 */
import { setTimeout } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { call } from '../drills/browser.ts'
import { median, runDrill } from '../drills/run-drill.ts'

const defaults = {
  url: 'http://127.0.0.1:3000',
  email: 'admin@botica.local',
  password: 'botica-dev',
  slower: 4,
  rounds: 3,
}

/** Milliseconds between two actions: time for the browser to report the events of the first. */
const PAUSE_MS = 700
type Step = (name: string, act: () => Promise<unknown>) => Promise<void>

const press = (page: Page, name: string | RegExp) => () => page.getByRole('button', { name }).first().click()
const search = (page: Page) => () => page.getByRole('searchbox').first().pressSequentially('par')

async function playShop(page: Page, step: Step) {
  await step('add a product', press(page, 'Agregar al carrito'))
  await step('open the filters', press(page, 'Filtrar'))
  await step('choose a filter', () => page.getByRole('checkbox', { name: 'Con existencias' }).click())
  await step('close the filters', () => page.keyboard.press('Escape'))
  await step('choose an order', () =>
    page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('Precio'),
  )
  await step('type in the search', search(page))
  await step('open the menu', press(page, 'Menú'))
}

async function playProducts(page: Page, step: Step) {
  const tick = (row: number) => () => page.getByRole('row').nth(row).getByRole('checkbox').click()
  await step('choose a row', tick(2))
  await step('choose all rows', tick(0))
  await step('choose none', tick(0))
  await step('edit a price', press(page, /^Precio de /))
  await step('type a price', () => page.keyboard.type('990'))
  await step('leave the price', () => page.keyboard.press('Escape'))
  await step('sort', () =>
    page.getByRole('columnheader', { name: 'Precio' }).getByRole('button').first().click(),
  )
  await step('type in the search', search(page))
}

/** The screens, by path, with a button of theirs. */
const SCREENS = [
  { path: 'tienda', play: playShop, isPhone: true, button: 'Menú' },
  { path: 'dashboard/products', play: playProducts, isPhone: false, button: /^Precio de / },
]

/** In the page: collects the milliseconds of its interactions. */
function watchInteractions() {
  const times: number[] = []
  Object.assign(window, { times })
  const watch = (list: PerformanceObserverEntryList) => {
    const entries = (list.getEntries() as PerformanceEventTiming[]).filter((one) => one.interactionId)
    times.push(...entries.map((one) => one.duration))
  }
  const events = { type: 'event', durationThreshold: 16, buffered: true }
  new PerformanceObserver(watch).observe(events as PerformanceObserverInit)
}

/** Milliseconds of the page's longest interaction since the last call; 16 when all were shorter. */
const longest = (page: Page) =>
  page.evaluate(() => Math.max(16, ...(window as unknown as { times: number[] }).times.splice(0)))

await runDrill(defaults, async ({ atEnd }, { url, email, password, slower, rounds }) => {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  atEnd(() => browser.close())
  const { body } = await call(url, { path: '/user/login', json: { email, password } })
  const { _id: cart, role } = body.data as { _id: string; role: string }
  for (const { path, play, isPhone, button } of SCREENS) {
    const times = new Map<string, number[]>()
    for (let round = 0; round < rounds; round += 1) {
      const viewport = isPhone ? { width: 390, height: 844 } : { width: 1280, height: 900 }
      const page = await browser.newPage({ viewport, hasTouch: isPhone, isMobile: isPhone })
      await page.addInitScript(watchInteractions)
      await page.goto(`${url}/tienda`)
      const session = { token: body.token, role, cart }
      if (!isPhone) await page.evaluate((session) => void Object.assign(localStorage, session), session)
      await page.goto(`${url}/${path}`)
      await page.getByRole('button', { name: button }).first().waitFor()
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
      await setTimeout(PAUSE_MS)
      await longest(page)
      await play(page, async (name, act) => {
        await act()
        await setTimeout(PAUSE_MS)
        times.set(name, [...(times.get(name) ?? []), await longest(page)])
      })
      await page.close()
    }
    for (const [name, all] of times)
      console.log(`${`/${path}: ${name}`.padEnd(42)} shown after ${median(all)} ms`)
  }
  return true
})

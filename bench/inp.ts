/**
 * Interaction to Next Paint with a slowed CPU (docs/product.md#budgets): shop and cart on a phone, the staff's product list in a wide
 * window. Needs a running shop with some products, such as the demo.
 *
 *   node bench/inp.ts --email=admin@botica.cl --password=… [--url=http://127.0.0.1:3000] [--slower=4] [--rounds=3]
 */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { percentile } from '../drills/percentile.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    email: { type: 'string', default: 'admin@botica.local' },
    password: { type: 'string', default: 'botica-dev' },
    slower: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
})

/** Milliseconds between two actions: time for the browser to report the events of the first. */
const PAUSE_MS = 700

type Action = [name: string, act: (page: Page) => Promise<unknown>]

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

const screens: { name: string; path: string; phone: boolean; actions: Action[] }[] = [
  {
    name: 'shop',
    path: '/tienda',
    phone: true,
    actions: [
      ['add a product', (page) => press(page, 'Agregar al carrito')],
      ['open the filters', (page) => press(page, 'Filtrar')],
      ['choose a filter', (page) => page.getByRole('checkbox', { name: 'Con existencias' }).click()],
      ['close the filters', (page) => page.keyboard.press('Escape')],
      [
        'choose an order',
        (page) => page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('Precio'),
      ],
      ['type in the search', (page) => page.getByRole('searchbox').first().pressSequentially('par')],
      ['open the menu', (page) => press(page, 'Menú')],
    ],
  },
  {
    name: 'cart',
    path: '/carrito',
    phone: true,
    actions: [
      ['one more', (page) => press(page, 'Aumentar cantidad')],
      ['one less', (page) => press(page, 'Disminuir cantidad')],
      ['type a quantity', (page) => page.getByRole('spinbutton').first().pressSequentially('2')],
      ['open the coupon box', (page) => press(page, 'Ver Codigos de descuento')],
      ['update the cart', (page) => press(page, 'Actualizar carrito')],
      ['remove a line', (page) => press(page, /^Quitar /)],
    ],
  },
  {
    name: 'product list of staff',
    path: '/dashboard/products',
    phone: false,
    actions: [
      ['choose a row', (page) => page.getByRole('row').nth(2).getByRole('checkbox').click()],
      ['choose all rows', (page) => page.getByRole('row').first().getByRole('checkbox').click()],
      ['choose none', (page) => page.getByRole('row').first().getByRole('checkbox').click()],
      ['edit a price', (page) => press(page, /^Precio de /)],
      ['type a price', (page) => page.keyboard.type('990')],
      ['leave the price', (page) => page.keyboard.press('Escape')],
      [
        'sort',
        (page) => page.getByRole('columnheader', { name: 'Precio' }).getByRole('button').first().click(),
      ],
      ['type in the search', (page) => page.getByRole('searchbox').first().pressSequentially('par')],
    ],
  },
]

type Times = { shown: number; handled: number }

/** Collects the times of the page's interactions, the longest event of each. */
async function observe(page: Page) {
  await page.addInitScript(() => {
    const times: { shown: number; handled: number }[] = []
    Object.assign(window, { times })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
        if (entry.interactionId)
          times.push({ shown: entry.duration, handled: Math.round(entry.processingEnd - entry.startTime) })
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
}

/** Milliseconds of the longest interaction since the last call; 16 when all were shorter. */
const longest = (page: Page): Promise<Times> =>
  page.evaluate(() => {
    const { times } = window as unknown as { times: { shown: number; handled: number }[] }
    const [worst = { shown: 16, handled: 0 }] = times
      .splice(0)
      .toSorted((one, other) => other.shown - one.shown)
    return worst
  })

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
})
try {
  const answer = await fetch(`${values.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: values.email, password: values.password }),
  })
  if (!answer.ok) throw new Error(`The login was refused: ${await answer.text()}`)
  const { token, data } = (await answer.json()) as { token: string; data: { _id: string; role: string } }
  for (const { name, path, phone, actions } of screens) {
    const times = actions.map((): Times[] => [])
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const context = await browser.newContext(
        phone
          ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
          : { viewport: { width: 1280, height: 900 } },
      )
      const page = await context.newPage()
      await observe(page)
      await page.goto(values.url)
      if (!phone)
        await page.evaluate(
          ([token, role, id]) => {
            localStorage.setItem('token', token!)
            localStorage.setItem('role', role!)
            localStorage.setItem('cart', id!)
          },
          [token, data.role, data._id],
        )
      if (name === 'cart') {
        await page.goto(`${values.url}/tienda`)
        await setTimeout(PAUSE_MS)
        for (const card of [0, 1, 2]) {
          await page.getByRole('button', { name: 'Agregar al carrito' }).nth(card).click()
          await setTimeout(PAUSE_MS)
        }
      }
      await page.goto(values.url + path)
      await page
        .getByRole('button', { name: phone ? 'Menú' : /^Precio de / })
        .first()
        .waitFor()
      await setTimeout(PAUSE_MS)
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) })
      await setTimeout(PAUSE_MS)
      await longest(page)
      for (const [index, [, act]] of actions.entries()) {
        await act(page)
        await setTimeout(PAUSE_MS)
        times[index]!.push(await longest(page))
      }
      await context.close()
    }
    for (const [index, [action]] of actions.entries())
      console.log(
        `${name.padEnd(22)} ${action.padEnd(20)} shown after ${`${percentile(
          times[index]!.map(({ shown }) => shown),
          0.5,
        )} ms`.padStart(7)}, handled after ${percentile(
          times[index]!.map(({ handled }) => handled),
          0.5,
        )} ms`,
      )
  }
} finally {
  await browser.close()
}

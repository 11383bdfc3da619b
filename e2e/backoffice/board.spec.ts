import type { APIRequestContext, Page } from '@playwright/test'
import type { Db } from '#server/database/schema.ts'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { makeStatement } from '#tests/transfers.ts'
import { expectAccessible } from '../axe.ts'
import { placeOrder } from '../shop.ts'
import { expect, test } from './office.ts'

/** Places an order of a new product by a new customer. */
async function sell(request: APIRequestContext, database: Db, stock = 10) {
  const product = await makeProduct(database, { tradename: `Vendido ${unique()}`, stock, cost: 12_345 })
  await placeOrder(request, await makeUser(database), [{ productId: product.id, quantity: 4 }])
  return product
}

const orders = (page: Page) =>
  page.getByRole('navigation', { name: 'Administración' }).getByRole('link', { name: 'Pedidos', exact: true })

/** The number of pending orders beside the item of the menu; 0 without one. */
async function shownOrders(page: Page) {
  const text = await orders(page).textContent()
  return Number(/(\d+) pedidos? pendientes?/.exec(text ?? '')?.[1] ?? 0)
}

test('an order placed elsewhere shows in the sidebar and in the title without a reload, and sounds if the sound is on', async ({
  page,
  request,
  database,
  enter,
}) => {
  await page.addInitScript(() => {
    const counted = Object.assign(globalThis, { tones: 0 })
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (when) {
      counted.tones += 1
      start.call(this, when)
    }
  })
  const tones = () => page.evaluate(() => (globalThis as unknown as { tones: number }).tones)
  const streamed = page.waitForResponse('**/api/admin/open-tasks/events')
  await enter('/dashboard/deliveries')
  expect((await streamed).headers()['content-type']).toBe('text/event-stream')
  await sell(request, database)
  await expect.poll(() => shownOrders(page)).toBeGreaterThan(0)
  await expect(page).toHaveTitle(/^\(\d+\) Pedidos · Botica$/)
  expect(await tones()).toBe(0)

  const sound = page.getByRole('switch', { name: 'Aviso sonoro' })
  await expect(sound).not.toBeChecked()
  await sound.click()
  await expect(sound).toBeChecked()
  // Orders of other tests sound too.
  await expect.poll(tones).toBeGreaterThanOrEqual(2)
  const played = await tones()
  const before = await shownOrders(page)
  await sell(request, database)
  await expect.poll(() => shownOrders(page)).toBeGreaterThan(before)
  await expect.poll(tones).toBeGreaterThanOrEqual(played + 2)

  // Another screen has the number too; the switch lasts as long as the tab.
  await page.getByRole('link', { name: 'Categorías' }).click()
  await expect(page).toHaveTitle(/^\(\d+\) Categorías · Botica$/)
  await page.reload()
  await expect(sound).toBeChecked()
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['cart', 'role', 'token'])
})

test('without a stream the page polls the counts', async ({ page, request, database, enter }) => {
  await page.route('**/api/admin/open-tasks/events', (route) => route.fulfill({ status: 429, json: {} }))
  const asked = page.waitForResponse('**/api/admin/open-tasks')
  await page.clock.install()
  await enter('/dashboard/settings')
  await asked
  await sell(request, database)
  const before = await shownOrders(page)
  await expect
    .poll(async () => {
      await page.clock.fastForward(10_000)
      return shownOrders(page)
    })
    .toBeGreaterThan(before)
})

test('the board shows sales as figures, charts and tables, and the products that run out', async ({
  page,
  request,
  database,
  enter,
}) => {
  const product = await sell(request, database, 5)
  await makeStatement(database, { from: '2026-01-05', until: '2026-01-05' })
  const refused: string[] = []
  page.on('console', (line) => line.type() === 'error' && refused.push(line.text()))
  await enter('/dashboard')
  const figures = page.getByRole('main').locator('dl')
  await expect(figures).toContainText('Vendido$')
  await expect(figures).toContainText('ayer a esta hora')
  await expect(page.getByRole('region', { name: 'Se agotan pronto' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Más vendidos en 30 días' }).getByRole('link').first(),
  ).toBeVisible()

  const transfers = page.getByRole('region', { name: 'Pagos por transferencia' })
  await expect(transfers.getByRole('link', { name: /^Por recibir ?\$/ })).toBeVisible()

  const sales = page.getByRole('region', { name: 'Ventas por día' })
  const days = sales.getByRole('img')
  await expect(days).toHaveCount(7)
  await page.getByRole('button', { name: '30 días' }).click()
  await expect(figures).toContainText('los 30 días anteriores')
  await expect(days).toHaveCount(30)
  await days.first().hover()
  await expect(sales).toContainText((await days.first().getAttribute('aria-label'))!)
  await days.last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(days.nth(28)).toBeFocused()
  await expect(sales).toContainText((await days.nth(28).getAttribute('aria-label'))!)
  const statuses = page.getByRole('region', { name: 'Pedidos por estado' })
  const { height } = (await statuses.boundingBox())!
  await sales.getByText('Ver como tabla').click()
  const table = sales.getByRole('table', { name: 'Ventas por día' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('row').last()).toContainText(/\$\d/)
  expect((await statuses.boundingBox())!.height).toBeLessThanOrEqual(height + 20)
  await statuses.getByText('Ver como tabla').click()
  await expect(page.getByRole('row', { name: /^Pendiente \d/ })).toBeVisible()
  await expectAccessible(page)

  // An order elsewhere shows on the board too.
  const sold = await figures.textContent()
  await sell(request, database)
  await expect(figures).not.toHaveText(sold!)
  expect(product.stock).toBe(5)
  expect(refused).toEqual([])

  const card = page.getByRole('listitem').filter({ hasText: 'Cómo se ordena la tienda.' })
  await card.getByText('Cómo se ordena la tienda.').click({ force: true })
  await expect(page).toHaveURL('/dashboard/categories')

  // Before the first sale the chart's scale has only $0.
  await page.route(/\/admin\/board$/, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    for (const day of data.days) day.pesos = 0
    await route.fulfill({ response, json: { data } })
  })
  await page.goto('/dashboard')
  await expect(sales.locator('svg [aria-label="y-axis tick label"] text')).toHaveText(['$0'])
})

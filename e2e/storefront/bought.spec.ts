import { placeOrder } from '#server/features/orders/purchase/place-order.ts'
import { makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { expect, test } from '../shop.ts'

test('cards mark what the customer has bought, by one call and without moving anything, until the session ends @phone', async ({
  page,
  database,
  logIn,
}) => {
  const tag = `Comprable ${unique()}`
  const bought = await makeProduct(database, { tradename: `${tag} uno` })
  await makeProduct(database, { tradename: `${tag} dos` })
  const user = await makeUser(database)
  const line = { productId: bought.id, quantity: 1 }
  await database
    .insertInto('cart_lines')
    .values({ user_id: user.id, product_id: bought.id, quantity: 1 })
    .execute()
  await placeOrder(database, { userId: user.id, details: SHIPPING, shownLines: [line], idempotencyKey: null })

  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let calls = 0
  await page.route('**/api/account/bought', async (route) => {
    calls += 1
    await held
    await route.continue()
  })
  const url = `/tienda?buscar=${encodeURIComponent(tag)}`
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const mark = page.getByText('Comprado antes')

  // A visitor's page is the same for everybody, and asks for no purchases.
  await page.goto(url)
  await expect(card(`${tag} uno`)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(calls).toBe(0)
  await logIn(user)
  await page.goto(url)
  await expect.poll(() => calls).toBe(1)
  const places = () =>
    // Without the footer's items: it loads later.
    page
      .getByRole('main')
      .getByRole('listitem')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  const before = await places()
  answer()
  await expect(card(`${tag} uno`).getByText('Comprado antes')).toBeVisible()
  await expect(mark).toHaveCount(1)
  expect(await places()).toEqual(before)
  expect(calls).toBe(1)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    bought.id,
  )

  await page.getByPlaceholder('Buscar producto...').fill(tag)
  const options = page.getByRole('option', { name: tag })
  await expect(options).toHaveCount(2)
  await expect(options.filter({ hasText: 'Comprado antes' })).toHaveText(new RegExp(`${tag} uno`))
  expect(calls).toBe(1)
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)

  // Another tab logs in to another account, or out: this tab loads the purchases again, or forgets them.
  const other = await makeUser(database)
  const become = (token: string | null) =>
    page.evaluate((value) => {
      if (value) localStorage.setItem('token', value)
      else localStorage.removeItem('token')
      dispatchEvent(new StorageEvent('storage'))
    }, token)
  await become(other.token)
  await expect(mark).toHaveCount(0)
  await expect.poll(() => calls).toBe(2)
  await become(user.token)
  await expect(mark).toHaveCount(1)
  await become(null)
  await expect(mark).toHaveCount(0)
})

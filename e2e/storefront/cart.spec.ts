import type { Page } from '@playwright/test'
import type { Db } from '#server/database/schema.ts'
import { lockCart } from '#server/features/cart/lines.ts'
import { makeProduct, makeUser, PASSWORD, unique } from '#tests/factories.ts'
import { expect, type LoggedIn, test } from '../shop.ts'
import { addToCart, fillCart, logInHere } from './steps.ts'

test('an empty cart shows its message and no checkout', async ({ page }) => {
  await page.goto('/carrito')
  await expect(page.getByText('No hay productos en el carrito')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Canjear' })).toBeDisabled()
  await expect(page.getByRole('textbox', { name: 'Código' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Actualizar carrito' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Finalizar compra' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Continuar comprando' }).click()
  await expect(page).toHaveURL('/tienda')
})

test('a guest’s cart respects the stock, adds up and survives a reload @phone', async ({
  page,
  database,
  request,
}) => {
  const cheap = await makeProduct(database, { cost: 1_000, discount: 10, stock: 3 })
  const dear = await makeProduct(database, { cost: 25_000, stock: 9 })
  await fillCart(page, cheap, dear)
  await page.goto('/carrito')
  const line = page.getByRole('row').filter({ hasText: cheap.tradename })
  const summary = page.getByRole('region', { name: 'Total del carrito' })
  await expect(summary.getByText('$25.900')).toHaveCount(2)
  await line.getByRole('button', { name: 'Aumentar cantidad' }).click()
  await expect(line.getByText('$1.800')).toBeVisible()
  await line.getByRole('button', { name: 'Aumentar cantidad' }).click()
  await expect(summary.getByText('$27.700')).toHaveCount(2)
  await line.getByRole('button', { name: 'Aumentar cantidad' }).click()
  await expect(page.getByText('La cantidad supera el stock disponible!')).toBeVisible()
  await expect(line.getByRole('spinbutton')).toHaveValue('3')
  await page.reload()
  await expect(line.getByRole('spinbutton')).toHaveValue('3')

  const unfold = page.getByRole('button', { name: '¿Tienes un código?' })
  if (await unfold.isVisible()) await unfold.click()
  await page.getByRole('textbox', { name: 'Código' }).fill('VERANO')
  await page.getByRole('button', { name: 'Canjear' }).click()
  await expect(page.getByText('El código no es válido.')).toBeVisible()

  // Meanwhile somebody else buys, and the cart is adjusted.
  await database.updateTable('products').set({ stock: 1 }).where('id', '=', cheap.id).execute()
  await database.deleteFrom('products').where('id', '=', dear.id).execute()
  const status = async ({ id }: { id: string }) => (await request.get(`/api/products/${id}`)).status()
  const stock = async () => (await (await request.get(`/api/products/${cheap.id}`)).json()).data.stock
  // Public answers are cached for a second.
  await expect.poll(() => status(dear)).toBe(404)
  await expect.poll(stock).toBe(1)
  await page.getByRole('button', { name: 'Actualizar carrito' }).click()
  await expect(page.getByText(`${dear.tradename}: ya no está a la venta.`)).toBeVisible()
  await expect(page.getByText(`${cheap.tradename}: queda 1 unidad.`)).toBeVisible()
  await expect(summary.getByText('$900')).toHaveCount(2)
  await page.getByRole('button', { name: `Quitar ${cheap.tradename}` }).click()
  await expect(page.getByText('No hay productos en el carrito')).toBeVisible()
})

test('at login the guest’s and the server’s carts are joined, per product the larger quantity', async ({
  page,
  database,
}) => {
  const [both, kept, guest] = [
    await makeProduct(database),
    await makeProduct(database),
    await makeProduct(database),
  ]
  const user = await makeUser(database)
  await database
    .insertInto('cart_lines')
    .values([
      { user_id: user.id, product_id: both.id, quantity: 4 },
      { user_id: user.id, product_id: kept.id, quantity: 1 },
    ])
    .execute()
  await fillCart(page, both, guest)
  await page.goto('/sobre-nosotros')
  await logInHere(page, user.email, PASSWORD)
  await expect(page.getByRole('link', { name: 'Carrito, 6 productos' })).toBeVisible()
  const lines = await database
    .selectFrom('cart_lines')
    .select(['product_id', 'quantity'])
    .where('user_id', '=', user.id)
    .execute()
  expect(new Map(lines.map((line) => [line.product_id, line.quantity]))).toEqual(
    new Map([
      [both.id, 4],
      [kept.id, 1],
      [guest.id, 1],
    ]),
  )

  // Logging out removes the cart from a shared computer.
  await page.goto('/carrito')
  await page.getByRole('button', { name: 'Mi cuenta' }).click()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar sesión' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Carrito', exact: true })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('a user’s changed quantity is saved at once, and reset when the server refuses it', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database)
  const product = await makeProduct(database, { tradename: `Paracetamol ${unique()} 500 mg`, stock: 9 })
  const line = { user_id: user.id, product_id: product.id, quantity: 1 }
  await database.insertInto('cart_lines').values(line).execute()
  await logIn(user)
  await page.goto('/carrito')
  const quantity = page.getByRole('spinbutton', { name: `Cantidad de ${product.tradename}` })
  const more = page.getByRole('button', { name: 'Aumentar cantidad' })
  await expect(quantity).toHaveValue('1')
  await more.click()
  await more.click()
  // Leaving the page at once loses nothing.
  await page.getByRole('link', { name: 'Continuar comprando' }).click()
  const saved = () =>
    database
      .selectFrom('cart_lines')
      .select('quantity')
      .where('product_id', '=', product.id)
      .executeTakeFirst()
  await expect.poll(saved).toEqual({ quantity: 3 })
  await page.goto('/carrito')
  await expect(quantity).toHaveValue('3')

  await page.route(/\/cart\/update-cart$/, (route) => route.fulfill({ status: 503, json: {} }))
  await more.click()
  await expect(page.getByText('No pudimos cambiar la cantidad. Intenta nuevamente.')).toBeVisible()
  await expect(quantity).toHaveValue('3')
  expect(await saved()).toEqual({ quantity: 3 })

  // The checkout, which would order 3, shows the failure, too.
  await more.click()
  await page.getByRole('link', { name: 'Finalizar compra' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/finalizar-compra')
  await expect(page.getByText(/ 500\u00a0mg: no pudimos cambiar la cantidad, quedó en 3\./)).toBeVisible()
})

test('slow calls neither bring removed products back to a user’s cart nor lose added ones', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database)
  const [kept, removed] = [await makeProduct(database), await makeProduct(database)]
  await database
    .insertInto('cart_lines')
    .values([kept, removed].map(({ id }) => ({ user_id: user.id, product_id: id, quantity: 1 })))
    .execute()
  const saved = async () => {
    const lines = database.selectFrom('cart_lines').select(['product_id', 'quantity'])
    const rows = await lines.where('user_id', '=', user.id).execute()
    return new Map(rows.map(({ product_id, quantity }) => [product_id, quantity]))
  }
  await logIn(user)
  await page.goto('/carrito')
  const answered = Promise.withResolvers<void>()
  await page.route(/\/cart\/remove-from-cart\//, async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  const row = (product: typeof kept) => page.getByRole('row').filter({ hasText: product.tradename })
  await page.getByRole('button', { name: `Quitar ${removed.tradename}` }).click()
  await expect.poll(saved).toEqual(new Map([[kept.id, 1]]))
  await row(kept).getByRole('button', { name: 'Aumentar cantidad' }).click()
  await row(kept).getByText('Guardando la cantidad').waitFor()
  answered.resolve()
  await expect(row(removed)).toHaveCount(0)
  await expect.poll(saved).toEqual(new Map([[kept.id, 2]]))
  await expect(row(removed)).toHaveCount(0)

  // The second change is made while the first one fails, and fails too: the server's quantity is shown again.
  const failing = Promise.withResolvers<void>()
  await page.route(/\/cart\/update-cart$/, async (route) => {
    await failing.promise
    await route.abort()
  })
  const quantity = row(kept).getByRole('spinbutton')
  const started = page.waitForRequest(/\/cart\/update-cart$/)
  await row(kept).getByRole('button', { name: 'Aumentar cantidad' }).click()
  await started
  await row(kept).getByRole('button', { name: 'Aumentar cantidad' }).click()
  await expect(quantity).toHaveValue('4')
  failing.resolve()
  await expect(page.getByText('No pudimos cambiar la cantidad. Intenta nuevamente.')).toBeVisible()
  await expect(quantity).toHaveValue('2')
  await page.unroute(/\/cart\/update-cart$/)

  // Two products are added, and the first answer is the later one.
  await page.goto(`/tienda?buscar=${encodeURIComponent(removed.tradename)}`)
  const first = Promise.withResolvers<void>()
  let calls = 0
  await page.route(/\/cart\/add-to-cart$/, async (route) => {
    calls += 1
    const wait = calls === 1
    const response = await route.fetch()
    if (wait) await first.promise
    await route.fulfill({ response })
  })
  const added = await makeProduct(database)
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await expect.poll(async () => (await saved()).get(removed.id)).toBe(1)
  await page.getByRole('combobox', { name: 'Buscar en la farmacia' }).fill(added.tradename)
  await page.getByRole('combobox', { name: 'Buscar en la farmacia' }).press('Enter')
  await expect(page.getByRole('heading', { name: added.tradename })).toBeVisible()
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  first.resolve()
  await expect(page.getByRole('link', { name: 'Carrito, 4 productos' })).toBeVisible()
  await expect.poll(async () => (await saved()).size).toBe(3)
})

/** Locks a user's cart: the server's changes of it wait until the returned function is called. */
async function holdCart(database: Db, user: { id: string }) {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = database.transaction().execute(async (tx) => {
    await lockCart(tx, user.id)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return async () => {
    released.resolve()
    await holding
  }
}

/** Opens a user's cart of one product, and holds the server's changes of it. */
async function openHeldCart(page: Page, database: Db, logIn: (user: LoggedIn) => Promise<void>) {
  const user = await makeUser(database)
  const product = await makeProduct(database)
  const line = { user_id: user.id, product_id: product.id, quantity: 1 }
  await database.insertInto('cart_lines').values(line).execute()
  await logIn(user)
  await page.clock.install()
  await page.goto('/carrito')
  await expect(page.getByRole('spinbutton')).toHaveValue('1')
  return { user, product, release: await holdCart(database, user) }
}

for (const when of ['before', 'while']) {
  test(`a quantity whose page is left ${when} it is sent is not overtaken by what the next page reads`, async ({
    page,
    database,
    logIn,
  }) => {
    const { product, release } = await openHeldCart(page, database, logIn)
    await page.getByRole('button', { name: 'Aumentar cantidad' }).click()
    if (when === 'while') {
      const sent = page.waitForRequest(/\/cart\/update-cart$/)
      await page.clock.fastForward(500)
      await sent
    }
    await page.goto('/privacidad')

    // The new name shows that an answer to the next page has arrived. The page's reads don't wait for its saves.
    const tradename = `Producto ${unique()}`
    await database.updateTable('products').set({ tradename }).where('id', '=', product.id).execute()
    await page.route(/\/api\/cart\//, async (route) => {
      const response = route.request().method() === 'GET' ? await route.fetch() : undefined
      await release()
      await (response ? route.fulfill({ response }) : route.continue())
    })
    await page.goto('/carrito')
    await expect(page.getByRole('spinbutton', { name: `Cantidad de ${tradename}` })).toHaveValue('2')
    await page.getByRole('link', { name: 'Finalizar compra' }).filter({ visible: true }).click()
    await expect(page.getByRole('region', { name: 'Tu orden' }).getByText(`${tradename} × 2`)).toBeVisible()
  })
}

test('a quantity that waits for an earlier one to be saved is sent when the page is left', async ({
  page,
  database,
  logIn,
}) => {
  const { user, release } = await openHeldCart(page, database, logIn)
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('button', { name: 'Aumentar cantidad' }).click()
    await page.clock.fastForward(500)
  }
  await page.goto('/privacidad')
  await release()
  const saved = () =>
    database.selectFrom('cart_lines').select('quantity').where('user_id', '=', user.id).executeTakeFirst()
  await expect.poll(saved).toEqual({ quantity: 3 })
})

test('a quantity that is changed while a product is being added survives earlier responses', async ({
  page,
  database,
  logIn,
}) => {
  const user = await makeUser(database)
  const [changed, added] = [await makeProduct(database), await makeProduct(database)]
  await logIn(user)
  await addToCart(page, changed)
  await page.goto(`/tienda?buscar=${encodeURIComponent(added.tradename)}`)
  const release = await holdCart(database, user)
  const sent = page.waitForRequest(/\/cart\/add-to-cart$/)
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await sent
  await page.getByRole('link', { name: 'Carrito, 1 producto' }).click()
  const row = (product: typeof added) => page.getByRole('row').filter({ hasText: product.tradename })
  await row(changed).getByRole('button', { name: 'Aumentar cantidad' }).click()
  await release()
  await expect(row(added).getByRole('spinbutton')).toHaveValue('1')
  await expect(row(changed).getByText('Guardando la cantidad')).toHaveCount(0)
  await expect(row(changed).getByRole('spinbutton')).toHaveValue('2')
  const lines = database.selectFrom('cart_lines').select(['product_id', 'quantity'])
  const saved = await lines.where('user_id', '=', user.id).execute()
  expect(new Map(saved.map((line) => [line.product_id, line.quantity]))).toEqual(
    new Map([
      [changed.id, 2],
      [added.id, 1],
    ]),
  )
})

for (const who of ['a visitor', 'a user']) {
  test(`more units than the pharmacy sells of a product are refused to ${who} beside the quantity`, async ({
    page,
    database,
    logIn,
  }) => {
    const product = await makeProduct(database, { stock: 1_000 })
    if (who === 'a user') await logIn(await makeUser(database))
    await addToCart(page, product)
    await page.goto('/carrito')
    const line = page.getByRole('row').filter({ hasText: product.tradename })
    const quantity = line.getByRole('spinbutton')
    await quantity.fill('101')
    await expect(line.getByText('Puedes llevar hasta 100 unidades de cada producto.')).toBeVisible()
    await quantity.blur()
    await expect(quantity).toHaveValue('1')
    await quantity.fill('100')
    await expect(line.getByText('Puedes llevar hasta')).toBeHidden()
    await expect(quantity).toHaveValue('100')
  })

  test(`${who} is told that the stock ran out between list and click, and the card shows it`, async ({
    page,
    database,
    logIn,
  }) => {
    const product = await makeProduct(database, { stock: 1 })
    if (who === 'a user') await logIn(await makeUser(database))
    await page.goto(`/tienda?buscar=${encodeURIComponent(product.tradename)}`)
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: product.tradename }) })
    await expect(card).toBeVisible()
    await database.updateTable('products').set({ stock: 0 }).where('id', '=', product.id).execute()
    const stock = async () =>
      (await (await page.request.get(`/api/products/${product.id}`)).json()).data.stock
    await expect.poll(stock).toBe(0)
    await card.getByRole('button', { name: 'Agregar al carrito' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Error!' })
    await expect(dialog.getByText('No hay stock disponible!')).toBeVisible()
    await dialog.getByRole('button', { name: 'Aceptar' }).click()
    await expect(card.getByText('Sin existencias')).toBeVisible()
  })
}

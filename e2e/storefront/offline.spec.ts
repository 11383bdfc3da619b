import { makeProduct, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../shop.ts'

test.use({ serviceWorkers: 'allow' })

test('without a network the shop shows an offline page with the cart, and goes on once the network is back', async ({
  page,
  context,
  database,
}) => {
  const product = await makeProduct(database, { tradename: `Sin red <b> ${unique()}`, cost: 1_990 })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`/descripcion?producto=${product.id}`)
  await page.getByRole('button', { name: 'Aumentar cantidad' }).click()
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  await expect(page.getByRole('link', { name: 'Carrito, 2 productos' })).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

  await context.setOffline(true)
  await page.goto('/sobre-nosotros')
  await expect(page).toHaveTitle('Sin conexión · Botica')
  await expect(page).toHaveURL('/sobre-nosotros')
  await expect(page.getByRole('heading', { name: 'No hay conexión con la farmacia' })).toBeVisible()
  const cart = page.getByRole('region', { name: 'Tu carrito' })
  await expect(cart.getByRole('listitem')).toHaveText([`2 × ${product.tradename}$3.980`])
  await expect(cart.getByText('Total $3.980')).toBeVisible()
  await expect(cart.getByText('No hay productos en el carrito')).toBeHidden()
  await expectAccessible(page)
  // Still no network: the same page again.
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(cart.getByRole('listitem')).toHaveCount(1)

  // A session sees its own lines and a visitor's, nobody else's.
  await page.evaluate(() => {
    const [line] = JSON.parse(localStorage.getItem('itemsCart')!)
    localStorage.setItem('itemsCart', JSON.stringify([{ ...line, owner: 'otra' }]))
    for (const [key, value] of Object.entries({ token: 'x', role: 'Cliente', cart: 'yo' }))
      localStorage.setItem(key, value)
  })
  await page.reload()
  await expect(cart.getByText('No hay productos en el carrito')).toBeVisible()
  await expect(cart.getByRole('listitem')).toHaveCount(0)
  await page.evaluate(() => localStorage.clear())

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page).toHaveTitle('Sobre nosotros · Botica')
  await expect(page).toHaveURL('/sobre-nosotros')
  expect(errors).toEqual([])
})

test('a link that is followed without a network opens the offline page', async ({
  page,
  context,
  database,
}) => {
  const product = await makeProduct(database)
  await page.goto(`/tienda?buscar=${encodeURIComponent(product.tradename)}`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Recetario Magistral' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { name: 'No hay conexión con la farmacia' })).toBeVisible()
})

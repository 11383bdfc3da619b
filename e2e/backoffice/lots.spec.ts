import { sql } from 'kysely'
import { makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { mailTo } from '../account/outbox.ts'
import { expectAccessible } from '../axe.ts'
import { expect, post, test } from './office.ts'

test('a recall takes a lot off sale, finds who received it, mails them once and is lifted', async ({
  page,
  request,
  database,
  enter,
  serverInfo,
}) => {
  const product = await makeProduct(database, { stock: 0 })
  const admin = await enter('/dashboard/products/recalls')
  await post(request, admin.token, '/stock/receipts', {
    lines: [{ productId: product.id, lot: 'A77', expires: '2098-01', units: 5 }],
  })
  const buyer = await makeUser(database)
  const email = `compra${unique()}@correo.cl`
  const items = [{ productId: product.id, quantity: 2 }]
  await request.post('/api/cart/update-cart', {
    data: { cart: buyer.id, items },
    headers: { 'x-access-token': buyer.token },
  })
  const line = { ...items[0], price: product.cost, discount: 0, total: product.cost * 2 }
  const order = await post(request, buyer.token, '/cart/create-delivery', {
    ...SHIPPING,
    email,
    id: buyer.id,
    products: [line],
  })
  await post(request, admin.token, '/cart/update-payment-state', { id: order._id, state: 'delivered' })

  await page.getByRole('button', { name: 'Nuevo retiro' }).first().click()
  const modal = page.getByRole('dialog', { name: 'Nuevo retiro de mercado' })
  await modal.getByRole('searchbox').fill(product.barcode)
  await modal.getByRole('button', { name: product.tradename }).click()
  await modal.getByRole('checkbox', { name: /lote A77/ }).check()
  await modal.getByRole('button', { name: 'Retirar de la venta' }).click()
  await expect(modal.getByText('Este campo es obligatorio.')).toBeVisible()
  await modal.getByRole('textbox', { name: 'Motivo' }).fill('Alerta 12 del ISP')
  await modal.getByRole('button', { name: 'Retirar de la venta' }).click()

  await expect(page.getByRole('heading', { name: product.tradename })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Registrado')
  const shown = await (await request.get(`/api/products/${product.id}`)).json()
  expect(shown.data.stock).toBe(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Avisar por correo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).click()
  expect(await mailTo(serverInfo.dataDir, email, /A77/)).toContain('no lo uses')
  await row.getByRole('checkbox').check()
  await expect(page.getByText('1 de 1 respondieron')).toBeVisible()

  await page.getByRole('button', { name: 'Levantar el retiro' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Levantar' }).click()
  await expect(page.getByText(/Levantado el/)).toBeVisible()
})

test('a lot that expires soon gets a discount until then, and an expired one is written off with a reason', async ({
  page,
  request,
  database,
  enter,
}) => {
  const soon = await makeProduct(database, { stock: 0, cost: 2_000 })
  const late = await makeProduct(database, { stock: 0 })
  const admin = await enter('/dashboard')
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await post(request, admin.token, '/stock/receipts', {
    lines: [
      { productId: soon.id, lot: 'S1', expires: day, units: 3 },
      { productId: late.id, lot: 'L1', expires: '2098-01', units: 4 },
    ],
  })
  await sql`update lots set expires_on = '2024-01-31' where product_id = ${late.id}`.execute(database)

  await page.goto(`/dashboard/products/expiring?plazo=30&buscar=${soon.barcode}`)
  const row = page.getByRole('row').filter({ hasText: soon.tradename })
  await expect(row).toContainText('$6.000')
  await row.getByRole('button', { name: /Descuento/ }).click()
  const modal = page.getByRole('dialog', { name: 'Descuento hasta que venza' })
  await expect(modal.getByRole('textbox', { name: 'Hasta' })).toHaveValue(day)
  await modal.getByRole('button', { name: 'Guardar' }).click()
  await expect(modal).toHaveCount(0)
  const { rows } = await sql<{
    discount: string
  }>`select discount from products where id = ${soon.id}`.execute(database)
  expect(Number(rows[0]!.discount)).toBe(30)

  await page.goto(`/dashboard/products/expiring?plazo=vencidos&buscar=${late.barcode}`)
  await page.getByRole('row').filter({ hasText: late.tradename }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Dar de baja' }).click()
  const form = page.getByRole('dialog', { name: 'Dar de baja' })
  await expect(form).toContainText(`4 × ${late.tradename}`)
  await form.getByRole('button', { name: 'Dar de baja' }).click()
  await expect(page.getByText('No hay productos vencidos')).toBeVisible()
  const { rows: left } = await sql<{
    stock: number
  }>`select stock from products where id = ${late.id}`.execute(database)
  expect(left[0]!.stock).toBe(0)
})

import type { APIRequestContext, Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { makeEan, makeProduct, makeUser, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { placeOrder } from '../shop.ts'
import { expect, post, test } from './office.ts'

/** An order of two units of a product each. */
async function order(request: APIRequestContext, database: Db, products: { id: string }[]) {
  const buyer = await makeUser(database)
  const items = products.map(({ id }) => ({ productId: id, quantity: 2 }))
  return { ...(await placeOrder(request, buyer, items)), buyer }
}

const deliver = async (page: Page, number: number) => {
  await page.getByLabel(`Estado del pedido N° ${number}`).last().selectOption('Entregado')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cambiar estado' }).click()
}

test('the lots of a pending order are changed by a click and by a scan, and stay as its record once it is delivered', async ({
  page,
  request,
  database,
  enter,
}) => {
  const ean = makeEan()
  const [syrup, tablets, plain] = [
    await makeProduct(database, { stock: 1, tradename: `Jarabe ${unique()}` }),
    await makeProduct(database, { stock: 0, tradename: `Tabletas ${unique()}`, barcode: ean }),
    await makeProduct(database, { stock: 9, tradename: `Vendas ${unique()}` }),
  ]
  const admin = await enter('/dashboard')
  await post(request, admin.token, '/stock/receipts', {
    lines: [
      { productId: syrup.id, lot: 'TARDE', expires: '2099-12', units: 5 },
      { productId: syrup.id, lot: 'PRONTO', expires: '2098-08', units: 1 },
      { productId: tablets.id, lot: 'T1', expires: '2070-01', units: 4 },
      { productId: tablets.id, lot: 'T2', expires: '2071-02-28', units: 1 },
    ],
  })
  const placed = await order(request, database, [syrup, tablets, plain])
  await page.goto(`/dashboard/deliveries?buscar=${placed.nro_delivery}`)
  const details = page.getByRole('dialog', { name: 'Detalles del pedido' })
  await page.getByRole('button', { name: `Abrir pedido ${placed.nro_delivery}` }).click()

  // The lot that expires first is proposed; a product without lots has nothing to choose.
  const first = details.getByRole('combobox', { name: `Lote de ${syrup.tradename}`, exact: true })
  const second = details.getByRole('combobox', { name: `Lote de ${syrup.tradename} (2)` })
  const shown = (select: typeof first) => select.locator('option:checked')
  await expect(shown(first)).toHaveText('lote PRONTO, vence 31/08/2098: 1 un.')
  await expect(shown(second)).toHaveText('lote TARDE, vence 31/12/2099: 1 un.')
  await expect(details.getByRole('row', { name: plain.tradename }).getByRole('combobox')).toHaveCount(0)
  await expectAccessible(page)

  await first.selectOption('sin lote')
  await expect(shown(first)).toHaveText('lote TARDE, vence 31/12/2099: 1 un.')
  await expect(shown(second)).toHaveText('sin lote: 1 un.')
  await first.selectOption('lote PRONTO, vence 31/08/2098 (quedan 1)')
  await expect(shown(first)).toHaveText('lote PRONTO, vence 31/08/2098: 1 un.')
  // Only one unit has no lot, and the line has it already: the refusal stands in the line.
  await first.selectOption('sin lote')
  const row = details.getByRole('row', { name: syrup.tradename })
  await expect(row.getByText(`De ${syrup.tradename} sin lote quedan 1.`)).toBeVisible()
  await expect(shown(first)).toHaveText('lote PRONTO, vence 31/08/2098: 1 un.')

  const field = details.getByRole('textbox', { name: 'Escanear o escribir un lote' })
  const tablet = details.getByRole('combobox', { name: `Lote de ${tablets.tradename}`, exact: true })
  await expect(shown(tablet)).toHaveText('lote T1, vence 31/01/2070: 2 un.')
  // The refused change is over: until then a scan is asked to wait.
  await expect(tablet).toBeEnabled()
  await field.fill('NADA')
  await field.press('Enter')
  await expect(details.getByText('Ningún producto del pedido tiene el lote NADA.')).toBeVisible()
  await expect(field).toHaveValue('NADA')
  await field.fill(`(01)0${ean}(17)710228(10)T2`)
  await field.press('Enter')
  await expect(details.getByRole('combobox', { name: `Lote de ${tablets.tradename} (2)` })).toBeVisible()
  await expect(field).toHaveValue('')
  await field.fill('t1')
  await field.press('Enter')
  await expect(shown(tablet)).toHaveText('lote T1, vence 31/01/2070: 2 un.')
  await expect(field).toHaveValue('')
  await field.fill(`(01)0${ean}(17)710228(10)T2`)
  await field.press('Enter')
  await expect(details.getByRole('combobox', { name: `Lote de ${tablets.tradename} (2)` })).toBeVisible()

  await expect(field).toHaveValue('')
  await deliver(page, placed.nro_delivery)
  await expect(details.getByRole('list', { name: 'Historial del pedido' })).toContainText('Entregado')
  await expect(row).toContainText('lote PRONTO, vence 31/08/2098: 1 un.')
  await expect(row).toContainText('sin lote: 1 un.')
  await expect(details.getByRole('row', { name: tablets.tradename })).toContainText(
    'lote T2, vence 28/02/2071: 1 un.',
  )
  await expect(field).toHaveCount(0)
  await details.getByRole('link', { name: 'Imprimir para preparar' }).click()
  const slip = page.getByRole('table', { name: `Productos del pedido N° ${placed.nro_delivery}` })
  await expect(slip).toContainText('lote PRONTO, vence 31/08/2098: 1 un.')
})

test('the board counts expiring lots; a delivery of recalled units is refused beside its button, for one order and for several', async ({
  page,
  request,
  database,
  enter,
}) => {
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const product = await makeProduct(database, { stock: 0, tradename: `Gotas ${unique()}` })
  const admin = await enter('/dashboard')
  await post(request, admin.token, '/stock/receipts', {
    lines: [
      { productId: product.id, lot: 'R1', expires: soon, units: 2 },
      { productId: product.id, lot: 'V1', expires: '2020-01', units: 1 },
    ],
  })
  for (const [name, lot] of [
    ['Por vencer', 'R1'],
    ['Vencidos', 'V1'],
  ] as const) {
    await page.goto('/dashboard')
    await page
      .getByRole('list', { name: 'Por hacer' })
      .getByRole('link', { name: new RegExp(`${name}$`) })
      .click()
    const row = page.getByRole('row').filter({ hasText: product.tradename })
    await expect(row).toContainText(lot)
  }
  const { nro_delivery } = await order(request, database, [product])
  const lots = await sql<{
    id: string
  }>`select id from lots where product_id = ${product.id} and code = 'R1'`.execute(database)
  await post(request, admin.token, '/stock/recalls', {
    ...{ productId: product.id, lots: lots.rows.map(({ id }) => id), reason: 'Alerta' },
  })
  const sentence = `${product.tradename}, lote R1 (vence ${soon.split('-').reverse().join('-')}): está vencido o retirado, y no quedan otras unidades (faltan 2 unidades).`
  await page.goto(`/dashboard/deliveries?buscar=${nro_delivery}`)
  await page.getByRole('button', { name: `Abrir pedido ${nro_delivery}` }).click()
  const details = page.getByRole('dialog', { name: 'Detalles del pedido' })
  await deliver(page, nro_delivery)
  await expect(details.getByText(sentence)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: `Elegir el pedido ${nro_delivery}` }).check()
  await page.getByRole('button', { name: 'Marcar Entregado' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cambiar estado' }).click()
  await expect(page.getByText(`N° ${nro_delivery}: ${sentence}`)).toBeVisible()
})

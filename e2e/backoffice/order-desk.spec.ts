import type { Page } from '@playwright/test'
import type { Db } from '#server/database/schema.ts'
import { makeEan, makeOrder, makeProduct, makeUser, makeZone, unique } from '#tests/factories.ts'
import { makeStatement, makeTransfer } from '#tests/transfers.ts'
import { mailTo } from '../account/outbox.ts'
import { expectAccessible } from '../axe.ts'
import { smallImage } from '../images.ts'
import { breakCall, expect, expectAlertDialog, test } from './office.ts'

/** Orders of a new customer with a unique last name, the oldest first. */
async function makeOrders(database: Db, ...totals: number[]) {
  const user = await makeUser(database)
  const product = await makeProduct(database, { tradename: `Guía ${unique()}`, barcode: makeEan() })
  const lastName = `Mesa${unique()}`
  const orders: Awaited<ReturnType<typeof makeOrder>>[] = []
  for (const [index, total] of totals.entries()) {
    const lines = [{ productId: product.id, quantity: index + 1 }]
    const hours = (totals.length - index) * 24
    const order = await makeOrder(database, { userId: user.id, total, hours, lines })
    await database.updateTable('orders').set({ last_name: lastName }).where('id', '=', order.id).execute()
    orders.push(order)
  }
  return { user, product, lastName, orders }
}

const numbers = (page: Page) => page.getByRole('button', { name: /^Abrir pedido/ })
const shown = (orders: { number: number }[]) => orders.map(({ number }) => `Abrir pedido ${number}`)

test('orders are filtered and sorted by the URL, and a row opens its details, by the keyboard too', async ({
  page,
  database,
  enter,
}) => {
  const { lastName, orders } = await makeOrders(database, 9_000, 30_000, 20_000)
  const [old, , latest] = orders
  await database.updateTable('orders').set({ status: 'delivered' }).where('id', '=', old!.id).execute()
  await enter(`/dashboard/deliveries?buscar=${lastName}`)
  await expect(numbers(page)).toHaveText(shown(orders.toReversed()))
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await page.getByRole('combobox', { name: 'Orden' }).selectOption('Mayor total')
  await expect(numbers(page)).toHaveText(shown([orders[1]!, orders[2]!, orders[0]!]))
  await page.getByRole('combobox', { name: 'Estado', exact: true }).selectOption('Entregado')
  await expect(numbers(page)).toHaveText(shown([old!]))
  await expect(page).toHaveURL(/orden=total.*estado=entregado/)
  await page.reload()
  await expect(numbers(page)).toHaveText(shown([old!]))
  await page.getByRole('link', { name: 'Sin comprobante' }).click()
  await expect(numbers(page)).toHaveText(shown([orders[1]!, orders[2]!]))
  const day = latest!.created_at.slice(0, 10)
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await page.getByLabel('Hasta').fill('2021-01-01')
  await expect(page.getByText('No se han registrado pedidos recientes')).toBeVisible()
  await page.getByLabel('Desde').fill(day)
  await expect(page.getByLabel('Hasta')).toHaveValue('')

  await page.goto(`/dashboard/deliveries?buscar=${lastName}`)
  const details = page.getByRole('dialog', { name: 'Detalles del pedido' })
  await page.getByRole('cell', { name: 'Ñuñoa · Los Aromos 123' }).first().click()
  await expect(details.getByText(`Pedido N° ${latest!.number}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await numbers(page).last().focus()
  await page.keyboard.press('Enter')
  await expect(details.getByText(`Pedido N° ${old!.number}`)).toBeVisible()
  await expectAccessible(page)

  // The details lead to the page's other orders, and have the actions.
  await expect(details.getByRole('status')).toHaveText(`Pedido ${old!.number}, 3 de 3`)
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(details.getByText(`Pedido N° ${orders[1]!.number}`)).toBeVisible()
  await details.getByLabel('Nota', { exact: true }).fill('j')
  await details.getByRole('button', { name: 'Pedido anterior' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(details.getByText(`Pedido N° ${latest!.number}`)).toBeVisible()
  await details.getByLabel(`Estado del pedido N° ${latest!.number}`).selectOption('Entregado')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cambiar estado' }).click()
  await expect(details.getByRole('list', { name: 'Historial del pedido' })).toContainText('Entregado')
  await details.getByRole('button', { name: 'Medios de pago' }).click()
  const methods = page.getByRole('dialog', { name: 'Medios de pago' })
  await expect(methods.getByText('$20.000')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(methods).toBeHidden()
  await expect(details.getByText(`Pedido N° ${latest!.number}`)).toBeVisible()
})

test('proofs are decided one after the other beside the amount due; the same picture of two orders is pointed out', async ({
  page,
  database,
  request,
  enter,
}) => {
  const { user, lastName, orders } = await makeOrders(database, 23_480, 5_000)
  const photo = await smallImage(`pago-${unique()}.png`)
  for (const { id } of orders) {
    const headers = { 'x-access-token': user.token }
    const multipart = { id, photo }
    expect((await request.post('/api/cart/upload-payment', { headers, multipart })).status()).toBe(200)
  }
  const [due, other] = orders
  await enter(`/dashboard/deliveries?buscar=${lastName}&comprobante=por-revisar`)
  const row = page
    .getByRole('row')
    .filter({ hasText: String(due!.number) })
    .last()
  await expect(row.getByText('Por revisar')).toBeVisible()
  await row.getByRole('button', { name: /^Ver comprobante/ }).click()
  const modal = page.getByRole('dialog', { name: 'Comprobante de pago' })
  await expect(modal.getByText('$23.480 por recibir')).toBeVisible()
  await expect(modal.getByRole('link', { name: `el pedido N° ${other!.number}` })).toBeVisible()
  await expectAccessible(page)
  const heading = (order = due!) =>
    modal.getByRole('heading', { name: `N° ${order.number}, Ana ${lastName}` })
  await expect(heading()).toBeVisible()
  const mark = modal.getByRole('button', { name: 'Comprobante revisado' })
  await expect(mark).toHaveAttribute('aria-pressed', 'false')
  await mark.click()
  // The decision goes on to the next proof; back at the first one, its mark is taken away.
  await expect(heading(other)).toBeFocused()
  await modal.getByRole('button', { name: `Volver al pedido ${due!.number}` }).click()
  await expect(modal.getByText(/^Revisado el .* por Ana Soto$/)).toBeVisible()
  await expect(mark).toHaveAttribute('aria-pressed', 'true')
  await mark.click()
  await expect(mark).toHaveAttribute('aria-pressed', 'false')

  await modal.getByRole('button', { name: 'No coincide' }).click()
  const form = modal.getByRole('form', { name: 'Pedir otro comprobante' })
  const ask = form.getByRole('button', { name: 'Pedir otro comprobante' })
  await ask.click()
  await expect(form.getByText('Elige o escribe el motivo.')).toBeVisible()
  await form.getByLabel('Otro motivo').check()
  await form.getByRole('textbox', { name: 'Motivo' }).fill('Falta la segunda transferencia.')
  await expectAccessible(page)
  // A press on Escape asks before the typed text is lost.
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Seguir editando' }).click()
  await ask.click()
  await expect(heading(other)).toBeFocused()
  await mark.click()
  await expect(modal.getByText(/^Revisado el /)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`/dashboard/deliveries?buscar=${lastName}`)
  await expect(row.getByTitle('Se pidió otro. Falta la segunda transferencia.')).toBeVisible()
})

test('a paid order shows its transfers and the missing pesos, and a proof without a transfer is pointed out', async ({
  page,
  database,
  request,
  enter,
}) => {
  const { lastName, orders } = await makeOrders(database, 9_000, 8_000, 7_000)
  const [paid, partly, doubtful] = orders
  for (const { id } of [paid!, doubtful!])
    await database
      .updateTable('orders')
      .set({ payment: `pago-${unique()}.webp`, created_at: new Date('2026-01-05T15:00:00Z') })
      .where('id', '=', id)
      .execute()
  await makeStatement(database, { from: '2026-01-05', until: '2026-01-09' })
  const { token } = await makeUser(database, { role: 'Administrador' })
  for (const [order, amount] of [
    [paid!, 9_000],
    [partly!, 7_500],
  ] as const) {
    const id = await makeTransfer(database, { amount, document: '70001', description: `TEF ${lastName}` })
    const matched = await request.post(`/api/payments/${id}/match`, {
      headers: { 'x-access-token': token },
      data: { orders: [order.id] },
    })
    expect(matched.status()).toBe(200)
  }
  await enter(`/dashboard/deliveries?buscar=${lastName}&comprobante=por-revisar`)
  await expect(numbers(page)).toHaveText(shown([doubtful!]))
  await page.getByRole('button', { name: 'Más filtros' }).click()
  await page.getByRole('combobox', { name: 'Comprobante' }).selectOption('Todo comprobante')
  await page.getByRole('combobox', { name: 'Pago' }).selectOption('Con diferencia')
  await expect(numbers(page)).toHaveText(shown([partly!]))
  await expect(page.getByRole('cell').getByText('faltan $500', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Pago' }).selectOption('Comprobante sin transferencia')
  await expect(numbers(page)).toHaveText(shown([doubtful!]))
  await numbers(page).click()
  const details = page.getByRole('dialog', { name: 'Detalles del pedido' })
  await expect(details.getByRole('note')).toContainText('las cartolas hasta el')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Pago' }).selectOption('Pagado')
  await expect(numbers(page)).toHaveText(shown([paid!]))
  await expect(page.getByRole('cell').getByText('Pagado', { exact: true })).toBeVisible()
  await numbers(page).click()
  const transfers = details.getByRole('list', { name: 'Transferencias del pedido' })
  await expect(transfers).toContainText(`TEF ${lastName} · N° 70001`)
  await expect(details.getByRole('button', { name: 'Revisar comprobante' })).toHaveCount(0)
  await details.getByRole('link', { name: 'Ver en Pagos' }).click()
  await expect(page).toHaveURL(`/dashboard/payments?grupo=asignados&buscar=${paid!.number}`)
})

test('the proofs of several orders are marked as checked; one without a proof is named', async ({
  page,
  database,
  enter,
}) => {
  const { lastName, orders } = await makeOrders(database, 9_000, 8_000, 7_000)
  for (const { id } of orders.slice(0, 2))
    await database
      .updateTable('orders')
      .set({ payment: `pago-${unique()}.webp` })
      .where('id', '=', id)
      .execute()
  await enter(`/dashboard/deliveries?buscar=${lastName}`)
  // A click with Shift chooses the row in between, too.
  await page.getByLabel(`Elegir el pedido ${orders[0]!.number}`).check()
  await page.getByLabel(`Elegir el pedido ${orders[2]!.number}`).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Pedidos elegidos' })
  await bar.getByRole('button', { name: 'Marcar', exact: true }).click()
  await bar.getByRole('button', { name: 'Comprobante revisado' }).click()
  const outcome = page.getByRole('alertdialog', { name: 'No todos quedaron revisados' })
  await expect(outcome).toContainText('2 comprobantes quedaron revisados.')
  await expect(outcome).toContainText(`N° ${orders[2]!.number}: `)
  await expectAlertDialog(page, 'No todos quedaron revisados')
  await expect(page.getByRole('cell').getByText('Revisado', { exact: true })).toHaveCount(2)
})

test('a note stays when its saving fails, and asks before it is lost', async ({ page, database, enter }) => {
  const { lastName } = await makeOrders(database, 9_000)
  await enter(`/dashboard/deliveries?buscar=${lastName}`)
  await numbers(page).click()
  const details = page.getByRole('dialog', { name: 'Detalles del pedido' })
  const note = details.getByLabel('Nota', { exact: true })
  await note.fill('Llamar antes de ir')
  await breakCall(page, /\/note$/, 'POST')
  await details.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(details.getByText('No se pudo.')).toBeVisible()
  await expect(note).toHaveValue('Llamar antes de ir')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Seguir editando' }).click()
  await page.unroute(/\/note$/)
  await details.getByRole('button', { name: 'Guardar nota' }).press('Enter')
  await expect(details.getByText(/^Ana Soto, /)).toBeVisible()
  await expect(note).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page.getByRole('row').getByText('Llamar antes de ir')).toBeVisible()
})

test('several orders are delivered after one question, and printed to be packed @phone', async ({
  page,
  database,
  enter,
}) => {
  const { product, lastName, orders } = await makeOrders(database, 9_000, 8_000, 7_000)
  // Too little stock to change the status from cancelled.
  await database.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orders[2]!.id).execute()
  await database.updateTable('products').set({ stock: 0 }).where('id', '=', product.id).execute()
  await enter(`/dashboard/deliveries?buscar=${lastName}`)
  await page.getByLabel(`Elegir el pedido ${orders[0]!.number}`).check()
  const bar = page.getByRole('region', { name: 'Pedidos elegidos' })
  await expect(bar).toBeInViewport({ ratio: 1 })
  await bar.getByRole('button', { name: 'Elegir la página' }).click()
  await expect(bar.getByRole('status')).toHaveText('3 pedidos elegidos')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Marcar Entregado' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Cambiar el estado de 3 pedidos?' })
  await expect(question.getByText(String(orders[0]!.number))).toBeVisible()
  await expect(question).toContainText('3 sin comprobante')
  await question.getByRole('button', { name: 'Cambiar estado' }).click()
  const outcome = page.getByRole('alertdialog', { name: 'No todos quedaron Entregados' })
  await expect(outcome).toContainText(`N° ${orders[2]!.number}: No hay stock suficiente`)
  await expectAlertDialog(page, 'No todos quedaron Entregados')
  for (const { number } of orders.slice(0, 2))
    await expect(
      page.getByRole('button', { name: `Estado del pedido N° ${number}: Entregado` }),
    ).toBeVisible()
  await expect(bar).toHaveCount(0)

  await page.getByLabel(`Elegir el pedido ${orders[1]!.number}`).check()
  await bar.getByRole('button', { name: 'Imprimir', exact: true }).click()
  await bar.getByRole('link', { name: 'Imprimir para preparar' }).click()
  const slip = page.getByRole('article', { name: `Pedido N° ${orders[1]!.number}` })
  await expect(slip.getByRole('rowheader', { name: product.tradename })).toBeVisible()
  const bars = slip.getByRole('img', { name: `Código de barras ${product.barcode}` })
  await expect(bars).toBeVisible()
  // An EAN-13 has 95 modules, and its quiet zones beside them.
  await expect(bars).toHaveAttribute('viewBox', '0 0 115 40')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
  await expect(bars).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(page).toHaveURL(new RegExp(`buscar=${lastName}`))
  await expect(page.getByLabel(`Elegir el pedido ${orders[1]!.number}`)).toBeChecked()
})

test('a paid order is sent by the keyboard, with a label and a mail, and taken back', async ({
  page,
  database,
  serverInfo,
  enter,
}) => {
  const { product, lastName, orders } = await makeOrders(database, 12_490, 8_000)
  const [sent, picked] = orders as [(typeof orders)[0], (typeof orders)[0]]
  const zone = await makeZone(database, { communes: ['05109'], active: false })
  const email = `envio-${unique()}@correo.cl`
  const change = (id: string, columns: object) =>
    database.updateTable('orders').set(columns).where('id', '=', id).execute()
  await change(sent.id, {
    ...{ zone_id: zone.id, delivery_name: zone.name, delivery_commune: '05109', delivery_cost: 3_490 },
    ...{ email, paid_amount: 12_490, paid_on: '2026-11-20' },
  })
  await change(picked.id, {
    delivery_name: 'Local Centro',
    recipient_name: 'Pedro Pérez',
    recipient_rut: '12345678',
  })
  await database.updateTable('products').set({ cold_chain: true }).where('id', '=', product.id).execute()

  // The label's barcode, read into the search box, finds the order.
  await enter('/dashboard/deliveries')
  const search = page.getByRole('searchbox', { name: 'Buscar pedido...' })
  await expect(search).toBeEnabled()
  await search.pressSequentially(`${sent.number}`)
  await page.keyboard.press('Enter')
  await expect(numbers(page).first()).toHaveText(`Abrir pedido ${sent.number}`)
  await numbers(page).first().press('Enter')
  const details = page.getByRole('dialog', { name: 'Detalles del pedido' })
  await expect(details.getByText('Despacho a Viña del Mar')).toBeVisible()
  await expect(details.getByText('$3.490')).toBeVisible()
  await details.getByRole('button', { name: 'Despachado' }).press('Enter')
  await expect(details.getByLabel('Transportista')).toBeFocused()
  await page.keyboard.type('Rutas')
  await page.keyboard.press('Tab')
  await page.keyboard.type('RS-77')
  await expectAccessible(page)
  await details.getByLabel('N° de seguimiento').press('Enter')
  await expect(details.getByRole('button', { name: 'Cambiar seguimiento' })).toBeFocused()
  const steps = details.getByRole('list', { name: 'Historial del pedido' })
  await expect(steps.getByRole('link', { name: /^Seguir el envío/ })).toHaveAttribute('href', /RS-77$/)
  expect(await mailTo(serverInfo.dataDir, email, /RS-77/)).toContain('va en camino')

  // The list marks the other order as ready for its recipient.
  await page.goto(`/dashboard/deliveries?buscar=${lastName}`)
  const status = ({ number }: { number: number }) =>
    page.getByRole('button', { name: new RegExp(`^Estado del pedido N° ${number}`) })
  await status(picked).press('Enter')
  await page.getByRole('button', { name: 'Listo para retiro' }).press('Enter')
  const ready = page.getByRole('row').filter({ hasText: String(picked.number) })
  await expect(ready.getByTitle('Listo para retiro')).toBeVisible()
  await page.getByRole('link', { name: 'Despachados' }).click()
  await expect(numbers(page)).toHaveText(shown([sent]))
  await page.goBack()
  await expect(numbers(page)).toHaveCount(2)

  await page.getByLabel('Elegir toda la página').check()
  const bar = page.getByRole('region', { name: 'Pedidos elegidos' })
  await bar.getByRole('button', { name: 'Imprimir', exact: true }).press('Enter')
  await expectAccessible(page)
  await bar.getByRole('link', { name: 'Etiquetas' }).press('Enter')
  const label = page.getByRole('article', { name: `Etiqueta del pedido N° ${sent.number}` })
  for (const words of ['Refrigerado', 'Viña del Mar', 'Valparaíso', 'Rutas del Sur', 'Los Aromos 123'])
    await expect(label.getByText(words)).toBeVisible()
  await expect(label.getByRole('img', { name: `Código de barras ${sent.number}` })).toBeVisible()
  await expect(page.getByText('Pedro Pérez, RUT 12.345.678-5')).toBeVisible()
  await expectAccessible(page)
  const sheets = (await page.pdf({ preferCSSPageSize: true }))
    .toString('latin1')
    .match(/MediaBox \[0 0 [\d. ]+/g)
  // 100 × 150 mm in points.
  expect(sheets).toEqual([expect.stringMatching(/28\d\S* 42\d/), expect.stringMatching(/28\d\S* 42\d/)])

  await page.getByRole('link', { name: 'Volver' }).click()
  await bar.getByRole('button', { name: 'Marcar', exact: true }).press('Enter')
  await bar.getByRole('button', { name: 'Por preparar' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Marcar' }).press('Enter')
  await expect(ready.getByTitle('Listo para retiro')).toHaveCount(0)
  await status(sent).press('Enter')
  await page.getByRole('button', { name: 'Despachado…' }).press('Enter')
  const again = page.getByRole('dialog', { name: 'Despachar pedido' })
  await expect(again.getByLabel('Transportista')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(status(sent)).toBeFocused()
})

test('all pending orders are listed to be printed, the oldest first', async ({ page, database, enter }) => {
  const { orders, product } = await makeOrders(database, 9_000, 8_000)
  await enter('/dashboard/deliveries')
  await page.getByRole('link', { name: 'Imprimir pendientes' }).click()
  await expect(page.getByRole('heading', { name: 'Pedidos pendientes', level: 1 })).toBeVisible()
  const [older, newer] = orders.map(({ number }) =>
    page.getByRole('row', { name: new RegExp(`^${number} `) }),
  )
  await expect(older!).toContainText(`1 × ${product.tradename}`)
  await expect(newer!).toContainText(`2 × ${product.tradename}`)
  await expect(older!).toContainText('Sin comprobante')
})

test('the counts of the sidebar lead to the orders that they count', async ({ page, database, enter }) => {
  await makeOrders(database, 9_000)
  await enter('/dashboard')
  await page
    .getByRole('navigation', { name: 'Administración' })
    .getByRole('link', { name: /^\d+ pedidos? pendientes?$/ })
    .click()
  await expect(page).toHaveURL(/deliveries\?estado=pendiente$/)
  await expect(page.getByRole('link', { name: 'Pendientes', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

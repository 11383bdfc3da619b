import { makeProduct, unique } from '#tests/factories.ts'
import { expect, holdCalls, test } from './office.ts'

test('who changed a price is found from the product, and by person, kind and day', async ({
  page,
  database,
  enter,
}) => {
  const product = await makeProduct(database, { tradename: `Jarabe ${unique()}`, cost: 1_990 })
  const { email } = await enter(`/dashboard/products/edit-product/${product.id}`)
  await page.getByLabel('Precio').fill('2490')
  await page.getByRole('button', { name: 'Actualizar Producto' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'El producto fue actualizado.' })).toBeVisible()
  await page.getByRole('link', { name: 'Ver quién lo cambió' }).click()
  await expect(page).toHaveURL(/\/dashboard\/activity\?sobre=/)
  const row = page.getByRole('row', { name: email })
  await expect(row).toContainText('Producto cambiado')
  await expect(row).toContainText(/Precio:.*\$1\.990.*\$2\.490/)

  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await page.getByLabel('Quién').selectOption(email)
  await page.getByLabel('Qué').selectOption('Productos')
  await expect(page).toHaveURL(/que=products/)
  await expect(row).toContainText(product.tradename)
  await page.getByLabel('Qué').selectOption('Pedidos')
  await expect(page.getByText('No hay actividad con estos filtros')).toBeVisible()
  await page.getByLabel('Qué').selectOption('Productos')
  await page.getByLabel('Hasta').fill('2020-01-01')
  await expect(page.getByText('No hay actividad con estos filtros')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar actividad (Excel)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^actividad-\d{4}-\d\d-\d\d\.xlsx$/)
})

test('filters chosen while the list loads are kept, and shown at once', async ({ page, enter }) => {
  await enter('/dashboard/activity')
  await expect(page.locator('[inert]').filter({ has: page.getByLabel('Quién') })).toHaveCount(0)
  const answer = await holdCalls(page, /\/api\/admin\/audit/)
  await page.getByLabel('Quién').selectOption('Operador (consola)')
  await page.getByLabel('Qué').selectOption('Pedidos')
  await expect(page.getByLabel('Quién')).toHaveValue('operador')
  await expect(page.getByLabel('Qué')).toHaveValue('orders')
  answer()
  await expect(page).toHaveURL(/\?quien=.*&que=orders$/)
  await expect(page.getByText('No hay actividad con estos filtros')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Quién')).toHaveValue('operador')
  await expect(page.getByLabel('Qué')).toHaveValue('orders')
})

for (const path of ['/dashboard/activity', '/dashboard/deliveries']) {
  test(`a day is typed into a filter of ${path}`, async ({ page, enter }) => {
    await enter(path)
    if (path === '/dashboard/deliveries') await page.getByRole('button', { name: 'Más filtros' }).click()
    const since = page.getByLabel('Desde', { exact: true }).first()
    // The filters can't be used until the list is there.
    await expect(async () => {
      await since.focus()
      await expect(since).toBeFocused({ timeout: 100 })
    }).toPass()
    // Day and month are the same number, because the browser decides their order.
    await page.keyboard.type('08082026')
    await expect(since).toHaveValue('2026-08-08')
    await expect(page).toHaveURL(/desde=2026-08-08/)
    await page.keyboard.press('ArrowDown')
    await expect(since).toHaveValue('2025-08-08')
    await expect(page).toHaveURL(/desde=2025-08-08/)
    await page.goBack()
    await expect(since).toHaveValue('2026-08-08')
    // Keys come fast. An unfinished day filters nothing, and is reset when the field is left.
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(/desde=2023-08-08/)
    await expect(since).toHaveValue('2023-08-08')
    await page.keyboard.type('20')
    await expect(since).toHaveValue('0020-08-08')
    await since.blur()
    await expect(since).toHaveValue('2023-08-08')
  })
}

test('the pages lead to older entries and back', async ({ page, database, enter }) => {
  const id = `paginas-${unique()}`
  const rows = Array.from({ length: 60 }, (_, index) => ({
    ...{ actor_id: null, actor_name: 'operador', actor_email: '', address: '', action: 'user.enable' },
    ...{
      subject_kind: 'user',
      subject_id: id,
      subject_label: `cuenta-${index}@correo.cl`,
      before: null,
      after: null,
    },
  }))
  await database.insertInto('audit_entries').values(rows).execute()
  await enter(`/dashboard/activity?sobre=${id}`)
  const first = () => page.getByRole('row').nth(1)
  await expect(first()).toContainText('cuenta-59@')
  await page.getByRole('link', { name: /^Siguiente/ }).click()
  await expect(first()).toContainText('cuenta-34@')
  await page.getByRole('link', { name: /^Siguiente/ }).click()
  await expect(first()).toContainText('cuenta-9@')
  await expect(page.getByRole('link', { name: /^Siguiente/ })).toHaveCount(0)
  await page.getByRole('link', { name: /^Anterior/ }).click()
  await expect(first()).toContainText('cuenta-34@')
})

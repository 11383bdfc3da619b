import { makeZone, unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from './office.ts'

// Ways of delivery are added inactive, since an active one changes the checkout of every other test.

test('points and zones are added, changed and moved by keyboard, with typed communes or a whole region', async ({
  page,
  database,
  enter,
}) => {
  await makeZone(database, { communes: ['15101'], active: false })
  await enter('/dashboard/delivery-options')
  const local = `Local ${unique()}`
  await page.getByRole('button', { name: 'Agregar punto' }).click()
  const pointForm = page.getByRole('dialog', { name: 'Agregar punto de retiro' })
  await pointForm.getByLabel('Nombre').fill(local)
  await pointForm.getByLabel('Dirección').fill('Arturo Prat 100')
  await pointForm.getByLabel('Horario').fill('Lunes a viernes de 9:00 a 18:00')
  await pointForm.getByLabel('Activo').uncheck()
  await pointForm.getByRole('button', { name: 'Guardar' }).click()
  await expect(pointForm.getByLabel('Listo en')).toHaveAccessibleDescription(/Este campo es obligatorio/)
  await pointForm.getByLabel('Listo en').fill('en 2 horas')
  await pointForm.getByRole('button', { name: 'Guardar' }).click()
  const points = page.getByRole('list', { name: 'Puntos de retiro' })
  await expect(points.getByRole('listitem').filter({ hasText: local })).toContainText(
    /Inactivo.*Arturo Prat 100.*Listo en 2 horas/,
  )

  const zone = `Zona ${unique()}`
  // The shop's own answer, with one more active zone, which only this page sees.
  await page.route('**/api/delivery-options/all', async (route) => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    const other = {
      ...{ _id: crypto.randomUUID(), name: 'Costa', price: 1, freeFrom: null, days: '1 día' },
      ...{ communes: ['05109'], cold: false, active: true },
    }
    await route.fulfill({ response: answer, json: { data: { ...data, zones: [...data.zones, other] } } })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Agregar zona' }).click()
  const form = page.getByRole('dialog', { name: 'Agregar zona de despacho' })
  await form.getByLabel('Nombre').fill(zone)
  await form.getByLabel('Precio').fill('$4.990')
  await form.getByLabel('Plazo').fill('2 a 3 días hábiles')
  const search = form.getByRole('searchbox', { name: 'Buscar comuna o región' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(search).toHaveAccessibleDescription('Elige al menos una comuna.')
  await search.fill('VINA DEL')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText('Viña del Mar agregada.')
  await expect(search).toHaveAccessibleDescription('Viña del Mar ya está en la zona «Costa».')
  await search.fill('arica y')
  const region = form.getByRole('checkbox', { name: 'Arica y Parinacota' })
  await search.press('Tab')
  await expect(region).toBeFocused()
  await expect(region).toHaveAccessibleName(/0 de 4 comunas/)
  await page.keyboard.press('Space')
  const chosen = form.getByRole('list', { name: 'Comunas elegidas' }).getByRole('button')
  await expect(chosen).toHaveText([/Arica y Parinacota, 4 comunas/, /Viña del Mar/])
  await chosen.last().press('Enter')
  await expect(chosen).toHaveText([/Arica y Parinacota/])
  await expect(chosen.first()).toBeFocused()
  await form.getByLabel('Activa').uncheck()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Guardar' }).click()
  const row = page
    .getByRole('list', { name: 'Zonas de despacho' })
    .getByRole('listitem')
    .filter({ hasText: zone })
  await expect(row).toContainText(/Inactivo.*\$4\.990.*2 a 3 días hábiles.*4 comunas: Arica/)

  await page.getByRole('button', { name: `Editar ${zone}` }).click()
  const edit = page.getByRole('dialog', { name: 'Editar zona de despacho' })
  await edit.getByLabel('Gratis desde').fill('30000')
  await edit.getByRole('button', { name: 'Actualizar' }).click()
  await expect(row).toContainText('Gratis desde $30.000')

  // Without the zone that only this page saw: the server would refuse to order it.
  await page.unroute('**/api/delivery-options/all')
  await page.reload()
  const zoneNames = async () =>
    (
      await database.selectFrom('delivery_zones').select('name').orderBy('position').orderBy('id').execute()
    ).map(({ name }) => name)
  // Other tests may add zones meanwhile: the server refuses an order of the list without them.
  await expect(async () => {
    const names = await zoneNames()
    await page.getByRole('button', { name: `Subir ${zone}` }).click()
    await expect.poll(async () => (await zoneNames()).indexOf(zone)).toBe(names.indexOf(zone) - 1)
  }).toPass()
})

test('rates are downloaded as a workbook; a file with wrong rows has them listed, and saves nothing', async ({
  page,
  enter,
}) => {
  await enter('/dashboard/delivery-options')
  await page.getByRole('button', { name: 'Tarifas en Excel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tarifas por comuna' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar las tarifas de hoy' }).click()
  expect((await download).suggestedFilename()).toMatch(/^tarifas-\d{4}-\d\d-\d\d\.xlsx$/)
  const choose = (lines: string[]) =>
    dialog.getByRole('button', { name: 'Planilla de tarifas' }).setInputFiles({
      name: 'courier.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    })
  await choose(['Comuna;Tarifa;Plazo', 'Ovalle;$98.765;2', 'Macondo;$98.765;2'])
  await expect(dialog.getByRole('list', { name: 'Filas por corregir' })).toHaveText(
    'Fila 3, «Macondo»: No hay una comuna con este nombre.',
  )
  await expect(dialog.getByRole('button', { name: 'Guardar tarifas' })).toHaveCount(0)
  await choose(['Comuna;Tarifa;Plazo', 'OVALLE;$98.765;2', 'La Serena;98765;2'])
  const changes = dialog.getByRole('list', { name: 'Zonas que cambian' })
  await expect(changes).toContainText(
    /Coquimbo\s*Nueva\s*\$98\.765, 2 días hábiles\s*2 comunas: La Serena y Ovalle/,
  )
  await expect(dialog.getByRole('button', { name: 'Guardar tarifas' })).toBeVisible()
  await expectAccessible(page)
})

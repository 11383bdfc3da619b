import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { unique } from '#tests/factories.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from './office.ts'

test('a key is created, shown once, used and revoked', async ({ page, enter, request }) => {
  const name = `Caja ${unique()}`
  await enter('/dashboard/connections')
  await page.getByRole('button', { name: 'Crear clave' }).click()
  const modal = page.getByRole('dialog', { name: 'Crear clave' })
  await modal.getByLabel('Nombre').fill(name)
  await modal.getByRole('button', { name: 'Crear clave' }).click()
  await expect(modal.getByText('Elige al menos un permiso.')).toBeVisible()
  await modal.getByLabel(/^Ver productos/).check()
  await modal.getByLabel(/^Cambiar precios/).check()
  await expect(modal.getByText(/es el precio de venta/)).toBeVisible()
  await expectAccessible(page)
  await modal.getByLabel('Vence').selectOption('En 90 días')
  await modal.getByRole('button', { name: 'Crear clave' }).click()
  await expect(modal.getByLabel('Clave', { exact: true })).toBeFocused()
  const key = await modal.getByLabel('Clave', { exact: true }).inputValue()
  await modal.getByRole('button', { name: 'Listo' }).click()
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Ver productos, Cambiar precios')
  await expect(page.getByLabel('Clave', { exact: true })).toHaveCount(0)
  expect(await page.content()).not.toContain(key)

  const call = () => request.get('/api/products', { headers: { authorization: `Bearer ${key}` } })
  expect((await call()).status()).toBe(200)

  // A field's error isn't repeated beside the button, and Cancelar asks no question.
  await page.getByRole('button', { name: 'Crear clave' }).click()
  await modal.getByLabel('Nombre').fill(name)
  await modal.getByLabel(/^Ver productos/).check()
  await modal.getByRole('button', { name: 'Crear clave' }).click()
  await expect(modal.getByText('Ese nombre ya está en uso.')).toHaveCount(1)
  await expect(modal.getByLabel('Nombre')).toBeFocused()
  await modal.getByRole('button', { name: 'Cancelar' }).click()
  await expect(modal).toBeHidden()
  await row.getByRole('button', { name: `Más opciones de ${name}` }).click()
  await page.getByRole('button', { name: 'Revocar' }).click()
  const question = page.getByRole('alertdialog', { name: `¿Revocar la clave de ${name}?` })
  await question.getByRole('button', { name: 'Revocar' }).click()
  await expect(row).toContainText('Revocada')
  // A revoked key has no options, so the menu that had the focus is gone.
  await expect(page.locator(':focus')).toContainText('Con una clave')
  expect((await call()).status()).toBe(401)
})

test('a webhook is created, tested, sent again after a failure, and deleted', async ({ page, enter }) => {
  const statuses = [500, 200, 200]
  const ids: unknown[] = []
  const server = createServer((request, response) => {
    ids.push(request.headers['webhook-id'])
    request.resume().on('end', () => response.writeHead(statuses.shift() ?? 200).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${unique()}`

  await enter('/dashboard/connections')
  await page.getByRole('button', { name: 'Crear webhook' }).click()
  const creating = page.getByRole('dialog', { name: 'Crear webhook' })
  await creating.getByLabel('Dirección').fill('http://10.0.0.1/')
  await creating.getByLabel(/^Pago de un pedido/).check()
  await creating.getByRole('button', { name: 'Crear webhook' }).click()
  await expect(creating.getByText(/Esta dirección no está permitida/)).toBeVisible()
  await creating.getByLabel('Dirección').fill(url)
  await creating.getByRole('button', { name: 'Crear webhook' }).click()
  await expect(creating.getByLabel('Secreto')).toHaveValue(/^whsec_/)
  await creating.getByRole('button', { name: 'Listo' }).click()

  const row = page.getByRole('row', { name: url })
  await row.getByRole('button', { name: /^Ver avisos/ }).click()
  const deliveries = page.getByRole('dialog', { name: 'Avisos enviados' })
  await expect(deliveries.getByText('Todavía no hay avisos')).toBeVisible()
  await deliveries.getByRole('button', { name: 'Enviar una prueba' }).click()
  const test = deliveries.getByRole('row', { name: /^Prueba/ })
  await expect(test).toContainText('Respondió 500.')
  const status = deliveries.getByLabel('Estado de los avisos')
  await status.selectOption('Los que fallaron')
  await expect(deliveries.getByText('Ningún aviso falló')).toBeVisible()
  await status.selectOption('En espera')
  await expect(test).toBeVisible()
  await status.selectOption('Todos')
  await expectAccessible(page)
  await test.getByRole('button', { name: 'Enviar otra vez' }).click()
  await expect(async () => {
    await deliveries.getByRole('button', { name: 'Actualizar' }).click()
    await expect(test).toContainText('Entregado', { timeout: 500 })
  }).toPass()
  expect(ids[0]).toBe(ids[1])
  await deliveries.getByRole('button', { name: 'Cerrar' }).click()

  await row.getByRole('button', { name: `Más opciones de ${url}` }).click()
  await page.getByRole('button', { name: 'Borrar' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Borrar este webhook?' })
  await question.getByRole('button', { name: 'Borrar' }).click()
  await expect(row).toHaveCount(0)
  server.closeAllConnections()
  server.close()
})

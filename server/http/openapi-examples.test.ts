import { expect, test } from 'vitest'
import type { Call, CallInput } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser, PASSWORD, SHIPPING } from '#tests/factories.ts'
import type { Example } from './openapi.ts'

const { database, send } = await createTestApp()

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/** The examples with the same ids, instants and secrets at every run. */
function withoutChance(examples: Record<string, Example>) {
  const ids = new Map<string, string>()
  const stable = (id: string) => {
    if (!ids.has(id)) ids.set(id, `01a1b2c3-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`)
    return ids.get(id)!
  }
  const text = JSON.stringify(examples, null, 2)
    .replace(UUID, stable)
    .replace(INSTANT, '2027-03-01T12:00:00.000Z')
    .replace(/"(bot_|whsec_)[^"]+"/g, '"$1…"')
    .replace(/"token": "[^"]+"/g, '"token": "…"')
  return `${text}\n`
}

test('the examples of the OpenAPI document are real requests with their answers', async () => {
  const examples: Record<string, Example> = {}
  /** Sends a call with a key or a session, and keeps it as an example. */
  async function example<Name extends keyof typeof calls>(
    name: Name,
    sent: CallInput<(typeof calls)[Name]> & { token?: string; headers?: Record<string, string> },
  ) {
    const { token: _, headers: __, ...request } = sent
    const { status, body } = await send(calls[name] as Call, sent as never)
    expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(300)
    examples[name] = { ...request, answer: body }
    return body as never
  }

  const admin = await makeUser(database, { role: 'Administrador', email: 'admin@botica.cl' })
  const customer = await makeUser(database, { email: 'ana@correo.cl' })
  await makeCategory(database, 'Dolor y fiebre')
  await makeSupplier(database, 'Laboratorio Andino')
  const product = await makeProduct(database, {
    tradename: 'Paracetamol 500 mg × 16 comprimidos',
    barcode: '7800000000017',
    dcm: 'Paracetamol 500 mg',
    quantity: '16 comprimidos',
    stock: 40,
  })

  const { token } = admin
  await example('login', { body: { email: 'ana@correo.cl', password: PASSWORD } })
  const key: { data: { key: string } } = await example('createKey', {
    body: {
      name: 'Caja del local',
      scopes: ['products:read', 'products:write', 'stock:write', 'orders:read', 'orders:write'],
    },
    token,
  })
  const headers = { authorization: `Bearer ${key.data.key}` }
  await example('listProducts', { query: { page: '1', pageSize: '100' }, headers })
  await example('getProduct', { params: { id: product.id } })
  await example('saveBatch', {
    body: {
      items: [
        { barcode: '7800000000017', stockChange: -1 },
        { barcode: '7899999999999', stock: 3 },
      ],
    },
    headers,
  })

  const pickup: { data: { _id: string } } = await example('createPickup', {
    body: {
      name: 'Local Providencia',
      address: 'Avenida Providencia 1234',
      hours: 'lunes a sábado de 9 a 20',
      ready: 'en 2 horas hábiles',
    },
    token,
  })
  const zone: { data: { _id: string } } = await example('createZone', {
    body: {
      name: 'Santiago oriente',
      price: 3_490,
      freeFrom: 30_000,
      days: '24 a 48 horas hábiles',
      communes: ['13120', '13123'],
    },
    token,
  })
  await example('listDeliveryOptions', {})
  await example('createCoupon', { body: { code: 'VERANO', kind: 'percent', value: 10 }, token })
  await example('listCoupons', { query: {}, token })

  const line = { productId: product.id, quantity: 3, price: 1_990, discount: 0, total: 5_970 }
  const delivery = { zone: zone.data._id, commune: '13120' }
  await example('addToCart', { body: { user: customer.id, items: [line] }, token: customer.token })
  await example('priceCart', {
    body: { items: [{ productId: product.id, quantity: 3 }], coupon: 'verano', delivery },
  })
  const order: { data: { _id: string } } = await example('createOrder', {
    body: {
      ...SHIPPING,
      id: customer.id,
      products: [line],
      coupon: 'verano',
      delivery,
      expectedTotal: 8_863,
    },
    token: customer.token,
  })
  const params = { id: order.data._id }
  await example('setShipment', { params, body: { state: 'ready' }, token })
  await example('updateOrderStatus', { body: { id: order.data._id, state: 'delivered' }, headers })
  await example('listOrders', { params: { id: 'admin' }, query: { page: '1', pageSize: '100' }, headers })
  await example('getOrder', { params, headers })
  await example('listStockMovements', { params: { id: product.id }, query: {}, headers })
  expect(pickup.data._id).not.toBe(zone.data._id)

  await expect(withoutChance(examples)).toMatchFileSnapshot('openapi-examples.json')
})

import { describe, expect, test } from 'vitest'
import { auditCalls } from '#contract/audit.ts'
import { changesInWords } from '#contract/audit-words.ts'
import { deliveryOptionCalls } from '#contract/delivery-options.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makePickup, makeUser, makeZone } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })
const { entries } = openAuditTrail(database)

const POINT = {
  name: 'Farmacia',
  address: 'Av. Providencia 1234',
  hours: 'Lunes a viernes de 9:00 a 20:00',
  ready: 'en 2 horas',
}
const ZONE = { name: 'Centro', price: 3_490, days: '24 a 48 horas hábiles', communes: ['13101'] }

const all = async () => (await send(deliveryOptionCalls.listAllDeliveryOptions, { token })).body.data
const createPickup = (body: object) =>
  send(deliveryOptionCalls.createPickup, { body: body as typeof POINT, token })
const createZone = (body: object) =>
  send(deliveryOptionCalls.createZone, { body: body as typeof ZONE, token })
const updateZone = (id: string, body: object) =>
  send(deliveryOptionCalls.updateZone, { params: { id }, body, token })
const updatePickup = (id: string, body: object) =>
  send(deliveryOptionCalls.updatePickup, { params: { id }, body, token })
const order = (ids: string[]) => send(deliveryOptionCalls.orderDeliveryOptions, { body: { ids }, token })

test('a shop without delivery options answers two empty lists', async () => {
  const { status, body } = await send(deliveryOptionCalls.listDeliveryOptions, {})
  expect({ status, body }).toEqual({ status: 200, body: { data: { pickups: [], zones: [] } } })
})

test('visitors see the active options, in order, without the fields of the back office', async () => {
  const zone = { ...ZONE, communes: ['13123', '13101', '13123'], freeFrom: 30_000, cold: true }
  const created = await createZone(zone)
  expect(created).toMatchObject({ status: 201, body: { message: 'La zona fue creada.' } })
  const point = await createPickup(POINT)
  expect(point).toMatchObject({ status: 201, body: { message: 'El punto de retiro fue creado.' } })
  await createPickup({ ...POINT, name: 'Bodega', active: false })
  await createZone({ ...ZONE, active: false })
  const { body, headers } = await send(deliveryOptionCalls.listDeliveryOptions, { from: '10.9.9.9' })
  expect(body.data).toEqual({
    pickups: [{ _id: point.body.data._id, ...POINT }],
    zones: [{ ...zone, _id: created.body.data._id, communes: ['13101', '13123'] }],
  })
  expect(headers['cache-control']).toBe('public, no-cache')
  const { pickups, zones } = await all()
  expect(pickups.map(({ name, active }) => [name, active])).toEqual([
    ['Farmacia', true],
    ['Bodega', false],
  ])
  expect(zones.map(({ freeFrom, cold, active }) => [freeFrom, cold, active])).toEqual([
    [30_000, true, true],
    [null, false, false],
  ])
})

describe('bad input is refused at its field', () => {
  test.each([
    ['name', { name: ' ' }],
    ['address', { address: '' }],
    ['hours', { hours: 'x'.repeat(201) }],
    ['ready', { ready: undefined }],
    ['active', { active: 'quizás' }],
  ])('of a point: %s', async (path, wrong) => {
    expect(await createPickup({ ...POINT, ...wrong })).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    })
  })

  test.each([
    ['name', { name: '' }],
    ['price', { price: -1 }],
    ['price', { price: '3,490' }],
    ['price', { price: null }],
    ['freeFrom', { freeFrom: 0 }],
    ['freeFrom', { freeFrom: 'mucho' }],
    ['days', { days: '' }],
    ['communes', { communes: [] }],
    ['communes.1', { communes: ['13101', '99999'] }],
  ])('of a zone: %s', async (path, wrong) => {
    expect(await createZone({ ...ZONE, ...wrong })).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    })
  })

  test('accepts prices as people write them', async () => {
    const { body } = await createZone({ ...ZONE, communes: ['15202'], price: '$3.490', freeFrom: '' })
    expect((await all()).zones.find(({ _id }) => _id === body.data._id)).toMatchObject({
      price: 3_490,
      freeFrom: null,
    })
  })

  test('answers an unknown id with 404', async () => {
    for (const id of ['abc', crypto.randomUUID()]) {
      expect((await updateZone(id, { price: 1 })).status).toBe(404)
      expect((await updatePickup(id, { name: 'x' })).status).toBe(404)
    }
  })
})

describe('a change', () => {
  test('sets the given fields, and keeps the others', async () => {
    const { id } = await makeZone(database, { communes: ['02101', '02102'], name: 'Norte' })
    expect((await updateZone(id, { freeFrom: null, communes: ['02102', '02103'] })).body).toEqual({
      message: 'La zona fue actualizada.',
    })
    expect((await all()).zones.find(({ _id }) => _id === id)).toMatchObject({
      ...{ name: 'Norte', price: 3_490, freeFrom: null, communes: ['02102', '02103'], active: true },
    })
    const point = await makePickup(database)
    expect((await updatePickup(point.id, { active: false })).status).toBe(200)
    const { body } = await send(deliveryOptionCalls.listDeliveryOptions, {})
    expect(body.data.pickups.map(({ _id }) => _id)).not.toContain(point.id)
  })

  test('is audited with the changed fields, and not at all when nothing changed', async () => {
    const { body } = await createZone({ ...ZONE, name: 'Austral', communes: ['12101', '12102'] })
    const id = body.data._id
    await updateZone(id, { price: 5_990, communes: ['12102', '12103'], name: 'Austral' })
    await updateZone(id, { price: 5_990 })
    const point = (await createPickup(POINT)).body.data._id
    await updatePickup(point, { ready: 'en 4 horas', name: 'Local' })
    const written = await entries()
    expect(written.map(({ action, kind, label }) => [action, kind, label])).toEqual([
      ['delivery.zone-create', 'delivery-zone', 'Austral'],
      ['delivery.zone-update', 'delivery-zone', 'Austral'],
      ['delivery.pickup-create', 'pickup-point', 'Farmacia'],
      ['delivery.pickup-update', 'pickup-point', 'Local'],
    ])
    expect(changesInWords(written[0]!)).toContainEqual({ field: 'Precio', after: '$3.490' })
    expect(changesInWords(written[1]!)).toEqual([
      { field: 'Precio', before: '$3.490', after: '$5.990' },
      { field: 'Comunas', before: 'Punta Arenas', after: 'Río Verde' },
    ])
    const { body: listed } = await send(auditCalls.listAudit, { query: { what: 'delivery' }, token })
    expect(listed.data).toHaveLength(4)
  })
})

describe('a commune belongs to one active zone', () => {
  test('refuses it for another zone, with a message that names commune and zone', async () => {
    await makeZone(database, { communes: ['05101', '05109', '05103'], name: 'Costa' })
    const message = 'Viña del Mar ya está en la zona «Costa».'
    expect(await createZone({ ...ZONE, communes: ['05109'] })).toMatchObject({
      status: 409,
      body: { code: 'COMMUNE_TAKEN', message, issues: [{ path: 'communes', message }] },
    })
    const { id } = await makeZone(database, { communes: ['05701'] })
    expect((await updateZone(id, { communes: ['05701', '05101', '05109'], price: 1 })).body).toMatchObject({
      message: 'Valparaíso y Viña del Mar ya están en la zona «Costa».',
    })
    expect((await all()).zones.find(({ _id }) => _id === id)).toMatchObject({
      ...{ price: 3_490, communes: ['05701'] },
    })
  })

  test('lets an inactive zone have it, and refuses to make that zone active', async () => {
    const { id } = await makeZone(database, { communes: ['06101'], name: 'Una' })
    const other = await createZone({ ...ZONE, communes: ['06101'], active: false })
    expect(other.status).toBe(201)
    expect(await updateZone(other.body.data._id, { active: true })).toMatchObject({
      status: 409,
      body: { code: 'COMMUNE_TAKEN', message: 'Rancagua ya está en la zona «Una».' },
    })
    expect((await updateZone(id, { active: false })).status).toBe(200)
    expect((await updateZone(other.body.data._id, { active: true })).status).toBe(200)
    expect((await updateZone(id, { active: true })).status).toBe(409)
  })

  test('gives it to one of several parallel saves', async () => {
    const zones = await Promise.all(
      Array.from({ length: 4 }, () => makeZone(database, { communes: ['07101'], active: false })),
    )
    const answers = await Promise.all([
      ...zones.map(({ id }) => updateZone(id, { active: true })),
      ...zones.map(() => createZone({ ...ZONE, communes: ['07102', '07101'] })),
      ...zones.map(() => createZone({ ...ZONE, communes: ['07101', '07102'] })),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11)
    const having = (await all()).zones.filter(({ active, communes }) => active && communes.includes('07101'))
    expect(having).toHaveLength(1)
  })
})

describe('the order', () => {
  test('of all pick-up points or of all zones is saved, and audited once', async () => {
    await makePickup(database)
    const { pickups, zones } = await all()
    const reversed = pickups.map(({ _id }) => _id).reverse()
    expect((await order(reversed)).body).toEqual({ message: 'Orden guardado' })
    expect((await order(reversed)).status).toBe(200)
    const now = await all()
    expect(now.pickups.map(({ _id }) => _id)).toEqual(reversed)
    expect(now.zones).toEqual(zones)
    expect((await entries()).map(({ action, label }) => [action, label])).toEqual([
      ['delivery.order', 'Puntos de retiro'],
    ])
    const last = await makeZone(database, { communes: ['10101'] })
    const ids = [last.id, ...zones.map(({ _id }) => _id)]
    expect((await order(ids)).status).toBe(200)
    expect((await all()).zones.map(({ _id }) => _id)).toEqual(ids)
  })

  test('is refused when the list has changed', async () => {
    await makePickup(database)
    const { pickups, zones } = await all()
    const points = pickups.map(({ _id }) => _id)
    const wrong = [
      points.slice(1),
      [...points, crypto.randomUUID()],
      [points[0]!, ...points],
      [...points, zones[0]!._id],
      ['x'],
    ]
    for (const ids of wrong)
      expect(await order(ids)).toMatchObject({
        status: 409,
        body: {
          code: 'LIST_CHANGED',
          message: 'La lista cambió mientras la ordenabas. Revísala e intenta nuevamente.',
        },
      })
    expect((await all()).pickups).toEqual(pickups)
  })
})

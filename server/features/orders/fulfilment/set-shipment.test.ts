import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { fulfilmentCalls } from '#contract/fulfilment.ts'
import type { OrderFilter } from '#contract/order-filters.ts'
import { ALL_ORDERS, orderCalls } from '#contract/orders.ts'
import type { ShipmentState } from '#domain/shipment.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeOrder, makePickup, makeProduct, makeUser, makeZone } from '#tests/factories.ts'
import { collectMails } from '#tests/mailbox.ts'

const app = await createTestApp()
const { database, send } = app
const audit = openAuditTrail(database)
const admin = await makeUser(database, { role: 'Administrador', name: 'Jefa' })
const customer = await makeUser(database, { email: 'cliente@correo.cl' })
const { token } = admin
const COURIER = 'Correo Andes'

afterEach(() => sql`delete from mails`.execute(database))

type Sent = { state: ShipmentState; courier?: string; tracking?: string }

const ship = (id: string, body: Sent, as = token) =>
  send(fulfilmentCalls.setShipment, { params: { id }, body, token: as })
const shipSeveral = (ids: string[], state: ShipmentState) =>
  send(fulfilmentCalls.setShipments, { body: { ids, state }, token })
const read = async (id: string, as = token) =>
  (await send(orderCalls.getOrder, { params: { id }, token: as })).body.data
const order = (values: Partial<Parameters<typeof makeOrder>[1]> = {}) =>
  makeOrder(database, { userId: customer.id, email: 'cliente@correo.cl', ...values })
const setColumns = (id: string, columns: object) =>
  database.updateTable('orders').set(columns).where('id', '=', id).execute()

/** The new mails about an order's shipment. */
async function mailsOf({ number }: { number: number }) {
  const mails = await collectMails(app)
  return mails.filter(({ subject }) => subject.includes(`N° ${number} `))
}

describe('the shipment of an order', () => {
  test('is in the order’s answers, timeline, audit and webhook, and leaves its status', async () => {
    const { id, number } = await order()
    await sql`insert into webhooks (url, events, secret) values ('https://caja.cl', '{order.shipment}', 'x')`.execute(
      database,
    )
    const answer = await ship(id, { state: 'sent', courier: COURIER, tracking: ' AB 12/3 ' })
    expect(answer).toMatchObject({ status: 200, body: { message: 'El pedido quedó Despachado.' } })
    const seen = await read(id)
    expect(seen).toMatchObject({
      ...{ status: 'pending', delivery: null },
      shipment: {
        state: 'sent',
        courier: COURIER,
        tracking: 'AB 12/3',
        at: expect.stringMatching(/^20.*Z$/),
      },
      timeline: [{ kind: 'placed' }, { kind: 'sent', by: 'Jefa Soto' }],
    })
    expect((await read(id, customer.token)).timeline.at(-1)).toEqual({
      kind: 'sent',
      at: expect.stringMatching(/^20/),
    })
    expect(await audit.entries()).toMatchObject([
      {
        ...{ action: 'order.shipment', id, label: `Pedido N° ${number}` },
        before: { shipment: 'waiting', courier: '', tracking: '' },
        after: { shipment: 'sent', courier: COURIER, tracking: 'AB 12/3' },
      },
    ])
    const { rows } = await sql`delete from webhook_deliveries returning type, data`.execute(database)
    await sql`delete from webhooks`.execute(database)
    expect(rows).toEqual([
      {
        type: 'order.shipment',
        data: { _id: id, nro_delivery: number, state: 'sent', courier: COURIER, tracking: 'AB 12/3' },
      },
    ])
    const [mail] = await mailsOf({ number })
    expect(mail?.subject).toBe(`Tu pedido N° ${number} va en camino`)
    expect(mail?.text).toContain(`Transportista: ${COURIER}\nN° de seguimiento: AB 12/3\n`)
    expect(mail?.text).toContain('\nhttps://correo-andes.example/seguimiento?numero=AB%2012%2F3\n')
    expect(mail?.html).toContain('href="https://correo-andes.example/seguimiento?numero=AB%2012%2F3"')
  })

  test('stays when it is set again; another tracking number is mailed without a second timeline entry; a number left out stays', async () => {
    const { id, number } = await order()
    await ship(id, { state: 'sent', courier: COURIER, tracking: '1' })
    const { at } = (await read(id)).shipment
    await audit.clear()
    for (const body of [{ courier: COURIER, tracking: '1' }, {}])
      expect((await ship(id, { state: 'sent', ...body })).status).toBe(200)
    await shipSeveral([id], 'sent')
    expect((await read(id)).shipment.at).toBe(at)
    expect(await audit.entries()).toEqual([])
    await ship(id, { state: 'sent', tracking: '2' })
    const seen = await read(id)
    expect(seen.shipment).toMatchObject({ courier: COURIER, tracking: '2' })
    expect(seen.timeline.map(({ kind }) => kind)).toEqual(['placed', 'sent'])
    expect(await audit.entries()).toMatchObject([{ before: { tracking: '1' }, after: { tracking: '2' } }])
    const mails = await mailsOf({ number })
    expect(mails.map(({ text }) => /seguimiento: (\d)/.exec(text)?.[1])).toEqual(['2'])
    // Only a sent parcel has courier and number.
    await ship(id, { state: 'ready', courier: COURIER, tracking: '2' })
    expect((await read(id)).shipment).toMatchObject({ state: 'ready', courier: '', tracking: '' })
  })

  test('is taken back without any mail, not even one that was queued before', async () => {
    const { id, number } = await order()
    await ship(id, { state: 'ready' })
    await ship(id, { state: 'waiting' })
    expect((await read(id)).timeline.map(({ kind }) => kind)).toEqual(['placed', 'ready', 'waiting'])
    expect(await mailsOf({ number })).toEqual([])
    await ship(id, { state: 'ready' })
    await setColumns(id, { status: 'cancelled' })
    expect(await mailsOf({ number })).toEqual([])
  })

  test('is set once by simultaneous calls', async () => {
    const { id, number } = await order()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 ? shipSeveral([id], 'ready') : ship(id, { state: 'ready' }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await read(id)).timeline.map(({ kind }) => kind)).toEqual(['placed', 'ready'])
    expect(await audit.entries()).toHaveLength(1)
    expect(await mailsOf({ number })).toHaveLength(1)
  })

  test('refuses customers, unknown orders, states and couriers, and cancelled orders', async () => {
    const { id } = await order()
    const cancelled = await order({ status: 'cancelled' })
    expect((await ship(id, { state: 'ready' }, customer.token)).status).toBe(403)
    expect((await ship(crypto.randomUUID(), { state: 'ready' })).status).toBe(404)
    expect((await ship(id, { state: 'perdido' as never })).status).toBe(400)
    expect(await ship(id, { state: 'sent', courier: 'Otro' })).toMatchObject({
      status: 400,
      body: { code: 'BAD_INPUT', issues: [{ path: 'courier' }] },
    })
    expect(await ship(cancelled.id, { state: 'ready' })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_CLOSED' },
    })
    expect((await read(id)).shipment).toEqual({ state: 'waiting', courier: '', tracking: '', at: null })
  })

  test('is set for several orders independently; refused ones are named', async () => {
    const [one, two] = [await order(), await order()]
    const cancelled = await order({ status: 'cancelled' })
    const { body } = await shipSeveral([one.id, cancelled.id, two.id], 'ready')
    expect(body).toEqual({
      message: '2 pedidos quedaron Listos para retiro.',
      data: {
        changed: [one.id, two.id],
        refused: [{ _id: cancelled.id, message: 'Este pedido está cancelado.' }],
      },
    })
  })
})

describe('the mail of an order to pick up', () => {
  test('names pick-up point, hours and recipient, and asks for the original of a retained prescription', async () => {
    const point = await makePickup(database, {
      name: 'Local Ñuñoa',
      hours: 'Lunes a viernes de 9:00 a 20:00',
    })
    const retained = await makeProduct(database, { sale_condition: 'retained' })
    const { id, number } = await order({ lines: [{ productId: retained.id, quantity: 1 }] })
    await setColumns(id, {
      ...{ pickup_id: point.id, delivery_name: point.name },
      ...{ recipient_name: 'Pedro Pérez', recipient_rut: '12345678' },
    })
    await ship(id, { state: 'ready' })
    const [mail] = await mailsOf({ number })
    expect(mail?.subject).toBe(`Tu pedido N° ${number} está listo para retiro`)
    for (const words of [
      'Retiro: Local Ñuñoa\nDirección: Av. Providencia 1234\nHorario: Lunes a viernes de 9:00 a 20:00',
      '• La cédula de identidad de Pedro Pérez, RUT 12.345.678-5, que lo retira por ti.',
      '• El original de la receta: la farmacia se queda con él.',
    ])
      expect(mail?.text).toContain(words)
  })

  test('has the pharmacy’s address without a pick-up point, and asks for no prescription that isn’t retained', async () => {
    const simple = await makeProduct(database, { sale_condition: 'simple' })
    const retained = await makeProduct(database, { sale_condition: 'retained' })
    const { id, number } = await order({ lines: [{ productId: simple.id, quantity: 1 }] })
    const received = await order({ lines: [{ productId: retained.id, quantity: 1 }] })
    await sql`insert into received_originals (order_id) values (${received.id})`.execute(database)
    await shipSeveral([id, received.id], 'ready')
    const [mail] = await mailsOf({ number })
    expect(mail?.text).toContain(
      'Dirección: Av. Providencia 1234, Providencia, Santiago\nHorario: Lunes a viernes de 9:00',
    )
    expect(mail?.text).toContain('• Tu cédula de identidad.')
    expect(mail?.text).not.toContain('original')
    expect((await mailsOf(received))[0]?.text).not.toContain('original')
  })
})

test('the list is filtered by the shipment of pending orders', async () => {
  const { id: userId } = await makeUser(database)
  const zone = await makeZone(database, { communes: ['13120'] })
  const make = async (columns: object) => {
    const { id, number } = await order({ userId })
    await setColumns(id, columns)
    return number
  }
  const toAgree = await make({ shipment: 'waiting' })
  const withZone = { zone_id: zone.id, delivery_name: zone.name, delivery_commune: '13120' }
  const waiting = await make(withZone)
  const ready = await make({ shipment: 'ready' })
  const sent = await make({ ...withZone, shipment: 'sent' })
  await make({ shipment: 'sent', status: 'delivered' })
  const found = async (query: Partial<OrderFilter>) =>
    (await send(orderCalls.listOrders, { params: { id: userId }, query, token })).body.data.map(
      ({ nro_delivery }) => nro_delivery,
    )
  expect(await found({ shipment: 'waiting' })).toEqual([waiting, toAgree])
  expect(await found({ shipment: 'ready' })).toEqual([ready])
  expect(await found({ shipment: 'sent' })).toEqual([sent])
  expect(await found({ shipment: 'to-agree' })).toEqual([toAgree])
  expect(await found({ shipment: 'sent', status: 'delivered' })).toEqual([])
  const { body } = await send(orderCalls.listOrders, {
    params: { id: ALL_ORDERS },
    query: { shipment: 'sent', sort: 'oldest', page: 1 },
    token,
  })
  expect(body.data.map(({ nro_delivery }) => nro_delivery)).toContain(sent)
  expect(body.data.every(({ shipment, status }) => shipment.state === 'sent' && status === 'pending')).toBe(
    true,
  )
})

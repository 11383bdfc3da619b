import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { boardCalls } from '#contract/board.ts'
import { connectionCalls } from '#contract/connections.ts'
import { fulfilmentCalls } from '#contract/fulfilment.ts'
import type { OrderFilter } from '#contract/order-filters.ts'
import { orderPrescriptionCalls } from '#contract/order-prescriptions.ts'
import { ALL_ORDERS, type Order, orderCalls } from '#contract/orders.ts'
import type { OrderStatus } from '#domain/order-status.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { erase, traces } from '#tests/erasure.ts'
import { makeOrder, makePickup, makeProduct, makeUser, makeZone, SHIPPING } from '#tests/factories.ts'
import { image, multipart } from '#tests/images.ts'
import { exportPerson } from '../../people-data/export-person.ts'
import { writeNote } from './write-note.ts'

const app = await createTestApp()
const { database, send } = app
const audit = openAuditTrail(database)
const admin = await makeUser(database, { role: 'Administrador', name: 'Jefa' })
const { token } = admin

const list = async (query: Partial<OrderFilter>) =>
  (await send(orderCalls.listOrders, { params: { id: ALL_ORDERS }, query, token })).body
const read = async (id: string, as = token) =>
  (await send(orderCalls.getOrder, { params: { id }, token: as })).body.data
const setStatus = (id: string, state: OrderStatus) =>
  send(orderCalls.updateOrderStatus, { body: { id, state }, token })
const mark = (id: string, checked: boolean, as = token) =>
  send(fulfilmentCalls.markProof, { params: { id }, body: { checked }, token: as })
const review = (id: string, approved: boolean) =>
  send(orderPrescriptionCalls.reviewPrescription, {
    params: { id },
    body: { approved, reason: approved ? '' : 'La receta está vencida.' },
    token,
  })
const note = (id: string, text: string, seen: string | null) =>
  send(fulfilmentCalls.writeNote, { params: { id }, body: { note: text, seen }, token })
const upload = (id: string, photo: Buffer, as: string) =>
  send(orderCalls.uploadProof, { form: multipart({ id }, ['photo', photo, 'pago.png']), token: as })

test('the list is filtered by status, days, proof and prescription, and sorted; each filter has its total and its pages', async () => {
  const { id: userId } = await makeUser(database)
  const plain = await makeProduct(database)
  const guarded = await makeProduct(database)
  await database
    .updateTable('products')
    .set({ prescription: true, direct_sale: false })
    .where('id', '=', guarded.id)
    .execute()
  let count = 0
  for (const status of ['pending', 'delivered', 'cancelled'] as const)
    for (const proof of ['', 'unchecked', 'checked'])
      for (const pages of [0, 1]) {
        count += 1
        const order = await makeOrder(database, {
          ...{ userId, status, payment: proof && `${status}-${proof}-${pages}.webp` },
          ...{ hours: (19 - count) * 9, total: ((count * 7) % 18) * 1_000 },
          lines: [{ productId: count % 2 ? plain.id : guarded.id, quantity: 1 }],
        })
        if (proof === 'checked')
          await sql`update orders set proof_checked_at = now() where id = ${order.id}`.execute(database)
        if (pages)
          await sql`with marked as (update orders set prescription_sent = true where id = ${order.id})
            insert into order_prescriptions (order_id, page, photo) values (${order.id}, 1, '')`.execute(
            database,
          )
      }
  const { data: all } = await list({})
  expect(all).toHaveLength(18)
  const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santiago', dateStyle: 'short' })
  const dayOf = ({ date }: Order) => zone.format(new Date(date))
  const [from, to] = [dayOf(all[12]!), dayOf(all[4]!)]
  const isPending = ({ status }: Order) => status === 'pending'
  const cases: [Partial<OrderFilter>, (order: Order) => boolean][] = [
    [{ status: 'pending' }, isPending],
    [{ status: 'delivered' }, ({ status }) => status === 'delivered'],
    [{ from, to }, (order) => dayOf(order) >= from && dayOf(order) <= to],
    [{ day: to }, (order) => dayOf(order) === to],
    [{ status: 'cancelled', from }, (order) => order.status === 'cancelled' && dayOf(order) >= from],
    [{ proof: 'missing' }, (order) => isPending(order) && !order.payment],
    [{ proof: 'missing', status: 'delivered' }, (order) => order.status === 'delivered' && !order.payment],
    [
      { proof: 'unchecked' },
      (order) => isPending(order) && order.payment !== '' && !order.staff?.proofCheckedAt,
    ],
    [{ proof: 'unchecked', status: 'delivered' }, () => false],
    [{ proof: 'sent', to }, (order) => order.payment !== '' && dayOf(order) <= to],
    [
      { prescription: 'missing' },
      (order) => isPending(order) && order.prescription.needed && !order.prescription.sent,
    ],
    [{ prescription: 'sent' }, ({ prescription }) => prescription.sent],
    [
      { prescription: 'sent', proof: 'sent', search: 'soto' },
      ({ prescription, payment }) => prescription.sent && payment !== '',
    ],
  ]
  const numbers = (orders: Order[]) => orders.map(({ nro_delivery }) => nro_delivery)
  const check = async (query: Partial<OrderFilter>, matches: (order: Order) => boolean) => {
    const oldest = all.toReversed().filter(matches)
    const byTotal = oldest.toSorted((a, b) => b.total - a.total || b.nro_delivery - a.nro_delivery)
    expect({ query, ...numbersOf(await list(query)) }).toEqual({
      query,
      found: numbers(oldest.toReversed()),
      total: oldest.length,
    })
    for (const [sort, sorted] of [['oldest', oldest] as const, ['total', byTotal] as const]) {
      const page = await list({ ...query, sort, page: 2, pageSize: 2 })
      expect({ query, sort, ...numbersOf(page) }).toEqual({
        ...{ query, sort },
        found: numbers(sorted.slice(2, 4)),
        total: sorted.length,
      })
    }
  }
  const numbersOf = ({ data, total }: { data: Order[]; total: number }) => ({ found: numbers(data), total })
  for (const [query, matches] of cases) await check(query, matches)

  const refused = await send(orderCalls.listOrders, {
    ...{ params: { id: ALL_ORDERS }, query: { from: to, to: from }, token },
  })
  expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'to' }] } })
})

test('a proof is marked as checked and unmarked, with the author in timeline and audit; its customer sees neither', async () => {
  const customer = await makeUser(database)
  const order = await makeOrder(database, { userId: customer.id })
  expect(await mark(order.id, true)).toMatchObject({ status: 409, body: { code: 'NO_PROOF' } })
  await upload(order.id, await image(), customer.token)
  const waiting = async () => (await send(boardCalls.readOpenTasks, { token })).body.data.proofsToCheck
  const before = await waiting()
  await audit.clear()
  for (const checked of [true, true, false, true]) expect((await mark(order.id, checked)).status).toBe(200)
  expect(await waiting()).toBe(before - 1)
  const seen = await read(order.id)
  expect(seen.staff?.proofCheckedAt).toMatch(/^20.*Z$/)
  expect(seen.timeline.slice(2)).toMatchObject([
    { kind: 'proof-checked', by: 'Jefa Soto' },
    { kind: 'proof-unchecked', by: 'Jefa Soto' },
    { kind: 'proof-checked', by: 'Jefa Soto' },
  ])
  expect(await audit.entries()).toMatchObject([
    { action: 'order.proof-checked', before: { checked: false }, after: { checked: true } },
    { before: { checked: true }, after: { checked: false } },
    { before: { checked: false }, after: { checked: true } },
  ])
  const own = await read(order.id, customer.token)
  expect(own.timeline.map(({ kind }) => kind)).toEqual(['placed', 'proof'])
  expect(own.staff).toBeNull()
  expect((await mark(order.id, false, customer.token)).status).toBe(403)
  expect((await mark(crypto.randomUUID(), true)).status).toBe(404)
})

test('refuses to filter a customer’s own list by checked proofs, alone or with other filters', async () => {
  const customer = await makeUser(database)
  const order = await makeOrder(database, { userId: customer.id, payment: 'pago.webp' })
  const ownList = (query: Partial<OrderFilter>, as = customer.token) =>
    send(orderCalls.listOrders, { params: { id: customer.id }, query, token: as })
  for (const checked of [false, true]) {
    await mark(order.id, checked)
    for (const query of [{}, { page: 1 }, { search: 'soto' }, { sort: 'total' as const }]) {
      expect(await ownList({ ...query, proof: 'unchecked' })).toMatchObject({
        status: 400,
        body: { code: 'BAD_INPUT', issues: [{ path: 'proof' }] },
      })
    }
    expect((await ownList({ proof: 'sent' })).body.total).toBe(1)
    expect((await ownList({ proof: 'unchecked' }, token)).body.total).toBe(checked ? 0 : 1)
  }
})

test('points out the same picture for two orders, also in another format, but not another picture or old proofs', async () => {
  const customer = await makeUser(database)
  const order = () => makeOrder(database, { userId: customer.id })
  const [one, two, other, old] = [await order(), await order(), await order(), await order()]
  const size = { width: 300, height: 400, channels: 3 as const }
  const picture = sharp({ create: { ...size, background: '#123456' } })
  const another = sharp({ create: { ...size, background: '#123457' } })
  await upload(one.id, await picture.clone().png().toBuffer(), customer.token)
  await upload(
    two.id,
    await picture
      .clone()
      .webp({ lossless: true })
      .withExif({ IFD0: { Copyright: 'Otra' } })
      .toBuffer(),
    customer.token,
  )
  await upload(other.id, await another.png().toBuffer(), customer.token)
  await sql`update orders set payment = 'antiguo.webp' where id = ${old.id}`.execute(database)
  const same = async ({ id }: Ordered) => (await read(id)).staff?.sameProof
  expect(await same(one)).toEqual([{ _id: two.id, nro_delivery: two.number }])
  expect(await same(two)).toEqual([{ _id: one.id, nro_delivery: one.number }])
  expect([await same(other), await same(old)]).toEqual([[], []])
})
type Ordered = { id: string; number: number }

test('a staff note has author and time, is never overwritten unseen, and is in the audit without its text', async () => {
  const customer = await makeUser(database)
  const order = await makeOrder(database, { userId: customer.id })
  const text = 'Alérgica a la penicilina, avisar a la hija'
  await audit.clear()
  expect((await note(order.id, `  ${text} `, null)).status).toBe(200)
  const written = (await read(order.id)).staff!.note!
  expect(written).toMatchObject({ text, by: 'Jefa Soto' })
  expect(await note(order.id, 'Otra', null)).toMatchObject({ status: 409, body: { code: 'NOTE_CHANGED' } })
  expect((await note(order.id, 'Otra', written.at)).status).toBe(200)
  expect((await read(order.id, customer.token)).staff).toBeNull()
  expect(JSON.stringify(await audit.entries())).not.toMatch(/penicilina|Otra/)
  expect(await audit.entries()).toMatchObject([
    { action: 'order.note', before: { note: false }, after: { note: true } },
    { action: 'order.note', before: { note: true }, after: { note: true } },
  ])

  // Of two writers at once, the second is refused.
  const { at } = (await read(order.id)).staff!.note!
  const outcomes = await Promise.allSettled(
    ['A', 'B'].map((letter) =>
      writeNote(database, {
        ...{ orderId: order.id, note: letter, seen: at },
        actor: { userId: admin.id, address: '' },
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const last = (await read(order.id)).staff!.note!
  expect((await note(order.id, '', last.at)).status).toBe(200)
  expect((await read(order.id)).staff!.note).toBeNull()
  expect((await note(order.id, 'x'.repeat(1_001), null)).status).toBe(400)
})

test('a note is in the export of the order’s customer and is erased with that person, also on somebody else’s order to their address', async () => {
  const [customer, friend] = [await makeUser(database), await makeUser(database)]
  const own = await makeOrder(database, { userId: customer.id })
  const gift = await makeOrder(database, { userId: friend.id, email: customer.email })
  const kept = await makeOrder(database, { userId: friend.id })
  for (const { id } of [own, gift, kept]) await note(id, `Sobre rosalinda ${id}`, null)
  const found = await exportPerson(database, customer.email)
  expect(found?.data.pedidos).toMatchObject([
    { numero: own.number, nota_de_la_farmacia: `Sobre rosalinda ${own.id}` },
    { numero: gift.number, nota_de_la_farmacia: null },
  ])
  await erase(app, customer.email)
  expect(await traces(database, 'rosalinda')).toEqual({ order_notes: 1 })
  // When its author is erased, the note stays without the name.
  const helper = await makeUser(database, { role: 'Administrador' })
  await writeNote(database, {
    ...{ orderId: own.id, note: 'Del ayudante', seen: null },
    actor: { userId: helper.id, address: '' },
  })
  await erase(app, helper.email)
  expect((await read(own.id)).staff?.note).toMatchObject({ text: 'Del ayudante', by: '' })
})

test('one call delivers several orders independently: it refuses one without stock and delivers the others', async () => {
  const { id: userId } = await makeUser(database)
  const product = await makeProduct(database, { stock: 5 })
  const lines = [{ productId: product.id, quantity: 5 }]
  const [one, two, short] = [
    await makeOrder(database, { userId }),
    await makeOrder(database, { userId, status: 'delivered' }),
    await makeOrder(database, { userId, lines }),
  ]
  await setStatus(short.id, 'cancelled')
  await sql`update products set stock = 4 where id = ${product.id}`.execute(database)
  await audit.clear()
  const unknown = crypto.randomUUID()
  const ids = [one.id, short.id, one.id, unknown, 'x', two.id]
  const { status, body } = await send(fulfilmentCalls.deliverOrders, { body: { ids }, token })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    message: '2 pedidos quedaron Entregados.',
    data: {
      changed: [one.id, two.id],
      refused: [
        { _id: short.id, message: `No hay stock suficiente de ${product.tradename}.` },
        { _id: unknown },
        { _id: 'x' },
      ],
    },
  })
  const statusOf = async ({ id }: Ordered) => (await read(id)).status
  expect([await statusOf(one), await statusOf(two), await statusOf(short)]).toEqual([
    ...['delivered', 'delivered', 'cancelled'],
  ])
  // The changed order has an entry and a mail; the order that was already delivered has neither.
  expect(await audit.entries()).toMatchObject([{ action: 'order.status', id: one.id }])
  const { rows } = await sql`
    select from mails where message ->> 'kind' = 'order-status' and message ->> 'status' = 'delivered'
      and message ->> 'orderId' = any(${[one.id, two.id, short.id]})`.execute(database)
  expect(rows).toHaveLength(1)
  expect((await send(fulfilmentCalls.deliverOrders, { body: { ids: [] }, token })).status).toBe(400)
})

test('delivering several orders leaves out and names those without an approved prescription, also for a key; a single call delivers them', async () => {
  const { id: userId } = await makeUser(database)
  const needy = await makeProduct(database, { sale_condition: 'retained' })
  const lines = [{ productId: needy.id, quantity: 1 }]
  const make = () => makeOrder(database, { userId, lines })
  const page = (order: Ordered) =>
    sql`with marked as (update orders set prescription_sent = true where id = ${order.id})
            insert into order_prescriptions (order_id, page, photo) values (${order.id}, 1, '')`.execute(
      database,
    )
  const [missing, sent, rejected] = [await make(), await make(), await make()]
  const [approved, delivered] = [await make(), await make()]
  const free = await makeOrder(database, { userId })
  for (const order of [sent, rejected]) await page(order)
  expect((await review(rejected.id, false)).status).toBe(200)
  expect((await review(approved.id, true)).status).toBe(200)
  expect((await setStatus(delivered.id, 'delivered')).status).toBe(200)
  const ids = [missing, sent, rejected, approved, delivered, free].map(({ id }) => id)
  const body = { name: 'Bodega', scopes: ['orders:write' as const] }
  const { key } = (await send(connectionCalls.createKey, { body, token })).body.data
  await audit.clear()
  const answer = await send(fulfilmentCalls.deliverOrders, {
    body: { ids },
    headers: { authorization: `Bearer ${key}` },
  })
  const message = 'La receta de este pedido no está aprobada.'
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: '3 pedidos quedaron Entregados.',
      data: {
        changed: [approved.id, delivered.id, free.id],
        refused: [missing, sent, rejected].map(({ id }) => ({ _id: id, message })),
      },
    },
  })
  for (const { id } of [missing, sent, rejected]) expect((await read(id)).status).toBe('pending')
  expect(await audit.entries()).toMatchObject([
    { action: 'order.status', id: approved.id },
    { action: 'order.status', id: free.id },
  ])
  const again = await send(fulfilmentCalls.deliverOrders, { body: { ids }, token })
  expect(again.body.data).toEqual(answer.body.data)
  expect((await setStatus(missing.id, 'delivered')).status).toBe(200)
})

test('delivering several orders never delivers one whose prescription is rejected at the same time', async () => {
  const { id: userId } = await makeUser(database)
  const needy = await makeProduct(database, { sale_condition: 'simple' })
  const lines = [{ productId: needy.id, quantity: 1 }]
  const orders = await Promise.all(Array.from({ length: 12 }, () => makeOrder(database, { userId, lines })))
  const ids = orders.map(({ id }) => id)
  for (const id of ids) await review(id, true)
  const [answer] = await Promise.all([
    send(fulfilmentCalls.deliverOrders, { body: { ids }, token }),
    ...ids.toReversed().map((id) => review(id, false)),
  ])
  for (const id of ids) {
    const { status, prescription } = await read(id)
    const isDelivered = answer.body.data.changed.includes(id)
    expect([status, prescription.state]).toEqual(
      isDelivered ? ['delivered', 'approved'] : ['pending', 'rejected'],
    )
  }
})

test('one call marks several proofs as checked, each with its own audit entry, and names an order without a proof', async () => {
  const { id: userId } = await makeUser(database)
  const [one, two, none] = [
    await makeOrder(database, { userId, payment: 'uno.webp' }),
    await makeOrder(database, { userId, payment: 'dos.webp' }),
    await makeOrder(database, { userId }),
  ]
  expect((await mark(two.id, true)).status).toBe(200)
  const { proofCheckedAt } = (await read(two.id)).staff!
  await audit.clear()
  const ids = [one.id, two.id, none.id]
  const { status, body } = await send(fulfilmentCalls.checkProofs, { body: { ids }, token })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    message: '2 comprobantes quedaron revisados.',
    data: { changed: [one.id, two.id], refused: [{ _id: none.id, message: expect.any(String) }] },
  })
  expect((await read(one.id)).timeline.at(-1)).toMatchObject({ kind: 'proof-checked', by: 'Jefa Soto' })
  // This proof was already marked: its mark and timeline stay.
  expect((await read(two.id)).staff).toMatchObject({ proofCheckedAt })
  expect(await audit.entries()).toMatchObject([
    { action: 'order.proof-checked', id: one.id, before: { checked: false }, after: { checked: true } },
  ])
})

test('packing slips list barcodes in the order of the shelves, for the orders that exist', async () => {
  const { id: userId } = await makeUser(database)
  const products = [
    await makeProduct(database, { category: 'Vitaminas', tradename: 'Ácido fólico' }),
    await makeProduct(database, { category: 'Alergia', tradename: 'Zirtal' }),
    await makeProduct(database, { category: 'Vitaminas', tradename: 'Abecé', barcode: '' }),
    await makeProduct(database, { category: 'Vitaminas', tradename: 'Biotina' }),
  ]
  const lines = products.map(({ id: productId }, index) => ({ productId, quantity: index + 1 }))
  const [one, two] = [await makeOrder(database, { userId, lines }), await makeOrder(database, { userId })]
  const slips = (ids: string) => send(fulfilmentCalls.readPackingSlips, { query: { ids }, token })
  const { body } = await slips([two.id, crypto.randomUUID(), one.id].join())
  expect(body.data).toMatchObject([
    { nro_delivery: two.number, lines: [] },
    {
      nro_delivery: one.number,
      name: 'Ana Soto',
      lines: [
        { productName: 'Zirtal', quantity: 2, category: 'Alergia', barcode: products[1]!.barcode },
        { productName: 'Abecé', barcode: '' },
        { productName: 'Ácido fólico' },
        { productName: 'Biotina' },
      ],
    },
  ])
  expect((await slips('x')).status).toBe(404)
  expect((await slips('')).status).toBe(400)
})

test('slips and the courier’s workbook have price, delivery option, recipient and cold chain of an order', async () => {
  const { id: userId } = await makeUser(database)
  const zone = await makeZone(database, { communes: ['05109'] })
  const point = await makePickup(database)
  const cold = await makeProduct(database, { cold_chain: true })
  const lines = [{ productId: cold.id, quantity: 3 }]
  const [sent, picked, plain] = [
    await makeOrder(database, { userId, lines, total: 8_460 }),
    await makeOrder(database, { userId }),
    await makeOrder(database, { userId }),
  ]
  const set = (id: string, columns: object) =>
    database.updateTable('orders').set(columns).where('id', '=', id).execute()
  await set(sent.id, {
    ...{ zone_id: zone.id, delivery_name: zone.name, delivery_commune: '05109', delivery_cost: 3_490 },
    ...{ coupon_code: 'VERANO', discount: 1_000, courier: 'Correo Andes', name: '=1+1' },
  })
  await set(picked.id, {
    ...{ pickup_id: point.id, delivery_name: point.name },
    ...{ recipient_name: 'Pedro Pérez', recipient_rut: '12345678' },
  })
  const ids = [sent.id, picked.id, plain.id].join()
  const { body } = await send(fulfilmentCalls.readPackingSlips, { query: { ids }, token })
  expect(body.data).toMatchObject([
    {
      ...{ subtotal: 5_970, coupon: { code: 'VERANO', discount: 1_000 }, total: 8_460 },
      delivery: {
        ...{ kind: 'zone', name: zone.name, communeName: 'Viña del Mar', region: 'Valparaíso', cost: 3_490 },
      },
      ...{ courier: 'Correo Andes', recipient: null, lines: [{ coldChain: true }] },
    },
    {
      delivery: { kind: 'pickup', name: point.name, communeName: '', region: '', cost: 0 },
      recipient: { name: 'Pedro Pérez', rut: '12345678' },
    },
    { delivery: null, recipient: null, coupon: null },
  ])

  await audit.clear()
  const download = await send(fulfilmentCalls.exportParcels, { query: { ids }, token })
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(download.body as unknown as Buffer)]))
  const { address, city, phone } = SHIPPING
  expect(sheet?.data).toEqual([
    [
      'N° pedido',
      'Nombre',
      'Dirección',
      'Comuna',
      'Región',
      'Teléfono',
      'Unidades',
      'Despacho',
      'Refrigerado',
    ],
    [sent.number, "'=1+1 Soto", address, 'Viña del Mar', 'Valparaíso', phone, 3, 3_490, 'SI'],
    [picked.number, 'Ana Soto', address, city, null, phone, 0, 0, 'NO'],
    [plain.number, 'Ana Soto', address, city, null, phone, 0, null, 'NO'],
  ])
  expect(await audit.entries()).toMatchObject([
    { action: 'orders.parcels', after: { orders: [sent.number, picked.number, plain.number] } },
  ])
  const customer = await makeUser(database)
  expect((await send(fulfilmentCalls.exportParcels, { query: { ids }, token: customer.token })).status).toBe(
    403,
  )
})

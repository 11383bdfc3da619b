import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { boardCalls } from '#contract/board.ts'
import {
  orderPrescriptionCalls,
  type PrescriptionReview,
  prescriptionReview,
} from '#contract/order-prescriptions.ts'
import { orderCalls } from '#contract/orders.ts'
import { today } from '#contract/store-day.ts'
import { MAX_PRESCRIPTION_PAGES } from '#domain/prescription.ts'
import type { SaleCondition } from '#domain/sale-condition.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeOrder, makeProduct, makeUser, unique } from '#tests/factories.ts'
import { image, multipart } from '#tests/images.ts'
import { collectMails } from '#tests/mailbox.ts'

const app = await createTestApp()
const { database, send } = app
const audit = openAuditTrail(database)
const [chief, other] = [
  await makeUser(database, { role: 'Administrador', name: 'Jefa' }),
  await makeUser(database, { role: 'Administrador', name: 'Otro' }),
]
const { token } = chief

const REASON = 'La receta está vencida.'

/** A day before today in the pharmacy's time zone. */
const daysAgo = (days: number) => new Date(Date.parse(today()) - days * 86_400_000).toISOString().slice(0, 10)

/** Pages that differ: each has another width. */
const pages = await Promise.all(Array.from({ length: 7 }, (_, index) => image('jpeg', { width: 40 + index })))

const review = (
  id: string,
  body: Partial<PrescriptionReview> & { approved: boolean },
  as: string | undefined = token,
) => send(orderPrescriptionCalls.reviewPrescription, { params: { id }, body, token: as })
const approve = (id: string, details: Partial<PrescriptionReview> = {}) =>
  review(id, { approved: true, ...details })
const reject = (id: string, reason = REASON) => review(id, { approved: false, reason })
const receive = (id: string, received = true, as: string | undefined = token) =>
  send(orderPrescriptionCalls.receiveOriginal, { params: { id }, body: { received }, token: as })
const upload = (id: string, as: string, page = 0) =>
  send(orderCalls.uploadPrescription, { form: multipart({ id }, ['photo', pages[page]!]), token: as })
const read = async (id: string, as = token) =>
  (await send(orderCalls.getOrder, { params: { id }, token: as })).body.data
const stateOf = async (id: string) => (await read(id)).prescription.state
const setStatus = async (id: string, state: 'pending' | 'delivered' | 'cancelled') =>
  expect((await send(orderCalls.updateOrderStatus, { body: { id, state }, token })).status).toBe(200)
const mailsAbout = async ({ number }: { number: number }) =>
  (await collectMails(app)).filter(({ subject }) => subject.endsWith(`pedido N° ${number}`))
const toReview = async () => (await send(boardCalls.readOpenTasks, { token })).body.data.prescriptionsToReview
const listed = async (prescription: 'unreviewed' | 'approved' | 'rejected' | 'to-retain', as = token) =>
  (
    await send(orderCalls.listOrders, {
      params: { id: 'admin' },
      query: { prescription, pageSize: 100 },
      token: as,
    })
  ).body.data.map(({ _id }) => _id)
const lasting = async (orderId: string) =>
  (
    await sql<{
      id: string
      deliveries: number
    }>`select * from lasting_prescriptions where order_id = ${orderId}`.execute(database)
  ).rows
const usesOf = async (orderId: string) =>
  (await sql`select from prescription_uses where order_id = ${orderId}`.execute(database)).rows

/** A customer's order of products with these sale conditions, each of another strength. */
async function makeNeedy(
  conditions: SaleCondition[] = ['simple'],
  { customer, email }: { customer?: Awaited<ReturnType<typeof makeUser>>; email?: string } = {},
) {
  const buyer = customer ?? (await makeUser(database))
  const products = []
  for (const [index, sale_condition] of conditions.entries())
    products.push(
      await makeProduct(database, {
        sale_condition,
        form: 'Comprimidos',
        dcm: `Sertralina ${index + 1}0 mg`,
        stock: 50,
      }),
    )
  const lines = products.map(({ id }) => ({ productId: id, quantity: 1 }))
  const order = await makeOrder(database, { userId: buyer.id, lines, ...(email && { email }) })
  return { ...order, buyer, products }
}

/** Another order of the same customer and products, which uses the lasting prescription of the first. */
async function makeCovered(first: Awaited<ReturnType<typeof makeNeedy>>) {
  const lines = first.products.map(({ id }) => ({ productId: id, quantity: 1 }))
  const order = await makeOrder(database, { userId: first.buyer.id, lines })
  const [one] = await lasting(first.id)
  await sql`insert into prescription_uses (prescription_id, order_id) values (${one!.id}, ${order.id})`.execute(
    database,
  )
  return order
}

test('the orders to review come in pages, newest first, each page with their total', async () => {
  const waiting = await toReview()
  const ids: string[] = []
  for (let order = 0; order < 3; order += 1) {
    const { id, buyer } = await makeNeedy()
    await upload(id, buyer.token)
    ids.unshift(id)
  }
  const page = async (page: number) => {
    const query = { prescription: 'unreviewed', page, pageSize: 2 } as const
    const { body } = await send(orderCalls.listOrders, { params: { id: 'admin' }, query, token })
    return [body.total, ...body.data.map(({ _id }) => _id)]
  }
  expect(await page(1)).toEqual([waiting + 3, ...ids.slice(0, 2)])
  expect((await page(2)).slice(0, 2)).toEqual([waiting + 3, ids[2]])
  expect(await page(waiting + 9)).toEqual([waiting + 3])
})

test('an approval records author, time and details; the customer sees the time and the event', async () => {
  const { id, number, buyer } = await makeNeedy()
  const waiting = await toReview()
  await upload(id, buyer.token)
  expect([await stateOf(id), await toReview()]).toEqual(['sent', waiting + 1])
  expect(await listed('unreviewed')).toContain(id)
  await audit.clear()
  const details = {
    ...{ prescriber: 'Dra. Soto', prescriberRut: '12.345.678-5', date: daysAgo(12), folio: 'E-77' },
    ...{ validUntil: daysAgo(-160), deliveries: 3 },
  }
  const answer = await approve(id, details)
  expect(answer).toMatchObject({ status: 200, body: { message: 'La receta quedó aprobada.' } })
  expect(answer.body.data.staff?.approval).toEqual({ ...details, prescriberRut: '12345678' })
  expect(answer.body.data.prescription).toMatchObject({
    ...{
      state: 'approved',
      coveredBy: [],
      reviewed: { at: expect.any(String), by: 'Jefa Soto', reason: '' },
    },
  })
  expect(answer.body.data.timeline.at(-1)).toMatchObject({ kind: 'prescription-approved', by: 'Jefa Soto' })
  const own = await read(id, buyer.token)
  expect(own.prescription).toMatchObject({ state: 'approved', reviewed: { by: '' } })
  expect(own.timeline.at(-1)).toEqual({ kind: 'prescription-approved', at: expect.any(String) })
  expect(own.staff).toBeNull()
  expect(await audit.entries()).toMatchObject([
    { action: 'order.prescription-review', id, label: `Pedido N° ${number}`, after: { approved: true } },
  ])
  expect([await toReview(), await listed('unreviewed')]).toEqual([waiting, expect.not.arrayContaining([id])])
  expect(await listed('approved')).toContain(id)
  expect(await mailsAbout({ number })).toEqual([])
})

test('a rejection is mailed with its reason; new pages wait for another review, also after five pages', async () => {
  const { id, number, buyer } = await makeNeedy(['retained'], { email: 'otra@correo.cl' })
  for (const page of [0, 1, 2, 3, 4]) expect((await upload(id, buyer.token, page)).status).toBe(200)
  expect((await upload(id, buyer.token, 5)).body.code).toBe('PRESCRIPTION_FULL')
  expect((await read(id)).prescription.room).toBe(0)
  expect((await reject(id)).body.message).toBe('La receta quedó rechazada.')
  const [mail, ...others] = await mailsAbout({ number })
  expect(others).toEqual([])
  expect(mail!.headers.to).toContain('otra@correo.cl')
  for (const part of [REASON, `/finalizar-compra?pedido=${id}`]) expect(mail!.text).toContain(part)
  const own = await read(id, buyer.token)
  expect(own.prescription).toMatchObject({
    ...{ state: 'rejected', room: MAX_PRESCRIPTION_PAGES, reviewed: { by: '', reason: REASON } },
  })
  expect(own.timeline.at(-1)).toMatchObject({ kind: 'prescription-rejected', reason: REASON })
  expect(await listed('rejected')).toContain(id)
  expect(await listed('unreviewed')).not.toContain(id)

  expect((await upload(id, buyer.token, 5)).status).toBe(200)
  expect((await read(id)).prescription).toMatchObject({ state: 'sent', room: MAX_PRESCRIPTION_PAGES - 1 })
  expect(await listed('unreviewed')).toContain(id)
  expect(await listed('rejected')).not.toContain(id)
  await approve(id)
  expect(await stateOf(id)).toBe('approved')
})

test('sends no mail to a customer who has already sent other pages, and none twice for the same rejection', async () => {
  const sent = await makeNeedy()
  await upload(sent.id, sent.buyer.token)
  await reject(sent.id)
  await upload(sent.id, sent.buyer.token, 1)
  expect(await mailsAbout(sent)).toEqual([])
  const waits = await makeNeedy()
  await upload(waits.id, waits.buyer.token)
  await Promise.all([reject(waits.id), reject(waits.id), reject(waits.id)])
  expect(await mailsAbout(waits)).toHaveLength(1)
  expect((await read(waits.id)).timeline.map(({ kind }) => kind)).toEqual(['placed', 'prescription-rejected'])
})

test('an approval can become a rejection only while the order is pending', async () => {
  const { id } = await makeNeedy()
  await approve(id, { prescriber: 'Dra. Soto' })
  expect((await reject(id)).status).toBe(200)
  expect(await stateOf(id)).toBe('rejected')
  await approve(id)
  await setStatus(id, 'delivered')
  expect((await reject(id)).body.code).toBe('ORDER_CLOSED')
  expect((await approve(id, { prescriber: 'Dr. Rojas' })).status).toBe(200)
  expect((await read(id)).staff?.approval?.prescriber).toBe('Dr. Rojas')
  const unreviewed = await makeNeedy()
  await setStatus(unreviewed.id, 'delivered')
  expect((await reject(unreviewed.id)).status).toBe(200)
  expect(await mailsAbout(unreviewed)).toEqual([])
})

test('refuses a review without a reason, of other orders, and with impossible details', async () => {
  const { id, buyer } = await makeNeedy()
  const refused = async (body: Parameters<typeof review>[1]) =>
    (await review(id, body)).body.issues?.[0]?.path
  expect(await refused({ approved: false })).toBe('reason')
  expect(await refused({ approved: false, reason: '  ' })).toBe('reason')
  expect(await refused({ approved: true, prescriberRut: '12345678-9' })).toBe('prescriberRut')
  expect(await refused({ approved: true, date: '2026-02-30' })).toBe('date')
  expect(await refused({ approved: true, date: daysAgo(2), validUntil: daysAgo(3) })).toBe('validUntil')
  expect(await refused({ approved: true, deliveries: 0 })).toBe('deliveries')
  expect((await approve(crypto.randomUUID())).status).toBe(404)
  const free = await makeNeedy(['direct'])
  expect((await approve(free.id)).body.code).toBe('NO_PRESCRIPTION')
  expect((await receive(free.id)).body.code).toBe('NO_PRESCRIPTION')
  await setStatus(id, 'cancelled')
  for (const answer of [await approve(id), await reject(id), await receive(id)])
    expect(answer).toMatchObject({ status: 409, body: { code: 'ORDER_CLOSED' } })
  expect(await stateOf(id)).toBe('missing')
  expect((await upload(id, buyer.token)).status).toBe(409)
})

test('a date after today in the pharmacy’s time zone is refused at its field, also beside other mistakes', async () => {
  const { id } = await makeNeedy()
  const future = await approve(id, { date: daysAgo(-1), prescriberRut: '12345678-9' })
  expect(future).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } })
  expect(future.body.issues).toContainEqual({
    path: 'date',
    message: 'La fecha no puede ser posterior a hoy.',
  })
  expect(await stateOf(id)).toBe('missing')
  expect((await approve(id, { date: daysAgo(0) })).status).toBe(200)
  // Late in the evening, the day in UTC is already the pharmacy's tomorrow.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-02T02:00:00Z') })
  const [tomorrow, ofToday] = ['2026-06-02', '2026-06-01'].map(
    (date) => prescriptionReview.safeParse({ approved: true, date }).success,
  )
  vi.useRealTimers()
  expect([tomorrow, ofToday]).toEqual([false, true])
})

test.each([
  ['simple', 180],
  ['retained', 30],
] as const)(
  'a %s prescription older than %i days needs a confirmation to be approved, but only the first time',
  async (condition, days) => {
    const { id } = await makeNeedy(['simple', condition, 'direct'])
    expect((await approve(id, { date: daysAgo(days) })).status).toBe(200)
    const date = daysAgo(days + 1)
    const old = { status: 409, body: { code: 'PRESCRIPTION_OLD' } }
    expect(await approve(id, { date, confirmOld: false })).toMatchObject(old)
    const asked = await approve(id, { date })
    expect(asked).toMatchObject(old)
    expect(asked.body.message).toContain(`tiene ${days + 1} días`)
    expect(asked.body.message).toContain(`sirve ${days}.`)
    expect((await read(id)).staff?.approval?.date).toBe(daysAgo(days))
    expect((await approve(id, { date, confirmOld: true })).body.data.staff?.approval?.date).toBe(date)
    expect((await approve(id, { date, prescriber: 'Dra. Soto' })).status).toBe(200)
    // A rejection has no date, so the next approval is asked about again.
    expect((await reject(id)).status).toBe(200)
    expect(await approve(id, { date })).toMatchObject(old)
  },
)

test('refuses a decision about pages or a review that the pharmacist hasn’t seen', async () => {
  const { id, buyer } = await makeNeedy()
  await upload(id, buyer.token)
  const first = await read(id)
  const seen = { pages: first.prescription.pages, reviewedAt: null }
  await upload(id, buyer.token, 1)
  expect((await approve(id, { seen })).body.code).toBe('PRESCRIPTION_CHANGED')
  const second = (await read(id)).prescription.pages
  await review(id, { approved: false, reason: REASON, seen: { pages: second, reviewedAt: null } })
  expect((await approve(id, { seen: { pages: second, reviewedAt: null } })).body.code).toBe(
    'PRESCRIPTION_CHANGED',
  )
  const reviewedAt = (await read(id)).prescription.reviewed!.at
  expect((await approve(id, { seen: { pages: second, reviewedAt } })).status).toBe(200)
})

test('several dispensings make a lasting prescription for the lines that aren’t retained; a changed decision updates or removes it', async () => {
  const first = await makeNeedy(['simple', 'retained', 'direct'])
  await approve(first.id, { prescriber: 'Dra. Soto', deliveries: 3, validUntil: '2099-01-01' })
  const [made] = await lasting(first.id)
  expect(made).toMatchObject({ user_id: first.buyer.id, prescriber: 'Dra. Soto', deliveries: 3 })
  const items = await sql`
    select product_id from lasting_prescription_items where prescription_id = ${made!.id}`.execute(database)
  expect(items.rows).toEqual([{ product_id: first.products[0]!.id }])
  expect(await usesOf(first.id)).toHaveLength(1)
  await approve(first.id, { prescriber: 'Dr. Rojas', deliveries: 2 })
  expect(await lasting(first.id)).toMatchObject([{ id: made!.id, prescriber: 'Dr. Rojas', deliveries: 2 }])
  expect(await usesOf(first.id)).toHaveLength(1)
  await approve(first.id, { prescriber: 'Dr. Rojas' })
  expect(await lasting(first.id)).toEqual([])
  await approve(first.id, { deliveries: 4 })
  await reject(first.id)
  expect([await lasting(first.id), await usesOf(first.id)]).toEqual([[], []])
  const retained = await makeNeedy(['retained'])
  await approve(retained.id, { deliveries: 3 })
  expect(await lasting(retained.id)).toEqual([])
})

test('an approval confirms a covered order, which returns its dispensing when it is rejected or cancelled', async () => {
  const first = await makeNeedy()
  await approve(first.id, { prescriber: 'Dra. Soto', deliveries: 3 })
  const covered = await makeCovered(first)
  const { prescription } = await read(covered.id)
  expect(prescription).toMatchObject({
    ...{ state: 'covered', sent: false },
    coveredBy: [{ prescriber: 'Dra. Soto', deliveries: 3, left: 1, products: [first.products[0]!.id] }],
  })
  expect(await listed('unreviewed')).toContain(covered.id)
  await approve(covered.id, { deliveries: 5 })
  expect(await stateOf(covered.id)).toBe('approved')
  expect(await lasting(covered.id)).toEqual([])
  // Also if the product's strength was corrected since.
  const corrected = await makeCovered(first)
  await database
    .updateTable('products')
    .set({ equivalence: 'sertralina|12mg|comprimidos' })
    .where('id', '=', first.products[0]!.id)
    .execute()
  await approve(corrected.id, { deliveries: 5 })
  expect(await lasting(corrected.id)).toEqual([])
  await setStatus(corrected.id, 'cancelled')
  const rejected = await makeCovered(first)
  await reject(rejected.id)
  expect([await usesOf(rejected.id), await stateOf(rejected.id)]).toEqual([[], 'rejected'])
  const cancelled = await makeCovered(first)
  await setStatus(cancelled.id, 'cancelled')
  expect(await usesOf(cancelled.id)).toEqual([])

  // The approved order takes a dispensing of its own prescription again, if one is left.
  await setStatus(first.id, 'cancelled')
  expect([await usesOf(first.id), (await lasting(first.id)).length]).toEqual([[], 1])
  await setStatus(first.id, 'pending')
  expect(await usesOf(first.id)).toHaveLength(1)
  // A confirmed order that is reopened needs pages: lasting prescriptions serve new orders only.
  await setStatus(covered.id, 'cancelled')
  await setStatus(covered.id, 'pending')
  expect([await usesOf(covered.id), await stateOf(covered.id)]).toEqual([[], 'missing'])
  await upload(covered.id, first.buyer.token)
  expect(await stateOf(covered.id)).toBe('sent')
  expect(await listed('unreviewed')).toContain(covered.id)

  // When the approval becomes a rejection, pending orders that used the prescription need pages; delivered ones stay as they were.
  await approve(first.id, { prescriber: 'Dra. Soto', deliveries: 9 })
  const [open, confirmed, delivered] = [
    await makeCovered(first),
    await makeCovered(first),
    await makeCovered(first),
  ]
  await approve(confirmed.id)
  await approve(delivered.id)
  await setStatus(delivered.id, 'delivered')
  await reject(first.id)
  expect([await stateOf(open.id), await stateOf(confirmed.id), await stateOf(delivered.id)]).toEqual([
    ...['missing', 'missing', 'approved'],
  ])
})

test('with two pharmacists and a customer at once, the last decision counts, with its lasting prescription and its event', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, number, buyer } = await makeNeedy()
    await upload(id, buyer.token)
    await audit.clear()
    const acts = [
      () => approve(id, { deliveries: 2 }),
      () => review(id, { approved: false, reason: REASON }, other.token),
      () => review(id, { approved: true, deliveries: 3 }, other.token),
      () => upload(id, buyer.token, 1),
    ]
    const answers = await Promise.all(acts.map((_, index) => acts[(index + round) % acts.length]!()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { prescription, timeline, staff } = await read(id)
    const decisions = timeline.filter(({ kind }) => kind.startsWith('prescription-'))
    expect(decisions).toHaveLength(3)
    expect(await audit.entries()).toHaveLength(3)
    const approved = decisions.at(-1)!.kind === 'prescription-approved'
    if (approved) expect(prescription.state).toBe('approved')
    else expect(['rejected', 'sent']).toContain(prescription.state)
    expect((await lasting(id)).map(({ deliveries }) => deliveries)).toEqual(
      approved ? [staff!.approval!.deliveries] : [],
    )
    expect(await usesOf(id)).toHaveLength(approved ? 1 : 0)
    const { rows } = await sql`
      select from mails where message ->> 'kind' = 'prescription-rejected' and message ->> 'orderId' = ${id}`.execute(
      database,
    )
    expect({ round, number, mails: rows.length }).toEqual({ round, number, mails: 1 })
  }
})

test('accepts one of several parallel decisions that saw the same state', async () => {
  const { id, buyer } = await makeNeedy()
  await upload(id, buyer.token)
  const seen = { pages: (await read(id)).prescription.pages, reviewedAt: null }
  const answers = await Promise.all([
    approve(id, { seen }),
    review(id, { approved: false, reason: REASON, seen }, other.token),
    review(id, { approved: false, reason: 'La imagen no se lee bien.', seen }, other.token),
  ])
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual([
    ...['PRESCRIPTION_CHANGED', 'PRESCRIPTION_CHANGED', undefined],
  ])
  expect((await read(id)).timeline).toHaveLength(2)
})

test('originals of retained prescriptions are received one by one or several at once, and listed until then', async () => {
  const [one, two, simple, electronic] = [
    await makeNeedy(['retained', 'simple']),
    await makeNeedy(['retained']),
    await makeNeedy(['simple']),
    await makeNeedy(['retained']),
  ]
  await approve(electronic.id, { folio: 'E-1' })
  const mine = [one, two, simple, electronic].map(({ id }) => id)
  const waiting = async () => (await listed('to-retain')).filter((id) => mine.includes(id)).toSorted()
  expect(await waiting()).toEqual([])
  // An electronic prescription has no paper original for which the customer could be asked.
  const lacks = await Promise.all(mine.map(async (id) => (await read(id)).prescription.lacksOriginal))
  expect(lacks).toEqual([true, true, false, false])
  for (const id of mine) await setStatus(id, 'delivered')
  expect(await waiting()).toEqual([one.id, two.id].toSorted())
  await audit.clear()
  const answer = await receive(one.id)
  expect(answer).toMatchObject({ status: 200, body: { message: 'La receta original quedó recibida.' } })
  expect(answer.body.data.prescription).toMatchObject({
    originalReceivedAt: expect.any(String),
    lacksOriginal: false,
  })
  await receive(one.id)
  expect(await audit.entries()).toMatchObject([
    { action: 'order.original-received', id: one.id, before: { received: false }, after: { received: true } },
  ])
  expect(await waiting()).toEqual([two.id])
  expect((await receive(one.id, false)).body.data.prescription.originalReceivedAt).toBeNull()
  const free = await makeNeedy(['none'])
  const several = await send(orderPrescriptionCalls.receiveOriginals, {
    body: { ids: [one.id, free.id, two.id], received: true },
    token,
  })
  expect(several.body).toMatchObject({
    message: '2 recetas originales quedaron recibidas.',
    data: {
      changed: [one.id, two.id],
      refused: [{ _id: free.id, message: expect.stringContaining('receta') }],
    },
  })
  expect(await waiting()).toEqual([])
})

test('offers the prescribers of earlier approvals by a word of the name or by the RUT', async () => {
  const names = [`Dra. Ñandú ${unique()}`, `Dr. Zeta ${unique()}`]
  for (const [index, prescriber] of names.entries()) {
    const { id } = await makeNeedy()
    await approve(id, { prescriber, prescriberRut: index === 0 ? '9876543' : '' })
  }
  const offered = async (search?: string) =>
    (await send(orderPrescriptionCalls.listPrescribers, { query: search ? { search } : {}, token })).body.data
  expect((await offered()).slice(0, 2).map(({ name }) => name)).toEqual(names.toReversed())
  expect(await offered('nandu')).toEqual([{ name: names[0], rut: '9876543' }])
  expect(await offered('9.876.543-3')).toEqual([{ name: names[0], rut: '9876543' }])
  expect(await offered('andu')).toEqual([])
  expect(await offered('%')).toEqual([])
})

test('review, originals, prescribers and register are for administrators only', async () => {
  const { id, buyer } = await makeNeedy()
  const [someone, marketing] = [await makeUser(database), await makeUser(database, { role: 'Marketing' })]
  for (const [as, status] of [
    [buyer.token, 403],
    [someone.token, 403],
    [marketing.token, 403],
    ['', 401],
  ] as const) {
    const answers = [
      await review(id, { approved: true }, as),
      await receive(id, true, as),
      await send(orderPrescriptionCalls.receiveOriginals, { body: { ids: [id], received: true }, token: as }),
      await send(orderPrescriptionCalls.listPrescribers, { query: {}, token: as }),
      await send(orderPrescriptionCalls.listRegister, { query: {}, token: as }),
      await send(orderPrescriptionCalls.exportRegister, { query: {}, token: as }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(Array(answers.length).fill(status))
  }
  expect(await stateOf(id)).toBe('missing')
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { loginRecordCalls } from '#contract/login-records.ts'
import { orderCalls } from '#contract/orders.ts'
import { requestCalls } from '#contract/requests.ts'
import { userCalls } from '#contract/users.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeCategory, makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { image, multipart } from '#tests/images.ts'

const { database, send } = await createTestApp()
const admin = await makeUser(database, { role: 'Administrador', name: 'Julia', email: 'julia@botica.cl' })
const { token } = admin
const photo = await image()

const { entries } = openAuditTrail(database)

/** A customer with an order and its payment proof. */
async function makeOrder() {
  const buyer = await makeUser(database)
  const product = await makeProduct(database, { tradename: 'Sertralina 50 mg' })
  const items = [{ productId: product.id, quantity: 2 }]
  const { body } = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
  const details = { ...SHIPPING, id: buyer.id, products: body.data }
  const placed = await send(orderCalls.createOrder, { body: details, token: buyer.token })
  const { _id: id, nro_delivery: number } = placed.body.data
  const proof = multipart({ id }, ['photo', photo])
  expect((await send(orderCalls.uploadProof, { form: proof, token: buyer.token })).status).toBe(200)
  const { payment } = await database
    .selectFrom('orders')
    .select('payment')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, buyer, payment, product, subject: { kind: 'order', id, label: `Pedido N° ${number}` } }
}

test('an entry keeps the actor’s name and e-mail of that moment, the network address and the time', async () => {
  const user = await makeUser(database, { role: 'Cliente' })
  await send(userCalls.updateRole, { body: { id: user.id, role: 'Marketing' }, token })
  await database.updateTable('users').set({ name: 'Otra' }).where('id', '=', admin.id).execute()
  const found = await database.selectFrom('audit_entries').selectAll().execute()
  expect(found).toMatchObject([
    { actor_id: admin.id, actor_name: 'Julia Soto', actor_email: 'julia@botica.cl', address: '127.0.0.1' },
  ])
  expect(Math.abs(Date.now() - Date.parse(found[0]!.created_at))).toBeLessThan(60_000)
})

test('records a change of role, and nothing when the role stays or can’t be changed', async () => {
  const user = await makeUser(database)
  const change = (id: string, role: 'Marketing' | 'Cliente') =>
    send(userCalls.updateRole, { body: { id, role }, token })
  await change(user.id, 'Marketing')
  const expected = {
    action: 'user.role',
    kind: 'user',
    id: user.id,
    label: user.email,
    before: { role: 'Cliente' },
    after: { role: 'Marketing' },
  }
  expect(await entries()).toEqual([expected])
  expect((await change(user.id, 'Marketing')).status).toBe(200)
  expect((await change(admin.id, 'Cliente')).status).toBe(409)
  expect(await entries()).toEqual([expected])
})

test('records the changed fields of somebody else’s profile, without their values', async () => {
  const user = await makeUser(database)
  await makeCategory(database)
  const profile = (values: object) =>
    multipart({
      name: 'Ana',
      last_name: 'Soto',
      rut: '123456789',
      gender: 'FEMENINO',
      phone: '221234567',
      cellphone: '912345678',
      birthdate: '1990-05-17',
      email: user.email,
      category: 'Dolor y fiebre',
      ...values,
    })
  const save = (values: object, by: string) =>
    send(userCalls.updateUser, { params: { id: user.id }, form: profile(values), token: by })
  expect((await save({ phone: '229999999' }, user.token)).status).toBe(200)
  expect(await entries()).toEqual([])
  expect((await save({ phone: '228888888', password: 'otra-clave' }, token)).status).toBe(200)
  expect(await entries()).toMatchObject([
    { action: 'user.update', id: user.id, before: null, after: { fields: ['phone', 'password_hash'] } },
  ])
})

test('records a change of an order’s status, and nothing when it stays or is rolled back', async () => {
  const { id, subject } = await makeOrder()
  const change = (state: 'delivered' | 'cancelled') =>
    send(orderCalls.updateOrderStatus, { body: { id, state }, token })
  await change('delivered')
  await change('delivered')
  const expected = {
    action: 'order.status',
    ...subject,
    before: { status: 'pending' },
    after: { status: 'delivered' },
  }
  expect(await entries()).toEqual([expected])

  // The entry is written before the mail is queued, so a failing mail must undo the entry.
  await sql`alter table mails add constraint no_mails check (false) not valid`.execute(database)
  expect((await change('cancelled')).status).toBeGreaterThanOrEqual(500)
  await sql`alter table mails drop constraint no_mails`.execute(database)
  expect(await entries()).toEqual([expected])
})

test('records that staff saw a payment proof, but not its own customer or a missing proof', async () => {
  const { buyer, payment, subject } = await makeOrder()
  const see = (file: string, by: string) => send(orderCalls.proofImage, { params: { file }, token: by })
  expect((await see(payment, buyer.token)).status).toBe(200)
  expect((await see(`${'0'.repeat(32)}.webp`, token)).status).toBe(404)
  expect(await entries()).toEqual([])
  expect((await see(payment, token)).status).toBe(200)
  expect(await entries()).toEqual([{ action: 'order.proof-view', ...subject, before: null, after: null }])
})

test('records that staff saw a page of an order’s prescription, but not its own customer or a missing page', async () => {
  const { id, buyer, subject } = await makeOrder()
  const form = multipart({ id }, ['photo', photo])
  await send(orderCalls.uploadPrescription, { form, token: buyer.token })
  const { body } = await send(orderCalls.getOrder, { params: { id }, token: buyer.token })
  const [page = ''] = body.data.prescription.pages
  const see = (file: string, by: string) =>
    send(orderCalls.orderPrescriptionImage, { params: { file }, token: by })
  expect((await see(page, buyer.token)).status).toBe(200)
  expect((await see(`${'0'.repeat(32)}.webp`, token)).status).toBe(404)
  expect(await entries()).toEqual([])
  expect((await see(page, token)).status).toBe(200)
  expect(await entries()).toEqual([
    { action: 'order.prescription-view', ...subject, before: null, after: null },
  ])
})

test('records that staff saw a prescription request’s image, without the person’s name or a word of the request', async () => {
  const fields = {
    fullname: 'Rosamunda Quilapán',
    phone: '912345678',
    email: `rosa${unique()}@correo.cl`,
    product: 'Crema de hidrocortisona',
    message: 'La necesito para la dermatitis.',
  }
  await send(requestCalls.createPrescriptionRequest, {
    form: multipart(fields, ['photo', photo, 'receta.jpg']),
  })
  const request = await database
    .selectFrom('form_requests')
    .select(['id', 'photo'])
    .where('email', '=', fields.email)
    .executeTakeFirstOrThrow()
  const see = (name: string) => send(requestCalls.prescriptionImage, { params: { photo: name }, token })
  expect((await see(`${'0'.repeat(32)}.webp`)).status).toBe(404)
  expect(await entries()).toEqual([])
  expect((await see(request.photo)).status).toBe(200)
  expect(await entries()).toEqual([
    {
      action: 'request.prescription-view',
      kind: 'form-request',
      id: request.id,
      label: expect.stringMatching(/^Receta del \d{4}-\d\d-\d\d$/),
      before: null,
      after: null,
    },
  ])
  const all = JSON.stringify(await database.selectFrom('audit_entries').selectAll().execute())
  for (const value of Object.values(fields)) expect(all).not.toContain(value)
})

test('records the export of users', async () => {
  expect((await send(loginRecordCalls.exportUsers, { token })).status).toBe(200)
  expect(await entries()).toEqual([
    { action: 'users.export', kind: 'workbook', id: '', label: 'usersData.xlsx', before: null, after: null },
  ])
})

test('records the export of orders, with its days', async () => {
  const days = { from: '2026-01-01', to: '2026-01-31' }
  expect((await send(orderCalls.exportOrders, { query: days, token })).status).toBe(200)
  expect(await entries()).toEqual([
    {
      action: 'orders.export',
      kind: 'workbook',
      id: '',
      label: 'pedidos-2026-01-01-a-2026-01-31.xlsx',
      before: null,
      after: days,
    },
  ])
})

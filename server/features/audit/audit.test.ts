import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { activityCalls } from '#contract/activity.ts'
import { carouselCalls } from '#contract/carousel.ts'
import { cartCalls } from '#contract/cart.ts'
import { categoryCalls } from '#contract/categories.ts'
import { orderCalls } from '#contract/orders.ts'
import { productCalls } from '#contract/products.ts'
import { requestCalls } from '#contract/requests.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { userCalls } from '#contract/users.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { image, multipart } from '#tests/images.ts'
import { row, workbook } from '#tests/workbooks.ts'

const { database, send } = await createTestApp()
const admin = await makeUser(database, { role: 'Administrador', name: 'Julia', email: 'julia@botica.cl' })
const { token } = admin
const photo = await image()

const clear = () =>
  database.transaction().execute(async (tx) => {
    await sql`select set_config('botica.audit_erasure', 'on', true)`.execute(tx)
    await tx.deleteFrom('audit_entries').execute()
  })
afterEach(clear)

const entries = () =>
  database
    .selectFrom('audit_entries')
    .select([
      'action',
      'subject_kind as kind',
      'subject_id as id',
      'subject_label as label',
      'before',
      'after',
    ])
    .orderBy('audit_entries.id')
    .execute()

const form = (changes: Record<string, string> = {}) =>
  multipart({
    barcode: `75${unique()}`,
    tradename: 'Losartán 50 mg',
    category: 'Dolor y fiebre',
    laboratory: 'Laboratorio Andino',
    cost: '1990',
    stock: '10',
    ...changes,
  })

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

test('an entry has the actor as it was, with the network address and the time', async () => {
  const user = await makeUser(database, { role: 'Cliente' })
  await send(userCalls.updateRole, { body: { id: user.id, role: 'Marketing' }, token })
  await database.updateTable('users').set({ name: 'Otra' }).where('id', '=', admin.id).execute()
  const found = await database.selectFrom('audit_entries').selectAll().execute()
  expect(found).toMatchObject([
    { actor_id: admin.id, actor_name: 'Julia Soto', actor_email: 'julia@botica.cl', address: '127.0.0.1' },
  ])
  expect(Math.abs(Date.now() - found[0]!.created_at.getTime())).toBeLessThan(60_000)
})

test('a change of role; none when the role is the same or can’t be changed', async () => {
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

test('somebody else’s profile: the names of the changed fields, without their values', async () => {
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

describe('products', () => {
  test('a creation has all fields', async () => {
    await makeCategory(database)
    await makeSupplier(database)
    const { body } = await send(productCalls.createProduct, { form: form(), token })
    const { _id: id } = body.data
    expect(await entries()).toMatchObject([
      {
        action: 'product.create',
        kind: 'product',
        id,
        label: 'Losartán 50 mg',
        before: null,
        after: { cost: 1_990, stock: 10, category: 'Dolor y fiebre', laboratory: 'Laboratorio Andino' },
      },
    ])
  })

  test('an update has price, stock and what else changed, and nothing more; sales write no entry', async () => {
    const product = await makeProduct(database, { tradename: 'Losartán 50 mg', stock: 10 })
    const save = (changes: Record<string, string>) =>
      send(productCalls.updateProduct, {
        params: { id: product.id },
        form: form({ barcode: product.barcode, ...changes }),
        token,
      })
    expect((await save({ cost: '2490', discount: '10', stock: '8' })).status).toBe(200)
    expect(await entries()).toEqual([
      {
        action: 'product.update',
        kind: 'product',
        id: product.id,
        label: 'Losartán 50 mg',
        before: { cost: 1_990, discount: 0, stock: 10 },
        after: { cost: 2_490, discount: 10, stock: 8 },
      },
    ])
    await clear()
    expect((await save({ cost: '2490', discount: '10', stock: '8' })).status).toBe(200)
    await makeOrder()
    expect(await entries()).toEqual([])
  })

  test('a new category and laboratory have their own entries; a refused product leaves none', async () => {
    const taken = await makeProduct(database)
    const names = { category: `Nueva ${unique()}`, laboratory: `Nuevo ${unique()}` }
    const refused = await send(productCalls.createProduct, {
      form: form({ ...names, barcode: taken.barcode }),
      token,
    })
    expect(refused.body.code).toBe('BARCODE_TAKEN')
    expect(await entries()).toEqual([])
    await send(productCalls.createProduct, { form: form(names), token })
    expect((await entries()).map(({ action, label }) => [action, label])).toEqual([
      ['category.create', names.category],
      ['supplier.create', names.laboratory],
      ['product.create', 'Losartán 50 mg'],
    ])
  })

  test('an import has one entry with file name and counts, and one for each created or changed product', async () => {
    const product = await makeProduct(database, { tradename: 'Viejo', stock: 3, cost: 1_000 })
    const same = { Categoría: 'Dolor y fiebre', Laboratorio: 'Laboratorio Andino' }
    const file = await workbook([
      row({ ...same, 'Código de barras': product.barcode, Nombre: 'Viejo', Precio: 1_200, Stock: 7 }),
      row({ ...same, Nombre: 'Nuevo' }),
      row({ ...same, Nombre: '' }),
    ])
    const upload = () =>
      send(productCalls.uploadProducts, {
        form: multipart({}, ['fileExcel', file, '../precios\u0007 marzo.xlsx']),
        token,
      })
    expect((await upload()).body.data).toMatchObject({ created: 1, updated: 1 })
    const [created, updated, imported, ...rest] = await entries()
    expect(created).toMatchObject({ action: 'product.create', label: 'Nuevo' })
    expect(updated).toMatchObject({
      action: 'product.update',
      id: product.id,
      before: { cost: 1_000, stock: 3 },
      after: { cost: 1_200, stock: 7 },
    })
    expect(imported).toMatchObject({
      action: 'product.import',
      label: 'precios marzo.xlsx',
      after: { created: 1, updated: 1, unchanged: 0, rejected: 1 },
    })
    expect(rest).toEqual([])
    await clear()
    await upload()
    expect(await entries()).toMatchObject([{ action: 'product.import', after: { unchanged: 2 } }])
  })
})

test('categories: creation and change; none when nothing differs or the name is taken', async () => {
  const name = `Vitaminas ${unique()}`
  const create = () =>
    send(categoryCalls.createCategory, { body: { categoryName: name, status: true }, token })
  await create()
  const [{ id } = { id: '' }] = await entries()
  const update = () =>
    send(categoryCalls.updateCategory, { body: { id, categoryName: `${name} B`, status: true }, token })
  await update()
  expect((await update()).status).toBe(200)
  expect(
    (await send(categoryCalls.createCategory, { body: { categoryName: `${name} b`, status: true }, token }))
      .status,
  ).toBe(409)
  const subject = { kind: 'category', id }
  expect(await entries()).toEqual([
    { action: 'category.create', ...subject, label: name, before: null, after: { name, status: true } },
    {
      action: 'category.update',
      ...subject,
      label: `${name} B`,
      before: { name },
      after: { name: `${name} B` },
    },
  ])
})

test('suppliers: creation and change; none when nothing differs', async () => {
  const supplier = {
    name: `Casa ${unique()}`,
    address: 'Uno 1',
    contact: '',
    phone: '',
    status: 'Activo' as const,
  }
  await send(supplierCalls.createSupplier, { body: supplier, token })
  const [{ id } = { id: '' }] = await entries()
  const update = () =>
    send(supplierCalls.updateSupplier, { body: { ...supplier, id, status: 'Inactivo' }, token })
  await update()
  await update()
  const subject = { kind: 'supplier', id, label: supplier.name }
  expect(await entries()).toEqual([
    { action: 'supplier.create', ...subject, before: null, after: supplier },
    { action: 'supplier.update', ...subject, before: { status: 'Activo' }, after: { status: 'Inactivo' } },
  ])
})

test('the carousel: adding, hiding, ordering and deleting an image', async () => {
  const marketing = await makeUser(database, { role: 'Marketing' })
  const staff = { token: marketing.token }
  await send(carouselCalls.addCarouselImages, {
    form: multipart({}, ['files', photo, 'a.jpg'], ['files', photo, 'b.jpg']),
    ...staff,
  })
  const [first, second] = await entries()
  expect([first, second]).toMatchObject([
    {
      action: 'carousel.add',
      label: 'a.jpg',
      before: null,
      after: { name: 'a.jpg', position: 1, state: true },
    },
    { action: 'carousel.add', label: 'b.jpg', after: { position: 2 } },
  ])
  const [a, b] = [first!.id, second!.id]
  await clear()
  const hide = () => send(carouselCalls.setCarouselState, { body: { id: a, state: false }, ...staff })
  await hide()
  await hide()
  const order = { data: [b, a].map((_id, index) => ({ _id, position: index + 1 })) }
  await send(carouselCalls.reorderCarousel, { body: order, ...staff })
  await send(carouselCalls.reorderCarousel, { body: order, ...staff })
  await send(carouselCalls.deleteCarouselImage, { params: { id: a }, ...staff })
  await send(carouselCalls.deleteCarouselImage, { params: { id: a }, ...staff })
  expect(await entries()).toEqual([
    {
      action: 'carousel.visibility',
      kind: 'carousel-image',
      id: a,
      label: 'a.jpg',
      before: { state: true },
      after: { state: false },
    },
    {
      action: 'carousel.order',
      kind: 'carousel',
      id: '',
      label: 'Carrusel',
      before: { order: [a, b] },
      after: { order: [b, a] },
    },
    {
      action: 'carousel.delete',
      kind: 'carousel-image',
      id: a,
      label: 'a.jpg',
      before: { name: 'a.jpg', position: 2, state: false },
      after: null,
    },
  ])
})

test('an order’s status; none when it stays, and none when the change is rolled back', async () => {
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

  // The mail is queued after the entry was written.
  await sql`alter table mails add constraint no_mails check (false) not valid`.execute(database)
  expect((await change('cancelled')).status).toBeGreaterThanOrEqual(500)
  await sql`alter table mails drop constraint no_mails`.execute(database)
  expect(await entries()).toEqual([expected])
})

test('staff who see a payment proof; not its customer, and not a missing one', async () => {
  const { buyer, payment, subject } = await makeOrder()
  const see = (file: string, by: string) => send(orderCalls.proofImage, { params: { file }, token: by })
  expect((await see(payment, buyer.token)).status).toBe(200)
  expect((await see(`${'0'.repeat(32)}.webp`, token)).status).toBe(404)
  expect(await entries()).toEqual([])
  expect((await see(payment, token)).status).toBe(200)
  expect(await entries()).toEqual([{ action: 'order.proof-view', ...subject, before: null, after: null }])
})

test('staff who see a prescription, without the person’s name or a word of the request', async () => {
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

test('the export of users', async () => {
  expect((await send(activityCalls.exportUsers, { token })).status).toBe(200)
  expect(await entries()).toEqual([
    { action: 'users.export', kind: 'workbook', id: '', label: 'usersData.xlsx', before: null, after: null },
  ])
})

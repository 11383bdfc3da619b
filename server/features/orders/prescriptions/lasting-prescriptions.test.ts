import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { lastingPrescriptionCalls, orderPrescriptionCalls } from '#contract/order-prescriptions.ts'
import { orderCalls } from '#contract/orders.ts'
import { createTestApp } from '#tests/app.ts'
import {
  makeLastingPrescription,
  makeOrder,
  makeProduct,
  makeUser,
  SHIPPING,
  unique,
} from '#tests/factories.ts'
import { image, multipart } from '#tests/images.ts'
import { countWaiting } from '#tests/locks.ts'

const { database, send } = await createTestApp()

type Customer = Awaited<ReturnType<typeof makeUser>>

/** A medicine with equivalents: the same strength of losartán in another pack and by another laboratory. */
const makeMedicine = (strength = 50, values: { sale_condition?: 'simple' | 'retained' } = {}) =>
  makeProduct(database, {
    tradename: `Losartán ${strength} mg x 30 comprimidos ${unique()}`,
    dcm: `Losartán potásico ${strength} mg`,
    form: 'comprimidos',
    quantity: '30 comprimidos',
    sale_condition: 'simple',
    stock: 100,
    ...values,
  })

async function fillCart({ id, token }: Customer, products: { id: string }[]) {
  const items = products.map((product) => ({ productId: product.id, quantity: 1 }))
  return (await send(cartCalls.updateCart, { body: { cart: id, items }, token })).body.data
}

const order = async (customer: Customer, products: { id: string }[]) => {
  const lines = await fillCart(customer, products)
  const body = { ...SHIPPING, id: customer.id, products: lines }
  return send(orderCalls.createOrder, { body, token: customer.token })
}

/** The prescription of a new order of these products. */
async function prescriptionOf(customer: Customer, products: { id: string }[]) {
  const { body } = await order(customer, products)
  const found = await send(orderCalls.getOrder, { params: { id: body.data._id }, token: customer.token })
  return { id: body.data._id, ...found.body.data.prescription }
}

const list = async ({ token }: Customer) =>
  (await send(lastingPrescriptionCalls.listPrescriptions, { token })).body.data

const uses = async (id: string) =>
  (await sql`select from prescription_uses where prescription_id = ${id}`.execute(database)).rows.length

test('an order of an equivalent product takes a dispensing, needs no page, and names the prescription that covers it', async () => {
  const customer = await makeUser(database)
  const approved = await makeMedicine()
  const { id, order: first } = await makeLastingPrescription(database, {
    userId: customer.id,
    products: [approved],
    validUntil: 0,
  })
  const equivalent = await makeMedicine()
  await fillCart(customer, [equivalent])
  expect(await list(customer)).toMatchObject([
    {
      _id: id,
      prescriber: 'Dra. Soto',
      products: [{ productId: approved.id, productName: approved.tradename, quantity: 1 }],
      deliveries: 3,
      left: 2,
      covers: [equivalent.id],
    },
  ])
  const prescription = await prescriptionOf(customer, [equivalent])
  expect(prescription).toMatchObject({
    state: 'covered',
    needed: true,
    pages: [],
    coveredBy: [{ _id: id, prescriber: 'Dra. Soto', products: [equivalent.id], deliveries: 3, left: 1 }],
  })
  expect(await list(customer)).toMatchObject([{ left: 1, covers: [] }])
  // The lasting prescription doesn't cover the order from which it was made.
  const approval = await send(orderCalls.getOrder, { params: { id: first.id }, token: customer.token })
  expect(approval.body.data.prescription).toMatchObject({ state: 'approved', coveredBy: [] })
})

test('an approval for several dispensings serves the next orders until all are used; cancelled and rejected orders return theirs', async () => {
  const [customer, admin] = [await makeUser(database), await makeUser(database, { role: 'Administrador' })]
  const product = await makeMedicine()
  const review = (id: string, body: { approved: boolean; deliveries?: number; reason?: string }) =>
    send(orderPrescriptionCalls.reviewPrescription, { params: { id }, body, token: admin.token })
  const first = await prescriptionOf(customer, [product])
  expect(first.state).toBe('missing')
  await review(first.id, { approved: true, deliveries: 3 })
  expect(await list(customer)).toMatchObject([{ left: 2 }])

  const second = await prescriptionOf(customer, [await makeMedicine()])
  const third = await prescriptionOf(customer, [product])
  expect([second.state, third.state]).toEqual(['covered', 'covered'])
  expect(await list(customer)).toEqual([])
  expect(await prescriptionOf(customer, [product])).toMatchObject({ state: 'missing', coveredBy: [] })

  // The pharmacist confirms the second order, which makes no lasting prescription of its own.
  expect((await review(second.id, { approved: true })).body.data.prescription.state).toBe('approved')
  await send(orderCalls.updateOrderStatus, { body: { id: third.id, state: 'cancelled' }, token: admin.token })
  expect(await list(customer)).toMatchObject([{ left: 1 }])
  const fourth = await prescriptionOf(customer, [product])
  expect(fourth.state).toBe('covered')
  await review(fourth.id, { approved: false, reason: 'No corresponde.' })
  expect(await list(customer)).toMatchObject([{ left: 1 }])
})

test('an order that is covered only in part needs pages, and names the covered part', async () => {
  const customer = await makeUser(database)
  const [covered, other] = [await makeMedicine(), await makeMedicine(100)]
  await makeLastingPrescription(database, { userId: customer.id, products: [covered] })
  const prescription = await prescriptionOf(customer, [covered, other])
  expect(prescription).toMatchObject({ state: 'missing', coveredBy: [{ products: [covered.id] }] })
})

test('serves the same product even if its strength is unknown, but not another one of unknown strength', async () => {
  const customer = await makeUser(database)
  const [unknown, another] = [
    await makeProduct(database, { sale_condition: 'simple' }),
    await makeProduct(database, { sale_condition: 'simple' }),
  ]
  await makeLastingPrescription(database, { userId: customer.id, products: [unknown] })
  expect(await prescriptionOf(customer, [another])).toMatchObject({ state: 'missing', coveredBy: [] })
  expect(await prescriptionOf(customer, [unknown])).toMatchObject({ state: 'covered' })
})

test('an expired, used up or removed prescription, or one of another customer, serves nothing', async () => {
  const product = await makeMedicine()
  const make = async (values: { validUntil?: number; deliveries?: number }, owner?: Customer) => {
    const customer = await makeUser(database)
    const { id } = await makeLastingPrescription(database, {
      userId: (owner ?? customer).id,
      products: [product],
      ...values,
    })
    return { customer, id }
  }
  const [past, used, removed, others] = [
    await make({ validUntil: -1 }),
    await make({ deliveries: 1 }),
    await make({}),
    await make({}, await makeUser(database)),
  ]
  await send(lastingPrescriptionCalls.removePrescription, {
    params: { id: removed.id },
    token: removed.customer.token,
  })
  for (const { customer } of [past, used, removed, others]) {
    expect(await list(customer)).toEqual([])
    expect(await prescriptionOf(customer, [product])).toMatchObject({ state: 'missing', coveredBy: [] })
  }
})

test('a retained prescription never lasts, even for a product that an earlier one was approved for', async () => {
  const customer = await makeUser(database)
  const product = await makeMedicine(50, { sale_condition: 'retained' })
  const { id } = await makeLastingPrescription(database, { userId: customer.id, products: [product] })
  await fillCart(customer, [product])
  expect(await list(customer)).toMatchObject([{ covers: [] }])
  expect(await prescriptionOf(customer, [product])).toMatchObject({ state: 'missing', coveredBy: [] })
  expect(await uses(id)).toBe(1)
})

test('parallel orders use the last dispensing only once', async () => {
  const customer = await makeUser(database)
  const products = await Promise.all([1, 2, 3, 4].map(() => makeMedicine()))
  const { id } = await makeLastingPrescription(database, {
    userId: customer.id,
    products: [products[0]!],
    deliveries: 2,
  })
  let placed = 0
  // Parallel orders share the customer's cart, so some are refused because it changed, and tried again.
  for (let round = 0; placed < 2; round += 1) {
    expect(round).toBeLessThan(20)
    const answers = await Promise.all(products.map((product) => order(customer, [product])))
    placed += answers.filter(({ status }) => status === 201).length
  }
  expect(await uses(id)).toBe(2)
})

test('an order waits for another transaction that uses the last dispensing', async () => {
  const customer = await makeUser(database)
  const product = await makeMedicine()
  const { id } = await makeLastingPrescription(database, {
    userId: customer.id,
    products: [product],
    deliveries: 2,
  })
  const other = await makeOrder(database, { userId: customer.id })
  const lines = await fillCart(customer, [product])
  const body = { ...SHIPPING, id: customer.id, products: lines }
  let placing: ReturnType<typeof order> | undefined
  await database.transaction().execute(async (tx) => {
    await sql`select from lasting_prescriptions where id = ${id} for no key update`.execute(tx)
    placing = send(orderCalls.createOrder, { body, token: customer.token })
    await expect.poll(() => countWaiting(database), { timeout: 10_000 }).toBe(1)
    await sql`insert into prescription_uses (prescription_id, order_id) values (${id}, ${other.id})`.execute(
      tx,
    )
  })
  expect((await placing!).status).toBe(201)
  expect(await uses(id)).toBe(2)
})

test('only its customer can see or remove a lasting prescription, and a removed one is gone', async () => {
  const customer = await makeUser(database)
  const product = await makeMedicine()
  const { id } = await makeLastingPrescription(database, { userId: customer.id, products: [product] })
  const remove = (token?: string, which = id) =>
    send(lastingPrescriptionCalls.removePrescription, { params: { id: which }, token })
  for (const role of ['Cliente', 'Marketing', 'Administrador'] as const) {
    const other = await makeUser(database, { role })
    expect(await list(other)).toEqual([])
    expect((await remove(other.token)).status).toBe(404)
  }
  expect((await send(lastingPrescriptionCalls.listPrescriptions, {})).status).toBe(401)
  expect((await remove()).status).toBe(401)
  expect((await remove(customer.token, 'x')).status).toBe(404)
  const used = await prescriptionOf(customer, [product])
  expect(await remove(customer.token)).toMatchObject({
    status: 200,
    body: { message: 'La receta ya no está en tu lista.' },
  })
  expect((await remove(customer.token)).status).toBe(404)
  expect(await list(customer)).toEqual([])
  // The order that uses the removed prescription keeps it.
  const params = { id: used.id }
  const kept = await send(orderCalls.getOrder, { params, token: customer.token })
  expect(kept.body.data.prescription).toMatchObject({ state: 'covered', coveredBy: [{ _id: id }] })
})

test('after a rejection the customer starts again, also with the same page', async () => {
  const customer = await makeUser(database)
  const product = await makeMedicine()
  const { id } = await prescriptionOf(customer, [product])
  const read = async () =>
    (await send(orderCalls.getOrder, { params: { id }, token: customer.token })).body.data.prescription
  const upload = (photo: Buffer) =>
    send(orderCalls.uploadPrescription, { form: multipart({ id }, ['photo', photo]), token: customer.token })
  const pages = await Promise.all([40, 41, 42, 43, 44].map((width) => image('jpeg', { width })))
  for (const page of pages) expect((await upload(page)).status).toBe(200)
  expect(await read()).toMatchObject({ state: 'sent', room: 0 })
  await sql`
    insert into prescription_reviews (order_id, approved, reason) values (${id}, false, 'No se lee la fecha.')`.execute(
    database,
  )
  expect(await read()).toMatchObject({
    state: 'rejected',
    room: 5,
    reviewed: { reason: 'No se lee la fecha.', by: '' },
  })
  expect((await upload(pages[0]!)).status).toBe(200)
  expect((await upload(pages[0]!)).body.code).toBe('PAGE_EXISTS')
  expect(await read()).toMatchObject({ state: 'sent', room: 4 })
  expect((await read()).pages).toHaveLength(6)
})

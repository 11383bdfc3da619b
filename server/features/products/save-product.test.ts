import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { orderCalls } from '#contract/orders.ts'
import { type Product, productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { image, multipart } from '#tests/images.ts'
import { removeQueuedImages } from '../../images/image-removals.ts'

const { database, send, images } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

const FORM = {
  barcode: '',
  tradename: 'Losartán potásico 50 mg',
  dcm: 'Losartán',
  form: 'comprimidos',
  laboratory: 'Biosur',
  quantity: '30 comprimidos',
  bioequivalent: 'true',
  generic: 'false',
  prescription: 'true',
  directSale: 'false',
  healthRegister: 'F-90001/25',
  legalWarning: '',
  category: 'Cardiovascular',
  cost: '1990',
  discount: '12.5',
  stock: '10',
}
type Fields = Partial<Record<keyof typeof FORM | 'version' | '_id' | 'role', string>>

const formOf = (fields: Fields, photo?: Buffer) =>
  multipart({ ...FORM, ...fields }, ...(photo ? [['photo', photo] as [string, Buffer]] : []))
const create = (fields: Fields = {}, photo?: Buffer) =>
  send(productCalls.createProduct, { form: formOf(fields, photo), token })
const update = (id: string, fields: Fields = {}, photo?: Buffer) =>
  send(productCalls.updateProduct, { params: { id }, form: formOf(fields, photo), token })
const read = async (id: string): Promise<Product> =>
  (await send(productCalls.getProduct, { params: { id }, token })).body.data
/** The stock as staff last set it. */
const counted = async (id: string) => {
  const product = database.selectFrom('products').select('counted_stock').where('id', '=', id)
  return (await product.executeTakeFirstOrThrow()).counted_stock
}
const createdId = async (fields: Fields = {}) => (await create(fields)).body.data._id

describe('a product', () => {
  test('is created from the form, with its image, its new category and its new laboratory', async () => {
    const { status, body } = await create(
      { barcode: '0078012345', category: 'Corazón nuevo', laboratory: 'Andes Sur' },
      await image(),
    )
    expect({ status, message: body.message }).toEqual({ status: 201, message: 'El producto fue creado.' })
    const product = await read(body.data._id)
    expect(product).toMatchObject({
      barcode: '0078012345',
      category: 'Corazón nuevo',
      laboratory: 'Andes Sur',
      cost: 1990,
      discount: 12.5,
      stock: 10,
      bioequivalent: true,
      generic: false,
      prescription: true,
      directSale: false,
    })
    expect(await images.read('product', product.photo)).not.toBeNull()
  })

  test('matches the category’s name ignoring case and accents', async () => {
    await makeCategory(database, 'Diabetes y tiroides')
    const id = await createdId({ category: '  DIABETES Y TIROIDES ' })
    expect((await read(id)).category).toBe('Diabetes y tiroides')
  })

  test.each<[keyof typeof FORM, string]>([
    ['cost', '0'],
    ['cost', '-1'],
    ['cost', 'NaN'],
    ['cost', 'Infinity'],
    ['cost', '1e3'],
    ['cost', ''],
    ['discount', '150'],
    ['discount', '-5'],
    ['discount', '10.005'],
    ['stock', '1.5'],
    ['stock', '-3'],
    ['bioequivalent', 'yes'],
    ['generic', '1'],
    ['tradename', '   '],
    ['tradename', 'x'.repeat(301)],
    ['laboratory', 'ALL'],
    ['laboratory', 'àll'],
    ['dcm', 'a\0b'],
    ['directSale', 'true'],
  ])('is refused with %s %j, with a message at the field', async (field, value) => {
    const id = await createdId({ stock: '7' })
    const before = await read(id)
    for (const answer of [await create({ [field]: value }), await update(id, { [field]: value })]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } })
      expect(answer.body.issues?.map((issue) => issue.path)).toContain(field)
    }
    expect(await read(id)).toEqual(before)
  })

  test('has a unique barcode, also when two users save at once', async () => {
    const barcode = `780${unique()}`
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ barcode })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'BARCODE_TAKEN', issues: [{ path: 'barcode' }] })
    const other = await createdId()
    expect(await update(other, { barcode })).toMatchObject({ status: 409, body: { code: 'BARCODE_TAKEN' } })
    expect((await Promise.all([createdId(), createdId()])).length).toBe(2)
  })

  test('may have several barcodes, none of which another product may have', async () => {
    const [one, other] = [`780${unique()}`, `790${unique()}`]
    const id = await createdId({ barcode: `0${one};${other} ` })
    expect((await read(id)).barcode).toBe(`0${one}, ${other}`)
    for (const barcode of [one, `00${other}`, `${unique()}, ${one}`])
      expect(await create({ barcode })).toMatchObject({
        status: 409,
        body: { code: 'BARCODE_TAKEN', issues: [{ path: 'barcode' }] },
      })
    expect((await update(id, { barcode: other })).status).toBe(200)
    expect((await create({ barcode: one })).status).toBe(201)
    expect(await update(id, { barcode: `${other}, ${one}` })).toMatchObject({ status: 409 })
  })

  test.each([
    '7800000000018',
    ' 7800000000018 , 0759 ;X 1',
    '7800000000018 7590000000011\n42',
    'PACK 2, pack  3',
    ', ;',
  ])('has the barcodes of %j as the database reads them', async (barcode) => {
    const product = await read(await createdId({ barcode }))
    const { rows } = await sql<{ codes: string }>`
      select coalesce(string_agg(code, ', '), '') as codes from barcode_codes(${barcode}) code`.execute(
      database,
    )
    expect(product.barcode).toBe(rows[0]?.codes)
    await update(product._id, { barcode: '' })
  })

  test('keeps its image when none is sent; a new image replaces the file', async () => {
    const { body } = await create({}, await image())
    const id = body.data._id
    const { photo } = await read(id)
    await update(id, { tradename: 'Otro nombre' })
    expect(await read(id)).toMatchObject({ tradename: 'Otro nombre', photo })
    await update(id, {}, await image())
    const replaced = await read(id)
    expect(replaced.photo).not.toBe(photo)
    await removeQueuedImages(database, images)
    expect(await images.read('product', photo)).toBeNull()
    expect(await images.read('product', replaced.photo)).not.toBeNull()
  })

  test('is not changed by a file that is no image, and ignores unknown fields', async () => {
    const id = await createdId({ _id: crypto.randomUUID(), role: 'Administrador' })
    const before = await read(id)
    expect(await update(id, { tradename: 'X' }, Buffer.from('<svg onload=alert(1)>'))).toMatchObject({
      status: 415,
    })
    expect(await read(id)).toEqual(before)
  })

  test('is answered with 404 for a malformed or unknown id', async () => {
    for (const id of ['abc', crypto.randomUUID()]) expect((await update(id)).status).toBe(404)
  })

  test('changed by another user is not overwritten: the answer has the current product', async () => {
    const id = await createdId({ cost: '1000' })
    const { version } = await read(id)
    expect((await update(id, { cost: '1500', version })).status).toBe(200)
    const late = await update(id, { cost: '900', version })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'PRODUCT_CHANGED', data: { _id: id, cost: 1500 } },
    })
    const { version: fresh } = (late.body as unknown as { data: Product }).data
    expect((await update(id, { cost: '900', version: fresh })).status).toBe(200)
    expect(await read(id)).toMatchObject({ cost: 900 })
    expect(await update(id, { version: 'nonsense' })).toMatchObject({ status: 409 })
  })

  test('accepts only one of several saves of the same version at once', async () => {
    const id = await createdId()
    const { version } = await read(id)
    const answers = await Promise.all(['A', 'B', 'C'].map((dcm) => update(id, { dcm, version })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('saved without a version keeps the stock that an order moved', async () => {
    const id = await createdId({ stock: '10' })
    expect((await update(id, { stock: '12' })).status).toBe(200)
    const buyer = await makeUser(database)
    const items = [{ productId: id, quantity: 4 }]
    const cart = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
    const order = { ...SHIPPING, id: buyer.id, products: cart.body.data }
    expect((await send(orderCalls.createOrder, { body: order, token: buyer.token })).status).toBe(201)

    const late = await update(id, { tradename: 'Tarde', stock: '12' })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'PRODUCT_CHANGED', data: { _id: id, stock: 8 } },
    })
    expect(await read(id)).toMatchObject({ tradename: FORM.tradename, stock: 8 })

    expect((await update(id, { tradename: 'Otro nombre', stock: '8' })).status).toBe(200)
    const { version } = await read(id)
    expect((await update(id, { tradename: 'Otro nombre', stock: '20', version })).status).toBe(200)
    expect(await read(id)).toMatchObject({ tradename: 'Otro nombre', stock: 20 })
  })

  test('keeps sold units subtracted when saves without a version and orders run at once', async () => {
    const id = await createdId({ stock: '100' })
    const buyers = await Promise.all(Array.from({ length: 10 }, () => makeUser(database)))
    const buy = async (buyer: { id: string; token: string }) => {
      const items = [{ productId: id, quantity: 1 }]
      const cart = await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
      const order = { ...SHIPPING, id: buyer.id, products: cart.body.data }
      return (await send(orderCalls.createOrder, { body: order, token: buyer.token })).status
    }
    const [sold] = await Promise.all([
      Promise.all(buyers.map(buy)),
      Promise.all(buyers.map((_, index) => update(id, { dcm: `DCM ${index}`, stock: '100' }))),
    ])
    expect(sold).toEqual(Array(10).fill(201))
    expect((await read(id)).stock).toBe(90)
  })

  test('subtracts units that were sold while it was edited', async () => {
    const id = await createdId({ stock: '10' })
    const { version } = await read(id)
    const sell = (units: number) =>
      database
        .updateTable('products')
        .set((eb) => ({ stock: eb('stock', '-', units) }))
        .where('id', '=', id)
        .execute()
    await sell(4)
    expect((await update(id, { tradename: 'Con venta', stock: '10', version })).status).toBe(200)
    expect(await read(id)).toMatchObject({ tradename: 'Con venta', stock: 6 })

    const { version: shown } = await read(id)
    expect(await counted(id)).toBe(10)
    await sell(1)
    expect((await update(id, { stock: '26', version: shown })).status).toBe(200)
    expect((await read(id)).stock).toBe(25)
    expect(await counted(id)).toBe(26)

    const { version: last } = await read(id)
    await sell(20)
    expect(await update(id, { stock: '2', version: last })).toMatchObject({
      status: 409,
      body: { code: 'PRODUCT_CHANGED', data: { stock: 5 } },
    })
  })
})

import { describe, expect, test } from 'vitest'
import { categoryCalls } from '#contract/categories.ts'
import { type Product, productCalls } from '#contract/products.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser, unique } from '#tests/factories.ts'
import { multipart, picture } from '#tests/pictures.ts'

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
const made = async (fields: Fields = {}) => (await create(fields)).body.data._id

describe('a product', () => {
  test('is made of the form, with its picture, its new category and its new laboratory', async () => {
    const { status, body } = await create(
      { barcode: '0078012345', category: 'Corazón nuevo', laboratory: 'Andes Sur' },
      await picture(),
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

  test('takes a category that is written otherwise as the one it is', async () => {
    await makeCategory(database, 'Diabetes y tiroides')
    const id = await made({ category: '  DIABETES Y TIROIDES ' })
    expect((await read(id)).category).toBe('Diabetes y tiroides')
  })

  test.each<[keyof typeof FORM, string]>([
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
    ['tradename', 'x'.repeat(201)],
    ['category', 'a, b'],
    ['category', 'x/y'],
    ['laboratory', 'ALL'],
    ['laboratory', 'àll'],
    ['dcm', 'a\0b'],
    ['directSale', 'true'],
  ])('is refused with %s %j, and the field says so', async (field, value) => {
    const id = await made({ stock: '7' })
    const before = await read(id)
    for (const answer of [await create({ [field]: value }), await update(id, { [field]: value })]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } })
      expect(answer.body.issues?.map((issue) => issue.path)).toContain(field)
    }
    expect(await read(id)).toEqual(before)
  })

  test('has its barcode alone, even when two people save at once', async () => {
    const barcode = `780${unique()}`
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ barcode })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'BARCODE_TAKEN', issues: [{ path: 'barcode' }] })
    const other = await made()
    expect(await update(other, { barcode })).toMatchObject({ status: 409, body: { code: 'BARCODE_TAKEN' } })
    expect((await Promise.all([made(), made()])).length).toBe(2)
  })

  test('keeps its picture without a new one; a new one replaces the file', async () => {
    const { body } = await create({}, await picture())
    const id = body.data._id
    const { photo } = await read(id)
    await update(id, { tradename: 'Otro nombre' })
    expect(await read(id)).toMatchObject({ tradename: 'Otro nombre', photo })
    await update(id, {}, await picture())
    const replaced = await read(id)
    expect(replaced.photo).not.toBe(photo)
    expect(await images.read('product', photo)).toBeNull()
    expect(await images.read('product', replaced.photo)).not.toBeNull()
  })

  test('is unchanged by a file that is no picture, and takes no field beyond the form', async () => {
    const id = await made({ _id: crypto.randomUUID(), role: 'Administrador' })
    const before = await read(id)
    expect(await update(id, { tradename: 'X' }, Buffer.from('<svg onload=alert(1)>'))).toMatchObject({
      status: 415,
    })
    expect(await read(id)).toEqual(before)
  })

  test('is unknown by a malformed or unknown id', async () => {
    for (const id of ['abc', crypto.randomUUID()]) expect((await update(id)).status).toBe(404)
  })

  test('that somebody else changed is not overwritten: the answer says what it is now', async () => {
    const id = await made({ cost: '1000' })
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

  test('of two saves of the same version at once, one is told', async () => {
    const id = await made()
    const { version } = await read(id)
    const answers = await Promise.all(['A', 'B', 'C'].map((dcm) => update(id, { dcm, version })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('sold while it was edited keeps the sale', async () => {
    const id = await made({ stock: '10' })
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
    await sell(1)
    expect((await update(id, { stock: '26', version: shown })).status).toBe(200)
    expect((await read(id)).stock).toBe(25)

    const { version: last } = await read(id)
    await sell(20)
    expect(await update(id, { stock: '2', version: last })).toMatchObject({
      status: 409,
      body: { code: 'PRODUCT_CHANGED', data: { stock: 5 } },
    })
  })
})

describe('the product list', () => {
  const list = async (query: object) => {
    const { body } = await send(productCalls.listProducts, { query, token })
    return { names: body.data.map((product) => product.tradename), total: body.total }
  }
  const category = 'Listado'

  test('comes by name, filtered and searched, with the total', async () => {
    const laboratory = 'Ñandú Labs'
    await makeProduct(database, { tradename: 'Ácido fólico', category, laboratory, stock: 0, dcm: 'Fólico' })
    await makeProduct(database, { tradename: 'Zinc', category, laboratory, stock: 5, barcode: '555000111' })
    await makeProduct(database, { tradename: 'Magnesio', category, stock: 6 })
    expect(await list({ category: 'LISTADO' })).toEqual({
      names: ['Ácido fólico', 'Magnesio', 'Zinc'],
      total: 3,
    })
    expect(await list({ category, page: 2, pageSize: 2 })).toEqual({ names: ['Zinc'], total: 3 })
    expect(await list({ search: 'nandu acido' })).toEqual({ names: ['Ácido fólico'], total: 1 })
    expect(await list({ search: '555000111' })).toEqual({ names: ['Zinc'], total: 1 })
    expect(await list({ category, stock: 'low' })).toEqual({ names: ['Ácido fólico', 'Zinc'], total: 2 })
    expect(await list({ category, stock: 'none' })).toEqual({ names: ['Ácido fólico'], total: 1 })
    expect((await list({ category, missing: 'dcm' })).names).toEqual(['Magnesio', 'Zinc'])
    expect((await list({ category, missing: 'photo' })).total).toBe(3)
    expect((await list({ category: 'all' })).total).toBe((await list({})).total)
    expect(await list({ search: "%' or 1=1 --" })).toEqual({ names: [], total: 0 })
    expect(await list({ category: 'Ninguna' })).toEqual({ names: [], total: 0 })
  })

  test('pages to its very end, whichever side it is read from', async () => {
    await database
      .insertInto('products')
      .values(
        await Promise.all(
          Array.from({ length: 2_105 }, async (_, index) => ({
            tradename: `Fila ${String(index).padStart(5, '0')}`,
            category_id: await makeCategory(database, 'Larga'),
            supplier_id: await makeSupplier(database),
            cost: 1,
          })),
        ),
      )
      .execute()
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `Fila ${String(from + index).padStart(5, '0')}`)
    const page = (number: number) => list({ category: 'Larga', page: number, pageSize: 100 })
    expect(await page(11)).toEqual({ names: rows(1_000, 1_100), total: 2_105 })
    expect(await page(12)).toEqual({ names: rows(1_100, 1_200), total: 2_105 })
    expect(await page(22)).toEqual({ names: rows(2_100, 2_105), total: 2_105 })
    expect(await page(23)).toEqual({ names: [], total: 2_105 })
  })

  test('of one category answers as the list filtered by it', async () => {
    const answer = await send(productCalls.listProductsByCategory, {
      params: { category },
      query: { page: 1 },
      token,
    })
    expect(answer.body.data.map((product) => product.tradename)).toEqual(['Ácido fólico', 'Magnesio', 'Zinc'])
  })
})

describe('categories and suppliers', () => {
  const saveCategory = (body: object) =>
    send(categoryCalls.createCategory, { body: body as { categoryName: string; status: boolean }, token })

  test('have names of their own, case and accents aside, even at once', async () => {
    const answers = await Promise.all(
      ['Óptica', 'optica', 'ÓPTICA', ' Óptica '].map((categoryName) =>
        saveCategory({ categoryName, status: true }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'NAME_TAKEN',
      issues: [{ path: 'categoryName' }],
    })
  })

  test.each(['', '  ', 'a, b', 'x/y', 'all', 'ALL', 'àll', 'a\0', 'x'.repeat(81)])(
    'can not be called %j',
    async (name) => {
      const category = await saveCategory({ categoryName: name, status: true })
      const supplier = await send(supplierCalls.createSupplier, { body: { name, address: 'Uno 1' }, token })
      expect(category).toMatchObject({ status: 400, body: { issues: [{ path: 'categoryName' }] } })
      expect(supplier).toMatchObject({ status: 400, body: { issues: [{ path: 'name' }] } })
    },
  )

  test('take their products along to a new name', async () => {
    const id = await makeCategory(database, 'Antes')
    const supplier = await makeSupplier(database, 'Casa vieja')
    await makeProduct(database, { tradename: 'Viajero', category: 'Antes', laboratory: 'Casa vieja' })
    const body = { id, categoryName: 'Después', status: true }
    expect((await send(categoryCalls.updateCategory, { body, token })).body).toEqual({
      message: 'La categoría fue actualizada.',
    })
    const moved = { id: supplier, name: 'Casa nueva', address: 'Dos 2', status: 'Inactivo' as const }
    expect((await send(supplierCalls.updateSupplier, { body: moved, token })).status).toBe(200)
    const found = await send(productCalls.listProducts, { query: { search: 'despues casa nueva' }, token })
    expect(found.body.data).toMatchObject([
      { tradename: 'Viajero', category: 'Después', laboratory: 'Casa nueva' },
    ])
    const shown = await send(supplierCalls.listSuppliers, { query: { search: 'casa' }, token })
    expect(shown.body.data).toMatchObject([{ name: 'Casa nueva', address: 'Dos 2', status: 'Inactivo' }])
  })

  test('keep their names when another has the new one, and are unknown by a wrong id', async () => {
    const id = await makeCategory(database, 'Uno')
    await makeCategory(database, 'Dos')
    const save = (body: { id: string; categoryName: string; status: boolean }) =>
      send(categoryCalls.updateCategory, { body, token })
    expect(await save({ id, categoryName: 'dós', status: false })).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    })
    expect((await save({ id, categoryName: 'UNO', status: false })).status).toBe(200)
    expect((await save({ id: 'abc', categoryName: 'Tres', status: true })).status).toBe(404)
    expect((await save({ id: crypto.randomUUID(), categoryName: 'Tres', status: true })).status).toBe(404)
    const { body } = await send(categoryCalls.listCategories, { query: { search: 'uno' }, token })
    expect(body.data).toMatchObject([{ categoryName: 'UNO', status: false }])
  })

  test('are renamed at the address without its last slash too', async () => {
    const id = await makeCategory(database, 'Con barra')
    const bare = { ...categoryCalls.updateCategory, path: '/category/update-category' } as const
    const body = { id, categoryName: 'Sin barra', status: 'true' as const }
    expect((await send(bare, { body, token })).status).toBe(200)
  })

  test('can be renamed both at once, with orders of their products under way', async () => {
    const category = await makeCategory(database, 'Cruce A')
    const supplier = await makeSupplier(database, 'Cruce B')
    for (let index = 0; index < 30; index += 1)
      await makeProduct(database, { category: 'Cruce A', laboratory: 'Cruce B' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? send(categoryCalls.updateCategory, {
              body: { id: category, categoryName: `Cruce A${index}`, status: true },
              token,
            })
          : send(supplierCalls.updateSupplier, {
              body: { id: supplier, name: `Cruce B${index}`, address: 'Tres 3' },
              token,
            }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })
})

test('only administrators may make these calls', async () => {
  const calls = [
    () => send(productCalls.listProducts, { query: {}, ...who }),
    () => send(productCalls.listProductsByCategory, { params: { category: 'x' }, query: {}, ...who }),
    () => send(productCalls.createProduct, { form: formOf({}), ...who }),
    () => send(productCalls.updateProduct, { params: { id: 'x' }, form: formOf({}), ...who }),
    () => send(categoryCalls.createCategory, { body: { categoryName: 'Z', status: true }, ...who }),
    () => send(categoryCalls.updateCategory, { body: { id: 'x', categoryName: 'Z', status: true }, ...who }),
    () => send(supplierCalls.createSupplier, { body: { name: 'Z', address: 'Z' }, ...who }),
    () => send(supplierCalls.updateSupplier, { body: { id: 'x', name: 'Z', address: 'Z' }, ...who }),
  ]
  let who: { token?: string } = {}
  for (const call of calls) expect((await call()).status).toBe(401)
  for (const role of ['Cliente', 'Marketing'] as const) {
    who = { token: (await makeUser(database, { role })).token }
    for (const call of calls) expect((await call()).status).toBe(403)
  }
})

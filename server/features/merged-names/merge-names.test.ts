import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { categoryCalls } from '#contract/categories.ts'
import { mergedNameCalls } from '#contract/merged-names.ts'
import { productChangeCalls } from '#contract/product-changes.ts'
import { productCalls } from '#contract/products.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeCoupon, makeProduct, makeSupplier, makeUser } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

const merge = (kind: 'category' | 'supplier', id: string, into: string) =>
  send(mergedNameCalls.mergeNames, { body: { kind, id, into }, token })
const undo = (id: string) => send(mergedNameCalls.undoMerge, { params: { id }, token })
const categories = async (search: string) => {
  const { body } = await send(categoryCalls.listCategories, { query: { search }, token })
  return body.data.map(({ categoryName, products }) => [categoryName, products])
}
const categoryOf = async (id: string) =>
  (await send(productCalls.getProduct, { params: { id }, token })).body.data.category

test('merges a category into another one, finds it by the old name, and undoes it', async () => {
  const from = await makeCategory(database, 'Jarabes')
  await makeCategory(database, 'Jarabe')
  const moved = await makeProduct(database, { category: 'Jarabes' })
  const sold = await makeProduct(database, { category: 'Jarabes' })
  await makeProduct(database, { category: 'Jarabe' })
  expect((await merge('category', from, 'JARABE')).body).toEqual({
    message: '«Jarabes» ahora está en «Jarabe»: 2 productos.',
  })
  expect(await categories('jarabe')).toEqual([['Jarabe', 3]])
  const old = await send(productCalls.listShop, {
    params: { a: ' ', b: ' ', category: 'jarabes', supplier: 'all' },
    query: {},
  })
  expect(old.body.data.total).toBe(3)
  const listed = await send(mergedNameCalls.listMerges, { query: { kind: 'category' }, token })
  expect(listed.body.data).toMatchObject([{ _id: from, name: 'Jarabes', into: 'Jarabe', products: 2 }])
  // Somebody gives one of the products a third category, which an undo leaves.
  await database
    .updateTable('products')
    .set({ category_id: await makeCategory(database, 'Tercera') })
    .where('id', '=', sold.id)
    .execute()
  expect((await undo(from)).body).toEqual({ message: '«Jarabes» está otra vez: 1 producto.' })
  expect(await categories('jarabe')).toEqual([
    ['Jarabe', 1],
    ['Jarabes', 1],
  ])
  expect([await categoryOf(moved.id), await categoryOf(sold.id)]).toEqual(['Jarabes', 'Tercera'])
  expect((await undo(from)).status).toBe(404)
  const actions = await database
    .selectFrom('audit_entries')
    .where('action', 'like', 'category.merge%')
    .orderBy('id')
    .select(['action', 'subject_label', 'after'])
    .execute()
  expect(actions).toEqual([
    { action: 'category.merge', subject_label: 'Jarabe', after: { merged: 'Jarabes', products: 2 } },
    { action: 'category.merge-undo', subject_label: 'Jarabes', after: { products: 1 } },
  ])
})

test('moves interests and coupons, and gives the coupons back', async () => {
  const from = await makeCategory(database, 'Vitamina')
  const to = await makeCategory(database, 'Vitaminas')
  const other = await makeCategory(database, 'Minerales')
  const [one, both] = [await makeUser(database), await makeUser(database)]
  await database
    .insertInto('user_interests')
    .values([
      { user_id: one.id, category_id: from },
      { user_id: both.id, category_id: from },
      { user_id: both.id, category_id: to },
    ])
    .execute()
  const coupon = (code: string, categories: string[]) => makeCoupon(database, { code, categories })
  await coupon('UNA', [from, other])
  await coupon('AMBAS', [to, from])
  const state = async () => ({
    interests: await database
      .selectFrom('user_interests')
      .innerJoin('categories', 'categories.id', 'category_id')
      .where('user_id', 'in', [one.id, both.id])
      .orderBy('name')
      .select(['user_id', 'name'])
      .execute()
      .then((rows) => rows.map(({ user_id, name }) => [user_id === one.id ? 'one' : 'both', name]).sort()),
    coupons: await database
      .selectFrom('coupons')
      .where('code', 'in', ['UNA', 'AMBAS'])
      .orderBy('code')
      .select('categories')
      .execute()
      .then((rows) => rows.map(({ categories }) => categories)),
  })
  const before = await state()
  expect((await merge('category', from, 'Vitaminas')).status).toBe(200)
  expect(await state()).toEqual({
    interests: [
      ['both', 'Vitaminas'],
      ['one', 'Vitaminas'],
    ],
    coupons: [[to], [to, other]],
  })
  expect((await undo(from)).status).toBe(200)
  expect((await state()).coupons).toEqual(before.coupons)
})

test('a merge of a merged supplier leads both old names on, and each undo gives back its own products', async () => {
  const [a, b] = [await makeSupplier(database, 'Droguería A'), await makeSupplier(database, 'Droguería B')]
  await makeSupplier(database, 'Droguería C')
  await makeProduct(database, { laboratory: 'Droguería A' })
  await makeProduct(database, { laboratory: 'Droguería B' })
  expect((await merge('supplier', a, 'Droguería B')).status).toBe(200)
  expect((await merge('supplier', b, 'Droguería C')).status).toBe(200)
  const names = async () => {
    const { body } = await send(supplierCalls.listSuppliers, { query: { search: 'droguería' }, token })
    return body.data.map(({ name, products, address }) => [name, products, address])
  }
  const address = 'Calle Uno 1'
  expect(await names()).toEqual([['Droguería C', 2, address]])
  expect((await undo(b)).status).toBe(200)
  expect((await undo(a)).status).toBe(200)
  expect(await names()).toEqual([
    ['Droguería A', 1, address],
    ['Droguería B', 1, address],
    ['Droguería C', 0, address],
  ])
})

test('a product that is saved with a merged name gets the other one; a name that is created again stands for itself', async () => {
  const from = await makeCategory(database, 'Cremas')
  await makeCategory(database, 'Dermatología')
  await merge('category', from, 'Dermatología')
  const { id } = await makeProduct(database)
  const change = { kind: 'category', category: 'CREMAS' } as const
  await send(productChangeCalls.changeProducts, { body: { selection: { ids: [id] }, change }, token })
  expect(await categoryOf(id)).toBe('Dermatología')
  const created = await send(categoryCalls.createCategory, {
    body: { categoryName: 'Cremas', status: true },
    token,
  })
  expect(created.status).toBe(201)
  await send(productChangeCalls.changeProducts, { body: { selection: { ids: [id] }, change }, token })
  expect(await categoryOf(id)).toBe('Cremas')
  expect((await undo(from)).status).toBe(404)
})

test('refuses a name that does not exist, its own name, an unknown id, and other roles', async () => {
  const id = await makeCategory(database, 'Sola')
  for (const into of ['Nadie', 'SOLA'])
    expect(await merge('category', id, into)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'into' }] },
    })
  expect((await merge('category', crypto.randomUUID(), 'Sola')).status).toBe(404)
  expect((await merge('supplier', id, 'Sola')).status).toBe(404)
  const { token } = await makeUser(database, { role: 'Marketing' })
  const body = { kind: 'category', id, into: 'Otra' } as const
  expect((await send(mergedNameCalls.mergeNames, { body, token })).status).toBe(403)
  expect((await send(mergedNameCalls.mergeNames, { body })).status).toBe(401)
})

test('of merges in both directions at once only one happens, while products are saved', async () => {
  const a = await makeCategory(database, 'Ida')
  const b = await makeCategory(database, 'Vuelta')
  for (let index = 0; index < 10; index += 1) {
    await makeProduct(database, { category: 'Ida' })
    await makeProduct(database, { category: 'Vuelta' })
  }
  const answers = await Promise.all([
    merge('category', a, 'Vuelta'),
    merge('category', b, 'Ida'),
    merge('category', a, 'Vuelta'),
    merge('category', b, 'Ida'),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql<{ products: number }>`
      select count(*)::int as products from products join categories on categories.id = category_id
      where categories.name in ('Ida', 'Vuelta') group by categories.name`.execute(database)
  expect(rows).toEqual([{ products: 20 }])
})

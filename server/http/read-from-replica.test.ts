import { expect, test } from 'vitest'
import { categoryCalls } from '#contract/categories.ts'
import { productCalls } from '#contract/products.ts'
import { supplierCalls } from '#contract/suppliers.ts'
import { REPLICA_TIMEOUTS } from '#server/database/timeouts.ts'
import { createDatabase, createDatabaseUrl, createTestApp, openDatabase } from '#tests/app.ts'
import { startDatabaseProxy } from '#tests/database-proxy.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser } from '#tests/factories.ts'

// Two databases with different rows: an answer shows which one was read.
const database = await createDatabase()
const replicaUrl = await createDatabaseUrl()
const proxy = await startDatabaseProxy(replicaUrl)
const replica = openDatabase(proxy.url, { timeouts: REPLICA_TIMEOUTS })
const { app, send } = await createTestApp({}, database, replica)

await makeCategory(database, 'Principal')
const onReplica = await makeProduct(replica, { category: 'Copia', laboratory: 'Copia' })
const onPrimary = await makeProduct(database, { category: 'Principal', laboratory: 'Principal' })

const shop = async (token?: string) => {
  const params = { a: ' ', b: ' ', category: 'all', supplier: 'all' }
  // A search that finds everything and differs each time, so that no cache answers.
  const query = { search: 'producto', page: 1, pageSize: 10 + Math.floor(Math.random() * 90) }
  const { body } = await send(productCalls.listShop, { params, query, token })
  return body.data.products.map(({ _id }) => _id)
}
const product = async (id: string) =>
  (await send(productCalls.getProduct, { params: { id }, query: {} } as never)).status

test('visitors read the lists from the replica, people with a session from the database', async () => {
  expect(await shop()).toEqual([onReplica.id])
  const { token } = await makeUser(database)
  expect(await shop(token)).toEqual([onPrimary.id])
  const categories = await send(categoryCalls.listCategories, { query: {} })
  expect(categories.body.data).toMatchObject([{ categoryName: 'Copia' }])
  const suppliers = await send(supplierCalls.listSuppliers, { query: {} })
  expect(suppliers.body.data).toMatchObject([{ name: 'Copia' }])
})

test('a product that the replica doesn’t have yet is read from the database', async () => {
  expect(await product(onReplica.id)).toBe(200)
  expect(await product(onPrimary.id)).toBe(200)
  expect(await product(crypto.randomUUID())).toBe(404)
})

test('a change shows as soon as the replica has it', async () => {
  // A name that the searches above don't find.
  const made = await makeProduct(replica, { tradename: 'Atrasado' })
  const { id } = made
  const [category_id, supplier_id] = [await makeCategory(database), await makeSupplier(database)]
  const { tradename, cost, barcode } = made
  await database
    .insertInto('products')
    .values({ id, tradename, cost, barcode, category_id, supplier_id })
    .execute()
  const readCost = async () => (await send(productCalls.getProduct, { params: { id } })).body.data.cost
  expect(await readCost()).toBe(1_990)
  const change = (db: typeof database) =>
    db.updateTable('products').set({ cost: 2_500 }).where('id', '=', id).execute()
  await change(database)
  // As after a change by staff: the replica doesn't have it yet.
  app.responseCache.clear()
  expect(await readCost()).toBe(1_990)
  await change(replica)
  await expect.poll(readCost, { timeout: 5_000 }).toBe(2_500)
  await database.deleteFrom('products').where('id', '=', id).execute()
})

test('when the replica is down, visitors read from the database', async () => {
  await proxy.close()
  expect(await shop()).toEqual([onPrimary.id])
  await makeSupplier(database, 'Nuevo')
  const suppliers = await send(supplierCalls.listSuppliers, { query: { search: 'nuevo' } })
  expect(suppliers.body.data).toMatchObject([{ name: 'Nuevo' }])
})

import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import { describe, expect, test } from 'vitest'
import { boardCalls } from '#contract/board.ts'
import { type CartLine, cartCalls } from '#contract/cart.ts'
import { homeCalls } from '#contract/home.ts'
import { inspectionCalls } from '#contract/inspection.ts'
import { ALL_ORDERS, orderCalls } from '#contract/orders.ts'
import { productChangeCalls } from '#contract/product-changes.ts'
import { productCalls } from '#contract/products.ts'
import { stockCalls } from '#contract/stock.ts'
import { stockAlertCalls } from '#contract/stock-alerts.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'
import { openImports, rowOf } from '#tests/workbook-imports.ts'

const services = await createTestApp({ PUBLIC_URL: 'https://botica.example' })
const { app, database, send } = services
const { token } = await makeUser(database, { role: 'Administrador' })
const { entries, clear } = openAuditTrail(database)
const imports = openImports(services, token)

const setRetired = (retired: boolean, ...ids: string[]) =>
  send(productChangeCalls.changeProducts, {
    body: { selection: { ids }, change: { kind: 'retired', retired } },
    token,
  })

const CATEGORY = 'Retirada'
const shop = async (query: object = {}) => {
  const params = { a: ' ', b: ' ', category: CATEGORY, supplier: 'all' }
  return (await send(productCalls.listShop, { params, query })).body.data
}

/** Where a product is found, by name of the place. */
async function placesOf(id: string, other: string): Promise<string[]> {
  const ids = (rows: { _id: string }[]) => rows.map(({ _id }) => _id)
  const home = (await send(homeCalls.listHome, {})).body.data
  const board = (await send(boardCalls.readBoard, { token })).body.data
  const found = {
    shop: ids((await shop()).products),
    merged: ids(
      (
        await send(productCalls.listShop, {
          params: { a: ' ', b: ' ', category: `${CATEGORY},Otra`, supplier: 'all' },
          query: {},
        })
      ).body.data.products,
    ),
    price: ids((await shop({ minPrice: '1', facets: 'true' })).products),
    search: ids((await shop({ search: 'retirable' })).products),
    suggestions: ids((await shop({ search: 'retira', suggest: 'true' })).products),
    offers: ids(home.onSale),
    'best sellers': ids(home.bestSellers),
    alternatives: ids((await send(productCalls.listAlternatives, { params: { id: other } })).body.data),
    'board’s best sellers': ids(board.bestSellers),
    'runs out': ids(board.runningOut.products),
    'purchase list': ids((await send(stockCalls.readPurchaseList, { query: {}, token })).body.data),
    inspection: ids((await send(inspectionCalls.listInspection, { query: {}, token })).body.data),
    list: ids((await send(productCalls.listProducts, { query: { category: CATEGORY }, token })).body.data),
  }
  const places = Object.entries(found).filter(([, rows]) => rows.includes(id))
  const sitemap = (await app.inject({ url: '/sitemap-1.xml' })).body.includes(id)
  return [...places.map(([name]) => name), ...(sitemap ? ['sitemap'] : [])]
}

describe('a retired product', () => {
  test('leaves the shop, its counts and the work lists, stays in its orders, and can come back', async () => {
    const medicine = { dcm: 'Paracetamol 500 mg', form: 'Comprimido', quantity: '20 comprimidos' }
    const product = await makeProduct(database, {
      ...medicine,
      tradename: 'Retirable 500 mg',
      category: CATEGORY,
      discount: 50,
      stock: 4,
    })
    const other = await makeProduct(database, { ...medicine, tradename: 'Otro 500 mg', category: 'Otra' })
    const buyer = await makeUser(database)
    const items = [{ productId: product.id, quantity: 3 }]
    const lines = (await send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token }))
      .body.data
    const order = { ...SHIPPING, id: buyer.id, products: lines }
    expect((await send(orderCalls.createOrder, { body: order, token: buyer.token })).status).toBe(201)
    const everywhere = await placesOf(product.id, other.id)
    expect(everywhere).toHaveLength(14)
    expect((await shop({ facets: 'true' })).total).toBe(1)
    await clear()

    expect((await setRetired(true, product.id)).body).toMatchObject({ changed: 1 })
    expect(await placesOf(product.id, other.id)).toEqual([])
    for (const query of [
      {},
      { facets: 'true' },
      { facets: 'true', search: 'retirable' },
      { maxPrice: '9999' },
    ])
      expect((await shop(query)).total).toBe(0)
    const list = async (query: object) =>
      (await send(productCalls.listProducts, { query, token })).body.data.map(({ _id }) => _id)
    expect(await list({ retired: 'true' })).toEqual([product.id])
    expect(await list({ code: product.barcode })).toEqual([product.id])
    expect((await send(productCalls.getProduct, { params: { id: product.id } })).body.data.retired).toBe(true)
    const orders = await send(orderCalls.listOrders, { params: { id: ALL_ORDERS }, query: {}, token })
    expect(orders.body.data[0]!.products[0]!.productName).toBe('Retirable 500 mg')
    expect(await entries()).toMatchObject([
      { action: 'product.update', id: product.id, before: { retired: false }, after: { retired: true } },
    ])
    // Retiring twice writes nothing.
    await clear()
    await setRetired(true, product.id)
    expect(await entries()).toEqual([])

    await setRetired(false, product.id)
    expect(await placesOf(product.id, other.id)).toEqual(everywhere)
  })

  test('leaves the carts, can’t be added or ordered, and an alert waits for its return', async () => {
    const [product, other] = [await makeProduct(database), await makeProduct(database)]
    const buyer = await makeUser(database)
    const both = [product, other].map(({ id }) => ({ productId: id, quantity: 1 }))
    const update = (items: typeof both) =>
      send(cartCalls.updateCart, { body: { cart: buyer.id, items }, token: buyer.token })
    const shown = (await update(both)).body.data
    await setRetired(true, product.id)
    const cart = { params: { userId: buyer.id }, token: buyer.token }
    expect((await send(cartCalls.getCart, cart)).body.data).toMatchObject([{ productId: other.id }])
    // A cart line of a request that began before the retirement isn't sold either.
    await sql`insert into cart_lines values (${buyer.id}, ${product.id}, 1)`.execute(database)
    const placed = await send(orderCalls.createOrder, {
      body: { ...SHIPPING, id: buyer.id, products: shown as CartLine[] },
      token: buyer.token,
    })
    expect(placed).toMatchObject({
      status: 409,
      body: { code: 'CART_CHANGED', data: [{ productId: other.id }] },
    })
    const added = { body: { user: buyer.id, items: both.slice(0, 1) }, token: buyer.token }
    expect(await send(cartCalls.addToCart, added)).toMatchObject({ status: 404 })
    expect((await update(both)).body.adjusted).toEqual([
      { productId: product.id, name: product.tradename, reason: 'unknown', quantity: 0 },
    ])

    const soldOut = await makeProduct(database, { stock: 0 })
    const ask = (id: string) =>
      send(stockAlertCalls.askForStockAlert, { params: { id }, body: { email: 'espera@correo.cl' } })
    expect((await ask(soldOut.id)).status).toBe(200)
    expect((await ask(product.id)).status).toBe(404)
    await setRetired(true, soldOut.id)
    const owed = async () =>
      (await sql`select from mails where cause like 'stock-alert.%'`.execute(database)).rows.length
    await database.updateTable('products').set({ stock: 5 }).where('id', '=', soldOut.id).execute()
    expect(await owed()).toBe(0)
    await setRetired(false, soldOut.id)
    expect(await owed()).toBe(1)
  })

  test('stays retired through an export and an import', async () => {
    const product = await makeProduct(database, { tradename: 'Guardado', cost: 1_000, stock: 3 })
    await setRetired(true, product.id)
    const exported = async (query: object) => {
      const { body } = await send(productCalls.exportProducts, { query, token })
      const [sheet] = await readWorkbook(new Blob([new Uint8Array(body as unknown as Buffer)]))
      return sheet!.data.flat()
    }
    expect(await exported({})).not.toContain(product.barcode)
    expect(await exported({ retired: 'true' })).toContain(product.barcode)
    const { body } = await imports.upload([rowOf(product, { Precio: 1_500 })])
    expect(body.data).toMatchObject({ updated: 1 })
    const row = await database
      .selectFrom('products')
      .select(['cost', 'retired_at'])
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ cost: 1_500, retired_at: expect.any(String) })
  })
})

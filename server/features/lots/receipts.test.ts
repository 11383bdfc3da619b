import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lotCalls } from '#contract/lots.ts'
import { productCalls } from '#contract/products.ts'
import { stockCalls } from '#contract/stock.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador', name: 'Julia' })
const audit = openAuditTrail(database)

const receive = (lines: object[], more: object = {}, headers?: Record<string, string>) =>
  send(lotCalls.receiveGoods, { body: { lines: lines as never, ...more }, token, headers })
const lotsOf = async (id: string) =>
  (await send(lotCalls.listProductLots, { params: { id }, token })).body.data
const deskProduct = async (id: string) =>
  (await send(productCalls.getProduct, { params: { id }, token })).body.data
const undo = (id: string) => send(lotCalls.undoReceipt, { params: { id }, token })

test('a receipt books each lot once, with its movements, and is found again', async () => {
  const one = await makeProduct(database, { stock: 3 })
  const other = await makeProduct(database, { stock: 0 })
  const lines = [
    { barcode: one.barcode, lot: 'A1', expires: '2099-08', units: 5 },
    { barcode: one.barcode, lot: 'A1', expires: '2099-08-31', units: 2 },
    { productId: other.id, expires: '2099-02', units: 4 },
    { productId: other.id, units: 1 },
  ]
  const key = { 'idempotency-key': 'recepcion-1' }
  const head = { supplier: 'Droguería Ñuble', document: 'F-123' }
  const [first, again] = await Promise.all([receive(lines, head, key), receive(lines, head, key)])
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body.data).toEqual(first.body.data)
  const a1 = { productId: one.id, lot: 'A1', expires: '2099-08-31' }
  expect(first.body).toEqual({
    message: 'Recibiste 12 unidades.',
    data: {
      _id: expect.any(String),
      lines: [
        { ...a1, units: 5 },
        { ...a1, units: 2 },
        { productId: other.id, lot: '', expires: '2099-02-28', units: 4 },
        { productId: other.id, lot: '', expires: null, units: 1 },
      ],
    },
  })
  expect(await deskProduct(one.id)).toMatchObject({ stock: 10, sellable: 10, expired: 0, recalled: 0 })
  expect(await lotsOf(one.id)).toMatchObject([
    { lot: 'A1', expires: '2099-08-31', units: 7, recalled: false, expired: false },
  ])
  const { body: book } = await send(stockCalls.listStockMovements, {
    params: { id: other.id },
    query: {},
    token,
  })
  expect(
    book.data.map(({ cause, change, balance, lot, expires }) => [cause, change, balance, lot, expires]),
  ).toEqual([
    ['receipt', 1, 5, undefined, undefined],
    ['receipt', 4, 4, '', '2099-02-28'],
  ])
  const { body: found } = await send(lotCalls.listReceipts, { query: { search: 'nuble f-123' }, token })
  expect(found).toMatchObject({ total: 1, data: [{ ...head, products: 2, units: 12, who: 'Julia Soto' }] })
  const { _id } = found.data[0]!
  const { body: receipt } = await send(lotCalls.getReceipt, { params: { id: _id }, token })
  expect(receipt.data.lines).toHaveLength(4)
  expect((await audit.entries()).filter(({ action }) => action === 'stock.receipt')).toHaveLength(1)

  expect((await undo(_id)).status).toBe(200)
  expect(await deskProduct(one.id)).toMatchObject({ stock: 3, sellable: 3 })
  expect(await lotsOf(one.id)).toEqual([])
  expect(await undo(_id)).toMatchObject({ status: 409, body: { code: 'UNITS_GONE' } })
  expect((await undo('01900000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('a GS1 code fills in product, lot and expiry; a bad line names itself and nothing is booked', async () => {
  const product = await makeProduct(database, { stock: 0, barcode: '7801234567894' })
  const scan = ']d201078012345678941727080010L-77\u001d21SERIE9'
  const good = await receive([{ scan, units: 3 }])
  expect(good.body.data.lines).toEqual([
    { productId: product.id, lot: 'L-77', expires: '2027-08-31', units: 3 },
  ])
  const fails: [object, string][] = [
    [{ scan: ']d20107801234567893', units: 1 }, 'lines.1.scan'],
    [{ barcode: '999', units: 1 }, 'lines.1.barcode'],
    [{ units: 1 }, 'lines.1.barcode'],
    [{ productId: '01900000-0000-7000-8000-000000000000', units: 1 }, 'lines.1.productId'],
    [{ barcode: product.barcode, expires: '2027-02-30', units: 1 }, 'lines.1.expires'],
    [{ barcode: product.barcode, units: 0 }, 'lines.1.units'],
    [{ barcode: product.barcode, units: 1_000_000 }, 'lines.1.units'],
  ]
  for (const [line, path] of fails) {
    const { status, body } = await receive([{ scan, units: 1 }, line])
    expect([status, body.issues?.map((issue) => issue.path)]).toEqual([400, [path]])
  }
  expect(await deskProduct(product.id)).toMatchObject({ stock: 3 })
})

test('sets the lots of a stock by hand, but never beyond the stock or over another change', async () => {
  const { id } = await makeProduct(database, { stock: 10 })
  const set = async (lots: object[], version?: string) =>
    send(lotCalls.setProductLots, {
      params: { id },
      body: { lots: lots as never, version: version ?? (await deskProduct(id)).version },
      token,
    })
  const { version } = await deskProduct(id)
  const lots = [
    { lot: 'B', expires: '2099-12', units: 4 },
    { lot: 'A', expires: '2020-01', units: 3 },
  ]
  expect((await set(lots)).status).toBe(200)
  expect(await lotsOf(id)).toMatchObject([
    { lot: 'A', expires: '2020-01-31', units: 3, expired: true },
    { lot: 'B', expires: '2099-12-31', units: 4, expired: false },
  ])
  expect(await deskProduct(id)).toMatchObject({
    stock: 10,
    sellable: 7,
    expired: 3,
    expiresFrom: '2099-12-31',
  })
  const shown = (await send(productCalls.getProduct, { params: { id } })).body.data
  expect(shown).toMatchObject({ stock: 7, expiresFrom: '2099-12-31' })
  expect(shown).not.toHaveProperty('expired')
  expect(await set(lots, version)).toMatchObject({ status: 409, body: { code: 'PRODUCT_CHANGED' } })
  expect(await set([...lots, { lot: 'C', units: 4 }])).toMatchObject({
    status: 400,
    body: { code: 'LOTS_EXCEED_STOCK' },
  })
  expect((await set([{ units: 4 }])).body.issues).toMatchObject([{ path: 'lots.0.lot' }])
  expect((await set([])).status).toBe(200)
  expect(await lotsOf(id)).toEqual([])
  const sums = await sql`
    select sum(change)::int as all, coalesce(sum(change) filter (where lot_id is not null), 0)::int as lots
    from stock_movements where product_id = ${id}`.execute(database)
  expect(sums.rows).toEqual([{ all: 10, lots: 0 }])
})

test('only administrators receive, and see lots', async () => {
  const { id } = await makeProduct(database)
  for (const role of ['Cliente', 'Marketing'] as const) {
    const { token } = await makeUser(database, { role })
    const answers = await Promise.all([
      send(lotCalls.receiveGoods, { body: { lines: [{ productId: id, units: 1 }] }, token }),
      send(lotCalls.listReceipts, { query: {}, token }),
      send(lotCalls.getReceipt, { params: { id }, token }),
      send(lotCalls.undoReceipt, { params: { id }, token }),
      send(lotCalls.listProductLots, { params: { id }, token }),
      send(lotCalls.setProductLots, { params: { id }, body: { lots: [], version: '1-10' }, token }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  }
})

test('a receipt counts no product that nobody has counted', async () => {
  const { id } = await makeProduct(database, { stock: 3 })
  const counted = () =>
    database.selectFrom('products').select(['stock', 'counted_stock']).where('id', '=', id).executeTakeFirst()
  await database.updateTable('products').set({ counted_stock: null }).where('id', '=', id).execute()
  expect((await receive([{ productId: id, units: 2 }])).status).toBe(201)
  expect(await counted()).toEqual({ stock: 5, counted_stock: null })
  await database.updateTable('products').set({ counted_stock: 5 }).where('id', '=', id).execute()
  expect((await receive([{ productId: id, units: 2 }])).status).toBe(201)
  expect(await counted()).toEqual({ stock: 7, counted_stock: 7 })
})

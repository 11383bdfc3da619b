import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/call.ts'
import { productChangeCalls } from '#contract/product-changes.ts'
import { productCalls } from '#contract/products.ts'
import { stockCalls } from '#contract/stock.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { openImports } from '#tests/workbook-imports.ts'
import { applyDatedDiscounts } from './dated-discounts.ts'

const services = await createTestApp()
const { database, send } = services
const { token } = await makeUser(database, { role: 'Administrador' })
const { entries, clear } = openAuditTrail(database)
const { read, sell, edit } = openImports(services, token)

type Body = CallInput<typeof productChangeCalls.changeProductField>['body']
const setField = (id: string, body: Body) =>
  send(productChangeCalls.changeProductField, { params: { id }, body, token })
type Bulk = CallInput<typeof productChangeCalls.changeProducts>['body']
const change = (selection: Bulk['selection'], change: Bulk['change']) =>
  send(productChangeCalls.changeProducts, { body: { selection, change }, token })
const movementsOf = async (id: string) =>
  (await send(stockCalls.listStockMovements, { params: { id }, query: {}, token })).body.data.map(
    ({ cause, change, balance }) => [cause, change, balance],
  )

describe('one field of a product', () => {
  test('is saved alone, counted, audited, and never brings a sold unit back', async () => {
    const { id } = await makeProduct(database, { stock: 10, cost: 1_000 })
    const { version } = await read(id)
    await sell(id, 1)
    await clear()
    const counted = await setField(id, { field: 'stock', value: '8', version })
    expect(counted).toMatchObject({ status: 200, body: { data: { stock: 7, cost: 1_000 } } })
    expect((await movementsOf(id))[0]).toEqual(['count', -2, 7])
    const priced = await setField(id, {
      field: 'cost',
      value: '$ 12.990',
      version: counted.body.data.version,
    })
    expect(priced.body.data).toMatchObject({ stock: 7, cost: 12_990 })
    expect(await entries()).toMatchObject([
      { action: 'product.update', id, before: { stock: 9 }, after: { stock: 7 } },
      { action: 'product.update', id, before: { cost: 1_000 }, after: { cost: 12_990 } },
    ])
    const { counted_stock } = await services.database
      .selectFrom('products')
      .select('counted_stock')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(counted_stock).toBe(8)
  })

  test('is refused after somebody else’s change, with the product as it is now; and with bad input', async () => {
    const { id } = await makeProduct(database, { stock: 3 })
    const before = await read(id)
    await edit(before, { dcm: 'Losartán' })
    expect(await setField(id, { field: 'cost', value: 500, version: before.version })).toMatchObject({
      status: 409,
      body: { code: 'PRODUCT_CHANGED', data: { dcm: 'Losartán', cost: before.cost } },
    })
    const { version } = await read(id)
    for (const [field, value] of [
      ['stock', '-1'],
      ['stock', '1e2'],
      ['cost', '0'],
      ['cost', '12,990'],
      ['photo', 'x'],
    ])
      expect((await setField(id, { field, value, version } as Body)).status).toBe(400)
    expect((await setField(crypto.randomUUID(), { field: 'stock', value: 1, version })).status).toBe(404)
    expect((await read(id)).stock).toBe(3)
  })
})

describe('several products', () => {
  const category = 'Varios'
  const make = (values: object = {}) => makeProduct(database, { category, ...values })

  test('get a category, a discount or a counted stock, all or none, with an entry each', async () => {
    const [one, two, far] = [await make({ stock: 5 }), await make({ stock: 7 }), await make()]
    const ids = [one.id, two.id]
    expect((await change({ ids }, { kind: 'stock', stock: 5 })).body).toMatchObject({
      changed: 2,
      message: '2 productos actualizados.',
    })
    expect(await movementsOf(two.id)).toEqual([
      ['count', -2, 5],
      ['opening', 7, 7],
    ])
    expect(await movementsOf(one.id)).toHaveLength(1)
    await change({ ids }, { kind: 'discount', discount: '12.5' })
    await change({ ids }, { kind: 'category', category: 'Ofertas' })
    for (const id of ids)
      expect(await read(id)).toMatchObject({ stock: 5, discount: 12.5, category: 'Ofertas' })
    const updates = (await entries()).filter(({ action }) => action === 'product.update')
    expect(updates.map(({ after }) => Object.keys(after as object))).toEqual([
      ['stock'],
      ['discount'],
      ['discount'],
      ['category'],
      ['category'],
    ])
    // With an unknown product, no product is changed.
    const unknown = { ids: [far.id, crypto.randomUUID()] }
    expect((await change(unknown, { kind: 'stock', stock: 99 })).status).toBe(404)
    expect((await read(far.id)).stock).toBe(10)
    for (const bad of [
      { kind: 'discount', discount: 101 },
      { kind: 'discount', discount: 10, from: '2026-12-02', until: '2026-12-01' },
      { kind: 'discount', discount: 10, from: '2026-12-02' },
      { kind: 'discount', discount: 0, from: '2026-12-02', until: '2026-12-03' },
      { kind: 'stock', stock: -1 },
      { kind: 'cost', cost: 1 },
    ])
      expect((await change({ ids }, bad as Bulk['change'])).status).toBe(400)
  })

  test('of a filter are changed only if they are as many as the person saw', async () => {
    const products = [await make({ tradename: 'Filtrado A' }), await make({ tradename: 'Filtrado B' })]
    await make({ tradename: 'Otro' })
    const filter = { search: 'filtrado', category }
    const stale = await change({ filter, total: 3 }, { kind: 'stock', stock: 1 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'SELECTION_CHANGED', data: { total: 2 } } })
    expect((await change({ filter, total: 2 }, { kind: 'retired', retired: true })).body.changed).toBe(2)
    for (const { id } of products) expect((await read(id)).retired).toBe(true)
    const retired = { filter: { ...filter, retired: true }, total: 2 }
    expect((await change(retired, { kind: 'retired', retired: false })).body.changed).toBe(2)
    const tooMany = await change({ filter: {}, total: 10_001 }, { kind: 'stock', stock: 1 })
    expect(tooMany.body.message).toBe('Puedes cambiar hasta 10.000 productos a la vez. Filtra la lista.')
  })
})

describe('a discount with days', () => {
  const day = (plus: number) => {
    const date = new Date(Date.now() + plus * 24 * 60 * 60 * 1000)
    return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(date)
  }
  const plan = (id: string, discount: number, from: number, until: number) =>
    change({ ids: [id] }, { kind: 'discount', discount, from: day(from), until: day(until) })
  /** Moves a product's plan by days into the past, and applies what is due. */
  async function pass(id: string, days: number) {
    await sql`update dated_discounts set starts_on = starts_on - ${days}::int, ends_on = ends_on - ${days}::int
      where product_id = ${id}`.execute(database)
    await applyDatedDiscounts(database)
  }
  const listed = async (id: string) => {
    const { barcode } = await read(id)
    const { body } = await send(productCalls.listProducts, { query: { code: barcode }, token })
    const { discount, datedDiscount } = body.data[0]!
    return { discount, datedDiscount }
  }

  test('begins and ends on its days, returns to the discount before, and is audited with its person', async () => {
    const { id } = await makeProduct(database, { cost: 1_000, discount: 5 })
    await plan(id, 20, 2, 4)
    const dated = { discount: 20, from: day(2), until: day(4) }
    expect(await listed(id)).toEqual({ discount: 5, datedDiscount: dated })
    await pass(id, 1)
    expect((await listed(id)).discount).toBe(5)
    await clear()
    await pass(id, 1)
    expect((await listed(id)).discount).toBe(20)
    const { discounted_price } = await database
      .selectFrom('products')
      .select('discounted_price')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(discounted_price).toBe(800)
    await pass(id, 2)
    expect((await listed(id)).discount).toBe(20)
    await pass(id, 1)
    expect(await listed(id)).toEqual({ discount: 5, datedDiscount: null })
    const rows = await database.selectFrom('audit_entries').selectAll().orderBy('id').execute()
    expect(rows).toMatchObject([
      { actor_name: 'Ana Soto', before: { discount: 5 }, after: { discount: 20 } },
      { actor_name: 'Ana Soto', before: { discount: 20 }, after: { discount: 5 } },
    ])
  })

  test('that begins today applies at once, until another one or a discount by hand replaces it', async () => {
    const { id } = await makeProduct(database, { discount: 5 })
    await plan(id, 30, 0, 9)
    expect((await listed(id)).discount).toBe(30)
    await plan(id, 40, 0, 1)
    expect((await listed(id)).discount).toBe(40)
    await pass(id, 2)
    expect(await listed(id)).toEqual({ discount: 5, datedDiscount: null })

    await plan(id, 30, 0, 1)
    await edit(await read(id), { discount: 15 })
    await pass(id, 2)
    expect(await listed(id)).toEqual({ discount: 15, datedDiscount: null })

    await plan(id, 30, 0, 1)
    await change({ ids: [id] }, { kind: 'discount', discount: 0 })
    expect(await listed(id)).toEqual({ discount: 0, datedDiscount: null })
  })

  test('of several servers at once is applied once', async () => {
    const products = await Promise.all(
      Array.from({ length: 5 }, () => makeProduct(database, { discount: 1 })),
    )
    for (const { id } of products) {
      await plan(id, 30, 1, 1)
    }
    await sql`update dated_discounts set starts_on = starts_on - 1, ends_on = ends_on - 1`.execute(database)
    await clear()
    await Promise.all(Array.from({ length: 4 }, () => applyDatedDiscounts(database)))
    for (const { id } of products) expect((await read(id)).discount).toBe(30)
    expect(await entries()).toHaveLength(5)
  })
})

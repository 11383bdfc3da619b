import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { importCalls } from '#contract/imports.ts'
import { orderCalls } from '#contract/orders.ts'
import { type ProductForm, productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeCategory, makeProduct, makeSupplier, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { makeImport } from '#tests/imports.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })
const { entries } = openAuditTrail(database)

/** Names that were there before any import. */
const earlier = { category: 'Categoría anterior', laboratory: 'Laboratorio anterior' }
await makeCategory(database, earlier.category)
await sql`insert into suppliers (name) values (${earlier.laboratory})`.execute(database)

const undo = (id: string) => send(importCalls.undoImport, { params: { id }, token })
const productOf = (id: string) =>
  database.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()
/** A customer with the products in the cart; ordering is another step. */
async function makeCustomer(...productIds: string[]) {
  const { id, token } = await makeUser(database)
  const items = productIds.map((productId) => ({ productId, quantity: 1 }))
  const { body } = await send(cartCalls.updateCart, { body: { cart: id, items }, token })
  const order = () => send(orderCalls.createOrder, { body: { ...SHIPPING, id, products: body.data }, token })
  return { id, token, order }
}

async function edit(id: string, fields: Partial<ProductForm>) {
  const { body } = await send(productCalls.getProduct, { params: { id } })
  const { _id, photo: _, ...form } = { ...body.data, ...fields }
  const texts = Object.entries(form).map(([name, value]) => [name, String(value)])
  const answer = await send(productCalls.updateProduct, {
    params: { id },
    form: multipart(Object.fromEntries(texts)),
    token,
  })
  expect(answer.status).toBe(200)
}

describe('undoing an import', () => {
  test('deletes untouched new products with their cart lines, and the empty names that came with them', async () => {
    const names = { category: `Nueva ${unique()}`, laboratory: `Nuevo ${unique()}` }
    const kept = { category: `Querida ${unique()}`, laboratory: `Conocido ${unique()}` }
    const { id, created } = await makeImport(database, { created: [names, names, kept, earlier] })
    await sql`update suppliers set address = '' where name = ${names.laboratory}`.execute(database)
    const [first = ''] = created
    const customer = await makeCustomer(first)
    const category = await makeCategory(database, kept.category)
    await sql`insert into user_interests values (${customer.id}, ${category})`.execute(database)
    await makeSupplier(database, kept.laboratory)
    const answer = await undo(id)
    expect(answer.body).toEqual({
      message:
        'La importación se deshizo. Restaurados: 0. Borrados: 4. Categorías y laboratorios borrados: 2.',
      data: { restored: 0, removed: 4, left: [] },
    })
    for (const product of created) expect(await productOf(product)).toBeUndefined()
    const cart = await send(cartCalls.getCart, { params: { userId: customer.id }, token: customer.token })
    expect(cart.body.data).toEqual([])
    const { rows } = await sql<{ name: string }>`
      select name from (select name from categories union all select name from suppliers) named
      where name = any(${[names, kept, earlier].flatMap(Object.values)}::text[])`.execute(database)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      [...Object.values(kept), ...Object.values(earlier)].toSorted(),
    )
  })

  test('leaves and lists what was edited, imported again, sold, returned or ordered since', async () => {
    const names = ['Editado', 'Reimportado', 'Vendido', 'Devuelto', 'Solo precio', 'Intacto'] as const
    const made = await Promise.all(names.map((tradename) => makeProduct(database, { tradename, stock: 5 })))
    const changes = made.map(({ id, tradename }) => ({
      id,
      fields: { cost: 5_000, ...(tradename !== 'Solo precio' && { stock: 20 }) },
    }))
    const { id, created } = await makeImport(database, {
      changes,
      created: [
        { tradename: 'Nuevo editado' },
        { tradename: 'Nuevo vendido' },
        { tradename: 'Nuevo anulado', stock: 9 },
      ],
    })
    const [edited = '', imported = '', sold = '', returned = '', priced = '', intact = ''] = made.map(
      (product) => product.id,
    )
    const [editedNew = '', soldNew = '', cancelledNew = ''] = created
    await edit(edited, { dcm: 'Otra cosa' })
    await edit(editedNew, { dcm: 'Otra cosa' })
    await makeImport(database, { changes: [{ id: imported, fields: { cost: 6_000 } }] })
    await sql`update products set stock = 21 where id = ${returned}`.execute(database)
    expect((await (await makeCustomer(sold, priced, soldNew)).order()).status).toBe(201)
    const cancelled = await (await makeCustomer(cancelledNew)).order()
    await send(orderCalls.updateOrderStatus, {
      body: { id: cancelled.body.data._id, state: 'cancelled' },
      token,
    })
    const before = await Promise.all([edited, imported, sold, returned].map(productOf))

    const { body } = await undo(id)
    expect(body.data).toMatchObject({ restored: 2, removed: 0 })
    const reasons = Object.fromEntries(body.data.left.map(({ name, reason }) => [name, reason]))
    expect(reasons).toEqual({
      Editado: 'Se editó después.',
      Reimportado: 'Otra importación lo cambió después.',
      Vendido: 'Se vendió después.',
      Devuelto: 'Su stock cambió después.',
      'Nuevo editado': 'Se editó después.',
      'Nuevo vendido': 'Se vendió después.',
      'Nuevo anulado': 'Está en un pedido.',
    })
    expect(body.message).toContain('Restaurados: 2. Borrados: 0. Sin cambios: 7.')
    expect(await Promise.all([edited, imported, sold, returned].map(productOf))).toEqual(before)
    // The import hadn't set this stock: the sale stays, and the price is restored.
    expect(await productOf(priced)).toMatchObject({ cost: 1_990, stock: 4, version: 3 })
    expect(await productOf(intact)).toMatchObject({ cost: 1_990, stock: 5, version: 3 })
    for (const product of created) expect(await productOf(product)).toBeDefined()
  })

  test('doesn’t restore a barcode that another product has now, but one of a product that it deletes', async () => {
    const [lost, found] = [await makeProduct(database), await makeProduct(database)]
    const [lostCode, foundCode] = [lost.barcode, found.barcode]
    const { id } = await makeImport(database, {
      changes: [
        { id: lost.id, fields: { barcode: `${unique()}1` } },
        { id: found.id, fields: { barcode: `${unique()}2` } },
      ],
      created: [{ barcode: `0${foundCode}` }],
    })
    await makeProduct(database, { barcode: `${unique()}3,${lostCode}` })
    expect((await undo(id)).body.data).toMatchObject({
      ...{ restored: 1, removed: 1 },
      left: [{ productId: lost.id, reason: 'Su código de barras ahora es de otro producto.' }],
    })
    expect(await productOf(found.id)).toMatchObject({ barcode: foundCode })
  })

  test('writes audit entries for the undo and for each product', async () => {
    const category = `Efímera ${unique()}`
    const product = await makeProduct(database, { tradename: 'Losartán', stock: 3 })
    const { id, created } = await makeImport(database, {
      fileName: 'marzo.xlsx',
      changes: [{ id: product.id, fields: { cost: 9, stock: 30 } }],
      created: [{ tradename: 'Nuevo', category }],
    })
    await undo(id)
    expect(await entries()).toMatchObject([
      { action: 'product.delete', id: created[0], label: 'Nuevo', before: { category }, after: null },
      {
        ...{ action: 'product.update', id: product.id, label: 'Losartán' },
        ...{ before: { cost: 9, stock: 30 }, after: { cost: 1_990, stock: 3 } },
      },
      { action: 'category.delete', label: category, before: { name: category }, after: null },
      {
        ...{ action: 'product.import-undo', kind: 'workbook', id, label: 'marzo.xlsx' },
        after: { restored: 1, removed: 1, left: 0 },
      },
    ])
  })

  test('is refused the second time, for previews, for unknown imports and after the data has expired', async () => {
    const { id } = await makeImport(database, { created: [{}] })
    expect((await undo(id)).status).toBe(200)
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { code: 'IMPORT_STATE', message: 'Esta importación ya se deshizo.' },
    })
    const preview = await makeImport(database, { state: 'preview' })
    expect((await undo(preview.id)).body.message).toBe('Esta importación no se guardó.')
    const expired = await makeImport(database, {})
    expect((await undo(expired.id)).body).toMatchObject({
      code: 'IMPORT_STATE',
      message: 'No hay datos de lo que cambió esta importación: se guardan 90 días.',
    })
    for (const unknown of ['nada', crypto.randomUUID()]) expect((await undo(unknown)).status).toBe(404)
  })
})

describe('an undo at the same time as', () => {
  test('another undo: one succeeds, and the products are restored once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => makeProduct(database, { stock: 5 })))
    const { id } = await makeImport(database, {
      changes: made.map((product) => ({ id: product.id, fields: { stock: 50 } })),
    })
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => undo(id)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status !== 200 && status !== 409 && status !== 429)).toEqual([])
    for (const product of made) expect(await productOf(product.id)).toMatchObject({ stock: 5, version: 3 })
  })

  test('orders and carts: each product is left with its sale, or restored or deleted before it', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => makeProduct(database, { stock: 5 })))
    const { id, created } = await makeImport(database, {
      changes: made.map((product) => ({ id: product.id, fields: { stock: 50 } })),
      created: Array.from({ length: 12 }, () => ({ stock: 50 })),
    })
    const all = made.flatMap((product, index) => [product.id, created[index]!])
    const customers = await Promise.all(all.map((product) => makeCustomer(product)))
    const adding = await makeUser(database)
    const statuses: number[] = []
    const add = (productId: string) =>
      send(cartCalls.addToCart, {
        body: { user: adding.id, items: [{ productId, quantity: 1 }] },
        token: adding.token,
      })
    // A few at a time, so that some come before the undo, some during it and some after it.
    const buyers = [0, 1, 2].map(async (first) => {
      for (let index = first; index < all.length; index += 3) {
        statuses[index] = (await customers[index]!.order()).status
        expect([200, 404]).toContain((await add(all[index]!)).status)
      }
    })
    const [undone] = await Promise.all([undo(id), ...buyers])
    expect(undone.status).toBe(200)
    const left = new Set(undone.body.data.left.map(({ productId }) => productId))
    for (const [index, productId] of all.entries()) {
      const product = await productOf(productId)
      const isSold = statuses[index] === 201
      expect([201, 409]).toContain(statuses[index])
      if (left.has(productId)) expect([isSold, product?.stock]).toEqual([true, 49])
      else if (created.includes(productId)) expect([isSold, product]).toEqual([false, undefined])
      // Restored first, then sold from the restored stock.
      else expect(product?.stock).toBe(isSold ? 4 : 5)
    }
  })
})

import { expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser } from '#tests/factories.ts'
import { openImports, rowOf } from '#tests/workbook-imports.ts'
import { row } from '#tests/workbooks.ts'

const app = await createTestApp()
const { database, send } = app
const { token } = await makeUser(database, { role: 'Administrador' })
const { upload, preview, save, read } = openImports(app, token)

const productOf = (barcode: unknown) =>
  database
    .selectFrom('products')
    .select(['id', 'cost', 'stock'])
    .where('barcode', '=', String(barcode))
    .executeTakeFirst()

test('imports a product without a price in a list with prices, and doesn’t sell it until it has one', async () => {
  const known = await makeProduct(database, { cost: 1_500, stock: 3 })
  const [zero, blank] = [row({ Precio: 0 }), row({ Precio: null })]
  const rows = [row(), row(), row(), zero, blank, rowOf(known, { Precio: 0, Stock: 9 })]
  const shown = await preview(rows)
  expect(shown).toMatchObject({ created: 5, updated: 1, withoutPrice: 2, refused: 0 })
  const { body } = await save(shown._id)
  expect(body.data).toMatchObject({ created: 5, updated: 1, withoutPrice: 2, errors: [] })
  // A price of 0 never overwrites a price.
  expect(await read(known.id)).toMatchObject({ cost: 1_500, stock: 9 })
  const found = await send(productCalls.listProducts, { query: { missing: 'price' }, token })
  const priceless = [await productOf(zero['Código de barras']), await productOf(blank['Código de barras'])]
  expect(priceless).toMatchObject([{ cost: 0 }, { cost: 0 }])
  expect(found.body.data.map(({ _id }) => _id).toSorted()).toEqual(priceless.map((one) => one!.id).toSorted())

  const buyer = await makeUser(database)
  const add = () =>
    send(cartCalls.addToCart, {
      body: { user: buyer.id, items: [{ productId: priceless[0]!.id, quantity: 1, price: 0, total: 0 }] },
      token: buyer.token,
    })
  expect(await add()).toMatchObject({ status: 409, body: { code: 'NO_PRICE' } })
  const { version } = await read(priceless[0]!.id)
  const priced = await send(productCalls.listProducts, { query: { missing: 'price' }, token })
  expect(priced.body.total).toBe(2)
  const again = await upload([row(), { ...zero, Precio: 990 }])
  expect(again.body.data).toMatchObject({ created: 1, updated: 1, withoutPrice: 0 })
  expect((await read(priceless[0]!.id)).version).not.toBe(version)
  expect((await send(productCalls.listProducts, { query: { missing: 'price' }, token })).body.total).toBe(1)
})

test('refuses a price of 0 and a new product without one in a list without most prices', async () => {
  const known = await makeProduct(database, { cost: 1_500 })
  const { body } = await upload([
    row(),
    row({ Precio: 0 }),
    row({ Precio: null }),
    rowOf(known, { Precio: 0 }),
    rowOf(known, { Precio: null }),
  ])
  expect(body.data).toMatchObject({ created: 1, withoutPrice: 0 })
  expect(body.data.errors.map(({ message }) => message)).toEqual([
    'El precio debe ser mayor que 0.',
    'Un producto nuevo necesita un precio.',
    'El precio debe ser mayor que 0.',
  ])
})

test('a preview keeps its decision about missing prices until it is saved', async () => {
  // Half of the rows have a price; without the refused rows it is only a quarter.
  const refused = [row({ Nombre: null }), row({ Nombre: null })]
  const priceless = [row({ Precio: 0 }), row({ Precio: null }), row({ Precio: 0 })]
  const shown = await preview([row(), ...refused, ...priceless])
  expect(shown).toMatchObject({ created: 4, refused: 2, withoutPrice: 3 })
  expect((await save(shown._id)).body.data).toMatchObject({ created: 4, refused: 2, withoutPrice: 3 })
})

test('imports products without a price in a list whose prices are mostly 0, and counts them', async () => {
  const known = await makeProduct(database, { cost: 1_500 })
  const zeros = [row({ Precio: 0 }), row({ Precio: 0 }), row({ Precio: 0 })]
  const shown = await preview([...zeros, row(), rowOf(known, { Precio: 0, Stock: 8 })])
  expect(shown).toMatchObject({ created: 4, updated: 1, withoutPrice: 3, refused: 0 })
  expect((await save(shown._id)).body.data).toMatchObject({ created: 4, updated: 1, withoutPrice: 3 })
  expect(await productOf(zeros[0]!['Código de barras'])).toMatchObject({ cost: 0 })
  expect(await read(known.id)).toMatchObject({ cost: 1_500, stock: 8 })
})

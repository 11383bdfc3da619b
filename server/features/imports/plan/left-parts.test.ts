import { expect, test } from 'vitest'
import { productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { openImports, rowOf } from '#tests/workbook-imports.ts'

const app = await createTestApp()
const { database, send } = app
const { token } = await makeUser(database, { role: 'Administrador' })
const { upload, preview, save, read, stockOf } = openImports(app, token)

test('a name that differs only in capitals, accents or spaces stays, unless it is asked for', async () => {
  const tag = unique()
  const product = await makeProduct(database, { tradename: `Losartán potásico 50 mg ${tag}` })
  const shouted = rowOf(product, { Nombre: `LOSARTAN  POTASICO 50MG ${tag}`, Precio: 2_490 })
  const { body } = await upload([shouted])
  expect(body.data).toMatchObject({ updated: 1, leave: ['spelling'] })
  expect(await read(product.id)).toMatchObject({ tradename: product.tradename, cost: 2_490 })
  expect((await upload([shouted])).body.data).toMatchObject({ updated: 0, unchanged: 1 })

  const other = `Losartán potásico 100 mg ${tag}`
  await upload([rowOf(product, { Nombre: other, Precio: 2_490 })])
  expect(await read(product.id)).toMatchObject({ tradename: other })
  await upload([rowOf(product, { Nombre: other.toUpperCase(), Precio: 2_490 })], { leave: '' })
  expect(await read(product.id)).toMatchObject({ tradename: other.toUpperCase() })
})

test('leaves the chosen parts of existing products unchanged, previewed or not; new products get all fields', async () => {
  const product = await makeProduct(database, { cost: 1_000, stock: 8 })
  const leave = { leave: 'stock,category,tradename' }
  const changed = { Nombre: 'Otro nombre', Categoría: `Nueva ${unique()}`, Precio: 1_500, Stock: 3 }
  const added = { ...changed, 'Código de barras': `780${unique()}` }
  const { _id, preview: shown } = await preview([rowOf(product, changed), rowOf(product, added)], leave)
  expect(shown?.changes.map(({ fields }) => fields.map(({ field }) => field))).toEqual([
    ['cost'],
    expect.arrayContaining(['tradename', 'category', 'stock']),
  ])
  const { body } = await save(_id)
  expect(body.data).toMatchObject({ created: 1, updated: 1, leave: ['stock', 'category', 'tradename'] })
  const kept = { tradename: product.tradename, category: 'Dolor y fiebre', stock: 8 }
  expect(await read(product.id)).toMatchObject({ ...kept, cost: 1_500 })
  // Nothing was counted.
  expect(await stockOf(product.id)).toMatchObject({ counted_stock: null })

  const again = await upload([rowOf(product, { ...changed, Precio: 1_700 })], leave)
  expect(again.body.data).toMatchObject({ created: 0, updated: 1 })
  expect(await read(product.id)).toMatchObject({ ...kept, cost: 1_700 })
  const unknown = await upload([rowOf(product)], { leave: 'barcode' })
  expect(unknown.status).toBe(400)
})

test('the product list filters by import, and includes retired products', async () => {
  const [one, two] = [await makeProduct(database), await makeProduct(database)]
  await database.updateTable('products').set({ retired_at: new Date() }).where('id', '=', two.id).execute()
  const rows = [
    rowOf(one, { Precio: 7_777 }),
    rowOf(two, { Precio: 7_777 }),
    rowOf(await makeProduct(database)),
  ]
  const { body } = await upload(rows)
  const found = async (id: string) => {
    const { body } = await send(productCalls.listProducts, { query: { import: id }, token })
    return body.data.map(({ _id }) => _id).toSorted()
  }
  expect(await found(body.data._id)).toEqual([one.id, two.id].toSorted())
  expect(await found('nada')).toEqual([])
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cartCalls } from '#contract/cart.ts'
import { importCalls } from '#contract/imports.ts'
import { inspectionCalls } from '#contract/inspection.ts'
import { orderCalls } from '#contract/orders.ts'
import { productChangeCalls } from '#contract/product-changes.ts'
import { productCalls } from '#contract/products.ts'
import { saleConditionCalls } from '#contract/sale-conditions.ts'
import { flagsOf, SALE_CONDITIONS, type SaleCondition } from '#domain/sale-condition.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeOrder, makeProduct, makeUser, SHIPPING, unique } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { row, workbook } from '#tests/workbooks.ts'
import { catchUpHolds } from '../products/hold-products.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })
const { entries, clear } = openAuditTrail(database)

const read = async (id: string) => (await send(productCalls.getProduct, { params: { id } })).body.data
const conditionOf = async (id: string) => {
  const { saleCondition, prescription, directSale, held } = await read(id)
  return { saleCondition, prescription, directSale, held }
}
const form = (changes: Record<string, string>) =>
  multipart({
    ...{ barcode: `76${unique()}`, tradename: `Frasco ${unique()}`, cost: '1990', stock: '10' },
    ...{ category: 'Dolor y fiebre', laboratory: 'Laboratorio Andino' },
    ...changes,
  })
const create = async (changes: Record<string, string> = {}) => {
  const { body } = await send(productCalls.createProduct, { form: form(changes), token })
  return body.data._id
}

describe('a product’s condition of sale', () => {
  test.each(SALE_CONDITIONS)('%s is saved, and the two flags follow', async (saleCondition) => {
    const id = await create({ saleCondition, prescription: 'true', directSale: 'true' })
    // A bottle of the category 'Dolor y fiebre' may be a medicine.
    const held = saleCondition === 'unknown'
    expect(await conditionOf(id)).toEqual({ saleCondition, ...flagsOf(saleCondition), held })
  })

  test('stays when an earlier client sends the flags as they are, and follows when it changes them', async () => {
    const barcode = `76${unique()}`
    const id = await create({ barcode, saleCondition: 'retained' })
    const save = async (flags: Record<string, string>) => {
      const answer = await send(productCalls.updateProduct, {
        params: { id },
        form: form({ barcode, ...flags }),
        token,
      })
      expect(answer.status).toBe(200)
      return (await conditionOf(id)).saleCondition
    }
    expect(await save({ prescription: 'true', directSale: 'false' })).toBe('retained')
    expect(await save({ prescription: 'false', directSale: 'true' })).toBe('direct')
    expect(await save({ prescription: 'false' })).toBe('unknown')
    expect(await save({ saleCondition: 'none' })).toBe('none')
    expect(await save({})).toBe('none')
  })

  test('follows the flags that a server of the version before writes', async () => {
    const { id } = await makeProduct(database, { sale_condition: 'check' })
    await sql`update products set prescription = false, direct_sale = true where id = ${id}`.execute(database)
    expect(await conditionOf(id)).toMatchObject({ saleCondition: 'direct', prescription: false })
    await expect(
      sql`update products set sale_condition = 'free' where id = ${id}`.execute(database),
    ).rejects.toThrow('check constraint')
  })

  test('is set for several products, filtered by, and audited in words', async () => {
    const category = `Cond ${unique()}`
    const products = await Promise.all([1, 2].map(() => makeProduct(database, { category })))
    await clear()
    const change = { kind: 'saleCondition', saleCondition: 'retained' } as const
    const selection = { ids: products.map(({ id }) => id) }
    expect(
      (await send(productChangeCalls.changeProducts, { body: { selection, change }, token })).status,
    ).toBe(200)
    const list = await send(productCalls.listProducts, { query: { category, condition: 'retained' }, token })
    expect(list.body.total).toBe(2)
    expect(await entries()).toMatchObject([
      { before: { saleCondition: 'none' }, after: { saleCondition: 'retained', prescription: true } },
      {},
    ])
  })
})

describe('in a workbook', () => {
  const importRows = async (...rows: Parameters<typeof workbook>[0]) => {
    const header = [...new Set(rows.flatMap((cells) => Object.keys(cells)))]
    const { body } = await send(importCalls.uploadProducts, {
      form: multipart({}, ['fileExcel', await workbook(rows, header), 'lista.xlsx']),
      token,
    })
    return body.data
  }
  const imported = async (...rows: Parameters<typeof workbook>[0]) => {
    await importRows(...rows)
    const { rows: found } = await sql<{ sale_condition: SaleCondition }>`
      select sale_condition from products where barcode = ${rows[0]!['Código de barras']}`.execute(database)
    return found[0]?.sale_condition
  }

  test.each<[Record<string, string>, SaleCondition]>([
    [{ Receta: 'SI' }, 'simple'],
    [{ Receta: 'Receta Médica Retenida' }, 'retained'],
    [{ Receta: 'R.R.' }, 'retained'],
    [{ Receta: 'RECETA CHEQUE' }, 'check'],
    [{ Receta: 'RCH' }, 'check'],
    [{ Receta: 'VENTA DIRECTA' }, 'direct'],
    [{ Receta: 'NO' }, 'unknown'],
    [{ Receta: 'NO', 'Venta directa': 'SI' }, 'direct'],
    [{ 'Condición de venta': 'Receta retenida' }, 'retained'],
    [{ 'Condición de venta': 'Venta libre' }, 'direct'],
    [{ 'Condición de venta': 'No es medicamento' }, 'none'],
    [{ 'Condición de venta': 'Receta cheque', Receta: 'NO', 'Venta directa': 'SI' }, 'check'],
  ])('%j means %s', async (cells, condition) => {
    expect(await imported(row(cells))).toBe(condition)
  })

  test('an unknown word in the column is refused', async () => {
    const wrong = row({ 'Condición de venta': 'A veces' })
    const { errors } = await importRows(wrong, row())
    expect(errors).toMatchObject([{ column: 'Condición de venta', reason: 'Condición de venta desconocida' }])
  })

  test('a refused repeated row gives its condition to the imported row', async () => {
    const first = row({ Receta: '', 'Venta directa': '' })
    const repeated = { ...first, Nombre: 'Otro nombre', Receta: 'Retenida' }
    expect(await imported(first, repeated)).toBe('retained')
  })

  test('the report counts the products that are held', async () => {
    const held = row({ Nombre: `CLONAZEPAM 2MG X30COM ${unique()}` })
    const known = row({ Nombre: `CLONAZEPAM 2MG X60COM ${unique()}`, Receta: 'Retenida' })
    const other = row({ Nombre: `Colonia ${unique()}` })
    expect(await importRows(held, known, other)).toMatchObject({ created: 3, held: 1 })
  })
})

describe('a product of unknown condition', () => {
  const make = (tradename: string, dcm = '') =>
    makeProduct(database, {
      tradename: `${tradename} ${unique()}`,
      ...{ dcm, category: 'Bazar', sale_condition: 'unknown' },
    })

  test.each([
    ['CLONAZEPAM 2MG.30COM', '', true],
    ['Ravotril 2 mg', '', true],
    ['Comprimidos azules', 'Ácido clavulánico 125 mg + Amoxicilina 875 mg', true],
    ['PARACETAMOL 500MG', '', false],
    ['Crema de manos', '', false],
    ['Colonia Tramadolina', '', false],
    ['Tramadolina', '', true],
    ['DESCONOCIDOL 5MG X30COMP', '', true],
  ])('%s (%s) is held: %s', async (tradename, dcm, held) => {
    const { id } = await make(tradename, dcm)
    expect((await read(id)).held).toBe(held)
  })

  test('is held for its strictest ingredient, until it is marked for direct sale', async () => {
    const { id, barcode } = await make('PARACETAMOL + TRAMADOL 325/37,5')
    const { body } = await send(saleConditionCalls.listHeld, { token })
    expect(body.data).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'ingredient', name: 'Tramadol', proposal: 'retained', reason: 'listed' },
        products: expect.arrayContaining([expect.objectContaining({ _id: id })]),
      }),
    )
    const save = async (flags: Record<string, string>) => {
      const changes = { barcode, tradename: 'TRAMADOL 50', ...flags }
      await send(productCalls.updateProduct, { params: { id }, form: form(changes), token })
      return (await read(id)).held
    }
    expect(await save({ prescription: 'false' })).toBe(true)
    expect(await save({ directSale: 'true' })).toBe(false)
  })

  test('is decided for all products of an ingredient at once, with an entry each', async () => {
    await send(saleConditionCalls.setIngredientCondition, {
      body: { ingredient: 'Inventol', saleCondition: 'simple' },
      token,
    })
    const ids = await Promise.all([1, 2, 3].map(async () => (await make('INVENTOL 10MG')).id))
    await clear()
    const decide = () =>
      send(saleConditionCalls.decideHeld, {
        body: {
          group: { kind: 'ingredient', name: 'Inventol', proposal: 'simple' },
          ...{ count: 3, saleCondition: 'simple' },
        },
        token,
      })
    const answers = await Promise.all([decide(), decide()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(answers.find(({ status }) => status === 200)!.body.changed).toBe(3)
    expect(await entries()).toHaveLength(3)
    for (const id of ids)
      expect(await conditionOf(id)).toMatchObject({ saleCondition: 'simple', held: false })
  })

  test('follows the list when it changes: a new brand name holds it, direct sale frees it', async () => {
    const { id } = await make('COLONIA NOVAMARCA ROSA')
    const set = (body: object) =>
      send(saleConditionCalls.setIngredientCondition, {
        body: { ingredient: 'Novasina', saleCondition: 'retained', ...body },
        token,
      })
    await clear()
    await set({})
    expect((await read(id)).held).toBe(false)
    expect((await set({ names: ['Novamarca', 'NOVAMARCA'] })).body.data.names).toEqual([
      'novamarca',
      'novasina',
    ])
    expect((await read(id)).held).toBe(true)
    await set({ saleCondition: 'direct' })
    expect((await read(id)).held).toBe(false)
    expect((await entries()).map(({ action }) => action)).toEqual(Array(3).fill('product.ingredient'))
    const taken = await set({ ingredient: 'Otrasina', names: ['novamarca'] })
    expect([taken.status, taken.body.code]).toEqual([409, 'NAME_TAKEN'])
    const { body } = await send(saleConditionCalls.listIngredientConditions, { token })
    expect(body.data.find(({ ingredient }) => ingredient === 'Novasina')).toMatchObject({
      saleCondition: 'direct',
    })
    expect(body.data.some(({ ingredient }) => ingredient === 'Otrasina')).toBe(false)
  })
})

describe('held products', () => {
  const make = (tradename: string, fields: object = {}) =>
    makeProduct(database, { tradename, sale_condition: 'unknown', ...fields })
  const groupOf = async (id: string) => {
    const { body } = await send(saleConditionCalls.listHeld, { token })
    return body.data.find(({ products }) => products.some(({ _id }) => _id === id))
  }
  const importRows = async (...rows: Parameters<typeof workbook>[0]) => {
    const file = await workbook(rows, [...new Set(rows.flatMap((cells) => Object.keys(cells)))])
    const { body } = await send(importCalls.uploadProducts, {
      form: multipart({}, ['fileExcel', file, 'lista.xlsx']),
      token,
    })
    return body.data
  }
  const conditionAfter = async (...rows: Parameters<typeof workbook>[0]) => {
    await importRows(...rows)
    const { rows: found } = await sql<{ sale_condition: SaleCondition; sale_hold: string }>`
      select sale_condition, sale_hold from products where barcode = ${rows[0]!['Código de barras']}`.execute(
      database,
    )
    return found[0]
  }

  test('stay held when an import or the form renames them, until their condition is stated', async () => {
    const first = row({ Nombre: `CLONAZEPAN 2MG X30 ${unique()}`, Receta: '', 'Venta directa': '' })
    expect(await conditionAfter(first)).toEqual({ sale_condition: 'unknown', sale_hold: 'held' })
    const renamed = { ...first, Nombre: 'Crema de manos', DCM: '', Categoría: 'Cosmética' }
    expect(await conditionAfter(renamed)).toEqual({ sale_condition: 'unknown', sale_hold: 'held' })
    expect(await conditionAfter({ ...renamed, 'Condición de venta': 'No es medicamento' })).toEqual({
      sale_condition: 'none',
      sale_hold: 'none',
    })
  })

  test('written by a server of the version before or by the operator are off sale until the catch-up decides', async () => {
    const category = await makeProduct(database)
    const { rows } = await sql<{ id: string; held: boolean }>`
      insert into products (tradename, category_id, supplier_id, cost, stock)
      select name, category_id, supplier_id, 990, 5 from products, unnest(array['Crema de manos', 'LORAZEPAN 2MG']) name
      where id = ${category.id} returning id`.execute(database)
    const ids = rows.map(({ id }) => id)
    const holds = async () => {
      const { rows } = await sql<{ sale_hold: string }>`
        select sale_hold from products where id = any(${ids}::uuid[]) order by tradename`.execute(database)
      return rows.map(({ sale_hold }) => sale_hold)
    }
    expect(await holds()).toEqual(['pending', 'pending'])
    expect((await read(ids[0]!)).held).toBe(true)
    await catchUpHolds(database)
    expect(await holds()).toEqual(['none', 'held'])
  })

  test('are decided some at a time; a decision is refused if the group has changed, and kept for the next list', async () => {
    const brand = `Zeb${String(unique()).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`
    const products = await Promise.all([1, 2, 3].map((pack) => make(`${brand} 5MG X${pack}0COMP`)))
    const group = (await groupOf(products[0]!.id))!
    expect(group).toMatchObject({ kind: 'brand', name: brand.toUpperCase(), proposal: null, count: 3 })
    const decide = (count: number, only?: string[]) =>
      send(saleConditionCalls.decideHeld, {
        body: { group, count, saleCondition: 'retained', ...(only && { only }) },
        token,
      })
    expect((await decide(2)).body.code).toBe('SELECTION_CHANGED')
    expect((await decide(3, [products[0]!.id])).body.changed).toBe(1)
    expect(await conditionOf(products[0]!.id)).toMatchObject({ saleCondition: 'retained', held: false })
    expect((await groupOf(products[1]!.id))!.count).toBe(2)
    // A product of the next list with the same strength and form gets the condition, one of another strength doesn't.
    const next = row({ Nombre: `${brand} 5MG X60COMP`, Receta: '', 'Venta directa': '' })
    const stronger = row({ Nombre: `${brand} 50MG X60COMP`, Receta: '', 'Venta directa': '' })
    expect(await importRows(next, stronger)).toMatchObject({ created: 2, held: 1 })
    expect(await conditionAfter(next)).toMatchObject({ sale_condition: 'retained' })
    expect(await conditionAfter(stronger)).toMatchObject({ sale_condition: 'unknown', sale_hold: 'held' })
  })

  test('come in groups by ingredient with the reason, the best-selling group first', async () => {
    const [seldom, often] = await Promise.all([make('ALPRAZOLAN 0,5MG X30'), make('QUETIAPINNA 25MG X30')])
    const { id: userId } = await makeUser(database)
    const lines = [{ productId: often.id, quantity: 1_000_000 }]
    const sold = await makeOrder(database, { userId, lines })
    expect(await groupOf(seldom.id)).toMatchObject({
      ...{ kind: 'ingredient', name: 'Alprazolam', proposal: 'retained', reason: 'similar' },
    })
    const { body } = await send(saleConditionCalls.listHeld, { token })
    expect(body.data[0]).toMatchObject({ name: 'Quetiapina', proposal: 'simple' })
    await sql`update orders set status = 'cancelled' where id = ${sold.id}`.execute(database)
  })

  test('of listed ingredients are accepted together, unless others wait meanwhile', async () => {
    const [simple, retained, other] = await Promise.all([
      ...[make('RAMIPRIL 5MG X30'), make('TRIAZOLAM 0,25MG X30'), make('COSA MEDICA 5MG')],
    ])
    const { body } = await send(saleConditionCalls.listHeld, { token })
    const listed = body.data.filter(({ reason }) => reason === 'listed')
    const count = listed.reduce((sum, group) => sum + group.count, 0)
    const accept = (shown: number) => send(saleConditionCalls.acceptListed, { body: { count: shown }, token })
    expect((await accept(count + 1)).body.code).toBe('SELECTION_CHANGED')
    const answers = await Promise.all([accept(count), accept(count)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await conditionOf(simple!.id)).toMatchObject({ saleCondition: 'simple', held: false })
    expect(await conditionOf(retained!.id)).toMatchObject({ saleCondition: 'retained', held: false })
    expect(await conditionOf(other!.id)).toMatchObject({ saleCondition: 'unknown', held: true })
  })

  test('SI takes the condition of the ingredient, or else a simple prescription', async () => {
    const cells = { Receta: 'SI', 'Venta directa': '' }
    const of = async (Nombre: string) =>
      (await conditionAfter(row({ ...cells, Nombre: `${Nombre} ${unique()}` })))?.sale_condition
    expect(await of('CLONAZEPAM 2MG')).toBe('retained')
    expect(await of('FENTERMINA 37,5MG')).toBe('check')
    expect(await of('LOSARTAN 50MG')).toBe('simple')
    expect(await of('COSA RARA')).toBe('simple')
  })

  test('a file’s condition that is milder than the list’s is asked about by group; the stricter one applies meanwhile', async () => {
    const cells = { Receta: '', 'Venta directa': '', 'Condición de venta': 'Venta directa' }
    const controlled = row({ ...cells, Nombre: `LORAZEPAM 2MG ${unique()}` })
    const milder = row({ ...cells, Nombre: `KETOPROFENO 50MG X20COMP ${unique()}` })
    const header = Object.keys(controlled)
    const preview = await send(importCalls.previewImport, {
      form: multipart({}, ['fileExcel', await workbook([controlled, milder], header), 'lista.xlsx']),
      token,
    })
    expect(preview.body.data.contradictions).toEqual([
      expect.objectContaining({ ingredient: 'Lorazepam', stated: 'direct', listed: 'retained', count: 1 }),
      expect.objectContaining({
        ingredient: 'Ketoprofeno',
        stated: 'direct',
        listed: 'simple',
        controlled: false,
      }),
    ])
    const { body } = await send(importCalls.saveImport, {
      params: { id: preview.body.data._id },
      body: { trusted: ['Lorazepam', 'Ketoprofeno'] },
      token,
    })
    expect(body.data.created).toBe(2)
    // A medicine that the law controls stays retained, whatever a file says; a person changes it in the product's form.
    expect(await conditionAfter(controlled)).toMatchObject({ sale_condition: 'retained' })
    expect(await conditionAfter(milder)).toMatchObject({ sale_condition: 'direct' })
    const untrusted = { ...milder, 'Código de barras': `76${unique()}` }
    expect(await conditionAfter(untrusted)).toMatchObject({ sale_condition: 'simple' })
  })

  test('a condition that a person set against the list survives the files that state it', async () => {
    const cells = row({ Nombre: `ZOLPIDEM 10MG ${unique()}`, Receta: 'SI', 'Venta directa': '' })
    expect(await conditionAfter(cells)).toMatchObject({ sale_condition: 'retained' })
    const { rows } = await sql<{ id: string }>`
      select id from products where barcode = ${cells['Código de barras']}`.execute(database)
    const change = { kind: 'saleCondition', saleCondition: 'simple' } as const
    await send(productChangeCalls.changeProducts, {
      body: { selection: { ids: [rows[0]!.id] }, change },
      token,
    })
    expect(await conditionAfter(cells)).toMatchObject({ sale_condition: 'simple' })
  })
})

test('existing products under a milder condition than the list’s are inspected, and corrected or kept with one press', async () => {
  const [mended, kept] = await Promise.all(
    ['CLOBAZAM 10MG', 'DIAZEPAM 5MG'].map((tradename) =>
      makeProduct(database, { tradename: `${tradename} ${unique()}`, sale_condition: 'simple' }),
    ),
  )
  await sql`update products set listed_condition = 'pending' where id = any(${[mended!.id, kept!.id]}::uuid[])`.execute(
    database,
  )
  await catchUpHolds(database)
  const listed = async () => {
    const { body } = await send(inspectionCalls.listInspection, { query: { gap: 'milder' }, token })
    return body.data.map(({ _id }) => _id)
  }
  expect(await listed()).toEqual(expect.arrayContaining([mended!.id, kept!.id]))
  const apply = (body: object) => send(saleConditionCalls.applyListedConditions, { body, token })
  expect((await apply({ ids: [kept!.id], keep: true })).body.changed).toBe(1)
  await clear()
  expect((await apply({})).body.changed).toBe(1)
  expect(await entries()).toMatchObject([
    { before: { saleCondition: 'simple' }, after: { saleCondition: 'retained' } },
  ])
  expect(await listed()).toEqual([])
  expect((await read(kept!.id)).saleCondition).toBe('simple')
})

describe.each([
  [
    'on receta cheque',
    { sale_condition: 'check' as const, tradename: 'Morfina 10 mg' },
    'SALE_IN_PERSON',
    'in-person',
  ],
  [
    'that is held',
    { sale_condition: 'unknown' as const, tradename: 'Diazepam 10 mg' },
    'CONDITION_UNKNOWN',
    'held',
  ],
])('a product %s', (_, values, code, reason) => {
  test('is refused by cart and order, dropped from a stored cart with its reason, and stays findable', async () => {
    const buyer = await makeUser(database)
    const product = await makeProduct(database, values)
    const item = { productId: product.id, quantity: 1 }
    const added = await send(cartCalls.addToCart, {
      body: { user: buyer.id, items: [item] },
      token: buyer.token,
    })
    expect([added.status, added.body.code]).toEqual([409, code])
    const other = await makeProduct(database)
    const set = await send(cartCalls.updateCart, {
      body: { cart: buyer.id, items: [item, { productId: other.id, quantity: 2 }] },
      token: buyer.token,
    })
    expect(set.body.data.map(({ productId }) => productId)).toEqual([other.id])
    expect(set.body.adjusted).toMatchObject([{ productId: product.id, reason, quantity: 0 }])

    // A line from before the product's condition changed.
    await database
      .insertInto('cart_lines')
      .values({ user_id: buyer.id, product_id: product.id, quantity: 1 })
      .execute()
    const placed = await send(orderCalls.createOrder, {
      body: { ...SHIPPING, id: buyer.id, products: [item, { productId: other.id, quantity: 2 }] },
      token: buyer.token,
    })
    expect([placed.status, placed.body.code]).toEqual([409, code])
    expect(placed.body.message).toContain(product.tradename)
    const found = await send(productCalls.listShop, {
      params: { a: ' ', b: ' ', category: 'all', supplier: 'all' },
      query: { search: product.tradename },
    })
    expect(found.body.data.products.some(({ _id }) => _id === product.id)).toBe(true)
  })

  test('is no alternative to another one', async () => {
    const texts = { form: 'comprimidos', quantity: '30 comprimidos', dcm: values.tradename }
    const other = await makeProduct(database, {
      ...texts,
      tradename: `${values.tradename} A`,
      sale_condition: 'retained',
    })
    await makeProduct(database, { ...texts, ...values, tradename: `${values.tradename} B` })
    const third = await makeProduct(database, {
      ...texts,
      tradename: `${values.tradename} C`,
      sale_condition: 'simple',
    })
    const { body } = await send(productCalls.listAlternatives, { params: { id: other.id } })
    expect(body.data.map(({ _id }) => _id)).toEqual([third.id])
  })
})

test('an order’s line keeps the condition of the purchase; while the order is pending, the stricter one applies', async () => {
  const buyer = await makeUser(database)
  const product = await makeProduct(database, { sale_condition: 'simple' })
  await database
    .insertInto('cart_lines')
    .values({ user_id: buyer.id, product_id: product.id, quantity: 1 })
    .execute()
  const placed = await send(orderCalls.createOrder, {
    body: { ...SHIPPING, id: buyer.id, products: [{ productId: product.id, quantity: 1 }] },
    token: buyer.token,
  })
  const id = placed.body.data._id
  const lineOf = async () => {
    const { body } = await send(orderCalls.getOrder, { params: { id }, token })
    return [body.data.products[0]!.saleCondition, body.data.prescription.needed]
  }
  const become = (condition: SaleCondition) =>
    sql`update products set sale_condition = ${condition} where id = ${product.id}`.execute(database)
  await become('retained')
  expect(await lineOf()).toEqual(['retained', true])
  await become('direct')
  expect(await lineOf()).toEqual(['simple', true])
  await become('retained')
  await sql`update orders set status = 'delivered' where id = ${id}`.execute(database)
  expect(await lineOf()).toEqual(['simple', true])
  await sql`update order_lines set sale_condition = 'direct' where order_id = ${id}`.execute(database)
  expect(await lineOf()).toEqual(['direct', false])
  await sql`update orders set status = 'pending' where id = ${id}`.execute(database)
  expect(await lineOf()).toEqual(['retained', true])
  // Orders from before conditions were recorded follow the catalogue.
  const early = await makeOrder(database, {
    userId: buyer.id,
    lines: [{ productId: product.id, quantity: 1 }],
  })
  const { body } = await send(orderCalls.getOrder, { params: { id: early.id }, token })
  expect(body.data.products[0]!.saleCondition).toBe('retained')
})

test('only administrators decide conditions', async () => {
  for (const token of [
    undefined,
    (await makeUser(database)).token,
    (await makeUser(database, { role: 'Marketing' })).token,
  ]) {
    const answers = await Promise.all([
      send(saleConditionCalls.listHeld, { token }),
      send(saleConditionCalls.decideHeld, {
        body: {
          group: { kind: 'ingredient', name: 'Tramadol', proposal: 'retained' },
          ...{ count: 1, saleCondition: 'direct' },
        },
        token,
      }),
      send(saleConditionCalls.applyListedConditions, { body: {}, token }),
      send(saleConditionCalls.acceptListed, { body: { count: 1 }, token }),
      send(saleConditionCalls.listIngredientConditions, { token }),
      send(saleConditionCalls.setIngredientCondition, {
        body: { ingredient: 'Tramadol', saleCondition: 'direct' },
        token,
      }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([token ? 403 : 401]))
  }
})

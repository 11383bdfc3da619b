import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, unique } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import { catchUpDerived } from '../products/catch-up-derived.ts'
import { DERIVED_VERSION } from '../products/derive-columns.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

describe('alternatives', () => {
  const namesFor = async (id: string) => {
    const { body } = await send(productCalls.listAlternatives, { params: { id } })
    return body.data.map(({ tradename }) => tradename)
  }
  const tablets = { dcm: 'Ketoprofeno 50 mg', form: 'Comprimidos', quantity: '20 comprimidos' }

  test('have the same ingredient, strength and form, the cheapest per unit first and sold-out ones last', async () => {
    const product = await makeProduct(database, { ...tablets, tradename: 'Ketobrand', cost: 4_000 })
    await makeProduct(database, { ...tablets, tradename: 'Agotado', cost: 100, stock: 0 })
    await makeProduct(database, { ...tablets, tradename: 'Caro', cost: 9_000 })
    await makeProduct(database, { ...tablets, tradename: 'En oferta', cost: 9_000, discount: 60 })
    await makeProduct(database, { ...tablets, tradename: 'Grande', cost: 8_000, quantity: '60 comprimidos' })
    await makeProduct(database, { ...tablets, tradename: 'Sin contenido', cost: 10, quantity: '' })
    await makeProduct(database, {
      tradename: 'KETOPROFENO 50MG.10COM.REC.(B.E)',
      dcm: 'KETOPROFENO',
      laboratory: 'GENERICOS',
      cost: 3_000,
    })
    await makeProduct(database, { ...tablets, tradename: 'Jarabe', form: 'Jarabe', quantity: '100 ml' })
    await makeProduct(database, { ...tablets, tradename: 'Fuerte', dcm: 'Ketoprofeno 100 mg' })
    await makeProduct(database, {
      ...tablets,
      tradename: 'Lento',
      form: 'Comprimidos de liberación prolongada',
    })
    await makeProduct(database, { ...tablets, tradename: 'Regalado', cost: 0 })
    expect(await namesFor(product.id)).toEqual([
      'Grande',
      'En oferta',
      'KETOPROFENO 50MG.10COM.REC.(B.E)',
      'Caro',
      'Sin contenido',
      'Agotado',
    ])
  })

  test('are none without a certain ingredient, strength and form; an unknown product is answered with 404', async () => {
    const vague = { dcm: 'Ibuprofeno', form: 'Comprimidos' }
    const product = await makeProduct(database, { ...vague, tradename: 'Vago uno' })
    await makeProduct(database, { ...vague, tradename: 'Vago dos' })
    expect(await namesFor(product.id)).toEqual([])
    for (const id of ['nada', crypto.randomUUID()])
      expect((await send(productCalls.listAlternatives, { params: { id } })).status).toBe(404)
  })

  test('are at most eight', async () => {
    const dcm = 'Naproxeno 275 mg'
    const products = []
    for (let count = 0; count < 10; count++) products.push(await makeProduct(database, { ...tablets, dcm }))
    expect(await namesFor(products[0]!.id)).toHaveLength(8)
  })
})

const derivedOf = (id: string) =>
  database
    .selectFrom('products')
    .select(['unit_count', 'unit', 'equivalence', 'derived_version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('derived columns', () => {
  const body = {
    tradename: 'Losartán del sur',
    category: 'Cardiovascular',
    laboratory: 'Andes Sur',
    dcm: 'Losartán potásico 50 mg',
    form: 'Comprimidos',
    quantity: 'Caja x 30',
    cost: '1990',
    stock: '5',
  }
  const equivalence = 'losartan 50000mcg, comprimido'

  test('are saved with the product, and a list finds the products without a known content', async () => {
    const { body: created } = await send(productCalls.createProduct, { form: multipart(body), token })
    const { _id: id } = created.data
    expect(await derivedOf(id)).toEqual({
      unit_count: 30,
      unit: 'comprimido',
      equivalence,
      derived_version: DERIVED_VERSION,
    })
    const update = (fields: object) =>
      send(productCalls.updateProduct, { params: { id }, form: multipart({ ...body, ...fields }), token })
    await update({ quantity: 'caja' })
    expect(await derivedOf(id)).toMatchObject({ unit_count: null, unit: null, equivalence })
    const query = { missing: 'quantity', search: body.tradename } as const
    const { body: list } = await send(productCalls.listProducts, { query, token })
    expect(list.data.map(({ _id }) => _id)).toEqual([id])
    await update({})
    expect((await send(productCalls.listProducts, { query, token })).body.total).toBe(0)
  })

  test('are derived again after a change by hand or new rules, by several servers, without touching the product', async () => {
    const products = await Promise.all(
      Array.from({ length: 12 }, () =>
        makeProduct(database, {
          tradename: `Losartán ${unique()}`,
          dcm: body.dcm,
          quantity: '30 comprimidos',
        }),
      ),
    )
    const ids = products.map(({ id }) => id)
    await sql`update products set quantity = '1 comprimido' where id = ${ids[0]!}`.execute(database)
    await sql`update products set derived_version = 0 where id = any(${ids.slice(1)}::uuid[])`.execute(
      database,
    )
    expect(await derivedOf(ids[0]!)).toMatchObject({ unit_count: 30, derived_version: 0 })
    const read = () =>
      database
        .selectFrom('products')
        .select(['id', 'version', 'updated_at'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
    const before = await read()
    const derived = await Promise.all([catchUpDerived(database), catchUpDerived(database)])
    expect(derived[0] + derived[1]).toBeGreaterThanOrEqual(12)
    expect(await derivedOf(ids[0]!)).toMatchObject({ unit_count: 1, derived_version: DERIVED_VERSION })
    for (const id of ids.slice(1)) {
      expect(await derivedOf(id)).toMatchObject({
        unit_count: 30,
        equivalence,
        derived_version: DERIVED_VERSION,
      })
    }
    expect(await read()).toEqual(before)
    expect(await catchUpDerived(database)).toBe(0)
  })
})

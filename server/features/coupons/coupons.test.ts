import readWorkbook from 'read-excel-file/universal'
import { describe, expect, test } from 'vitest'
import { auditCalls } from '#contract/audit.ts'
import { changeLine, changesInWords } from '#contract/audit-words.ts'
import { cartCalls } from '#contract/cart.ts'
import { couponCalls } from '#contract/coupons.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import {
  makeCategory,
  makeCoupon,
  makeOrder,
  makeProduct,
  makeSupplier,
  makeUser,
  unique,
} from '#tests/factories.ts'

const { database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Marketing' })
const customer = await makeUser(database)
const { entries } = openAuditTrail(database)

const newCode = () => `VERANO${unique()}`
const create = (body: object = {}) =>
  send(couponCalls.createCoupon, {
    body: { code: newCode(), kind: 'percent', value: 10, ...body } as never,
    token,
  })
const update = (id: string, body: object) =>
  send(couponCalls.updateCoupon, { params: { id }, body: body as never, token })
const end = (id: string) => send(couponCalls.endCoupon, { params: { id }, token })
const batch = (body: object) =>
  send(couponCalls.createCoupons, { body: { kind: 'percent', value: 10, ...body } as never, token })
const list = async (query: object = {}) => (await send(couponCalls.listCoupons, { query, token })).body
const find = async (code: string) => (await list({ search: code })).data.find((row) => row.code === code)

const order = async (coupon: { id: string; code: string }, values: object, total: number) => {
  const { id } = await makeOrder(database, { userId: customer.id, total })
  const set = { coupon_id: coupon.id, coupon_code: coupon.code, ...values }
  await database.updateTable('orders').set(set).where('id', '=', id).execute()
}

/** The discount that a visitor gets for a product of 10,000 pesos, or the code of the refusal. */
async function tryOut(coupon: string, product: object = {}) {
  const { id } = await makeProduct(database, { cost: 10_000, ...product })
  const { body } = await send(cartCalls.priceCart, {
    body: { items: [{ productId: id, quantity: 1 }], coupon },
  })
  return body.code ?? body.data.coupon?.discount
}

describe('the list', () => {
  test('has a coupon’s discount, its products, its uses, and the sums of its discounts and sales', async () => {
    const [category, laboratory] = [`Vitaminas ${unique()}`, `Andes ${unique()}`]
    await makeCategory(database, category)
    await makeSupplier(database, laboratory)
    const code = newCode()
    const { status, body } = await create({
      ...{ code: ` ${code.toLowerCase().replace('verano', 'vera no')} `, value: '15' },
      ...{ minimum: '15.000', maximum: 5_000, from: '2026-01-01', until: '2999-01-31' },
      ...{ uses: '100', usesPerCustomer: 1, firstOrder: 'true' },
      ...{ categories: [category.toUpperCase()], laboratories: [laboratory] },
    })
    expect({ status, body }).toEqual({
      status: 201,
      body: { message: 'El código fue creado.', data: { _id: expect.any(String) } },
    })
    const coupon = { id: body.data._id, code }
    await order(coupon, { discount: 1_500 }, 13_500.5)
    await order(coupon, { discount: 500, status: 'delivered' }, 4_500)
    await order(coupon, { discount: 9_000, status: 'cancelled' }, 81_000)
    expect(await find(code)).toEqual({
      ...{ _id: coupon.id, code, kind: 'percent', value: 15, minimum: 15_000, maximum: 5_000 },
      ...{ from: '2026-01-01', until: '2999-01-31', uses: 100, usesPerCustomer: 1, firstOrder: true },
      ...{ categories: [category], laboratories: [laboratory], active: true, state: 'live' },
      ...{ used: 2, given: 2_000, brought: 18_000.5 },
    })
  })

  test('says which coupons are live, planned, ended and used up', async () => {
    const mark = `EST${unique()}`
    const make = (name: string, values: Parameters<typeof makeCoupon>[1]) =>
      makeCoupon(database, { code: `${mark}-${name}`, ...values })
    await make('VIGENTE', { from_day: '2020-01-01', until_day: '2999-12-31' })
    await make('FUTURO', { from_day: '2999-01-01' })
    await make('PASADO', { until_day: '2020-01-01' })
    await make('INACTIVO', { active: false })
    await order(await make('USADO', { uses: 1 }), {}, 1_000)
    const states = async (query: object) =>
      Object.fromEntries(
        (await list({ search: mark.toLowerCase(), ...query })).data.map(({ code, state }) => [
          code.replace(`${mark}-`, ''),
          state,
        ]),
      )
    const live = { VIGENTE: 'live', FUTURO: 'planned', USADO: 'used' }
    const ended = { PASADO: 'ended', INACTIVO: 'ended' }
    expect(await states({})).toEqual({ ...live, ...ended })
    expect(await states({ state: 'live' })).toEqual(live)
    expect(await states({ state: 'ended' })).toEqual(ended)
  })

  test('has the newest coupons first, in pages, and finds a part of a code', async () => {
    const mark = `HOJA${unique()}`
    for (const number of [1, 2, 3]) await makeCoupon(database, { code: `${mark}-${number}` })
    const page = async (page: number) => await list({ search: `${mark}-`, page, pageSize: 2 })
    expect(await page(1)).toMatchObject({ total: 3, data: [{ code: `${mark}-3` }, { code: `${mark}-2` }] })
    expect(await page(2)).toMatchObject({ total: 3, data: [{ code: `${mark}-1` }] })
    expect((await list({ search: '%' })).total).toBe(0)
  })

  test('is for Administrador and Marketing', async () => {
    const admin = await makeUser(database, { role: 'Administrador' })
    const statuses = [undefined, customer.token, token, admin.token].map(
      async (token) => (await send(couponCalls.listCoupons, { query: {}, token })).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 403, 200, 200])
    for (const [token, status] of [
      [undefined, 401],
      [customer.token, 403],
    ] as const) {
      const { _id: id } = (await create()).body.data
      const body = { code: newCode(), kind: 'percent', value: 5, count: 1, prefix: 'X' } as const
      const answers = await Promise.all([
        send(couponCalls.createCoupon, { body, token }),
        send(couponCalls.createCoupons, { body, token }),
        send(couponCalls.updateCoupon, { params: { id }, body: { value: 99 }, token }),
        send(couponCalls.endCoupon, { params: { id }, token }),
      ])
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status])
    }
  })
})

describe('a new coupon', () => {
  test.each([
    ['code', { code: '  ' }],
    ['code', { code: 'VER*10' }],
    ['code', { code: 'X'.repeat(41) }],
    ['kind', { kind: 'regalo' }],
    ['value', { value: undefined }],
    ['value', { value: 0 }],
    ['value', { value: 101 }],
    ['value', { value: 10.5 }],
    ['value', { value: -1 }],
    ['value', { kind: 'amount', value: 0 }],
    ['value', { kind: 'delivery', value: 1_000 }],
    ['minimum', { minimum: -1 }],
    ['maximum', { maximum: 0 }],
    ['from', { from: '2026-02-30' }],
    ['until', { until: 'mañana' }],
    ['until', { from: '2026-02-02', until: '2026-02-01' }],
    ['uses', { uses: 0 }],
    ['uses', { uses: 1_000_001 }],
    ['usesPerCustomer', { usesPerCustomer: 1.5 }],
    ['firstOrder', { firstOrder: 'quizás' }],
    ['categories', { categories: ['No hay tal cosa'] }],
    ['laboratories', { laboratories: ['Nadie'] }],
    ['active', { active: 1 }],
  ])('is refused at its field %s: %j', async (path, wrong) => {
    const code = newCode()
    const { status, body } = await create({ code, ...wrong })
    expect([status, body.code, body.issues?.[0]?.path]).toEqual([400, 'BAD_INPUT', path])
    expect(await find(code)).toBeUndefined()
  })

  test('may leave out everything but its kind and value; a free delivery has no value', async () => {
    const code = newCode()
    const cleared = { minimum: '', maximum: null, from: '', until: null, uses: '', usesPerCustomer: null }
    await create({ code, ...cleared })
    const none = { minimum: null, maximum: null, from: null, until: null, uses: null, usesPerCustomer: null }
    expect(await find(code)).toMatchObject({ ...none, firstOrder: false, categories: [], active: true })
    expect(await tryOut(code)).toBe(1_000)
    expect((await create({ kind: 'delivery', value: undefined })).status).toBe(201)
  })

  test('is refused with the code of another one, whatever its case and spaces, also when both are saved at once; a dash makes another code', async () => {
    const code = newCode()
    const answers = await Promise.all(
      [code, code.toLowerCase(), ` ${code}`, `${code} `].map((same) => create({ code: same })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'NAME_TAKEN',
      issues: [{ path: 'code', message: 'Ese código ya existe.' }],
    })
    expect((await create({ code: `${code}-1` })).status).toBe(201)
  })

  test('never applies to medicines on prescription, whatever its products are', async () => {
    const category = `Recetas ${unique()}`
    await makeCategory(database, category)
    const code = newCode()
    await create({ code, categories: [category] })
    expect(await tryOut(code, { category })).toBe(1_000)
    expect(await tryOut(code)).toBe('COUPON_NOT_FOR_THESE')
    for (const sale_condition of ['simple', 'retained'] as const)
      expect(await tryOut(code, { category, sale_condition })).toBe('COUPON_PRESCRIPTION')
  })
})

describe('a change of a coupon', () => {
  test('sets the given fields; others stay', async () => {
    const category = `Cremas ${unique()}`
    await makeCategory(database, category)
    const code = newCode()
    const { _id: id } = (await create({ code, minimum: 5_000, categories: [category] })).body.data
    expect(await update(id, { value: 20 })).toMatchObject({
      status: 200,
      body: { message: 'El código fue actualizado.' },
    })
    expect(await find(code)).toMatchObject({ value: 20, minimum: 5_000, categories: [category] })
    await update(id, { minimum: null, categories: [], code: `${code}-B` })
    expect(await find(`${code}-B`)).toMatchObject({ value: 20, minimum: null, categories: [] })
    expect(await tryOut(code)).toBe('COUPON_INVALID')
    expect(await tryOut(`${code}-B`)).toBe(2_000)
    await update(id, { kind: 'delivery' })
    expect(await find(`${code}-B`)).toMatchObject({ kind: 'delivery', value: 0 })
  })

  test('is refused when it contradicts the fields that stay', async () => {
    const taken = newCode()
    await create({ code: taken })
    const { _id: id } = (await create({ kind: 'amount', value: 3_000, from: '2026-03-01' })).body.data
    for (const [path, wrong] of [
      ['value', { kind: 'percent' }],
      ['until', { until: '2026-02-01' }],
      ['categories', { categories: ['No hay tal cosa'] }],
    ] as const)
      expect(await update(id, wrong)).toMatchObject({ status: 400, body: { issues: [{ path }] } })
    expect(await update(id, { code: taken })).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } })
    for (const unknown of ['abc', crypto.randomUUID()]) {
      expect((await update(unknown, { value: 5 })).status).toBe(404)
      expect((await end(unknown)).status).toBe(404)
    }
  })

  test('keeps a deleted category, which still limits the coupon', async () => {
    const category = await makeCategory(database, `Pasajera ${unique()}`)
    const { id, code } = await makeCoupon(database, { categories: [category] })
    await database.deleteFrom('categories').where('id', '=', category).execute()
    expect((await update(id, { value: 30 })).status).toBe(200)
    expect(await find(code)).toMatchObject({ value: 30, categories: ['(eliminado)'] })
    expect(await tryOut(code)).toBe('COUPON_NOT_FOR_THESE')
  })

  test('ends the coupon, and makes it active again', async () => {
    const { id, code } = await makeCoupon(database)
    expect((await end(id)).body.message).toBe('El código terminó.')
    expect(await tryOut(code)).toBe('COUPON_INVALID')
    expect((await end(id)).status).toBe(200)
    expect((await entries()).map(({ action }) => action)).toEqual(['coupon.end'])
    await update(id, { active: true })
    expect(await tryOut(code)).toBe(1_000)
  })
})

describe('a batch of coupons', () => {
  test('has random letters after the prefix, and each coupon is good for one order', async () => {
    const prefix = `lote${unique()}`
    const { status, body } = await batch({ count: 200, prefix, minimum: 1_000 })
    const { codes } = body.data
    expect([status, codes.length, new Set(codes).size]).toEqual([201, 200, 200])
    for (const code of codes)
      expect(code).toMatch(new RegExp(`^${prefix.toUpperCase()}-[CDFGHJKMNPQRTVWXY34679]{6}$`))
    expect((await list({ search: prefix })).total).toBe(200)
    expect(await find(codes[0]!)).toMatchObject({ uses: 1, minimum: 1_000, state: 'live' })
    expect(await tryOut(codes[199]!)).toBe(1_000)
    const free = (await batch({ count: 1, prefix, uses: null })).body.data.codes
    expect(await find(free[0]!)).toMatchObject({ uses: null })
  })

  test('has at most a thousand coupons, and none when one is refused', async () => {
    const prefix = `GRAN${unique()}`
    expect((await batch({ count: 1_000, prefix })).body.data.codes).toHaveLength(1_000)
    const none = `NADA${unique()}`
    for (const [path, wrong] of [
      ['count', { count: 1_001 }],
      ['count', { count: 0 }],
      ['prefix', { prefix: 'A B*' }],
      ['prefix', { prefix: 'X'.repeat(34) }],
      ['value', { value: 0 }],
      ['categories', { categories: ['No hay tal cosa'] }],
    ] as const)
      expect(await batch({ count: 3, prefix: none, ...wrong })).toMatchObject({
        status: 400,
        body: { issues: [{ path }] },
      })
    expect((await list({ search: none })).total).toBe(0)
  })
})

describe('the workbook', () => {
  const download = async (query: object) => {
    const { status, headers, body } = await send(couponCalls.exportCoupons, { query, token })
    expect([status, headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="codigos-\d{4}-\d\d-\d\d\.xlsx"$/),
    ])
    const [sheet] = await readWorkbook(new Blob([new Uint8Array(body as unknown as Buffer)]))
    return sheet?.data ?? []
  }

  test('has the same as the list, and a link with the code', async () => {
    const code = `ÑAÑA${unique()}`
    const { id } = await makeCoupon(database, { code, uses: 5, until_day: '2999-01-31' })
    await order({ id, code }, { discount: 1_000 }, 9_000)
    const [headings, row, ...others] = await download({ search: code.toLowerCase() })
    expect(others).toEqual([])
    expect(Object.fromEntries(headings!.map((heading, at) => [heading, row![at]]))).toMatchObject({
      ...{ Código: code, Estado: 'Vigente', Tipo: 'Porcentaje', Valor: 10, Hasta: '2999-01-31' },
      ...{ 'Usos permitidos': 5, Usos: 1, 'Descuento entregado': 1_000, 'Ventas con el código': 9_000 },
      Enlace: expect.stringMatching(/^https?:.*\/tienda\?codigo=%C3%91A%C3%91A\d+$/),
    })
  })

  test('of a batch has all its coupons, and no others with its prefix', async () => {
    const prefix = `TANDA${unique()}`
    await batch({ count: 2, prefix })
    const { codes } = (await batch({ count: 450, prefix })).body.data
    await create({ code: `${prefix}-OTRO` })
    const rows = (await download({ batch: codes[3] })).slice(1)
    expect(rows.map(([code]) => code).toSorted()).toEqual(codes.toSorted())
  })
})

test('the audit records who created, changed and ended a coupon, and who made a batch', async () => {
  const code = newCode()
  const { _id: id } = (await create({ code, minimum: 9_990 })).body.data
  await update(id, { value: 15, uses: 100 })
  await update(id, { value: 15 })
  await end(id)
  await batch({ count: 2, prefix: code })
  const written = await entries()
  expect(written.map(({ action, id, label }) => [action, id, label])).toEqual([
    ['coupon.create', id, code],
    ['coupon.update', id, code],
    ['coupon.end', id, code],
    ['coupon.batch', '', `${code}-…`],
  ])
  const [created, changed] = written.map(({ before, after }) =>
    changesInWords({ before: before as null, after: after as null }).map(changeLine),
  )
  expect(created).toEqual(expect.arrayContaining(['Tipo: Porcentaje', 'Compra mínima: $9.990']))
  expect(changed).toEqual(['Usos: (vacío) → 100', 'Valor: 10 → 15'])
  const admin = await makeUser(database, { role: 'Administrador' })
  const { body } = await send(auditCalls.listAudit, { query: { what: 'coupons' }, token: admin.token })
  expect(body.data).toHaveLength(4)
})

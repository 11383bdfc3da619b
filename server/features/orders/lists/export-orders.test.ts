import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { orderCalls } from '#contract/orders.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct, makeUser, SHIPPING } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const admin = await makeUser(database, { role: 'Administrador' })
const buyer = await makeUser(database)

async function download(query: { from?: string; to?: string } = {}) {
  const { status, headers, body } = await send(orderCalls.exportOrders, { query, token: admin.token })
  expect(status).toBe(200)
  const bytes = new Uint8Array(body as unknown as Buffer)
  const [sheet] = await readWorkbook(new Blob([bytes]), { trim: false })
  const [header = [], ...rows] = sheet?.data ?? []
  return { headers, header, rows, numbers: [...new Set(rows.map(([number]) => number))] }
}

/** An order as a row of the database, with these lines. */
async function makeOrder(created_at: string, lines: [productId: string, quantity: number][], name = 'Ana') {
  const { postalCode, lastName, ...shipping } = SHIPPING
  const order = await database
    .insertInto('orders')
    .values({
      ...shipping,
      name,
      last_name: lastName,
      postal_code: postalCode,
      user_id: buyer.id,
      total: 1_000.5 * lines.length,
      created_at: new Date(created_at),
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  for (const [index, [product, quantity]] of lines.entries())
    await sql`
      insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total)
      values (${order.id}, ${index + 1}, ${product}, ${`Vendido ${index}`}, 500, ${quantity}, 12.5, 1000.5)`.execute(
      database,
    )
  return order.number
}

test('the export has a row for each line, and each order’s total once', async () => {
  const [one, other] = [await makeProduct(database, { barcode: '0736' }), await makeProduct(database)]
  const first = await makeOrder('2026-03-10T15:00:00Z', [[one.id, 2]], '=1+1')
  const second = await makeOrder('2026-03-10T16:30:00Z', [
    [one.id, 1],
    [other.id, 3],
  ])
  await database
    .updateTable('orders')
    .set({ payment: 'x.webp', status: 'delivered' })
    .where('number', '=', first)
    .execute()
  const { header, rows, headers } = await download()
  expect(header).toEqual([
    'N° pedido',
    'Fecha',
    'Estado',
    'Cliente',
    'Correo',
    'Teléfono',
    'Dirección',
    'Ciudad',
    'Producto',
    'Código de barras',
    'Cantidad',
    'Precio',
    'Descuento',
    'Total línea',
    'Total pedido',
    'Comprobante',
  ])
  const person = ['ana@correo.cl', '912345678', 'Los Aromos 123', 'Ñuñoa']
  const at = '2026-03-10 13:30'
  expect(rows).toEqual([
    [second, at, 'Pendiente', 'Ana Soto', ...person, 'Vendido 0', '0736', 1, 500, 12.5, 1_000.5, 2_001, 'NO'],
    [
      second,
      at,
      'Pendiente',
      'Ana Soto',
      ...person,
      'Vendido 1',
      other.barcode,
      3,
      500,
      12.5,
      1_000.5,
      null,
      'NO',
    ],
    [
      first,
      '2026-03-10 12:00',
      'Entregado',
      "'=1+1 Soto",
      ...person,
      'Vendido 0',
      '0736',
      2,
      500,
      12.5,
      1_000.5,
      1_000.5,
      'SI',
    ],
  ])
  expect(headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; filename="pedidos-\d{4}-\d\d-\d\d\.xlsx"$/),
    'cache-control': 'private, no-store',
  })
})

test('the export’s days are in the pharmacy’s time zone, and both included', async () => {
  const { id } = await makeProduct(database)
  // Around the midnights of 5 April 2025, when Chile's clocks go back.
  const instants = [
    '2025-04-05T02:59:59Z',
    '2025-04-05T03:00:00Z',
    '2025-04-06T03:59:59Z',
    '2025-04-06T04:00:00Z',
  ]
  const numbers: number[] = []
  for (const instant of instants) numbers.push(await makeOrder(instant, [[id, 1]]))
  const [, start, end, next] = numbers
  expect((await download({ from: '2025-04-05', to: '2025-04-05' })).numbers).toEqual([end, start])
  expect((await download({ from: '2025-04-06', to: '2025-12-31' })).numbers).toEqual([next])
  expect((await download({ to: '2025-04-05' })).numbers).toHaveLength(3)
  expect((await download({ from: '2024-01-01', to: '2024-01-31' })).rows).toEqual([])
  for (const query of [{ from: '2025-04-06', to: '2025-04-05' }, { from: 'hoy' }, { to: '2025-02-30' }]) {
    const answer = await send(orderCalls.exportOrders, { query, token: admin.token })
    expect(answer, JSON.stringify(query)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } })
  }
})

test('the export has every line once when there are several batches', async () => {
  const products = await Promise.all(Array.from({ length: 7 }, () => makeProduct(database)))
  for (let times = 0; times < 80; times += 1) {
    await makeOrder(
      '2020-01-01T12:00:00Z',
      products.map(({ id }) => [id, 1]),
    )
  }
  const { rows, numbers } = await download({ to: '2020-01-01' })
  expect(rows).toHaveLength(560)
  expect(new Set(rows.map((row) => `${row[0]} ${row[8]}`)).size).toBe(560)
  expect(numbers).toHaveLength(80)
  expect(rows.filter((row) => row[14] !== null)).toHaveLength(80)
})

test('only administrators may export orders', async () => {
  const marketing = await makeUser(database, { role: 'Marketing' })
  for (const { token } of [buyer, marketing]) {
    expect((await send(orderCalls.exportOrders, { query: {}, token })).status).toBe(403)
  }
  expect((await send(orderCalls.exportOrders, { query: {} })).status).toBe(401)
})

test('the export has columns for coupons and delivery options on days with them, with their pesos once for each order', async () => {
  const product = await makeProduct(database)
  const number = await makeOrder('2021-05-10T15:00:00Z', [
    [product.id, 1],
    [product.id, 2],
  ])
  await database
    .updateTable('orders')
    .set({ coupon_code: 'VERANO', discount: 500, delivery_name: 'Santiago', delivery_cost: 3_490 })
    .where('number', '=', number)
    .execute()
  await makeOrder('2021-05-12T15:00:00Z', [[product.id, 1]])
  const { header, rows } = await download({ from: '2021-05-10', to: '2021-05-10' })
  expect(header.slice(-4)).toEqual(['Código', 'Descuento código', 'Entrega', 'Despacho'])
  expect(rows.map((row) => row.slice(-4))).toEqual([
    ['VERANO', 500, 'Santiago', 3_490],
    ['VERANO', null, 'Santiago', null],
  ])
  expect((await download({ from: '2021-05-12', to: '2021-05-12' })).header).not.toContain('Código')
})

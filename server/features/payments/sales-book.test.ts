import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { auditCalls } from '#contract/audit.ts'
import { orderCalls } from '#contract/orders.ts'
import { paymentCalls, salesBookCalls } from '#contract/payments.ts'
import { createTestApp } from '#tests/app.ts'
import { makeOrder, makeProduct, makeUser } from '#tests/factories.ts'
import { makeTransfer } from '#tests/transfers.ts'

const { database, send } = await createTestApp()
const admin = await makeUser(database, { role: 'Administrador' })
const buyer = await makeUser(database)
const { token } = admin
const product = await makeProduct(database)

type Row = Record<string, unknown>

/** The rows of each sheet by their headers, with days as `YYYY-MM-DD`. */
async function download(query: { from?: string; to?: string } = {}) {
  const { status, headers, body } = await send(salesBookCalls.exportSales, { query, token })
  expect(status).toBe(200)
  const sheets = await readWorkbook(new Blob([new Uint8Array(body as unknown as Buffer)]), { trim: false })
  const rowsOf = ([header = [], ...rows]: unknown[][]) =>
    rows.map((cells): Row => Object.fromEntries(header.map((name, index) => [name, dayOf(cells[index])])))
  const headersOf = sheets.map(({ sheet, data }) => [sheet, data[0]])
  return {
    headers,
    columns: Object.fromEntries(headersOf) as Record<string, unknown[]>,
    sheets: Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, rowsOf(data)])) as Record<
      string,
      Row[]
    >,
  }
}

const dayOf = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)
const sumOf = (rows: Row[], column: string) =>
  rows.reduce((sum, row) => sum + ((row[column] as number | null) ?? 0), 0)

/** An order of an instant with a discounted line. */
async function makeSale(at: string, { price = 1_990, quantity = 1, discount = 0 } = {}) {
  const { id: orderId, number } = await makeOrder(database, {
    userId: buyer.id,
    total: Math.round(quantity * price * (100 - discount)) / 100,
  })
  await sql`
    insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total)
    select id, 1, ${product.id}, 'Vendido', ${price}, ${quantity}, ${discount}, total from orders where id = ${orderId}`.execute(
    database,
  )
  await sql`update orders set created_at = ${at} where id = ${orderId}`.execute(database)
  return { id: orderId, number }
}

async function pay(orders: { id: string }[], payment: Parameters<typeof makeTransfer>[1]) {
  const id = await makeTransfer(database, payment)
  const body = { orders: orders.map(({ id }) => id) }
  expect((await send(paymentCalls.matchPayment, { params: { id }, body, token })).status).toBe(200)
  return id
}

const setStatus = ({ id }: { id: string }, state: 'pending' | 'delivered' | 'cancelled') =>
  send(orderCalls.updateOrderStatus, { body: { id, state }, token })

const markReturned = (order: { id: string }, returned = true) =>
  send(salesBookCalls.markReturned, { body: { order: order.id, returned }, token })

test('the book has orders by day with net and IVA as in their details, discounts, and the transfers that pay them', async () => {
  // 0:30 in UTC is the evening before in Chile.
  const paid = await makeSale('2024-03-02T00:30:00Z', { price: 3_333, quantity: 3, discount: 12.5 })
  const unpaid = await makeSale('2024-03-02T15:00:00Z')
  const cancelled = await makeSale('2024-03-02T16:00:00Z', { price: 5_000 })
  await pay([paid], { amount: 8_000, date: '2024-03-02', document: '=cmd|1', description: 'Transf ANA SOTO' })
  await pay([paid], { amount: 500, date: '2024-03-04', document: '991' })
  await pay([cancelled], { amount: 5_000, date: '2024-03-03', document: '12' })
  await setStatus(cancelled, 'cancelled')
  const { sheets, columns, headers } = await download({ from: '2024-03-01', to: '2024-03-31' })
  const sums = [
    'Pedidos',
    'Neto',
    'IVA 19 % (referencial)',
    'Descuentos',
    'Total',
    'Recibido',
    'Por devolver',
  ]
  const toReturn = ['N° pedido', 'Fecha', 'Cancelado el', 'Pagado el', 'Monto', 'Documento bancario']
  expect(Object.entries(columns)).toEqual([
    ['Por día', ['Fecha', ...sums]],
    ['Por mes', ['Mes', ...sums]],
    [
      'Pedidos',
      [
        ...['N° pedido', 'Fecha', 'Estado', 'Neto', 'IVA 19 % (referencial)', 'Descuentos', 'Total'],
        ...['Pagado el', 'Recibido', 'Diferencia', 'Documento bancario'],
      ],
    ],
    ['Por devolver', toReturn],
    ['Devueltos', [...toReturn, 'Devuelto el']],
  ])
  // 9,999 less 12.5 % is 8,749.125: 8,749 in whole pesos, with an IVA of 1,662.31.
  const first = [7_087, 1_662, 1_250, 8_749, 8_500]
  const second = [1_612, 378, 0, 1_990, 0]
  expect(sheets.Pedidos!.map((row) => Object.values(row))).toEqual([
    [
      ...[paid.number, '2024-03-01', 'Pendiente', ...first.slice(0, 4), '2024-03-04', 8_500, -249],
      "'=cmd|1, 991",
    ],
    [unpaid.number, '2024-03-02', 'Pendiente', ...second.slice(0, 4), null, 0, null, null],
  ])
  expect(sheets['Por día']!.map((row) => Object.values(row))).toEqual([
    ['2024-03-01', 1, ...first, 0],
    ['2024-03-02', 1, ...second, 5_000],
  ])
  expect(sheets['Por mes']!.map((row) => Object.values(row))).toEqual([
    ['2024-03', 2, ...first.map((sum, place) => sum + second[place]!), 5_000],
  ])
  expect(sheets['Por devolver']).toMatchObject([
    { 'N° pedido': cancelled.number, Fecha: '2024-03-02', 'Pagado el': '2024-03-03', Monto: 5_000 },
  ])
  expect(JSON.stringify(sheets)).not.toMatch(/soto/i)
  expect(headers).toMatchObject({
    'content-disposition': 'attachment; filename="ventas-2024-03-01-a-2024-03-31.xlsx"',
    'cache-control': 'private, no-store',
  })
  const { body } = await send(auditCalls.listAudit, { query: { what: 'downloads' }, token })
  expect(body.data[0]).toMatchObject({
    action: 'sales.export',
    label: 'ventas-2024-03-01-a-2024-03-31.xlsx',
    after: { from: '2024-03-01', to: '2024-03-31' },
  })
})

test('the book’s sums are exactly those of its rows and of the database, for random orders and transfers', async () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const drawn = Array.from({ length: 230 }, () => ({
    at: new Date(Date.UTC(2023, random(4), 1 + random(28), random(24), random(60))).toISOString(),
    line: { price: 1 + random(30_000), quantity: 1 + random(9), discount: random(4_000) / 100 },
    paid: random(3),
    difference: random(3) - 1,
    cancelled: random(5) === 0,
    returned: random(3) === 0,
  }))
  const make = async ({ at, line, ...rest }: (typeof drawn)[number]) => ({
    ...(await makeSale(at, line)),
    ...rest,
    transfer: await makeTransfer(database, { amount: 1, document: 'x' }),
  })
  await sql`
    with drawn as (
      select * from jsonb_to_recordset(${JSON.stringify(await Promise.all(drawn.map(make)))}::jsonb)
        as row (id uuid, transfer uuid, paid int, difference int, cancelled boolean, returned boolean)
    ), changed as (
      update orders set status = case when cancelled then 'cancelled' else 'delivered' end,
        paid_amount = case when paid > 0 then greatest(1, round(total)::int + difference) else 0 end,
        paid_on = case when paid > 0 then '2023-05-01'::date end
      from drawn where orders.id = drawn.id returning orders.id, transfer, paid_amount, cancelled, returned
    ), matched as (
      insert into payment_matches (payment_id, order_id, position, amount, due)
      select transfer, id, 0, paid_amount, 0 from changed where paid_amount > 0
    )
    insert into payment_returns (order_id)
    select id from changed where cancelled and returned and paid_amount > 0`.execute(database)
  for (const days of [
    { from: '2023-01-01', to: '2023-02-14' },
    { from: '2022-12-31', to: '2023-12-31' },
    {},
  ]) {
    const { sheets } = await download(days)
    const { from = '0001-01-01', to = '9999-01-01' } = days
    const { rows } = await sql<Row>`
      with sold as (
        select status, paid_amount, round(total)::int as whole, paid_amount > 0 and status = 'cancelled' and not exists (
            select from payment_returns where order_id = orders.id) as owed,
          (select sum(price * quantity) from order_lines where order_id = orders.id) as undiscounted
        from orders where (created_at at time zone 'America/Santiago')::date between ${from}::date and ${to}::date
      ), sales as (select * from sold where status <> 'cancelled')
      select (select count(*)::int from sales) as "Pedidos", (select sum(whole)::int from sales) as "Total",
        (select sum(round(whole * 19 / 100.0))::int from sales) as "IVA 19 % (referencial)",
        (select sum(undiscounted - whole)::int from sales) as "Descuentos",
        (select sum(paid_amount)::int from sales) as "Recibido",
        (select coalesce(sum(paid_amount), 0)::int from sold where owed) as "Por devolver"`.execute(database)
    const [expected] = rows
    for (const name of ['Por día', 'Por mes']) {
      const found = sheets[name]!
      for (const [column, sum] of Object.entries(expected!))
        expect([name, column, sumOf(found, column)]).toEqual([name, column, sum])
      for (const row of found)
        expect(Number(row.Neto) + Number(row['IVA 19 % (referencial)'])).toBe(row.Total)
    }
    const orders = sheets.Pedidos!
    expect(orders).toHaveLength(Number(expected!.Pedidos))
    for (const column of ['Neto', 'IVA 19 % (referencial)', 'Descuentos', 'Total', 'Recibido']) {
      expect(sumOf(sheets['Por día']!, column)).toBe(sumOf(orders, column))
      for (const row of sheets['Por día']!)
        expect(row[column]).toBe(
          sumOf(
            orders.filter(({ Fecha }) => Fecha === row.Fecha),
            column,
          ),
        )
    }
    const numbers = orders.map((row) => row['N° pedido'] as number)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
    const owed = sheets['Por devolver']!.filter(({ Fecha }) => `${Fecha}` >= from && `${Fecha}` <= to)
    expect(sumOf(owed, 'Monto')).toBe(expected!['Por devolver'])
  }
})

test('the book has columns for coupons and deliveries, and a sheet of each coupon’s discounts and sales, if its days have them', async () => {
  const day = '2021-03-01'
  const sale = async (hour: number, { discount = 0, cost = 0 } = {}) => {
    const { id } = await makeSale(`${day}T1${hour}:00:00Z`, { price: 10_000, discount: 10 })
    await sql`
      update orders set total = total - ${discount} + ${cost}, discount = ${discount}, delivery_cost = ${cost},
        coupon_code = ${discount ? 'VERANO' : ''}, delivery_name = ${cost ? 'Santiago' : ''} where id = ${id}`.execute(
      database,
    )
  }
  await sale(1, { discount: 500, cost: 3_490 })
  await sale(2, { discount: 400 })
  await sale(3)
  const { sheets, columns } = await download({ from: day, to: day })
  const sums = { Descuentos: 3_000, 'Descuentos por código': 900, Despachos: 3_490, Total: 29_590 }
  expect(sheets['Por día']).toMatchObject([sums])
  expect(sheets['Por mes']).toMatchObject([sums])
  expect(sheets['Por código']).toEqual([{ Código: 'VERANO', Pedidos: 2, Descontado: 900, Vendido: 20_590 }])
  for (const row of sheets.Pedidos!)
    expect(
      10_000 - Number(row.Descuentos) - Number(row['Descuentos por código']) + Number(row.Despachos),
    ).toBe(row.Total)
  expect(columns.Pedidos).toContain('Código')
  const without = await download({ from: '2020-01-01', to: '2020-01-02' })
  expect(without.columns).not.toHaveProperty('Por código')
  expect(without.columns.Pedidos).not.toContain('Despachos')
})

test('refuses days whose end is before their beginning', async () => {
  for (const query of [{ from: '2025-04-06', to: '2025-04-05' }, { from: 'hoy' }]) {
    const answer = await send(salesBookCalls.exportSales, { query, token })
    expect(answer, JSON.stringify(query)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } })
  }
})

test('lists the money of a cancelled paid order as to be returned until it is marked as returned', async () => {
  const order = await makeSale('2022-05-10T15:00:00Z', { price: 7_000 })
  await sql`update orders set name = 'Rosalba', email = 'rosalba@correo.cl' where id = ${order.id}`.execute(
    database,
  )
  expect(await markReturned(order)).toMatchObject({ status: 409, body: { code: 'NOT_TO_RETURN' } })
  const payment = await pay([order], { amount: 7_000, date: '2022-05-11' })
  expect(await markReturned(order)).toMatchObject({ status: 409, body: { code: 'NOT_TO_RETURN' } })
  await setStatus(order, 'cancelled')
  const find = async () => {
    const { body } = await send(salesBookCalls.listReturns, { query: { search: 'rosalba' }, token })
    return body
  }
  expect(await find()).toEqual({
    total: 1,
    data: [
      {
        ...{ _id: order.id, nro_delivery: order.number, name: 'Rosalba Soto', email: 'rosalba@correo.cl' },
        ...{ phone: '912345678', amount: 7_000, paidOn: '2022-05-11' },
        ...{ cancelledAt: expect.any(String), returnedAt: null },
      },
    ],
  })
  for (let times = 0; times < 2; times += 1) expect((await markReturned(order)).status).toBe(200)
  expect((await find()).data).toMatchObject([{ returnedAt: expect.any(String) }])
  const today = new Date().toISOString()
  const year = {
    from: `${Number(today.slice(0, 4)) - 1}-01-01`,
    to: `${Number(today.slice(0, 4)) + 1}-01-01`,
  }
  const { sheets } = await download(year)
  const isOrder = (row: Row) => row['N° pedido'] === order.number
  expect(sheets.Devueltos!.filter(isOrder)).toMatchObject([{ Monto: 7_000, Fecha: '2022-05-10' }])
  expect(sheets['Por devolver']!.filter(isOrder)).toEqual([])
  expect((await download({ to: '2022-12-31' })).sheets.Devueltos).toEqual([])

  // A reopened order would count as paid without its money.
  expect(await setStatus(order, 'pending')).toMatchObject({ status: 409, body: { code: 'MONEY_RETURNED' } })
  for (let times = 0; times < 2; times += 1) expect((await markReturned(order, false)).status).toBe(200)
  expect((await find()).data).toMatchObject([{ returnedAt: null }])
  const { body } = await send(auditCalls.listAudit, { query: { what: 'payments' }, token })
  const ofOrder = body.data.filter(
    ({ action, subjectId }) => action === 'payment.returned' && subjectId === order.id,
  )
  expect(ofOrder.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { returned: true }, after: { returned: false, amount: 7_000 } },
    { before: { returned: false }, after: { returned: true, amount: 7_000 } },
  ])

  await markReturned(order)
  await send(paymentCalls.unmatchPayment, { params: { id: payment }, token })
  expect((await find()).data).toEqual([])
  expect((await setStatus(order, 'pending')).status).toBe(200)
  for (const wrong of ['x', crypto.randomUUID()]) expect((await markReturned({ id: wrong })).status).toBe(404)
})

test('refuses one of two simultaneous acts: marking the money as returned, and reopening the order', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await makeSale('2020-06-10T15:00:00Z')
    await pay([order], { amount: 1_990 })
    await setStatus(order, 'cancelled')
    const answers = await Promise.all([markReturned(order), setStatus(order, 'pending')])
    const codes = answers.map(({ status, body }) => ('code' in body ? body.code : status))
    expect([
      ['200', 'MONEY_RETURNED'],
      ['NOT_TO_RETURN', '200'],
    ]).toContainEqual(codes.map(String))
  }
})

test('orders whose money is to be returned come first, then the newest', async () => {
  const orders = []
  for (let day = 1; day <= 3; day += 1) {
    const order = await makeSale(`2021-01-0${day}T15:00:00Z`)
    await sql`update orders set name = 'Fermina' where id = ${order.id}`.execute(database)
    await pay([order], { amount: 1_990 })
    await setStatus(order, 'cancelled')
    orders.push(order)
  }
  const [first, second, third] = orders
  await markReturned(third!)
  const { body } = await send(salesBookCalls.listReturns, {
    query: { search: 'fermina', pageSize: 2 },
    token,
  })
  expect(body.total).toBe(3)
  expect(body.data.map(({ _id }) => _id)).toEqual([second!.id, first!.id])
  const next = await send(salesBookCalls.listReturns, {
    query: { search: 'fermina', pageSize: 2, page: 2 },
    token,
  })
  expect(next.body.data.map(({ _id }) => _id)).toEqual([third!.id])
})

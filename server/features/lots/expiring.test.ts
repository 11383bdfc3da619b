import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { boardCalls } from '#contract/board.ts'
import { lotCalls } from '#contract/lots.ts'
import { productCalls } from '#contract/products.ts'
import { store } from '#store'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeOrder, makeProduct, makeUser, unique } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const admin = await makeUser(database, { role: 'Administrador' })
const { token } = admin
const audit = openAuditTrail(database)

/** The day this number of days after today, in the pharmacy's time zone. */
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: store.timeZone })
const receive = (productId: string, ...lots: [lot: string, expires: string, units: number][]) =>
  send(lotCalls.receiveGoods, {
    body: { lines: lots.map(([lot, expires, units]) => ({ productId, lot, expires, units })) },
    token,
  })
const expired = async (query: object = {}) => (await send(lotCalls.listExpired, { query, token })).body
const writeOff = (lots: string[], reason = 'Vencidos del mes') =>
  send(lotCalls.writeOffExpired, { body: { lots, reason }, token })

test('lists lots that expire soon with their value and whether they sell in time, by laboratory, as a workbook too', async () => {
  const laboratory = `Quillay ${unique()}`
  const { id, tradename } = await makeProduct(database, { stock: 100, laboratory, cost: 1_000, discount: 50 })
  await receive(
    id,
    ['UNO', inDays(10), 10],
    ['DOS', inDays(20), 20],
    ['HOY', inDays(0), 1],
    ['LEJOS', inDays(100), 5],
  )
  const { id: other } = await makeProduct(database, { stock: 9 })
  await receive(other, ['OTRO', inDays(15), 9])
  await makeOrder(database, { userId: admin.id, lines: [{ productId: id, quantity: 30 }] })
  const list = async (query: object) =>
    (await send(lotCalls.listExpiring, { query: { laboratory, ...query }, token })).body
  const found = await list({ days: 30 })
  expect(found).toMatchObject({ total: 3, units: 31, value: 31_000 })
  expect(found.data.map(({ lot, units, value, soldInTime }) => [lot, units, value, soldInTime])).toEqual([
    ['HOY', 1, 1_000, true],
    ['UNO', 10, 10_000, true],
    ['DOS', 20, 20_000, false],
  ])
  const [second, beyond] = [await list({ days: 30, page: 2, pageSize: 2 }), await list({ days: 30, page: 9 })]
  expect(second).toMatchObject({ total: 3, data: [{ lot: 'DOS' }] })
  expect(beyond).toMatchObject({ total: 3, data: [] })
  expect(await list({ days: 180, search: 'lejos', page: 1 })).toMatchObject({
    total: 1,
    data: [{ tradename, expires: inDays(100) }],
  })
  const { tasks } = (await send(boardCalls.readBoard, { token })).body.data
  expect(tasks).toMatchObject({ expiringLots: 4 })
  expect(tasks).not.toHaveProperty('expiredLots')
  const { status, body } = await send(lotCalls.exportExpiring, { query: { days: 30, laboratory }, token })
  expect(status).toBe(200)
  const [sheet] = await readWorkbook(new Blob([new Uint8Array(body as unknown as Buffer)]), { trim: false })
  expect(sheet?.data.slice(1).map((row) => row.slice(3, 6))).toEqual([
    ['HOY', inDays(0), 1],
    ['UNO', inDays(10), 10],
    ['DOS', inDays(20), 20],
  ])
})

test('writes off expired lots once, with the reason, and never a good lot', async () => {
  const { id, tradename } = await makeProduct(database, { stock: 4 })
  await receive(id, ['AYER', inDays(-1), 3], ['HOY', inDays(0), 2])
  const [row] = (await expired({ search: tradename })).data
  expect(row).toMatchObject({ productId: id, lot: 'AYER', units: 3 })
  const { data: lots } = (await send(lotCalls.listProductLots, { params: { id }, token })).body
  const good = lots.find(({ lot }) => lot === 'HOY')!
  expect((await writeOff([row!._id, good._id])).status).toBe(400)
  expect((await writeOff([row!._id, id])).status).toBe(404)
  expect((await writeOff([row!._id], ' ')).status).toBe(400)
  const twice = await Promise.all([writeOff([row!._id]), writeOff([row!._id])])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { body } = await send(productCalls.getProduct, { params: { id }, token })
  expect(body.data).toMatchObject({ stock: 6, sellable: 6, expired: 0 })
  expect((await expired({ search: tradename })).total).toBe(0)
  const entries = (await audit.entries()).filter(({ action }) => action === 'stock.write-off')
  expect(entries).toMatchObject([{ after: { reason: 'Vencidos del mes' } }])
})

test('only administrators see what expires', async () => {
  for (const role of ['Cliente', 'Marketing'] as const) {
    const { token } = await makeUser(database, { role })
    const answers = await Promise.all([
      send(lotCalls.listExpiring, { query: {}, token }),
      send(lotCalls.exportExpiring, { query: {}, token }),
      send(lotCalls.listExpired, { query: {}, token }),
      send(lotCalls.writeOffExpired, { body: { lots: ['x'], reason: 'x' }, token }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  }
})

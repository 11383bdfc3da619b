import fc from 'fast-check'
import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { orderPrescriptionCalls, type RegisterRow } from '#contract/order-prescriptions.ts'
import { orderCalls } from '#contract/orders.ts'
import { needsPrescription, SALE_CONDITIONS, type SaleCondition } from '#domain/sale-condition.ts'
import { createTestApp } from '#tests/app.ts'
import { openAuditTrail } from '#tests/audit.ts'
import { makeOrder, makeProduct, makeUser, unique } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const audit = openAuditTrail(database)
const { token } = await makeUser(database, { role: 'Administrador', name: 'Jefa' })

type Query = {
  search?: string
  from?: string
  to?: string
  struck?: boolean
  page?: number
  pageSize?: number
}
const register = async (query: Query = {}) =>
  (await send(orderPrescriptionCalls.listRegister, { query, token })).body
const rowsOf = async (orderId: string, query: Query = {}) =>
  (await register(query)).data.filter(({ order }) => order._id === orderId)
const setStatus = (id: string, state: 'pending' | 'delivered' | 'cancelled') =>
  send(orderCalls.updateOrderStatus, { body: { id, state }, token })
const review = (id: string, body: object) =>
  send(orderPrescriptionCalls.reviewPrescription, {
    params: { id },
    body: { approved: true, ...body },
    token,
  })
const receive = (id: string, received: boolean) =>
  send(orderPrescriptionCalls.receiveOriginal, { params: { id }, body: { received }, token })

async function makeNeedy(conditions: SaleCondition[]) {
  const buyer = await makeUser(database)
  const products = []
  for (const [index, sale_condition] of conditions.entries())
    products.push(
      await makeProduct(database, {
        sale_condition,
        form: 'Comprimidos',
        dcm: `Sertralina ${index + 1}0 mg`,
        stock: 1_000,
      }),
    )
  const lines = products.map(({ id }, index) => ({ productId: id, quantity: index + 1 }))
  return { ...(await makeOrder(database, { userId: buyer.id, lines })), buyer, products }
}

test('the register has a row for each dispensed line on prescription, completed by a later approval and the original', async () => {
  const { id, number, products } = await makeNeedy(['simple', 'direct', 'retained'])
  await setStatus(id, 'delivered')
  const before = await rowsOf(id)
  expect(before.map(({ product }) => product).toSorted()).toEqual(
    [products[0]!.tradename, products[2]!.tradename].toSorted(),
  )
  expect(before.find(({ saleCondition }) => saleCondition === 'retained')).toMatchObject({
    order: { _id: id, nro_delivery: number },
    patient: { name: 'Ana Soto', rut: '123456789' },
    prescriber: { name: '', rut: '' },
    ...{ quantity: 3, approvedBy: '', retained: false, folio: '', struckAt: null },
  })
  await review(id, { prescriber: 'Dra. Soto', prescriberRut: '12.345.678-5', folio: 'E-9' })
  await receive(id, true)
  const completed = {
    prescriber: { name: 'Dra. Soto', rut: '12345678' },
    approvedBy: 'Jefa Soto',
    folio: 'E-9',
  }
  expect(
    (await rowsOf(id)).map(({ retained, saleCondition }) => [saleCondition, retained]).toSorted(),
  ).toEqual([
    ['retained', true],
    ['simple', false],
  ])
  for (const row of await rowsOf(id)) expect(row).toMatchObject(completed)

  // When the order is pending again, its rows stay struck; when it is delivered again, there are new rows.
  await setStatus(id, 'pending')
  expect(await rowsOf(id)).toEqual([])
  const struck = await rowsOf(id, { struck: true })
  expect(struck).toMatchObject([completed, completed])
  for (const { struckAt } of struck) expect(struckAt).toEqual(expect.any(String))
  await setStatus(id, 'delivered')
  expect(await rowsOf(id)).toMatchObject([completed, completed])
  expect(await rowsOf(id, { struck: true })).toHaveLength(4)
})

test('the register names a lasting prescription’s prescriber in the rows of the orders that it serves', async () => {
  const first = await makeNeedy(['simple'])
  await review(first.id, { prescriber: 'Dr. Vega', folio: 'E-5', deliveries: 2 })
  const order = await makeOrder(database, {
    userId: first.buyer.id,
    lines: first.products.map(({ id }) => ({ productId: id, quantity: 1 })),
  })
  await sql`
    insert into prescription_uses (prescription_id, order_id)
    select id, ${order.id} from lasting_prescriptions where order_id = ${first.id}`.execute(database)
  // A strength that was corrected since doesn't matter for the same product.
  await database
    .updateTable('products')
    .set({ equivalence: 'sertralina|12mg|comprimidos' })
    .where('id', '=', first.products[0]!.id)
    .execute()
  await review(order.id, {})
  await setStatus(order.id, 'delivered')
  expect(await rowsOf(order.id)).toMatchObject([
    { prescriber: { name: 'Dr. Vega' }, folio: 'E-5', approvedBy: 'Jefa Soto' },
  ])
})

test('the register is searched by product, patient, prescriber, RUT and number, by days and pages, and answered as a workbook', async () => {
  const { id, number, buyer, products } = await makeNeedy(['simple', 'simple'])
  const name = `Íñiguez${unique()}`
  await database
    .updateTable('users')
    .set({ lastname: name, rut: '7654321' })
    .where('id', '=', buyer.id)
    .execute()
  const prescriber = `Dr. Quiroga ${unique()}`
  await review(id, { prescriber, prescriberRut: '12.345.678-5' })
  await setStatus(id, 'delivered')
  const found = async (search: string) => (await rowsOf(id, { search })).length
  for (const search of [name.toUpperCase(), prescriber, String(number), '7.654.321-6'])
    expect([search, await found(search)]).toEqual([search, 2])
  expect(await found(products[0]!.tradename)).toBe(1)
  expect(await found('nadie')).toBe(0)
  const paged = await register({ search: name, page: 2, pageSize: 1 })
  expect([paged.data.length, paged.total]).toEqual([1, 2])
  const { date } = (await rowsOf(id))[0]!
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santiago' }).format(new Date(date))
  expect(await rowsOf(id, { from: day, to: day })).toHaveLength(2)
  expect(await rowsOf(id, { to: '2020-01-01' })).toEqual([])
  const wrong = await send(orderPrescriptionCalls.listRegister, {
    query: { from: '2026-02-02', to: '2026-02-01' },
    token,
  })
  expect(wrong.body.issues).toMatchObject([{ path: 'to' }])

  await audit.clear()
  const { body, headers } = await send(orderPrescriptionCalls.exportRegister, {
    query: { search: name, from: day, to: day },
    token,
  })
  expect(headers['content-disposition']).toContain(`libro-de-recetas-${day}-a-${day}.xlsx`)
  const [sheet] = await readWorkbook(new Blob([body as unknown as Uint8Array<ArrayBuffer>]), { trim: false })
  const [header = [], ...rows] = sheet!.data
  expect(rows).toHaveLength(2)
  expect(Object.fromEntries(header.map((name, place) => [name, rows[0]![place]]))).toMatchObject({
    'N° pedido': number,
    Paciente: `Ana ${name}`,
    'RUT del paciente': '7.654.321-6',
    Prescriptor: prescriber,
    'RUT del prescriptor': '12.345.678-5',
    Condición: 'Receta simple',
    'Aprobada por': 'Jefa Soto',
    'Original retenido': 'NO',
  })
  expect(await audit.entries()).toMatchObject([{ action: 'register.export' }])
})

const ACTS = [
  'deliver',
  'pend',
  'cancel',
  'approve',
  'approve-folio',
  'reject',
  'receive',
  'give-back',
  'change',
] as const

test('the register has exactly the delivered lines on prescription, in any sequence of acts, and never loses a row', async () => {
  const act = fc.record({
    kind: fc.constantFrom(...ACTS),
    line: fc.nat(2),
    condition: fc.constantFrom(...SALE_CONDITIONS),
  })
  const conditions = fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(...SALE_CONDITIONS)))
  await fc.assert(
    fc.asyncProperty(conditions, fc.array(act, { minLength: 2, maxLength: 9 }), async (bought, acts) => {
      const { id, products } = await makeNeedy(bought)
      let rows: RegisterRow[] = []
      for (const { kind, line, condition } of acts) {
        if (kind === 'deliver') await setStatus(id, 'delivered')
        else if (kind === 'pend') await setStatus(id, 'pending')
        else if (kind === 'cancel') await setStatus(id, 'cancelled')
        else if (kind === 'approve') await review(id, { prescriber: 'Dra. Soto' })
        else if (kind === 'approve-folio') await review(id, { folio: 'E-3' })
        else if (kind === 'reject') await review(id, { approved: false, reason: 'No se lee.' })
        else if (kind === 'change')
          await database
            .updateTable('products')
            .set({ sale_condition: condition })
            .where('id', '=', products[line]!.id)
            .execute()
        else await receive(id, kind === 'receive')

        const { body } = await send(orderCalls.getOrder, { params: { id }, token })
        const order = body.data
        const all = await rowsOf(id, { struck: true })
        // Rows are never removed, and a struck one never changes.
        for (const earlier of rows) {
          const now = all.find(({ _id }) => _id === earlier._id)
          expect(now).toBeDefined()
          if (earlier.struckAt) expect(now).toEqual(earlier)
        }
        rows = all
        const approval = order.prescription.state === 'approved' ? order.staff!.approval : null
        const expected =
          order.status !== 'delivered'
            ? []
            : order.products.filter(({ saleCondition }) => needsPrescription(saleCondition))
        expect(
          all
            .filter(({ struckAt }) => !struckAt)
            .map(comparable)
            .toSorted(),
        ).toEqual(
          expected
            .map(({ productName: product, quantity, saleCondition }) =>
              comparable({
                ...{ product, quantity, saleCondition: saleCondition as RegisterRow['saleCondition'] },
                prescriber: { name: approval?.prescriber ?? '', rut: '' },
                ...{ approvedBy: approval ? 'Jefa Soto' : '', folio: approval?.folio ?? '' },
                retained: saleCondition !== 'simple' && order.prescription.originalReceivedAt !== null,
              }),
            )
            .toSorted(),
        )
      }
    }),
    { numRuns: 20 },
  )
})

const comparable = ({
  product,
  quantity,
  saleCondition,
  prescriber,
  approvedBy,
  folio,
  retained,
}: Pick<
  RegisterRow,
  'product' | 'quantity' | 'saleCondition' | 'prescriber' | 'approvedBy' | 'folio' | 'retained'
>) => JSON.stringify([product, quantity, saleCondition, prescriber.name, approvedBy, folio, retained])

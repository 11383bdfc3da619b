import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditCalls } from '#contract/audit.ts'
import { paymentCalls } from '#contract/payments.ts'
import { addressOf, createTestApp, openDatabase } from '#tests/app.ts'
import { makeOrder, makeUser } from '#tests/factories.ts'
import { multipart } from '#tests/images.ts'
import type { BankMovement } from '#tests/statement-layouts.ts'
import { ACCOUNT, csvFile, type Form, statementFile } from '#tests/statements.ts'
import { bookWith, sheetOf } from '#tests/workbooks.ts'

const app = await createTestApp()
const { database, send } = app
const { id: userId, token } = await makeUser(database, { role: 'Administrador' })

let lastDocument = 1_000
/** A credit that no other test has. */
function credit(values: Partial<BankMovement> = {}): BankMovement {
  lastDocument += 1
  return {
    date: '2026-03-02',
    description: `Transf de FULANO ${lastDocument}`,
    document: String(lastDocument),
    credit: 12_345,
    debit: 0,
    ...values,
  }
}

const upload = (bytes: Buffer, fields: { columns?: string } = {}, { send: by } = app) =>
  by(paymentCalls.uploadStatement, { form: multipart(fields, ['file', bytes, 'cartola.xlsx']), token })

async function uploaded(bytes: Buffer) {
  const { status, body } = await upload(bytes)
  expect([status, body]).toEqual([201, { message: expect.any(String), data: expect.any(Object) }])
  return body.data
}

const chile = (movements: BankMovement[], form: Parameters<typeof statementFile>[2] = {}) =>
  statementFile('chile', movements, form)

const countPayments = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from payments`.execute(database)
  return rows[0]!.count
}

test('a statement’s credits become transfers, once: the same file again changes nothing', async () => {
  const movements = [
    credit({ date: '2026-03-02' }),
    credit({ date: '2026-03-03', credit: 0, debit: 5_000, description: 'Pago a proveedor' }),
    credit({ date: '2026-03-05' }),
  ]
  const first = await uploaded(chile(movements))
  expect(first).toEqual({
    ...{ _id: expect.any(String), bank: 'chile', account: ACCOUNT, fileName: 'cartola.xlsx' },
    ...{ actor: 'Ana Soto', createdAt: expect.any(String), from: '2026-03-02', to: '2026-03-05' },
    ...{ credits: 2, sure: 0, proposed: 0, unknown: 2, matched: 0, aside: 0, repeated: 0 },
    ...{ gaps: [], refused: [] },
  })
  const payments = () =>
    send(paymentCalls.listPayments, { query: { statement: first._id }, token }).then(({ body }) => body)
  const { data, total } = await payments()
  expect(total).toBe(2)
  expect(data).toMatchObject([
    { date: '2026-03-05', amount: 12_345, state: 'unknown', orders: [], offers: [] },
    { date: '2026-03-02', description: movements[0]!.description, document: movements[0]!.document },
  ])
  const before = await sql`select * from payments order by id`.execute(database)
  const second = await uploaded(chile(movements))
  expect(second).toMatchObject({ credits: 2, sure: 0, proposed: 0, unknown: 0, repeated: 2 })
  expect((await sql`select * from payments order by id`.execute(database)).rows).toEqual(before.rows)
  expect(await payments()).toEqual({ data, total })
  const { body: list } = await send(paymentCalls.listStatements, { query: { pageSize: 2 }, token })
  expect(list.data).toEqual([second, first])
  const { body: audit } = await send(auditCalls.listAudit, { query: { what: 'payments' }, token })
  expect(audit.data[0]).toMatchObject({
    action: 'payment.statement',
    label: 'cartola.xlsx',
    after: { bank: 'chile', credits: 2, added: 0 },
  })
})

test('stores as many equal transfers of a day as the file with the most of them has', async () => {
  const same = credit({ date: '2026-04-02' })
  const [early, late] = [credit({ date: '2026-04-01' }), credit({ date: '2026-04-03' })]
  expect(await uploaded(chile([early, same]))).toMatchObject({ credits: 2, repeated: 0, unknown: 2 })
  expect(await uploaded(chile([same, same, late]))).toMatchObject({ credits: 3, repeated: 1, unknown: 2 })
  expect(await uploaded(chile([early, same, same]))).toMatchObject({ credits: 3, repeated: 3, unknown: 0 })
  expect(await uploaded(chile([same, same, same]))).toMatchObject({ credits: 3, repeated: 2, unknown: 1 })
  const others = [
    { ...same, date: '2026-04-04' },
    { ...same, credit: same.credit + 1 },
    { ...same, document: `${same.document}9` },
    { ...same, description: `${same.description} X` },
  ]
  expect(await uploaded(chile(others))).toMatchObject({ credits: 4, repeated: 0 })
})

test('distinguishes the same transfer of two accounts; files without an account count as one account', async () => {
  const movements = [credit()]
  expect(await uploaded(chile(movements))).toMatchObject({ account: ACCOUNT, repeated: 0 })
  const unnamed = () => uploaded(chile(movements, { linesAbove: 0 }))
  expect(await unnamed()).toMatchObject({ account: '', repeated: 0, unknown: 1 })
  expect(await unnamed()).toMatchObject({ account: '', repeated: 1, unknown: 0 })
})

test('counts a statement once in different file forms', async () => {
  const movements = [
    credit({ date: '2026-05-04', description: 'Transf de JOSÉ MUÑOZ', credit: 1_234_567 }),
    credit({ date: '2026-05-04', description: 'Transf de JOSÉ MUÑOZ', credit: 1_234_567 }),
    credit({ date: '2026-05-05' }),
  ]
  expect(await uploaded(chile(movements))).toMatchObject({ credits: 3, repeated: 0 })
  const forms: Partial<Form>[] = [
    { file: 'csv' },
    { file: 'csv', delimiter: ',', encoding: 'latin1', amounts: 'pesos' },
    { dates: 'excel', amounts: 'number', order: 'newest' },
    { emptyColumns: 1, linesAbove: 9, isCapital: true, dates: 'short' },
  ]
  for (const form of forms)
    expect(await uploaded(chile(movements, form)), JSON.stringify(form)).toMatchObject({
      credits: 3,
      repeated: 3,
      gaps: [],
    })
})

test('counts a file once that is sent to several servers at once', async () => {
  const others = await Promise.all(
    [1, 2, 3].map(async () => createTestApp({}, openDatabase(await addressOf(database)))),
  )
  const movements = Array.from({ length: 40 }, (_, day) => credit({ date: `2026-06-${10 + (day % 20)}` }))
  const before = await countPayments()
  const answers = await Promise.all(
    [app, ...others].map((server) => upload(chile([...movements, movements[0]!]), {}, server)),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(answers.map(({ body }) => body.data.repeated).toSorted()).toEqual([0, 41, 41, 41])
  expect(await countPayments()).toBe(before + 41)
})

test('one server reads one file at a time', async () => {
  const file = chile([credit()])
  const answers = await Promise.all([upload(file), upload(file)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429])
})

test('reports a missing row as a gap and an unreadable row as refused, and stores the others', async () => {
  const movements = [
    credit({ date: '2026-07-01' }),
    credit({ date: '2026-07-02' }),
    credit({ date: '2026-07-03' }),
  ]
  const gap = await uploaded(chile(movements, { left: [movements[1]!] }))
  expect(gap).toMatchObject({
    credits: 2,
    gaps: [{ after: `01-07-2026 ${movements[0]!.description}`, missing: 12_345 }],
  })
  const rows = [
    [
      'Fecha',
      'Descripción',
      'Canal o Sucursal',
      'Nro. Docto.',
      'Cargos (CLP)',
      'Abonos (CLP)',
      'Saldo (CLP)',
    ],
    ['08/07/2026', 'Transf de UNO', '', '1', '', '7.300,55', ''],
    ['09/07/2026', 'Transf de DOS', '', '2', '', '7.300', ''],
    ['10/07/2026', 'Transf de TRES', '', '3', '', '2000000000', ''],
  ]
  expect(await uploaded(csvFile(rows))).toMatchObject({
    credits: 1,
    unknown: 1,
    refused: [
      { row: 2, column: 'Abonos (CLP)', value: '7.300,55', reason: expect.any(String) },
      { row: 4, column: 'Abono', value: '2.000.000.000', reason: expect.any(String) },
    ],
  })
})

test('asks for the columns of an unknown layout, and remembers them for the same headings', async () => {
  const file = (value: string) =>
    csvFile([
      ['Cuándo', 'Qué pasó', 'Entró', 'Salió'],
      ['03/08/2026', value, '4.500', ''],
      ['04/08/2026', 'Arriendo', '', '9.000'],
    ])
  const [first, second] = [file('Transf de EVA'), file('Transf de IDA')]
  const unknown = await upload(first)
  expect(unknown).toMatchObject({ status: 400, body: { code: 'STATEMENT_COLUMNS' } })
  expect((unknown.body as unknown as { data: object }).data).toMatchObject({
    columns: [
      { key: 'cuando', heading: 'Cuándo', samples: ['03/08/2026', '04/08/2026'] },
      { key: 'que paso', samples: ['Transf de EVA', 'Arriendo'] },
      { key: 'entro' },
      { key: 'salio' },
    ],
    missing: expect.any(Array),
    ...{ doubled: [], questions: [], sheets: [{ columns: [{ key: 'cuando' }, {}, {}, {}] }] },
  })
  const columns = { date: 'Cuándo', description: 'Qué pasó', credit: 'Entró', debit: 'Salió' }
  for (const wrong of ['{', '[]', JSON.stringify({ ...columns, otra: 'x' }), JSON.stringify({ date: 3 })])
    expect(await upload(first, { columns: wrong }), wrong).toMatchObject({ body: { code: 'BAD_INPUT' } })
  expect(await upload(first, { columns: JSON.stringify({ date: 'Cuándo' }) })).toMatchObject({
    status: 400,
    body: { code: 'STATEMENT_COLUMNS' },
  })
  const answer = await upload(first, { columns: JSON.stringify(columns) })
  expect(answer).toMatchObject({ status: 201, body: { data: { bank: null, credits: 1, unknown: 1 } } })
  expect(await uploaded(second)).toMatchObject({ bank: null, credits: 1, unknown: 1 })
  // Columns can also be sent as in imports: the field of each column.
  const other = csvFile([
    ['Cuándo fue', 'Qué fue', 'Entró', 'Nota'],
    ['03/08/2026', 'Transf de ANA', '4.700', 'x'],
  ])
  const assigned = { 'Cuándo fue': 'date', 'Qué fue': 'description', Entró: 'credit', Nota: '' }
  const doubled = JSON.stringify({ ...assigned, Nota: 'credit' })
  expect(await upload(other, { columns: doubled })).toMatchObject({ body: { code: 'BAD_INPUT' } })
  expect(await upload(other, { columns: JSON.stringify(assigned) })).toMatchObject({
    status: 201,
    body: { data: { credits: 1 } },
  })
})

test.each<[string, Buffer]>([
  ['an empty file', Buffer.alloc(0)],
  ['half a workbook', chile([credit()]).subarray(0, 700)],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
])('%s is refused, and changes nothing', async (_, bytes) => {
  const before = await countPayments()
  const { status, body } = await upload(bytes)
  expect([status, body.code]).toEqual([400, 'STATEMENT_UNREADABLE'])
  expect(await countPayments()).toBe(before)
})

test('stores texts without the characters that the database can’t store', async () => {
  const description = (text: string) => credit({ date: '2026-09-01', description: text })
  const movements = [
    description('Transf\u0000 de\u0007 NULA'),
    description(`Transf ${'a'.repeat(492)}💊💊`),
    description('Transf \ud800 sola'),
    description('=cmd|calc <b>"'),
  ]
  const { _id } = await uploaded(chile(movements))
  const { body } = await send(paymentCalls.listPayments, { query: { statement: _id }, token })
  const found = body.data.map((payment) => payment.description)
  expect(found).toHaveLength(4)
  expect(found).toContain('Transf de NULA')
  expect(found).toContain('=cmd|calc <b>"')
  for (const text of found) expect(text.isWellFormed()).toBe(true)
})

test.each(['1.5', '1e309', 'abc', '9007199254740993'])(
  'a refused row that the workbook numbers %j gets the number of its place, and statements can be listed',
  async (number) => {
    const line = (row: string, cells: string[]) =>
      `<row r="${row}">${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
    const lines = [
      line('1', ['Fecha', 'Descripción', 'Cargos', 'Abonos']),
      line(number, ['31/02/2026', 'Sin día', '', '1.000']),
    ]
    const { refused } = await uploaded(bookWith({ 'xl/worksheets/sheet1.xml': sheetOf(lines.join('')) }))
    expect(refused).toMatchObject([{ row: 2 }])
    expect((await send(paymentCalls.listStatements, { query: {}, token })).status).toBe(200)
  },
)

test('a statement has the number of its sure transfers, which can be matched for this statement alone', async () => {
  const order = await makeOrder(database, { userId, total: 45_671, hours: 48 })
  const [day] = new Date().toISOString().split('T')
  const sure = credit({ date: day, description: `Transf pedido ${order.number}`, credit: 45_671 })
  const statement = await uploaded(chile([sure, credit({ date: day, credit: 99_998 })]))
  expect(statement).toMatchObject({ credits: 2, sure: 1, unknown: 1 })
  const list = (state: 'sure' | 'matched' | 'unknown', search?: { search: string }) =>
    send(paymentCalls.listPayments, { query: { statement: statement._id, state, ...search }, token }).then(
      ({ body }) => body,
    )
  expect((await list('sure')).data).toMatchObject([
    { amount: 45_671, orders: [{ _id: order.id, due: 45_671 }], offers: [{ difference: 0 }] },
  ])
  const other = await uploaded(chile([credit({ date: day })]))
  const apply = (id: string) => send(paymentCalls.applySure, { body: { statement: id }, token })
  expect((await apply(other._id)).body.data).toEqual({ matched: 0 })
  expect((await apply(statement._id)).body.data).toEqual({ matched: 1 })
  for (const id of ['x', crypto.randomUUID()]) expect((await apply(id)).status).toBe(404)
  expect(await list('sure')).toEqual({ data: [], total: 0 })
  for (const search of [String(order.number), '45.671', sure.document, 'ana soto'])
    expect(await list('matched', { search }), search).toMatchObject({
      total: 1,
      data: [{ state: 'matched' }],
    })
  for (const search of ['45671', '%', '_____'])
    expect((await list('unknown', { search })).total, search).toBe(0)
  const { body } = await send(paymentCalls.listStatements, { query: { pageSize: 2 }, token })
  expect(body.data).toMatchObject([{ _id: other._id }, { _id: statement._id, sure: 0, matched: 1 }])
  expect((await send(paymentCalls.listPayments, { query: { statement: 'x' }, token })).status).toBe(404)
})

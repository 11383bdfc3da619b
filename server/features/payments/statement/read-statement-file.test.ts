import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readParts } from '#tests/read-statement.ts'
import { type BankMovement, LAYOUTS, type LayoutName } from '#tests/statement-layouts.ts'
import { ACCOUNT, type Form, statementFile } from '#tests/statements.ts'

async function read(bytes: Buffer) {
  const { movements, statement } = await readParts(bytes)
  if (!statement) throw new Error('The file has no known columns.')
  return { ...statement, movements }
}

const NAMES = Object.keys(LAYOUTS) as LayoutName[]

const descriptions = fc.oneof(
  fc.constantFrom(
    '0062846402 Transf de FERNANDO ANDR',
    'PAGO RECIBIDO TF2 076543210-3 COMERCIAL X',
    'TEF 12345678-5 PEREZ SOTO JUAN',
    'Traspaso De:Juan Pérez Soto',
    'Transf. 123456785 pedido 1042',
    'Compra "El Ñandú"; local 3, piso 2',
    'saldo final factura 12',
    'Total Pack SpA',
  ),
  fc
    .array(
      fc.constantFrom(
        'Transf',
        'de',
        'MARÍA',
        'Ñuñoa',
        '1042',
        'CARGO',
        'fecha',
        'Abono',
        'resumen',
        '&',
        '<',
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    .map((words) => `Mov ${words.join(' ')}`),
)

const movements = (minLength: number, hasDocument = true) =>
  fc
    .array(
      fc.record({
        day: fc.integer({ min: 0, max: 50 }),
        description: descriptions,
        document: hasDocument ? fc.integer({ min: 0, max: 99_999_999 }) : fc.constant(0),
        pesos: fc.integer({ min: 1, max: 9_999_999 }),
        isCredit: fc.boolean(),
      }),
      { minLength, maxLength: 25 },
    )
    .map((all) =>
      all
        .toSorted((a, b) => a.day - b.day)
        .map(
          ({ day, description, document, pesos, isCredit }): BankMovement => ({
            // Days from the end of November to the next year.
            date: new Date(Date.UTC(2026, 10, 27 + day)).toISOString().slice(0, 10),
            description,
            document: document === 0 ? '' : String(document),
            credit: isCredit ? pesos : 0,
            debit: isCredit ? 0 : pesos,
          }),
        ),
    )

const forms: fc.Arbitrary<Form> = fc
  .record({
    file: fc.constantFrom('xlsx', 'csv'),
    delimiter: fc.constantFrom(';', ','),
    encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'latin1'),
    amounts: fc.constantFrom('number', 'dots', 'commas', 'pesos', 'padded'),
    dates: fc.constantFrom('slashes', 'dashes', 'short', 'unpadded', 'excel', 'serial'),
    order: fc.constantFrom('oldest', 'newest'),
    balances: fc.constantFrom('each', 'dayEnd', 'ofDay'),
    emptyColumns: fc.constantFrom(0, 0, 1),
    linesAbove: fc.integer({ min: 4, max: 25 }),
    isCapital: fc.boolean(),
  } satisfies { [Key in keyof Form]: fc.Arbitrary<Form[Key]> })
  .map((form) => form as Form)

const comparable = ({ date, description, document, credit, debit }: BankMovement) => ({
  ...{ date, description, document, credit, debit },
})

/** A week of movements, with equal transfers on one day. */
const WEEK: BankMovement[] = [
  ['2026-12-29', 'Transf. Maria Carolina', '105112904', 45_990, 0],
  ['2026-12-30', '0062846402 Transf de FERNANDO ANDR', '62846402', 1_234_567, 0],
  ['2026-12-30', 'PAGO PROVEEDOR LABORATORIO CHILE S.A.', '1123456', 0, 350_000],
  ['2026-12-30', 'TEF 12345678-5 PEREZ SOTO JUAN', '1123457', 7_300, 0],
  ['2027-01-04', 'TEF 12345678-5 PEREZ SOTO JUAN', '1123458', 7_300, 0],
  ['2027-01-04', 'COMISIÓN MANTENCIÓN', '1123459', 0, 500],
].map(([date, description, document, credit, debit]) => ({
  ...{ date: String(date), description: String(description), document: String(document) },
  ...{ credit: Number(credit), debit: Number(debit) },
}))

const FORMS: [string, Partial<Form>][] = [
  ['as downloaded, below many lines', { linesAbove: 25, emptyColumns: 1 }],
  [
    'opened and saved again in Excel',
    { amounts: 'number', dates: 'excel', order: 'newest', isCapital: true },
  ],
  [
    'as a Latin-1 list',
    { file: 'csv', encoding: 'latin1', amounts: 'pesos', dates: 'dashes', balances: 'dayEnd' },
  ],
  [
    'as a UTF-8 list with a mark',
    {
      file: 'csv',
      encoding: 'utf-8 with mark',
      delimiter: ',',
      amounts: 'padded',
      dates: 'short',
      order: 'newest',
    },
  ],
  ['with the balance of the day in each row', { amounts: 'commas', dates: 'unpadded', balances: 'ofDay' }],
]

describe.each(FORMS)('a statement %s', (_, form) => {
  test.each(NAMES)('is read: %s', async (name) => {
    const statement = await read(statementFile(name, WEEK, form))
    const hasDocument = name !== 'chileOld'
    const expected = WEEK.map((movement) => ({ ...movement, document: hasDocument ? movement.document : '' }))
    expect(statement).toMatchObject({ bank: LAYOUTS[name].bank, account: ACCOUNT, gaps: [], refused: [] })
    expect(statement.movements.map(comparable)).toEqual(
      form.order === 'newest' ? expected.reverse() : expected,
    )
  })
})

describe.each(NAMES)('statements like %s', (name) => {
  const hasDocument = name !== 'chileOld'

  test('are read exactly as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(movements(1, hasDocument), forms, async (all, form) => {
        const statement = await read(statementFile(name, all, form))
        const expected = form.order === 'newest' ? all.toReversed() : all
        expect(statement.refused).toEqual([])
        expect(statement.movements.map(comparable)).toEqual(expected)
        expect(statement).toMatchObject({ bank: LAYOUTS[name].bank, account: ACCOUNT, gaps: [] })
      }),
      { numRuns: 40 },
    )
  })

  test('show a gap for every lost row', async () => {
    const cases = fc.tuple(movements(4, hasDocument), forms, fc.nat())
    await fc.assert(
      fc.asyncProperty(cases, async ([all, form, at]) => {
        const [first, last] = [all[0]?.date, all.at(-1)?.date]
        // Balances of days can't show a loss on the first day, or on the last day without its balance.
        const inside = all.filter(({ date }) => date !== first && date !== last)
        const candidates = form.balances === 'each' && first !== last ? all.slice(1, -1) : inside
        const left = candidates[at % candidates.length]
        fc.pre(left !== undefined)
        const { gaps } = await read(statementFile(name, all, { ...form, left: [left] }))
        expect(gaps).toEqual([{ after: expect.any(String), missing: left.credit - left.debit }])
      }),
      { numRuns: 40 },
    )
  })
})

import { describe, expect, test } from 'vitest'
import { csvFile, statementFile } from '#tests/statements.ts'
import { bookWith, STYLE, type XmlSheet, xmlBook, xmlSheet } from '#tests/workbooks.ts'
import type { KnownColumns } from './find-table.ts'
import { readStatementFile, type StatementPart } from './read-statement-file.ts'
import type { Movement } from './statement.ts'

type Rows = XmlSheet['rows']

async function parts(bytes: Buffer, known: KnownColumns = {}) {
  const movements: Movement[] = []
  let last: StatementPart = {}
  await readStatementFile(bytes, known, (part) => {
    movements.push(...(part.movements ?? []))
    last = part
  })
  return { movements, statement: last.statement, unknown: last.unknown }
}

/** A statement in short: a line for each movement. */
async function read(rows: Rows, known: KnownColumns = {}) {
  const { movements, statement, unknown } = await parts(xmlBook([{ rows }]), known)
  if (!statement) throw new Error(`Unknown columns: ${JSON.stringify(unknown)}`)
  const { gaps, refused } = statement
  const lines = movements.map(
    ({ date, description, credit, debit }) => `${date} ${description} ${credit - debit}`,
  )
  return { lines, gaps, refused, account: statement.account, bank: statement.bank, movements }
}

const HEADINGS = ['Fecha', 'Descripción', 'N° Documento', 'Cargos', 'Abonos', 'Saldo']
const row = (
  date: string | number | { number: number; style: number },
  abono: string | number | null,
  name = 'Transf',
) => [date, name, '1', null, abono, null] as Rows[number]

describe('an amount', () => {
  test.each([
    ['1.234.567', 1_234_567],
    ['1,234,567', 1_234_567],
    ['$2,500,000', 2_500_000],
    ['$ 25.000.-', 25_000],
    ['7.300', 7_300],
    ['7,300', 7_300],
    ['1.500.000,00', 1_500_000],
    ['45990', 45_990],
    ['+0000000000300000', 300_000],
    ['CLP 9.990', 9_990],
    [45_990.000_000_001, 45_990],
    ['45990.0', 45_990],
  ])('%s is read', async (abono, pesos) => {
    const { lines, refused } = await read([HEADINGS, row('02/12/2026', abono)])
    expect({ lines, refused }).toEqual({ lines: [`2026-12-02 Transf ${pesos}`], refused: [] })
  })

  test.each([
    '7.300,55',
    '7.300,5',
    '7300,55',
    '15.00',
    '15,00',
    '1500.000',
    '0,500',
    '1.23.456',
    '1,234.567',
    '12-10',
    'mil',
    '15%',
    1500.5,
    7.3,
  ])('%s is refused, and the rest is taken', async (abono) => {
    const { lines, refused } = await read([HEADINGS, row('02/12/2026', abono), row('03/12/2026', '990')])
    expect(lines).toEqual(['2026-12-03 Transf 990'])
    expect(refused).toEqual([
      {
        row: 2,
        column: 'Abonos',
        value: String(abono),
        reason: 'El monto no se puede leer como pesos enteros.',
      },
    ])
  })

  test('is refused as a negative credit, a charge and a credit in one row, an error, a date, or when there is none', async () => {
    const { lines, refused } = await read([
      HEADINGS,
      ['02/12/2026', 'Negativo', '1', null, '-500', null],
      ['02/12/2026', 'Ambos', '2', '500', '700', null],
      ['02/12/2026', 'Error', '3', null, { error: '#N/A' }, null],
      ['02/12/2026', 'Fecha', '4', null, { number: 46_000, style: STYLE.date }, null],
      ['02/12/2026', 'Nada', '5', null, null, null],
      ['02/12/2026', 'Cargo al revés', '6', '-500', null, null],
      ['02/12/2026', 'Cargo', '7', '500', '-', null],
    ])
    expect(lines).toEqual(['2026-12-02 Cargo -500'])
    expect(refused.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [2, 'Abonos', 'Un abono no puede ser negativo.'],
      [3, 'Abonos', 'La fila tiene cargo y abono.'],
      [4, 'Abonos', 'El monto no se puede leer como pesos enteros.'],
      [5, 'Abonos', 'El monto no se puede leer como pesos enteros.'],
      [6, 'Abonos', 'La fila no tiene monto.'],
      [7, 'Cargos', 'Un cargo negativo entre cargos positivos no se puede interpretar.'],
    ])
  })

  test('may be the result of a formula', async () => {
    const rows = [HEADINGS, row('02/12/2026', 990)]
    const sheet = xmlSheet(rows, (place, line) =>
      place === 4 && line === 1 ? '<f>A1*2</f><v>1980.0000001</v>' : null,
    )
    const { movements } = await parts(bookWith({ 'xl/worksheets/sheet1.xml': sheet }))
    expect(movements.map(({ credit }) => credit)).toEqual([1_980])
  })

  test('may be a charge as a negative number', async () => {
    const rows = [HEADINGS, ['02/12/2026', 'Giro', '1', '$ -12.345', null, null], row('02/12/2026', '990')]
    expect(await read(rows)).toMatchObject({
      lines: ['2026-12-02 Giro -12345', '2026-12-02 Transf 990'],
      refused: [],
    })
  })
})

describe('one column of amounts', () => {
  const SIGNED = ['Fecha', 'Glosa', 'Monto', 'Cargo/Abono']
  test('has charges and credits beside it', async () => {
    const rows = [
      SIGNED,
      ['02/12/2026', 'Uno', '1.000', 'A'],
      ['02/12/2026', 'Dos', '2.000', 'Cargo'],
      ['02/12/2026', 'Tres', '3.000', 'C'],
      ['02/12/2026', 'Cuatro', '4.000', null],
    ]
    const { lines, refused } = await read(rows)
    expect(lines).toEqual(['2026-12-02 Uno 1000', '2026-12-02 Dos -2000', '2026-12-02 Tres -3000'])
    expect(refused).toEqual([
      { row: 5, column: 'Cargo/Abono', value: '', reason: 'La fila no dice si es cargo o abono.' },
    ])
  })

  test('is refused where the sign contradicts', async () => {
    const rows = [
      SIGNED,
      ['02/12/2026', 'Uno', -1_000, 'C'],
      ['02/12/2026', 'Dos', -2_000, 'A'],
      ['02/12/2026', 'Tres', 3_000, 'C'],
    ]
    const { lines, refused } = await read(rows)
    expect(lines).toEqual(['2026-12-02 Uno -1000'])
    expect(refused.map(({ row, column }) => [row, column])).toEqual([
      [3, 'Monto'],
      [4, 'Monto'],
    ])
  })

  test('may have its signs alone, or C for credits beside D', async () => {
    const signed = await read([
      ['Fecha', 'Detalle', 'Monto'],
      ['02/12/2026', 'Uno', '1.000'],
      ['02/12/2026', 'Dos', '-2.000'],
    ])
    expect(signed.lines).toEqual(['2026-12-02 Uno 1000', '2026-12-02 Dos -2000'])
    const letters = await read([
      ['Fecha', 'Detalle', 'Monto', 'Tipo'],
      ['02/12/2026', 'Uno', '1.000', 'C'],
      ['02/12/2026', 'Dos', '2.000', 'D'],
    ])
    expect(letters.lines).toEqual(['2026-12-02 Uno 1000', '2026-12-02 Dos -2000'])
  })

  test('asks when nothing tells charges from credits, unless balances do', async () => {
    const rows: Rows = [
      ['Fecha', 'Detalle', 'Monto', 'Saldo'],
      ['02/12/2026', 'Uno', '1.000', null],
      ['02/12/2026', 'Dos', '2.000', null],
    ]
    expect(await parts(xmlBook([{ rows }]))).toMatchObject({ movements: [], unknown: { missing: [] } })
    const [headings = [], one = [], two = []] = rows
    const balanced = await read([headings, one.with(3, '11.000'), two.with(3, '13.000')])
    expect(balanced.lines).toEqual(['2026-12-02 Uno 1000', '2026-12-02 Dos 2000'])
    const wrong = xmlBook([{ rows: [headings, one.with(3, '11.000'), two.with(3, '9.000')] }])
    expect((await parts(wrong)).unknown?.columns).toHaveLength(4)
  })
})

describe('a date', () => {
  test.each([
    ['02/11/2026', '2026-11-02'],
    ['02-11-26', '2026-11-02'],
    ['2/12/2026', '2026-12-02'],
    ['02.11.2026', '2026-11-02'],
    ['02/11/2026 10:33', '2026-11-02'],
    ['2026-11-02', '2026-11-02'],
    ['02/Nov/2026', '2026-11-02'],
    ['2 de noviembre de 2026', '2026-11-02'],
    ['20261102', '2026-11-02'],
    [46_328, '2026-11-02'],
    [{ number: 46_328, style: STYLE.date }, '2026-11-02'],
    [{ number: 46_328.7, style: STYLE.date }, '2026-11-02'],
  ])('%j is read', async (date, expected) => {
    const { movements } = await read([HEADINGS, row(date, '990')])
    expect(movements.map((movement) => movement.date)).toEqual([expected])
  })

  test.each(['31/02/2026', '12/13/2026', '00/12/2026', '02/12', 'ayer', '02/12/1026'])(
    '%s is refused',
    async (date) => {
      const { lines, refused } = await read([HEADINGS, row(date, '990'), row('03/12/2026', '990')])
      expect(lines).toHaveLength(1)
      expect(refused).toEqual([{ row: 2, column: 'Fecha', value: date, reason: expect.any(String) }])
    },
  )

  test('is refused when there is an amount without one', async () => {
    const { refused } = await read([
      HEADINGS,
      row('03/12/2026', '990'),
      [null, 'Transf', '1', null, '500', null],
    ])
    expect(refused).toEqual([{ row: 3, column: 'Fecha', value: '', reason: 'La fila no tiene fecha.' }])
  })

  test.each<[string, Rows]>([
    ['Período: 15/12/2026 al 14/01/2027', []],
    ['Desde 15/12/2026', [['Hasta: 14/01/2027']]],
    ['Período', [['15-12-26', '14-01-27']]],
    ['Período: Diciembre 2026 - Enero 2027', []],
    ['Movimientos al 16/01/2027', []],
    ['Fecha de emisión: 16/01/2027 09:12', []],
  ])('has its year from %j', async (period, more) => {
    const rows = [
      [period],
      ...more,
      HEADINGS,
      ...['20/12', '31-12', '05/Ene', '04/01'].map((date) => row(date, 990)),
    ]
    const { movements, refused } = await read(rows)
    expect(refused).toEqual([])
    expect(movements.map(({ date }) => date)).toEqual([
      '2026-12-20',
      '2026-12-31',
      '2027-01-05',
      '2027-01-04',
    ])
  })

  test('has its year from another sheet, and a date of Excel without a year from the period', async () => {
    const rows = [HEADINGS, row({ number: 46_376, style: STYLE.dayAndMonth }, 990)]
    const summary = [['Período'], ['01/12/2025', '31/12/2025']]
    const { movements } = await parts(
      xmlBook([
        { name: 'Movimientos', rows },
        { name: 'Resumen', rows: summary },
      ]),
    )
    expect(movements.map(({ date }) => date)).toEqual(['2025-12-20'])
  })

  test('outside the period is refused without its year', async () => {
    const rows = [['Período: 01/12/2026 al 31/12/2026'], HEADINGS, row('15/06', 990), row('02/01', 990)]
    const { movements, refused } = await read(rows)
    expect(movements.map(({ date }) => date)).toEqual(['2027-01-02'])
    expect(refused.map(({ value }) => value)).toEqual(['15/06'])
  })

  test('that an Excel in English exchanged is put right', async () => {
    const excel = (date: string) => ({ number: Date.parse(date) / 86_400_000 + 25_569, style: STYLE.date })
    const mixed = await read([
      HEADINGS,
      row(excel('2026-12-11'), 1),
      row('13/11/2026', 2),
      row('14/11/2026', 3),
    ])
    expect(mixed.movements.map(({ date }) => date)).toEqual(['2026-11-12', '2026-11-13', '2026-11-14'])
    const rows = [
      ['Período 01/11/2026 al 12/11/2026'],
      HEADINGS,
      row(excel('2026-05-11'), 1),
      row(excel('2026-06-11'), 1),
    ]
    expect((await read(rows)).movements.map(({ date }) => date)).toEqual(['2026-11-05', '2026-11-06'])
    const right = await read([HEADINGS, row(excel('2026-12-11'), 1), row('02/12/2026', 2)])
    expect(right.movements.map(({ date }) => date)).toEqual(['2026-12-11', '2026-12-02'])
  })
})

describe('the table', () => {
  test('has headings in two lines, and again on each page', async () => {
    const first = ['Fecha', 'Número de', 'Sucursal', 'Descripción', 'Depósitos', 'Giros', 'Saldo']
    const second = [null, 'operación', null, null, 'o abonos', 'o cargos', 'diario']
    const { lines, bank, movements } = await read([
      first,
      second,
      ['02/12/2026', '0012', '1', 'Uno', '$1,000', '$0', '$11,000'],
      first,
      second,
      ['03/12/2026', '13', '1', 'Dos', '$0', '$2,000', '$9,000'],
    ])
    expect(lines).toEqual(['2026-12-02 Uno 1000', '2026-12-03 Dos -2000'])
    expect(movements.map(({ document }) => document)).toEqual(['12', '13'])
    expect(bank).toBe('itau')
  })

  test('has documents with commas, zeros and the floats of programs', async () => {
    const documents = ['1,123,456', '0062846402', '62846402.0', 62_846_402, '000', 'AB-12', null]
    const rows = documents.map((document) => row('02/12/2026', 990).with(2, document))
    const { movements } = await read([HEADINGS, ...rows])
    expect(movements.map(({ document }) => document)).toEqual([
      ...['1123456', '62846402', '62846402', '62846402', '', 'AB-12', ''],
    ])
  })

  test('has descriptions with line breaks, and ones that go on in the next row', async () => {
    const { lines, refused } = await read([
      HEADINGS,
      row('02/12/2026', 990, 'PAGO RECIBIDO\nTF2_x000D_\n 076543210-3'),
      [null, 'COMERCIAL LOS AROMOS', null, null, null, null],
      [null, 'Y COMPAÑÍA', null, null, null, null],
      row('02/12/2026', 500, 'Otro'),
      [null, '(*) Saldo sujeto a confirmación', null, null, null, null],
    ])
    expect(lines).toEqual([
      '2026-12-02 PAGO RECIBIDO TF2 076543210-3 COMERCIAL LOS AROMOS Y COMPAÑÍA 990',
      '2026-12-02 Otro 500',
    ])
    expect(refused).toEqual([])
  })

  test('ends before notes, sums and daily balances', async () => {
    const { lines, refused, gaps } = await read([
      HEADINGS,
      [null, 'Saldo inicial', null, null, null, 10_000],
      ['02/12/2026', 'Uno', '1', null, 1_000, 11_000],
      [null, 'Subtotales', null, 0, 1_000, null],
      ['03/12/2026', 'Total Pack SpA', '2', null, 500, 11_500],
      ['03/12/2026', 'Saldo final factura 9', '3', null, 300, 11_800],
      [null, null, null, 0, 1_800, null],
      ['Totales', null, null, 0, 1_800, 11_800],
      [],
      ['Los saldos de 2026 están sujetos a confirmación.'],
      ['Saldos diarios'],
      ['Fecha', 'Saldo'],
      ['02/12/2026', '11.000'],
      ['03/12/2026', '11.800', null, null, '11.800'],
    ])
    expect(lines).toEqual([
      '2026-12-02 Uno 1000',
      '2026-12-03 Total Pack SpA 500',
      '2026-12-03 Saldo final factura 9 300',
    ])
    expect({ refused, gaps }).toEqual({ refused: [], gaps: [] })
  })

  test('goes on below a title when its rows are complete', async () => {
    const { lines } = await read([
      HEADINGS,
      ['02/12/2026', 'Uno', '1', null, 1_000, 11_000],
      ['Resumen de la página 1'],
      ['03/12/2026', 'Dos', '2', null, 500, 11_500],
    ])
    expect(lines).toHaveLength(2)
  })

  test('is found on the sheet that has it; hidden ones are left out', async () => {
    const rows = [HEADINGS, row('02/12/2026', 990)]
    const other = [
      ['Fecha', 'Saldo'],
      ['02/12/2026', '990'],
    ] as Rows
    const book = xmlBook([
      { name: 'Saldos', rows: other },
      { name: 'Cartola', rows },
      { name: 'Oculta', state: 'hidden', rows },
    ])
    expect((await parts(book)).movements).toHaveLength(1)
    const several = xmlBook([
      { name: 'Resumen', rows },
      { name: 'MOVIMIENTOS', rows: [...rows, row('03/12/2026', 500)] },
    ])
    expect((await parts(several)).movements).toHaveLength(2)
    await expect(
      parts(
        xmlBook([
          { name: 'Uno', rows },
          { name: 'Dos', rows },
        ]),
      ),
    ).rejects.toThrow('«Uno», «Dos»')
  })

  test('is a list whose amounts have more commas than it has semicolons', async () => {
    const text = [
      'Cuenta;0012345678',
      'Fecha;Descripción;Numero Documento;Cargo;Abono;Saldo Diario',
      '02/12/2026;Uno;1,123,456;0;1,500,000;20,000,000',
      '02/12/2026;Dos;1,123,457;1,000,000;0;19,000,000',
      '02/12/2026;Tres;1,123,458;0;2,500,000;21,500,000',
    ].join('\n')
    const { movements, statement } = await parts(Buffer.from(text, 'latin1'))
    expect(movements.map(({ credit, debit }) => credit - debit)).toEqual([1_500_000, -1_000_000, 2_500_000])
    expect(statement).toMatchObject({ bank: 'scotiabank', account: '12345678', gaps: [] })
  })

  test('is a list in which a delimiter within a cell moves the amounts: refused', async () => {
    const text = 'Fecha,Descripción,Cargo,Abono\n02/12/2026,Uno,0,1,500,000\n03/12/2026,Dos,0,990\n'
    const { movements, statement } = await parts(Buffer.from(text))
    expect(movements.map(({ credit }) => credit)).toEqual([990])
    expect(statement?.refused).toEqual([
      { row: 2, column: '#5', value: '500', reason: 'La fila tiene más columnas que los encabezados.' },
    ])
  })
})

test.each([
  [['Cuenta: 00-123-45678-09'], '1234567809'],
  [['Cuenta Corriente N°', null, '0-000-12-34567-8'], '12345678'],
  [['FARMACIA UNO SPA (76543210-3) cta:000051541406'], '51541406'],
  [['N° de cuenta', 1_234_567_890], '1234567890'],
  [['Saldo cuenta corriente', '$ 1.234.567'], ''],
  [['RUT cuenta', '76.543.210-3'], ''],
])('the account of %j is %j', async (line, account) => {
  expect((await read([line, HEADINGS, row('02/12/2026', 990)])).account).toBe(account)
})

test('a bank with headings like others is known by its name', async () => {
  const rows = [['Banco Santander Chile'], HEADINGS, row('02/12/2026', 990)]
  expect((await read(rows)).bank).toBe('santander')
  expect((await read(rows.slice(1))).bank).toBeNull()
})

describe('balances', () => {
  const balanced = (...lines: [string, number, number | string | null][]) => [
    HEADINGS,
    ...lines.map(([date, abono, saldo], at): Rows[number] => [date, `M${at}`, null, null, abono, saldo]),
  ]

  test('name a gap by the movement before it, whichever is first', async () => {
    const rows = balanced(['01/12/2026', 100, 1_100], ['02/12/2026', 200, 1_350], ['03/12/2026', 50, 1_400])
    const gaps = [{ after: '01-12-2026 M0', missing: 50 }]
    expect((await read(rows)).gaps).toEqual(gaps)
    const [headings = [], ...lines] = rows
    expect((await read([headings, ...lines.reverse()])).gaps).toEqual(gaps)
  })

  test('stand at the end of a day', async () => {
    const rows = balanced(
      ['01/12/2026', 100, null],
      ['01/12/2026', 200, 1_300],
      ['02/12/2026', 10, null],
      ['02/12/2026', 20, 1_330],
    )
    expect((await read(rows)).gaps).toEqual([])
    expect((await read(rows.toSpliced(3, 1))).gaps).toEqual([{ after: '01-12-2026 M1', missing: 10 }])
  })

  test('may be 0 but at the end of a day', async () => {
    const rows = balanced(
      ['01/12/2026', 100, '$0'],
      ['01/12/2026', 200, '$1,300'],
      ['02/12/2026', 10, '$0'],
      ['02/12/2026', 20, '$1,330'],
    )
    expect((await read(rows)).gaps).toEqual([])
  })

  test('may have the days newest first, and each day oldest first', async () => {
    const rows = balanced(
      ['02/12/2026', 10, 1_310],
      ['02/12/2026', 20, 1_330],
      ['01/12/2026', 100, 1_100],
      ['01/12/2026', 200, 1_300],
    )
    expect((await read(rows)).gaps).toEqual([])
  })

  test('go on after a refused row, which is named already', async () => {
    const rows = balanced(['01/12/2026', 100, 1_100], ['02/12/2026', 7.5, 1_107], ['03/12/2026', 50, 1_157])
    const { gaps, refused } = await read(rows)
    expect({ gaps, refused: refused.length }).toEqual({ gaps: [], refused: 1 })
  })

  test('before and after all movements count where both are there', async () => {
    const about = [
      ['Saldo inicial', 1_000],
      ['Saldo final', 1_350],
    ] as Rows
    const rows = balanced(['01/12/2026', 100, null], ['02/12/2026', 200, null])
    expect((await read([...about, ...rows])).gaps).toEqual([{ after: '02-12-2026 M1', missing: 50 }])
    expect((await read([about[0] ?? [], ...rows])).gaps).toEqual([])
  })

  test('are checked for each account', async () => {
    const headings = [
      'Fecha',
      'N° Cuenta Corriente',
      'Descripción',
      'Cheques / Cargos',
      'Depósitos / Abonos',
      'Saldo',
    ]
    const { gaps, movements, account } = await read([
      headings,
      ['01/12/2026', '1,234,567,890', 'A', 0, 100, 1_100],
      ['01/12/2026', '99887766', 'B', 0, 5, 505],
      ['02/12/2026', '1234567890', 'C', 0, 200, 1_300],
      ['02/12/2026', '0099887766', 'D', 0, 5, 520],
    ])
    expect(gaps).toEqual([{ after: '01-12-2026 B', missing: 10 }])
    expect(new Set(movements.map((movement) => movement.account))).toEqual(
      new Set(['1234567890', '99887766']),
    )
    expect(account).toBe('')
  })
})

describe('an unknown layout', () => {
  const ROWS: Rows = [
    ['Banco Nuevo'],
    ['Cuenta', '12345678'],
    ['Día', 'Texto', 'Entra', 'Sale', '', 'Entra'],
    ['02/12/2026', 'Transf de JUAN', '1.000', null, 'x', null],
    ['03/12/2026', 'Comisión', null, '500', 'y', null],
  ]
  const COLUMNS = { date: 'dia', description: 'TEXTO', credit: '#3', debit: 'Sale' }

  test('asks for its columns', async () => {
    const { unknown } = await parts(xmlBook([{ rows: ROWS }]))
    expect(unknown).toEqual({
      missing: ['date', 'credit'],
      columns: [
        { key: 'Día', heading: 'Día', samples: ['02/12/2026', '03/12/2026'], field: '' },
        { key: 'Texto', heading: 'Texto', samples: ['Transf de JUAN', 'Comisión'], field: '' },
        { key: '#3', heading: 'Entra', samples: ['1.000'], field: '' },
        { key: 'Sale', heading: 'Sale', samples: ['500'], field: '' },
        { key: '#5', heading: '', samples: ['x', 'y'], field: '' },
        { key: '#6', heading: 'Entra', samples: [], field: '' },
      ],
    })
  })

  test('is read with assigned columns, and remembered by its headings', async () => {
    const { movements, statement } = await parts(xmlBook([{ rows: ROWS }]), { columns: COLUMNS })
    expect(movements.map(({ credit, debit, account }) => [credit, debit, account])).toEqual([
      [1_000, 0, '12345678'],
      [0, 500, '12345678'],
    ])
    const key = statement?.headings ?? ''
    expect(key).toBe('dia|texto|entra|sale||entra')
    const again = await parts(xmlBook([{ rows: [['Otra línea'], ...ROWS] }]), {
      remembered: { [key]: COLUMNS },
    })
    expect(again.movements).toHaveLength(2)
    expect(again.statement?.headings).toBe(key)
  })

  test('asks again when the assigned columns are not there, or not enough', async () => {
    for (const columns of [
      { ...COLUMNS, date: 'Fecha' },
      { date: 'Día', description: 'Texto' },
    ])
      expect((await parts(xmlBook([{ rows: ROWS }]), { columns })).unknown?.columns).toHaveLength(6)
  })

  test('without headings is read by places', async () => {
    const rows = ROWS.slice(3)
    expect((await parts(xmlBook([{ rows }]))).unknown?.columns.map(({ key }) => key)).toEqual([
      ...['#1', '#2', '#3', '#4', '#5'],
    ])
    const columns = { date: '#1', description: '#2', credit: '#3', debit: '#4' }
    const { movements, statement } = await parts(csvFile(rows), { columns })
    expect(movements).toHaveLength(2)
    expect(statement?.headings).toBe('')
  })

  test('assigned columns count before known ones', async () => {
    const bytes = statementFile('chile', [
      { date: '2026-12-02', description: 'Uno', document: '1', credit: 1_000, debit: 0 },
    ])
    const columns = { date: 'Fecha', description: 'Canal o Sucursal', credit: 'Abonos (CLP)' }
    expect((await parts(bytes, { columns })).movements).toMatchObject([
      { description: 'Internet', document: '' },
    ])
  })
})

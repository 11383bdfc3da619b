import { describe, expect, test } from 'vitest'
import { HEADINGS, movementRow, type Rows, readParts, readRows } from '#tests/read-statement.ts'
import { bookWith, STYLE, xmlBook, xmlSheet } from '#tests/workbooks.ts'

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
    const { lines, refused } = await readRows([HEADINGS, movementRow('02/12/2026', abono)])
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
    '2.147.483.648',
    1500.5,
    7.3,
  ])('%s is refused, and the other rows are read', async (abono) => {
    const { lines, refused } = await readRows([
      HEADINGS,
      movementRow('02/12/2026', abono),
      movementRow('03/12/2026', '990'),
    ])
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

  test('is refused if it is a negative credit, beside a charge in the same row, an error, a date, or missing', async () => {
    const { lines, refused } = await readRows([
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
    const rows = [HEADINGS, movementRow('02/12/2026', 990)]
    const sheet = xmlSheet(rows, (place, line) =>
      place === 4 && line === 1 ? '<f>A1*2</f><v>1980.0000001</v>' : null,
    )
    const { movements } = await readParts(bookWith({ 'xl/worksheets/sheet1.xml': sheet }))
    expect(movements.map(({ credit }) => credit)).toEqual([1_980])
  })

  test('may be a charge as a negative number', async () => {
    const rows = [
      HEADINGS,
      ['02/12/2026', 'Giro', '1', '$ -12.345', null, null],
      movementRow('02/12/2026', '990'),
    ]
    expect(await readRows(rows)).toMatchObject({
      lines: ['2026-12-02 Giro -12345', '2026-12-02 Transf 990'],
      refused: [],
    })
  })
})

describe('one column of amounts', () => {
  const SIGNED = ['Fecha', 'Glosa', 'Monto', 'Cargo/Abono']
  test('is read with a column beside it that names charges and credits', async () => {
    const rows = [
      SIGNED,
      ['02/12/2026', 'Uno', '1.000', 'A'],
      ['02/12/2026', 'Dos', '2.000', 'Cargo'],
      ['02/12/2026', 'Tres', '3.000', 'C'],
      ['02/12/2026', 'Cuatro', '4.000', null],
    ]
    const { lines, refused } = await readRows(rows)
    expect(lines).toEqual(['2026-12-02 Uno 1000', '2026-12-02 Dos -2000', '2026-12-02 Tres -3000'])
    expect(refused).toEqual([
      { row: 5, column: 'Cargo/Abono', value: '', reason: 'La fila no dice si es cargo o abono.' },
    ])
  })

  test('is refused where its sign contradicts that column', async () => {
    const rows = [
      SIGNED,
      ['02/12/2026', 'Uno', -1_000, 'C'],
      ['02/12/2026', 'Dos', -2_000, 'A'],
      ['02/12/2026', 'Tres', 3_000, 'C'],
    ]
    const { lines, refused } = await readRows(rows)
    expect(lines).toEqual(['2026-12-02 Uno -1000'])
    expect(refused.map(({ row, column }) => [row, column])).toEqual([
      [3, 'Monto'],
      [4, 'Monto'],
    ])
  })

  test('is read by its signs alone, or with C for credits if D is used for charges', async () => {
    const signed = await readRows([
      ['Fecha', 'Detalle', 'Monto'],
      ['02/12/2026', 'Uno', '1.000'],
      ['02/12/2026', 'Dos', '-2.000'],
    ])
    expect(signed.lines).toEqual(['2026-12-02 Uno 1000', '2026-12-02 Dos -2000'])
    const letters = await readRows([
      ['Fecha', 'Detalle', 'Monto', 'Tipo'],
      ['02/12/2026', 'Uno', '1.000', 'C'],
      ['02/12/2026', 'Dos', '2.000', 'D'],
    ])
    expect(letters.lines).toEqual(['2026-12-02 Uno 1000', '2026-12-02 Dos -2000'])
  })

  test('asks a person when nothing distinguishes charges from credits, unless balances do', async () => {
    const rows: Rows = [
      ['Fecha', 'Detalle', 'Monto', 'Saldo'],
      ['02/12/2026', 'Uno', '1.000', null],
      ['02/12/2026', 'Dos', '2.000', null],
    ]
    expect(await readParts(xmlBook([{ rows }]))).toMatchObject({ movements: [], unknown: { missing: [] } })
    const [headings = [], one = [], two = []] = rows
    const balanced = await readRows([headings, one.with(3, '11.000'), two.with(3, '13.000')])
    expect(balanced.lines).toEqual(['2026-12-02 Uno 1000', '2026-12-02 Dos 2000'])
    const wrong = xmlBook([{ rows: [headings, one.with(3, '11.000'), two.with(3, '9.000')] }])
    expect((await readParts(wrong)).unknown?.columns).toHaveLength(4)
  })
})

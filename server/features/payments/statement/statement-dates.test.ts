import { describe, expect, test } from 'vitest'
import { HEADINGS, movementRow, type Rows, readParts, readRows } from '#tests/read-statement.ts'
import { STYLE, xmlBook } from '#tests/workbooks.ts'

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
    const { movements } = await readRows([HEADINGS, movementRow(date, '990')])
    expect(movements.map((movement) => movement.date)).toEqual([expected])
  })

  test.each(['31/02/2026', '12/13/2026', '00/12/2026', '02/12', 'ayer', '02/12/1026'])(
    '%s is refused',
    async (date) => {
      const { lines, refused } = await readRows([
        HEADINGS,
        movementRow(date, '990'),
        movementRow('03/12/2026', '990'),
      ])
      expect(lines).toHaveLength(1)
      expect(refused).toEqual([{ row: 2, column: 'Fecha', value: date, reason: expect.any(String) }])
    },
  )

  test('is required in a row with an amount', async () => {
    const { refused } = await readRows([
      HEADINGS,
      movementRow('03/12/2026', '990'),
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
  ])('takes its year from %j', async (period, more) => {
    const rows = [
      [period],
      ...more,
      HEADINGS,
      ...['20/12', '31-12', '05/Ene', '04/01'].map((date) => movementRow(date, 990)),
    ]
    const { movements, refused } = await readRows(rows)
    expect(refused).toEqual([])
    expect(movements.map(({ date }) => date)).toEqual([
      '2026-12-20',
      '2026-12-31',
      '2027-01-05',
      '2027-01-04',
    ])
  })

  test('takes its year from another sheet; an Excel date shown without a year takes it from the period', async () => {
    const rows = [HEADINGS, movementRow({ number: 46_376, style: STYLE.dayAndMonth }, 990)]
    const summary = [['Período'], ['01/12/2025', '31/12/2025']]
    const { movements } = await readParts(
      xmlBook([
        { name: 'Movimientos', rows },
        { name: 'Resumen', rows: summary },
      ]),
    )
    expect(movements.map(({ date }) => date)).toEqual(['2025-12-20'])
  })

  test('without a year is refused outside the period', async () => {
    const rows = [
      ['Período: 01/12/2026 al 31/12/2026'],
      HEADINGS,
      movementRow('15/06', 990),
      movementRow('02/01', 990),
    ]
    const { movements, refused } = await readRows(rows)
    expect(movements.map(({ date }) => date)).toEqual(['2027-01-02'])
    expect(refused.map(({ value }) => value)).toEqual(['15/06'])
  })

  test('is corrected if an Excel in English exchanged its day and month', async () => {
    const excel = (date: string) => ({ number: Date.parse(date) / 86_400_000 + 25_569, style: STYLE.date })
    const mixed = await readRows([
      HEADINGS,
      movementRow(excel('2026-12-11'), 1),
      movementRow('13/11/2026', 2),
      movementRow('14/11/2026', 3),
    ])
    expect(mixed.movements.map(({ date }) => date)).toEqual(['2026-11-12', '2026-11-13', '2026-11-14'])
    const rows = [
      ['Período 01/11/2026 al 12/11/2026'],
      HEADINGS,
      movementRow(excel('2026-05-11'), 1),
      movementRow(excel('2026-06-11'), 1),
    ]
    expect((await readRows(rows)).movements.map(({ date }) => date)).toEqual(['2026-11-05', '2026-11-06'])
    const right = await readRows([
      HEADINGS,
      movementRow(excel('2026-12-11'), 1),
      movementRow('02/12/2026', 2),
    ])
    expect(right.movements.map(({ date }) => date)).toEqual(['2026-12-11', '2026-12-02'])
  })
})

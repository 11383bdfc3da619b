import { describe, expect, test } from 'vitest'
import { HEADINGS, type Rows, readRows } from '#tests/read-statement.ts'

describe('balances', () => {
  const balanced = (...lines: [string, number, number | string | null][]) => [
    HEADINGS,
    ...lines.map(([date, abono, saldo], at): Rows[number] => [date, `M${at}`, null, null, abono, saldo]),
  ]

  test('show a gap, named by the movement before it, in both orders of rows', async () => {
    const rows = balanced(['01/12/2026', 100, 1_100], ['02/12/2026', 200, 1_350], ['03/12/2026', 50, 1_400])
    const gaps = [{ after: '01-12-2026 M0', missing: 50 }]
    expect((await readRows(rows)).gaps).toEqual(gaps)
    const [headings = [], ...lines] = rows
    expect((await readRows([headings, ...lines.reverse()])).gaps).toEqual(gaps)
  })

  test('may appear only at the end of a day', async () => {
    const rows = balanced(
      ['01/12/2026', 100, null],
      ['01/12/2026', 200, 1_300],
      ['02/12/2026', 10, null],
      ['02/12/2026', 20, 1_330],
    )
    expect((await readRows(rows)).gaps).toEqual([])
    expect((await readRows(rows.toSpliced(3, 1))).gaps).toEqual([{ after: '01-12-2026 M1', missing: 10 }])
  })

  test('may be 0 in all rows except a day’s last one', async () => {
    const rows = balanced(
      ['01/12/2026', 100, '$0'],
      ['01/12/2026', 200, '$1,300'],
      ['02/12/2026', 10, '$0'],
      ['02/12/2026', 20, '$1,330'],
    )
    expect((await readRows(rows)).gaps).toEqual([])
  })

  test('may come with the newest day first and each day’s movements oldest first', async () => {
    const rows = balanced(
      ['02/12/2026', 10, 1_310],
      ['02/12/2026', 20, 1_330],
      ['01/12/2026', 100, 1_100],
      ['01/12/2026', 200, 1_300],
    )
    expect((await readRows(rows)).gaps).toEqual([])
  })

  test('show no gap at a refused row, which is reported anyway', async () => {
    const rows = balanced(['01/12/2026', 100, 1_100], ['02/12/2026', 7.5, 1_107], ['03/12/2026', 50, 1_157])
    const { gaps, refused } = await readRows(rows)
    expect({ gaps, refused: refused.length }).toEqual({ gaps: [], refused: 1 })
  })

  test('before and after all movements are checked when the file has both', async () => {
    const about = [
      ['Saldo inicial', 1_000],
      ['Saldo final', 1_350],
    ] as Rows
    const rows = balanced(['01/12/2026', 100, null], ['02/12/2026', 200, null])
    expect((await readRows([...about, ...rows])).gaps).toEqual([{ after: '02-12-2026 M1', missing: 50 }])
    expect((await readRows([about[0] ?? [], ...rows])).gaps).toEqual([])
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
    const { gaps, movements, account } = await readRows([
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

import { describe, expect, test } from 'vitest'
import { type Rows, readParts } from '#tests/read-statement.ts'
import { csvFile, statementFile } from '#tests/statements.ts'
import { xmlBook } from '#tests/workbooks.ts'

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
    const { unknown } = await readParts(xmlBook([{ rows: ROWS }]))
    const columns = [
      { key: 'Día', heading: 'Día', samples: ['02/12/2026', '03/12/2026'], field: '', asked: false },
      { key: 'Texto', heading: 'Texto', samples: ['Transf de JUAN', 'Comisión'], field: '', asked: false },
      { key: '#3', heading: 'Entra', samples: ['1.000'], field: '', asked: false },
      { key: 'Sale', heading: 'Sale', samples: ['500'], field: '', asked: false },
      { key: '#5', heading: '', samples: ['x', 'y'], field: '', asked: false },
      { key: '#6', heading: 'Entra', samples: [], field: '', asked: false },
    ]
    expect(unknown).toEqual({
      missing: ['date', 'credit'],
      ...{ doubled: [], questions: [], sheets: [{ name: 'Hoja1', columns }], columns },
    })
  })

  test('is read with assigned columns, and remembered by its headings', async () => {
    const { movements, statement } = await readParts(xmlBook([{ rows: ROWS }]), { columns: COLUMNS })
    expect(movements.map(({ credit, debit, account }) => [credit, debit, account])).toEqual([
      [1_000, 0, '12345678'],
      [0, 500, '12345678'],
    ])
    const key = statement?.headings ?? ''
    expect(key).toBe('dia|texto|entra|sale||entra')
    const again = await readParts(xmlBook([{ rows: [['Otra línea'], ...ROWS] }]), {
      remembered: new Map([[key, COLUMNS]]),
    })
    expect(again.movements).toHaveLength(2)
    expect(again.statement?.headings).toBe(key)
  })

  test('asks again when the assigned columns are not there, or not enough', async () => {
    for (const columns of [
      { ...COLUMNS, date: 'Fecha' },
      { date: 'Día', description: 'Texto' },
    ])
      expect((await readParts(xmlBook([{ rows: ROWS }]), { columns })).unknown?.columns).toHaveLength(6)
  })

  test('without headings is read by places', async () => {
    const rows = ROWS.slice(3)
    expect((await readParts(xmlBook([{ rows }]))).unknown?.columns.map(({ key }) => key)).toEqual([
      ...['#1', '#2', '#3', '#4', '#5'],
    ])
    const columns = { date: '#1', description: '#2', credit: '#3', debit: '#4' }
    const { movements, statement } = await readParts(csvFile(rows), { columns })
    expect(movements).toHaveLength(2)
    expect(statement?.headings).toBe('')
  })

  test('assigned columns count before known ones', async () => {
    const bytes = statementFile('chile', [
      { date: '2026-12-02', description: 'Uno', document: '1', credit: 1_000, debit: 0 },
    ])
    const columns = { date: 'Fecha', description: 'Canal o Sucursal', credit: 'Abonos (CLP)' }
    expect((await readParts(bytes, { columns })).movements).toMatchObject([
      { description: 'Internet', document: '' },
    ])
  })
})

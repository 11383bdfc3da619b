import { describe, expect, test } from 'vitest'
import type { StatementField } from '#contract/payments.ts'
import { type Rows, readParts } from '#tests/read-statement.ts'
import { csvFile, statementFile } from '#tests/statements.ts'
import { xmlBook } from '#tests/workbooks.ts'

const assign = (columns: Record<string, StatementField>) => new Map(Object.entries(columns))

describe('an unknown layout', () => {
  const ROWS: Rows = [
    ['Banco Nuevo'],
    ['Cuenta', '12345678'],
    ['Día', 'Texto', 'Entra', 'Sale', '', 'Entra'],
    ['02/12/2026', 'Transf de JUAN', '1.000', null, 'x', null],
    ['03/12/2026', 'Comisión', null, '500', 'y', null],
  ]
  const ASSIGNED = assign({ Día: 'date', TEXTO: 'description', '#3': 'credit', sale: 'debit' })

  test('asks for its columns', async () => {
    const { unknown } = await readParts(xmlBook([{ rows: ROWS }]))
    const columns = [
      { key: 'dia', heading: 'Día', samples: ['02/12/2026', '03/12/2026'], field: '', asked: false },
      { key: 'texto', heading: 'Texto', samples: ['Transf de JUAN', 'Comisión'], field: '', asked: false },
      { key: 'entra', heading: 'Entra', samples: ['1.000'], field: '', asked: false },
      { key: 'sale', heading: 'Sale', samples: ['500'], field: '', asked: false },
      { key: '#5', heading: '', samples: ['x', 'y'], field: '', asked: false },
      { key: '#6', heading: 'Entra', samples: [], field: '', asked: false },
    ]
    expect(unknown).toEqual({
      missing: ['date', 'credit'],
      ...{ doubled: [], questions: [], sheets: [{ name: 'Hoja1', columns }], columns },
    })
  })

  test('is read with assigned columns, and remembered by its headings', async () => {
    const { movements, statement } = await readParts(xmlBook([{ rows: ROWS }]), { assigned: ASSIGNED })
    expect(movements.map(({ credit, debit, account }) => [credit, debit, account])).toEqual([
      [1_000, 0, '12345678'],
      [0, 500, '12345678'],
    ])
    const key = statement?.headings ?? ''
    expect(key).toBe('dia|texto|entra|sale||entra')
    const again = await readParts(xmlBook([{ rows: [['Otra línea'], ...ROWS] }]), {
      remembered: new Map([[key, ASSIGNED]]),
    })
    expect(again.movements).toHaveLength(2)
    expect(again.statement?.headings).toBe(key)
  })

  test('asks again when assigned columns are missing or too few', async () => {
    for (const assigned of [
      new Map([...ASSIGNED, ['fecha', 'date'] as const]),
      assign({ dia: 'date', texto: 'description' }),
    ])
      expect((await readParts(xmlBook([{ rows: ROWS }]), { assigned })).unknown?.columns).toHaveLength(6)
  })

  test('without headings is read by the columns’ places', async () => {
    const rows = ROWS.slice(3)
    expect((await readParts(xmlBook([{ rows }]))).unknown?.columns.map(({ key }) => key)).toEqual([
      ...['#1', '#2', '#3', '#4', '#5'],
    ])
    const assigned = assign({ '#1': 'date', '#2': 'description', '#3': 'credit', '#4': 'debit' })
    const { movements, statement } = await readParts(csvFile(rows), { assigned })
    expect(movements).toHaveLength(2)
    expect(statement?.headings).toBe('')
  })

  test('assigned columns replace the recognized ones', async () => {
    const bytes = statementFile('chile', [
      { date: '2026-12-02', description: 'Uno', document: '1', credit: 1_000, debit: 0 },
    ])
    const assigned = assign({ Fecha: 'date', 'Canal o Sucursal': 'description', 'Abonos (CLP)': 'credit' })
    expect((await readParts(bytes, { assigned })).movements).toMatchObject([
      { description: 'Internet', document: '' },
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { HEADINGS, movementRow, type Rows, readParts, readRows } from '#tests/read-statement.ts'
import { xmlBook } from '#tests/workbooks.ts'

describe('the table', () => {
  test('may have headings in two lines, and again on each page', async () => {
    const first = ['Fecha', 'Número de', 'Sucursal', 'Descripción', 'Depósitos', 'Giros', 'Saldo']
    const second = [null, 'operación', null, null, 'o abonos', 'o cargos', 'diario']
    const { lines, bank, movements } = await readRows([
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

  test('may have document numbers with commas, zeros and decimals', async () => {
    const documents = ['1,123,456', '0062846402', '62846402.0', 62_846_402, '000', 'AB-12', null]
    const rows = documents.map((document) => movementRow('02/12/2026', 990).with(2, document))
    const { movements } = await readRows([HEADINGS, ...rows])
    expect(movements.map(({ document }) => document)).toEqual([
      ...['1123456', '62846402', '62846402', '62846402', '', 'AB-12', ''],
    ])
  })

  test('is read with texts that the database can store', async () => {
    const smile = '🙂'
    const { movements } = await readRows([
      HEADINGS,
      movementRow('02/12/2026', 990, `A&#0;B\u0007 ${'x'.repeat(495)}${smile}${smile}`),
    ])
    expect(movements[0]?.description).toHaveLength(500)
    expect(movements[0]?.description.isWellFormed()).toBe(true)
    expect(movements[0]?.description).not.toMatch(/\p{Cc}/u)
  })

  test('may have descriptions with line breaks, and in two rows', async () => {
    const { lines, refused } = await readRows([
      HEADINGS,
      movementRow('02/12/2026', 990, 'PAGO RECIBIDO\nTF2_x000D_\n 076543210-3'),
      [null, 'COMERCIAL LOS AROMOS', null, null, null, null],
      [null, 'Y COMPAÑÍA', null, null, null, null],
      movementRow('02/12/2026', 500, 'Otro'),
      [null, '(*) Saldo sujeto a confirmación', null, null, null, null],
    ])
    expect(lines).toEqual([
      '2026-12-02 PAGO RECIBIDO TF2 076543210-3 COMERCIAL LOS AROMOS Y COMPAÑÍA 990',
      '2026-12-02 Otro 500',
    ])
    expect(refused).toEqual([])
  })

  test('ends before notes, sums and daily balances', async () => {
    const { lines, refused, gaps } = await readRows([
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

  test('ends before a sum of charges and credits without a label, but takes no unreadable amount for one', async () => {
    const { lines, refused } = await readRows([
      HEADINGS,
      [null, 'Transf', '1', null, '500,55', null],
      ['02/12/2026', 'Uno', '1', null, 1_000, null],
      ['03/12/2026', 'Dos', '2', 400, null, null],
      [null, null, null, 400, 1_000, null],
      [null, null, null, 400, 900, null],
    ])
    expect(lines).toEqual(['2026-12-02 Uno 1000', '2026-12-03 Dos -400'])
    expect(refused.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'La fila no tiene fecha.'],
      [6, 'La fila no tiene fecha.'],
    ])
  })

  test('continues in other columns when its headings repeat there', async () => {
    const { lines } = await readRows([
      HEADINGS,
      ['02/12/2026', 'Uno', '1', null, 1_000, 11_000],
      [null, ...HEADINGS],
      [null, '03/12/2026', 'Dos', '2', 400, null, 10_600],
    ])
    expect(lines).toEqual(['2026-12-02 Uno 1000', '2026-12-03 Dos -400'])
  })

  test('continues below a title when its rows are complete', async () => {
    const { lines } = await readRows([
      HEADINGS,
      ['02/12/2026', 'Uno', '1', null, 1_000, 11_000],
      ['Resumen de la página 1'],
      ['03/12/2026', 'Dos', '2', null, 500, 11_500],
    ])
    expect(lines).toHaveLength(2)
  })

  test('is found on the sheet that has it, never on a hidden one', async () => {
    const rows = [HEADINGS, movementRow('02/12/2026', 990)]
    const other = [
      ['Fecha', 'Saldo'],
      ['02/12/2026', '990'],
    ] as Rows
    const book = xmlBook([
      { name: 'Saldos', rows: other },
      { name: 'Cartola', rows },
      { name: 'Oculta', state: 'hidden', rows },
    ])
    expect((await readParts(book)).movements).toHaveLength(1)
    const several = xmlBook([
      { name: 'Resumen', rows },
      { name: 'MOVIMIENTOS', rows: [...rows, movementRow('03/12/2026', 500)] },
    ])
    expect((await readParts(several)).movements).toHaveLength(2)
    await expect(
      readParts(
        xmlBook([
          { name: 'Uno', rows },
          { name: 'Dos', rows },
        ]),
      ),
    ).rejects.toThrow('«Uno», «Dos»')
  })

  test('is read from a CSV file whose amounts have more commas than it has semicolons', async () => {
    const text = [
      'Cuenta;0012345678',
      'Fecha;Descripción;Numero Documento;Cargo;Abono;Saldo Diario',
      '02/12/2026;Uno;1,123,456;0;1,500,000;20,000,000',
      '02/12/2026;Dos;1,123,457;1,000,000;0;19,000,000',
      '02/12/2026;Tres;1,123,458;0;2,500,000;21,500,000',
    ].join('\n')
    const { movements, statement } = await readParts(Buffer.from(text, 'latin1'))
    expect(movements.map(({ credit, debit }) => credit - debit)).toEqual([1_500_000, -1_000_000, 2_500_000])
    expect(statement).toMatchObject({ bank: 'scotiabank', account: '12345678', gaps: [] })
  })

  test('refuses a CSV row in which a delimiter within a cell moved the amounts', async () => {
    const text = 'Fecha,Descripción,Cargo,Abono\n02/12/2026,Uno,0,1,500,000\n03/12/2026,Dos,0,990\n'
    const { movements, statement } = await readParts(Buffer.from(text))
    expect(movements.map(({ credit }) => credit)).toEqual([990])
    expect(statement?.refused).toEqual([
      { row: 2, column: '#5', value: '500', reason: 'La fila tiene más columnas que los encabezados.' },
    ])
  })
})

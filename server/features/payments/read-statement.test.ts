import { describe, expect, test } from 'vitest'
import { csvFile, statementFile } from '#tests/statements.ts'
import { bookWith, xmlBook } from '#tests/workbooks.ts'
import { readStatement } from './upload-statement.ts'

const read = (bytes: Buffer) =>
  readStatement(bytes, {
    onCrash: (error) => {
      throw error
    },
  })

const MOVEMENT = { date: '2026-12-02', description: 'Transf', document: '1', credit: 1_000, debit: 0 }
const many = (count: number) => statementFile('chile', Array(count).fill(MOVEMENT), { file: 'csv' })

test('a statement is read in the limited process', async () => {
  const statement = await read(many(1_200))
  expect(statement).toMatchObject({ bank: 'chile', gaps: [], refused: [] })
  expect(statement.movements).toHaveLength(1_200)
  expect(statement.movements[0]).toEqual({
    ...MOVEMENT,
    ...{ row: 8, account: '1234567890', balance: 3_001_000 },
  })
})

test('reads 20,000 movements', async () => {
  expect((await read(many(20_000))).movements).toHaveLength(20_000)
})

describe('STATEMENT_UNREADABLE for', () => {
  const files: [string, () => Buffer, string?][] = [
    ['an empty file', () => Buffer.alloc(0)],
    [
      'an old .xls',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]),
      'Guardar como',
    ],
    [
      'a web page called .xlsx',
      () => Buffer.from('<html><table><tr><td>Fecha</td></tr></table>'),
      'Guardar como',
    ],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'Descarga la cartola'],
    ['an image', () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2_000)])],
    ['a text without columns', () => Buffer.from('Estimado cliente\nNo hay movimientos\n')],
    ['a list without rows', () => csvFile([['Fecha', 'Descripción', 'Cargos', 'Abonos']])],
    ['an empty workbook', () => xmlBook([{ rows: [] }])],
    ['a workbook with hidden sheets only', () => xmlBook([{ state: 'hidden', rows: [['Fecha', 'Saldo']] }])],
    [
      'a workbook with headings only',
      () =>
        xmlBook([
          {
            rows: [
              ['Cuenta', '123456'],
              ['Fecha', 'Glosa', 'Cargo', 'Abono'],
            ],
          },
        ]),
    ],
    ['a damaged workbook', () => statementFile('chile', [MOVEMENT]).subarray(0, 900)],
    ['a bomb of 150 MB', () => bookWith({ 'xl/worksheets/sheet1.xml': Buffer.alloc(150 * 1024 * 1024, 32) })],
    ['20,001 movements', () => many(20_001), '20.000'],
  ]

  test.each(files)('%s', async (_, make, words = '') => {
    await expect(read(make())).rejects.toMatchObject({
      code: 'STATEMENT_UNREADABLE',
      message: expect.stringContaining(words),
      details: { issues: [{ path: 'file', message: expect.any(String) }] },
    })
  })
})

test('refuses an unknown layout and names its headings', async () => {
  const bytes = csvFile([
    ['Día', 'Texto', 'Entra', 'Sale'],
    ['02/12/2026', 'Transf', '1.000', null],
  ])
  await expect(read(bytes)).rejects.toMatchObject({
    code: 'STATEMENT_COLUMNS',
    message: 'No reconocemos las columnas de la cartola. Encabezados: Día, Texto, Entra, Sale.',
    details: { data: { missing: ['date', 'credit'] } },
  })
})

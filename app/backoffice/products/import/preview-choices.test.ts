import { expect, test } from 'vitest'
import type { ImportReport } from '#contract/import-report.ts'
import { chosenChanges, withChoices } from './chosen-effects.ts'
import { NO_CHOICES, type RowUse, saveBody } from './preview-choices.ts'

const row = (number: number) => ({ sheet: 'Hoja1', row: number, barcode: `78${number}`, name: 'Producto' })
const suspicious = { ...row(3), kind: 'discount', before: '0', after: '80' } as const
const preview = {
  changes: [
    {
      ...row(2),
      productId: null,
      fields: [
        { field: 'category', before: '', after: 'ANTICOAGULANTE' },
        { field: 'stock', before: '', after: '4' },
      ] as const,
    },
    { ...row(3), productId: 'p3', fields: [{ field: 'stock', before: '6', after: '10' }] as const },
    {
      ...row(4),
      productId: 'p4',
      fields: [{ field: 'category', before: 'Anticoagulantes', after: 'ANTICOAGULANTE' }] as const,
    },
  ].map((change) => ({ ...change, fields: [...change.fields] })),
  newCategories: [
    { name: 'ANTICOAGULANTE', products: 2, similar: 'Anticoagulantes' },
    { name: 'Anticoagulante', products: 1, similar: 'Anticoagulantes' },
  ],
  newLaboratories: [],
  suspicious: [suspicious],
  repeated: [],
  decimals: [],
  isRounded: false,
  pairs: [],
}

test('sends only the choices that the preview has', () => {
  const choices = {
    ...NO_CHOICES,
    categories: { ANTICOAGULANTE: true, gone: true },
    skipped: { '3 Hoja1': true, '9 Hoja1': true },
  }
  expect(saveBody(preview, choices)).toEqual({
    stock: 'file',
    trusted: [],
    mergeCategories: { ANTICOAGULANTE: 'Anticoagulantes' },
    mergeLaboratories: {},
    skip: [{ sheet: 'Hoja1', row: 3 }],
    repeated: [],
    pairs: [],
  })
})

test('shows the changes with the choices applied', () => {
  const categories = { ANTICOAGULANTE: true, Anticoagulante: true }
  const shown = chosenChanges(preview, { ...NO_CHOICES, stock: 'keep', categories })
  // The product of row 3 keeps its stock, and that of row 4 its category.
  expect(shown.map(({ row, fields }) => [row, fields.map(({ after }) => after)])).toEqual([
    [2, ['Anticoagulantes', '4']],
  ])
})

const contradicting = {
  ...row(2),
  fields: ['cost' as const, 'stock' as const],
  rows: [
    { sheet: 'Hoja1', row: 2, values: ['1000', ''] },
    { sheet: 'Hoja1', row: 7, values: ['2000', '9'] },
  ],
  hasBlanks: true,
}
const [added] = preview.changes
const withRepeated = {
  ...preview,
  changes: [{ ...added!, fields: [{ field: 'cost' as const, before: '', after: '1000' }] }],
  repeated: [contradicting],
}
const using = (use: RowUse) => ({
  ...NO_CHOICES,
  uses: { '2 Hoja1': use, '9 gone': 1 },
})

test('sends and shows the use of contradicting rows, but doesn’t send the first row, which is the default', () => {
  expect(saveBody(withRepeated, using(0)).repeated).toEqual([])
  expect(saveBody(withRepeated, using(1)).repeated).toEqual([{ sheet: 'Hoja1', row: 2, use: 1 }])
  const shown = (use: RowUse) =>
    chosenChanges(withRepeated, using(use))[0]?.fields.map(({ field, after }) => [field, after])
  expect(shown(0)).toEqual([['cost', '1000']])
  expect(shown(1)).toEqual([
    ['cost', '2000'],
    ['stock', '9'],
  ])
  expect(shown('fill')).toEqual([
    ['cost', '1000'],
    ['stock', '9'],
  ])
})

test('proposes, shows and sends the sum of the units of lots until a row is chosen', () => {
  const lots = { ...withRepeated, repeated: [{ ...contradicting, lots: true, sum: 14 }] }
  expect(saveBody(lots, NO_CHOICES).repeated).toEqual([{ sheet: 'Hoja1', row: 2, use: 'sum' }])
  expect(chosenChanges(lots, NO_CHOICES)[0]?.fields.map(({ after }) => after)).toEqual(['1000', '14'])
  expect(saveBody(lots, using(0)).repeated).toEqual([])
  // Rows that are no lots may be added up, but that isn't proposed.
  const plain = { ...withRepeated, repeated: [{ ...contradicting, sum: 14 }] }
  expect(saveBody(plain, NO_CHOICES).repeated).toEqual([])
})

test('leaves out the problems of contradicting rows that a choice has settled', () => {
  const errors = [2, 7, 8].map((number) => ({
    ...row(number),
    column: 'Precio',
    value: 'x',
    reason: 'x',
    message: 'x',
  }))
  const report = { errors, refused: 3 } as ImportReport
  expect(withChoices(report, withRepeated, using(0)).errors).toHaveLength(3)
  expect(withChoices(report, withRepeated, using('fill')).errors.map((error) => error.row)).toEqual([8])
  expect(withChoices(report, withRepeated, using('fill')).refused).toBe(2)
})

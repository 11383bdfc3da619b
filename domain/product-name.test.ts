import { expect, test } from 'vitest'
import { compareProducts, isSameProduct, type NamedProduct, readProductName } from './product-name.ts'

const read = (name: string, laboratory = '', content = '') =>
  readProductName({ name, laboratory, content } satisfies NamedProduct)

test.each([
  ['PARACETAMOL 500MG.16COM.', 'Paracetamol 500 mg x 16 comprimidos'],
  ['CREMA MANOS X90G', 'Crema de manos 90 gr'],
  ['Losartán 50mg X30COMP', '30 COMP. LOSARTAN 50 MG'],
  ['Shampoo 1.000 ml', 'SHAMPOO 1000ML'],
  ['Timolol 0,5% sol. oftálmica', 'TIMOLOL SOLUCION OFTALMICA 0.5 %'],
])('«%s» is «%s»', (one, other) => {
  expect(isSameProduct(read(one), read(other))).toBe(true)
})

test('a separate content counts like one in the name, and may be missing', () => {
  const ours = read('Paracetamol 500 mg comprimidos', 'Chile', '16 comprimidos')
  expect(isSameProduct(read('Paracetamol 500 mg x 16 comp'), ours)).toBe(true)
  expect(
    isSameProduct(
      read('Paracetamol 500 mg', 'Laboratorio Chile'),
      read('Paracetamol 500 mg', 'L. CHILE', 'x 16'),
    ),
  ).toBe(true)
  expect(isSameProduct(read('Paracetamol 500 mg', '', 'x 24'), read('Paracetamol 500 mg', '', 'x 16'))).toBe(
    false,
  )
})

test.each([
  ['LOSARTAN 50 X 100', 'LOSARTAN 100 X 50'],
  ['Eutirox 50 mcg x 50', 'Eutirox 75 mcg x 50'],
  ['Paracetamol 500 mg x 16', 'Paracetamol 500 mg x 24'],
  ['Crema lavanda 90 g', 'Crema almendras 90 g'],
  ['Ensure vainilla 850 g', 'Ensure chocolate 850 g'],
])('«%s» is surely not «%s»', (one, other) => {
  expect(isSameProduct(read(one), read(other))).toBe(false)
  expect(compareProducts(read(one), read(other), () => 1)).toBe(null)
})

test.each([
  ['Viadil forte gotas 15 ml', 'Viadil gotas 15 ml', false],
  ['Clorfenamina maleato jarabe 120 ml', 'Clorfenamina maleato jarabe adulto 120 ml', false],
  ['Clorfenamina maleato jarabe 120 ml', 'Clorfenamna maleato jarabe 120 ml', true],
  ['Crema manos seca lavanda natural 90 g', 'Crema manos seca lavanda 90 g', true],
])('«%s» may be «%s»', (one, other, isProbable) => {
  expect(compareProducts(read(one), read(other), () => 1)).toMatchObject({ isProbable })
})

test('products of two laboratories differ; with equal names a person is asked', () => {
  const [mintlab, chile] = [read('Losartán 50 mg x 30', 'Mintlab'), read('Losartán 50 mg x 30', 'Chile')]
  expect(isSameProduct(mintlab, chile)).toBe(false)
  expect(compareProducts(mintlab, chile, () => 1)).toMatchObject({ isProbable: false })
  expect(compareProducts(mintlab, read('Losartán potásico 50 mg x 30', 'Chile'), () => 1)).toBe(null)
})

test('packs of 20 and of 60 differ, also of 20 mg', () => {
  const [small, large] = [read('Enalapril 20 mg x 20'), read('Enalapril 20 mg x 60')]
  expect(compareProducts(small, large, () => 1)).toBe(null)
})

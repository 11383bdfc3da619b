import { expect, test } from 'vitest'
import { keepTogether } from './keep-together.ts'

test.each([
  ['Losartán potásico 50 mg × 30 comprimidos', 'Losartán potásico 50~mg ×~30~comprimidos'],
  ['$1.000 c/u', '$1.000~c/u'],
  ['$ 12.990', '$~12.990'],
  ['Pedido N° 1001', 'Pedido N°~1001'],
  ['IVA 19 %', 'IVA 19~%'],
  ['LOSARTAN 50 MG 30 COM', 'LOSARTAN 50~MG 30~COM'],
  ['2 × $ 1.990', '2 ×~$~1.990'],
  ['Diclofenaco 1 % gel 60 g', 'Diclofenaco 1~% gel 60~g'],
  ['100 mg/5 ml', '100~mg/5~ml'],
])('%j keeps numbers and units together', (text, together) => {
  expect(keepTogether(text)).toBe(together.replaceAll('~', '\u00a0'))
})

test.each([
  '',
  'Vitamina B12',
  'Alcohol gel',
  '30COM',
  '12 34',
  'Complejo B 12 forte',
  'Omega 3 Mar',
  'Nivel 2 general',
])('%j stays as it is', (text) => {
  expect(keepTogether(text)).toBe(text)
})

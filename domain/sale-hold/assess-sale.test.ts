import { describe, expect, test } from 'vitest'
import { assessSale } from './assess-sale.ts'
import { IngredientList, type ListEntry } from './ingredient-list.ts'

const entry = (
  ingredient: string,
  saleCondition: ListEntry['saleCondition'],
  rule: Partial<ListEntry> = {},
): ListEntry => ({
  ...{ ingredient, saleCondition, directUpTo: null, directRoutes: [], controlled: false },
  names: [ingredient.toLowerCase()],
  ...rule,
})
const list = new IngredientList([
  entry('Clonazepam', 'retained', { controlled: true, names: ['clonazepam', 'ravotril'] }),
  entry('Zopiclona', 'retained', { names: ['zopiclona', 'eszopiclona'] }),
  entry('Gentamicina', 'simple'),
  entry('Rivaroxaban', 'simple'),
  entry('Ciprofloxacino', 'retained'),
  entry('Ketoconazol', 'simple'),
  entry('Levonorgestrel', 'simple'),
  entry('Levonorgestrel de emergencia', 'direct', { names: ['levonorgestrel 1 5'] }),
  entry('Ibuprofeno', 'simple', { directUpTo: 400 }),
  entry('Diclofenaco', 'simple', { directRoutes: ['skin'] }),
  entry('Paracetamol', 'direct'),
])
const assess = (product: string) => {
  const [tradename = '', category = '', dcm = '', laboratory = '', healthRegister = ''] = product
    .split('|')
    .map((part) => part.trim())
  return assessSale(
    { tradename, category, dcm, laboratory, healthRegister, therapeuticAction: '', form: '', quantity: '' },
    list,
  )
}

describe('a product of unknown condition is held', () => {
  test.each([
    ['CLONAZEPAN 2MG.30COM', 'similar', 'Clonazepam', 'retained'],
    ['EZOPICLONA', 'similar', 'Zopiclona', 'retained'],
    ['GENTAMICINA03 COLIRIO', 'listed', 'Gentamicina', 'simple'],
    ['XARBAN 28 MGRIVAROXABAN', 'listed', 'Rivaroxaban', 'simple'],
    ['CIPROFLOXACIONO 500', 'similar', 'Ciprofloxacino', 'retained'],
    ['Ravotril gotas', 'listed', 'Clonazepam', 'retained'],
    ['SHAMPOO KETOCONAZOLN 2 240ML', 'similar', 'Ketoconazol', 'simple'],
    ['PARACETAMOL + CLONAZEPAM', 'listed', 'Clonazepam', 'retained'],
    ['IBUPROFENO 600MG X20COMP', 'listed', 'Ibuprofeno', 'simple'],
    ['IBUPROFENO COMPRIMIDOS', 'listed', 'Ibuprofeno', 'simple'],
    ['DICLOFENACO 50MG.30COM', 'listed', 'Diclofenaco', 'simple'],
    ['PARACETAMOL 1 G INYECTABLE', 'listed', 'Paracetamol', 'simple'],
    ['LEVONORGESTREL 0,03MG X28', 'listed', 'Levonorgestrel', 'simple'],
    ['ROTAZEPAM 5', 'class', 'benzodiacepina', 'retained'],
    ['NUEVOSARTAN 80', 'class', 'cardiovascular', 'simple'],
    ['MARCA X30 | Ansiolíticos', 'category', 'tranquilizante', 'retained'],
    ['PARACETAMOL COMPUESTO | Ansiolíticos', 'category', 'tranquilizante', 'retained'],
    ['FLORES HOMEOPATICAS 50 COMP', 'category', 'natural u homeopático', 'direct'],
    ['XYZ 20.28COM.RE.', 'medicine', '', null],
    ['XYZ JARABE', 'medicine', '', null],
    ['XYZ 10 MG', 'medicine', '', null],
    ['XYZ X 30', 'medicine', '', null],
    ['XYZ | Medicamentos', 'medicine', '', null],
    ['XYZ | | | SAVAL', 'medicine', '', null],
    ['XYZ | | | | F-1234/20', 'medicine', '', null],
    ['XYZ | | Algo raro', 'medicine', '', null],
    ['CREMA XYZ', 'medicine', '', null],
    ['PARIET 20', 'medicine', '', null],
    ['ENOXPAR 40 JERINGA', 'medicine', '', null],
    ['COSA | SIN CLASIFICAR', 'medicine', '', null],
    ['TINTURA CAPILAR | | | | F-1234/20', 'medicine', '', null],
  ] as const)('%s', (product, reason, subject, proposal) => {
    expect(assess(product)).toEqual({ held: true, reason, subject, proposal })
  })
})

test.each([
  'PARACETAMOL 500MG X16 | Analgésico | Paracetamol 500 mg',
  'IBUPROFENO 400MG.20COM',
  'DICLOFENACO GEL 1% 60G',
  'LEVONORGESTREL 1,5 MG 1 COMP',
  'CREMA DE MANOS UREA 10% 75 G',
  'PROTECTOR SOLAR FPS50 50ML',
  'PAÑALES TALLA G X 18',
  'TERMOMETRO DIGITAL | Dispositivos y accesorios médicos',
  'LECHE NAN 2 800 G',
  'JERINGA 5 ML C/AGUJA',
  'TEST EMBARAZO',
  'NIVEA MILK 400',
  'PERFUME 100 ML',
  'CEPILLO DENTAL X 2 | Cuidado bucal',
])('%s is not held', (product) => {
  expect(assess(product)).toMatchObject({ held: false })
})

import { expect, test } from 'vitest'
import { readableName } from './readable-name.ts'

test.each([
  ['LOSARTAN POT.50MG.30 COM', 'Losartan pot. 50 mg 30 com'],
  ['IBUPROFENO 100MG/5ML SUSP.100ML', 'Ibuprofeno 100 mg/5 ml susp. 100 ml'],
  ['AMOXICILINA+AC.CLAV.500/125MG.20COM.(B.E)OPKO', 'Amoxicilina + ac. clav. 500/125 mg 20 com. (B.E) opko'],
  [
    'EUTIROX LEVOTIROXINA SODICA 125MCG X50 COMP LAB. GSK',
    'Eutirox levotiroxina sodica 125 mcg x 50 comp lab. GSK',
  ],
  ['CALCIO + VITAMINA C 249MG + 90MGX60CAPS', 'Calcio + vitamina C 249 mg + 90 mg x 60 caps'],
  ['VITAMINA D3 1000UI X30', 'Vitamina D3 1000 UI x 30'],
  ['VITAMINAS A, D Y E', 'Vitaminas A, D y E'],
  ['VITAMINA B12', 'Vitamina B12'],
  ['HEPARINA 5.000 U.I./ML', 'Heparina 5.000 U.I./ml'],
  ['ACANTEX 1 GR IV', 'Acantex 1 gr IV'],
  ['TELA ADHESIVA 5 X 2,5CM CJ XII', 'Tela adhesiva 5 x 2,5 cm cj XII'],
  ['GLAFORNIL XR 500MG.30COM.', 'Glafornil XR 500 mg 30 com.'],
  ['PROTECTOR SOLAR FPS50 190G', 'Protector solar FPS 50 190 g'],
  ['BETAMETASONA CR. 0.05%.15GR.', 'Betametasona cr. 0.05% 15 gr'],
  ['ÑANDÚ C/MANZANILLA GTS.', 'Ñandú c/manzanilla gts.'],
  ['DOLO-NEUROBIONTA DÍA  20COM.', 'Dolo-neurobionta día 20 com.'],
])('%s is shown as %s', (name, shown) => {
  expect(readableName(name)).toBe(shown)
  expect(readableName(shown)).toBe(shown)
})

test.each(['Losartán 50 mg × 30', 'CAFIASPIRINA 1TIRA DE x 10', 'iPHARMA  Crema', 'B12', '500', ''])(
  '“%s”, which is not wholly in capitals, stays as it is',
  (name) => expect(readableName(name)).toBe(name),
)

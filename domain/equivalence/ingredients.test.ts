import { expect, test } from 'vitest'
import { repeatedIngredients } from './ingredients.ts'

/** Products as `DCM | name`, with their places as ids. */
const repeated = (...products: string[]) =>
  repeatedIngredients(
    products.map((text, at) => {
      const [dcm = '', tradename = ''] = text.split('|').map((part) => part.trim())
      return { id: String(at), dcm, tradename }
    }),
  ).map(({ ingredients, products }) => `${ingredients.join('+')}: ${products.join()}`)

test.each<[string[], string[]]>([
  [
    ['PARACETAMOL 500 MG | KITADOL', 'Paracetamol 1 g | Analgex', 'Ibuprofeno 400 mg | X'],
    ['paracetamol: 0,1'],
  ],
  [['Acetaminofén 500 mg | X', 'Paracetamol 80 mg | Y infantil'], ['acetaminofén: 0,1']],
  [['LOSARTAN | X', 'Losartán potásico 50 mg | Y'], ['losartán: 0,1']],
  [[' | PARACETAMOL 500MG.16COM.', 'Paracetamol 500 mg | Y'], ['paracetamol: 0,1']],
  [
    ['Amoxicilina + ácido clavulánico 875/125 mg | X', 'AMOXICILINA,ACIDO CLAVULANICO 125 MG | Y'],
    ['ácido clavulánico+amoxicilina: 0,1'],
  ],
  [
    ['Paracetamol 500 mg, clorfenamina 4 mg | X', 'Clorfenamina 4 mg | Y', 'Paracetamol 1 g | Z'],
    ['clorfenamina: 0,1', 'paracetamol: 0,2'],
  ],
  [
    ['Ácido acetilsalicílico 100 mg | X', 'ACIDO ACETILSALICILICO 500 MG | Y'],
    ['ácido acetilsalicílico: 0,1'],
  ],
  // A single product, other ingredients, excipients, and a name that contradicts its DCM.
  [['Paracetamol 500 mg | X'], []],
  [['Prednisona 5 mg | X', 'Prednisolona 5 mg | Y'], []],
  [['Agua, glicerina | X', 'Agua, glicerina | Y'], []],
  [['Paracetamol 500 mg | IBUPROFENO 400MG', 'Paracetamol 500 mg | Y'], []],
])('the products %j repeat the ingredients %j', (products, expected) => {
  expect(repeated(...products).toSorted()).toEqual(expected)
})

import { expect, test } from 'vitest'
import { brandOf, decisionKey } from './decision-key.ts'

const NAMELESS = { held: true, reason: 'medicine', subject: '', proposal: null } as const
const keyOf = (tradename: string) =>
  decisionKey(
    {
      ...{ tradename, dcm: '', category: '', laboratory: '', healthRegister: '' },
      ...{ therapeuticAction: '', form: '', quantity: '' },
    },
    NAMELESS,
  )

test.each([
  ['MARCASUR 10MG 30COM', 'MARCASUR 10 MG X 60 COMP', true],
  ['MARCASUR 10MG 30COM', 'MARCASUR 20MG 30COM', false],
  ['MARCASUR 10MG 30COM', 'MARCASUR 10MG GOTAS', false],
  ['ACIDO UNOSICO 500MG 20COM', 'ACIDO DOSICO 500MG 20COM', false],
  ['CLORURO DE UNILO 5 MG GEL', 'CLORURO DE DILO 5 MG GEL', false],
  ['BIO UNOS', 'BIO DOS', false],
  ['BIO UNOS', 'BIO UNOS', true],
])('a decision about %s holds for %s: %s', (decided, other, holds) => {
  expect(keyOf(decided) === keyOf(other)).toBe(holds)
})

test('a brand is the first word, without a form; after a salt the next one, too', () => {
  expect(brandOf(['crema', 'marcasur', '20'])).toBe('marcasur')
  expect(brandOf(['cloruro', 'de', 'unilo'])).toBe('cloruro unilo')
  expect(brandOf(['12', 'h'])).toBe('12 h')
})

import { expect, test } from 'vitest'
import { assignPrescriptions, dispensingsLeft, prescriberPhrase } from './lasting-prescription.ts'

const prescription = (_id: string, serves: string[], validUntil: string | null = null) => ({
  _id,
  serves,
  validUntil,
})

test('each product is served by one prescription, by as few as possible', () => {
  const both = prescription('both', ['a', 'b'])
  const one = prescription('one', ['a'], '2026-01-01')
  expect([...assignPrescriptions([one, both])]).toEqual([['both', ['a', 'b']]])
  expect([...assignPrescriptions([one, both, prescription('other', ['b', 'c'])])]).toEqual([
    ['both', ['a', 'b']],
    ['other', ['c']],
  ])
})

test('of equal prescriptions the one that ends first serves, then the oldest', () => {
  const [open, late, early] = [
    prescription('open', ['a']),
    prescription('late', ['a'], '2027-02-01'),
    prescription('early', ['a'], '2027-01-31'),
  ]
  expect([...assignPrescriptions([open, late, early]).keys()]).toEqual(['early'])
  expect([...assignPrescriptions([open, prescription('newer', ['a'])]).keys()]).toEqual(['open'])
})

test('a prescription that serves nothing is left out', () => {
  expect(assignPrescriptions([]).size).toBe(0)
  expect(assignPrescriptions([prescription('none', [])]).size).toBe(0)
})

test.each([
  ['Dra. Soto', 'de la Dra. Soto'],
  ['DR. ROJAS', 'del DR. ROJAS'],
  ['Doctora Soto', 'de la Doctora Soto'],
  ['Dragana Soto', 'de Dragana Soto'],
  ['María Soto', 'de María Soto'],
  ['', ''],
])('%s is named %s', (name, text) => expect(prescriberPhrase(name)).toBe(text))

test.each([
  [1, 3, 'queda 1 de 3 entregas'],
  [2, 3, 'quedan 2 de 3 entregas'],
  [1, 1, 'queda 1 de 1 entrega'],
  [0, 3, 'no quedan entregas'],
])('%i of %i: %s', (left, deliveries, text) => expect(dispensingsLeft(left, deliveries)).toBe(text))

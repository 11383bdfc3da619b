import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinNames, possibleNames, readNames, splitNames } from './name-list.ts'

const known =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name)

test('a list is split into the names that it was joined of, whatever they contain', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text === text.trim())
  fc.assert(
    fc.property(fc.array(name), (names) => {
      expect(splitNames(joinNames(names))).toEqual(names)
    }),
  )
})

test('a list without escaped commas is read by the longest known names', () => {
  const isKnown = known('Vitaminas, minerales y otros', 'Vitaminas', 'Bebé')
  expect(readNames('Vitaminas, minerales y otros,Bebé', isKnown)).toEqual([
    'Vitaminas, minerales y otros',
    'Bebé',
  ])
  expect(readNames('Vitaminas,Bebé', isKnown)).toEqual(['Vitaminas', 'Bebé'])
  expect(readNames('Vitaminas%2C minerales y otros', isKnown)).toEqual(['Vitaminas, minerales y otros'])
})

test('unknown and repeated names are left out', () => {
  expect(readNames('Nada,Bebé,,Bebé, otra', known('Bebé'))).toEqual(['Bebé'])
})

test('every name that a list may contain is among its possible names', () => {
  expect(possibleNames('A, B,C')).toEqual(['A', 'A, B', 'A, B,C', 'B', 'B,C', 'C'])
})

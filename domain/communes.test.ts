import { expect, test } from 'vitest'
import { communeName, findCommune, isCommune, REGIONS, searchCommunes } from './communes.ts'

const all = REGIONS.flatMap(({ communes }) => communes)

test('the list has the 346 communes of 16 regions, each with a code of its own', () => {
  expect(REGIONS).toHaveLength(16)
  expect(new Set(all.map(({ code }) => code)).size).toBe(346)
  expect(all.every(({ code, name }) => /^\d{5}$/.test(code) && /^\p{Lu}[\p{L}' ]+$/u.test(name))).toBe(true)
})

test('a commune is found by its code of five digits', () => {
  expect(communeName('13120')).toBe('Ñuñoa')
  expect(isCommune('13121 ')).toBe(false)
  expect(communeName('99999')).toBe('')
})

test('a name is found without accents and case', () => {
  expect(findCommune('NUNOA')?.code).toBe('13120')
  expect(findCommune('viña del mar')?.code).toBe('05109')
})

test('a search lists communes that begin with the text first, then those with a word that does', () => {
  expect(searchCommunes('san m').map(({ name }) => name)).toEqual(['San Miguel'])
  expect(searchCommunes('bernardo').map(({ name }) => name)).toEqual(['San Bernardo'])
  expect(searchCommunes('pe').map(({ name }) => name)[0]).toBe('Petorca')
})

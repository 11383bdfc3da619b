import { expect, test } from 'vitest'
import { isSameName, isSimilarName, nameWords } from './compare-names.ts'

const compare = (payer: string, name: string) => {
  const [given = '', last = ''] = name.split('|')
  const person = { given: nameWords(given), last: nameWords(last) }
  return [isSameName(nameWords(payer), person), isSimilarName(nameWords(payer), person)]
}

test.each([
  ['JUAN PEREZ', 'Juan|Pérez Soto'],
  ['PEREZ SOTO JUAN', 'Juan|Pérez Soto'],
  ['PEREZ SOTO JUAN CARLOS', 'Juan|Pérez'],
  ['JUAN CARLOS PEREZ SOTO', 'Juan|Pérez'],
  ['Juan Pérez S', 'Juan|Pérez Soto'],
  ['JUAN PER', 'Juan|Pérez'],
  ['MARIA C PEREZ', 'María Carolina|Pérez'],
  ['FERNAN PEREZ', 'Fernando|Pérez'],
  ['JUAN PERES', 'Juan|Pérez'],
  ['Jaun Perez', 'Juan|Pérez'],
  ['ALEJANDRO GONSALEZ', 'Alejandro|González'],
  ['JUAN DE LA FUENTE', 'Juan|de la Fuente'],
  ['BERNARDO OHIGGINS', "Bernardo|O'Higgins"],
  ['CAMILA SAN MARTIN', 'Camila|San Martín Rojas'],
])('%s is surely %s', (payer, name) => {
  expect(compare(payer, name)[0]).toBe(true)
})

test.each([
  // Many people share one letter, or only given names.
  ['J PEREZ S', 'Juan|Pérez Soto'],
  ['JUAN P', 'Juan|Pérez'],
  ['PEREZ SOTO J', 'Juan|Pérez Soto'],
  ['MARIA JOSE', 'María José|Pérez'],
  ['FERNANDO ANDR', 'Fernando Andrés|Rojas'],
  // Two names are cut, or one is cut and the other one mistyped.
  ['FERNAN PER', 'Fernando|Pérez'],
  // The name is inside another person's.
  ['JUAN PEREZ SOTO', 'Juan|Soto'],
  ['MARIA JOSE PEREZ SOTO', 'José|Pérez Soto'],
  ['JOSE PEREZ', 'María José|Pérez'],
  ['JUAN PEREZ SPA', 'Juan|Pérez'],
  ['JUAN PEREZ Y ANA SOTO', 'Juan|Pérez'],
  // A sister's or brother's, or another common name that differs by one letter.
  ['DANIEL PEREZ', 'Daniela|Pérez'],
])('%s may be %s, without being sure', (payer, name) => {
  expect(compare(payer, name)).toEqual([false, true])
})

test.each([
  ['JUAN PEREZ SOTO', 'Juan|Pérez Rojas'],
  ['JUAN CARLOS PEREZ', 'Juan Andrés|Pérez'],
  ['JUAN PEREZ SOTO', 'Juan|Pérez Sotomayor'],
  ['EUGENIA PEREZ', 'Eugenio|Pérez'],
  ['MARIO PEREZ', 'María|Pérez'],
  ['JUAN ROSAS', 'Juan|Rojas'],
  ['ANA HERNANDEZ', 'Ana|Fernández'],
  ['ANA SOTO', 'Juan|Pérez Soto'],
  ['PEREZ', 'Juan|Pérez'],
])('%s is not surely %s', (payer, name) => {
  expect(compare(payer, name)[0]).toBe(false)
})

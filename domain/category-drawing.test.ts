import { expect, test } from 'vitest'
import { categoryDrawing } from './category-drawing.ts'

test.each([
  ['Dolor y fiebre', 'pain'],
  ['DERMOCOSMÉTICA', 'skin'],
  ['Resfrío y alergia', 'cold'],
  ['Bebé', 'baby'],
  ['Primeros auxilios', 'first-aid'],
  ['Antiinfecciosos', 'germ'],
  ['Librería', 'box'],
])('%s', (name, drawing) => {
  expect(categoryDrawing(name)).toBe(drawing)
})

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
])('the category %s gets the drawing %s', (name, drawing) => {
  expect(categoryDrawing(name)).toBe(drawing)
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CATEGORY_DRAWINGS } from '#domain/category-drawing.ts'

test('the sheet has each drawing of a category', () => {
  const sheet = readFileSync('app/storefront/home/category-drawings.svg', 'utf8')
  const drawn = [...sheet.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
  expect(drawn.toSorted()).toEqual(CATEGORY_DRAWINGS.toSorted())
})

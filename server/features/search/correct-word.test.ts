import { expect, test } from 'vitest'
import { correctWord } from './correct-word.ts'

test('a word is corrected to the likeliest one, and never to another therapy', () => {
  const vocabulary = 'antitusivo hipotensor prednisolona omeprazol crema gillette estradiol estriol'.split(
    ' ',
  )
  expect(correctWord('omeprasol', vocabulary, false)).toEqual(['omeprazol'])
  expect(correctWord('estraiol', vocabulary, false)).toEqual(['estradiol'])
  expect(correctWord('gilete', vocabulary, false)).toEqual(['gillette'])
  expect(correctWord('homeprazol', vocabulary, false)).toEqual(['omeprazol'])
  expect(correctWord('omepras', vocabulary, true)).toEqual(['omeprazol'])
  expect(correctWord('omepras', vocabulary, false)).toEqual([])
  for (const word of [
    'anticonceptivo',
    'antitumoral',
    'hipertensor',
    'prednisona',
    'prednizona',
    'cram',
    '5mg',
  ])
    expect(correctWord(word, vocabulary, true), word).toEqual([])
})

import { expect, test } from 'vitest'
import { dataSize } from './data-size.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [12_345_678, '12,3 MB'],
  [123_456_789, '123 MB'],
  [1_500_000_000, '1,5 GB'],
  [2e15, '2.000 TB'],
])('%d bytes are %s', (bytes, words) => {
  expect(dataSize(bytes)).toBe(words)
})

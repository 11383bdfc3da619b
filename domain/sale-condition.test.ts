import { describe, expect, test } from 'vitest'
import { conditionOfFlags, flagsOf, SALE_CONDITIONS, type SaleCondition } from './sale-condition.ts'

describe('condition of sale', () => {
  test.each(SALE_CONDITIONS)('%s stays when a client sends its two flags', (condition) => {
    expect(conditionOfFlags(flagsOf(condition), condition)).toBe(condition)
  })

  test.each<[SaleCondition, boolean, boolean, SaleCondition]>([
    ['retained', false, true, 'direct'],
    ['retained', false, false, 'unknown'],
    ['direct', true, false, 'simple'],
    ['direct', false, false, 'unknown'],
    ['none', true, false, 'simple'],
    ['unknown', true, false, 'simple'],
    ['unknown', false, true, 'direct'],
  ])('%s with the flags %s, %s becomes %s', (current, prescription, directSale, next) => {
    expect(conditionOfFlags({ prescription, directSale }, current)).toBe(next)
  })
})

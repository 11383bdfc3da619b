import { useEffect, useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { CartLine } from '#contract/cart.ts'
import { browserApi } from '../../api.ts'

export type Advice = CallAnswer<Calls['productAdvice']>['data']

/**
 * What to know about the cart's products together. It loads after the page and again when the products change; a failure is
 * silent.
 */
export function useProductAdvice(lines: readonly CartLine[]): Advice | undefined {
  const [advice, setAdvice] = useState<Advice>()
  const products = lines
    .map(({ productId }) => productId)
    .sort()
    .join()
  useEffect(() => {
    if (!products) return setAdvice(undefined)
    const controller = new AbortController()
    browserApi.productAdvice({ query: { products }, signal: controller.signal }).then(
      ({ data }) => controller.signal.aborted || setAdvice(data),
      () => {},
    )
    return () => controller.abort()
  }, [products])
  return advice
}

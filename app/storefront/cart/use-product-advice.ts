import { useEffect, useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { CartLine } from '#contract/cart.ts'
import { browserApi } from '../../api/client.ts'

export type Advice = CallAnswer<Calls['productAdvice']>['data']

const productsOf = (lines: readonly CartLine[]) =>
  lines
    .map(({ productId }) => productId)
    .sort()
    .join()

/** The advice about a cart's products; undefined for an empty cart, and when the call fails. */
export const loadAdvice = (lines: readonly CartLine[]): Promise<Advice | undefined> => load(productsOf(lines))

async function load(products: string, signal?: AbortSignal): Promise<Advice | undefined> {
  if (!products) return undefined
  return browserApi.productAdvice({ query: { products }, signal }).then(
    ({ data }) => data,
    () => undefined,
  )
}

/**
 * The advice for the cart's products, loaded after the page and again when the products change. A failure keeps the last advice.
 *
 * @param loaded the advice that the page has already loaded
 */
export function useProductAdvice(lines: readonly CartLine[], loaded?: Advice): Advice | undefined {
  const [advice, setAdvice] = useState(loaded)
  const products = productsOf(lines)
  useEffect(() => {
    const controller = new AbortController()
    void load(products, controller.signal).then(
      (found) => found && !controller.signal.aborted && setAdvice(found),
    )
    return () => controller.abort()
  }, [products])
  return advice
}

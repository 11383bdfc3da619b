import type { CartLine } from '#contract/cart.ts'

/**
 * An order on its way. Its key makes a repeated submit the same order (design §2.13), so it is kept until the server has
 * answered: an answer that got lost must not become a second order.
 */
export type PendingOrder = { userId: string; key: string; items: string }

const KEY = 'checkout-attempt'

/** What is being bought, for telling whether a repeated submit is the same order. */
export const itemsOf = (lines: readonly CartLine[]) =>
  lines
    .map(({ productId, quantity }) => `${productId}:${quantity}`)
    .sort()
    .join(' ')

/** This user's order that the server hasn't answered, if there is one. */
export function findPendingOrder(userId: string): PendingOrder | null {
  try {
    const pending: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isPendingOrder(pending) && pending.userId === userId ? pending : null
  } catch {
    return null
  }
}

const isPendingOrder = (value: unknown): value is PendingOrder =>
  typeof value === 'object' &&
  value !== null &&
  ['userId', 'key', 'items'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')

export const savePendingOrder = (pending: PendingOrder) =>
  sessionStorage.setItem(KEY, JSON.stringify(pending))

export const forgetPendingOrder = () => sessionStorage.removeItem(KEY)

import type { CartLine } from '#contract/cart.ts'

/**
 * An order on its way. Its key makes a repeated submit the same order (design §2.13), so it is kept until the server has
 * answered: an answer that got lost must not become a second order.
 */
export type Attempt = { userId: string; key: string; items: string }

const KEY = 'checkout-attempt'

/** What is being bought, for telling whether a repeated submit is the same order. */
export const itemsOf = (lines: readonly CartLine[]) =>
  lines
    .map(({ productId, quantity }) => `${productId}:${quantity}`)
    .sort()
    .join(' ')

/** This user's order that the server hasn't answered, if there is one. */
export function unansweredAttempt(userId: string): Attempt | null {
  try {
    const attempt: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isAttempt(attempt) && attempt.userId === userId ? attempt : null
  } catch {
    return null
  }
}

const isAttempt = (value: unknown): value is Attempt =>
  typeof value === 'object' &&
  value !== null &&
  ['userId', 'key', 'items'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')

export const keepAttempt = (attempt: Attempt) => sessionStorage.setItem(KEY, JSON.stringify(attempt))

export const dropAttempt = () => sessionStorage.removeItem(KEY)

import type { CartLine } from '#contract/cart.ts'
import { parseStored } from '../../browser/browser-storage.ts'

/**
 * An order that was sent but not answered, saved until the server answers. Its idempotency key makes a repeated submit the same
 * order (docs/product.md#orders). `items` is the cart's {@link fingerprint}.
 */
export type PendingOrder = { userId: string; key: string; items: string }

const STORAGE_KEY = 'checkout-attempt'

/** The cart's products and quantities as one text: equal carts have equal fingerprints. */
export const fingerprint = (lines: readonly CartLine[]) =>
  lines
    .map(({ productId, quantity }) => `${productId}:${quantity}`)
    .sort()
    .join(' ')

/** The pending order of this user in this tab. */
export function findPendingOrder(userId: string): PendingOrder | null {
  const pending = parseStored(sessionStorage.getItem(STORAGE_KEY))
  return isPendingOrder(pending) && pending.userId === userId ? pending : null
}

const isPendingOrder = (value: unknown): value is PendingOrder =>
  typeof value === 'object' &&
  value !== null &&
  ['userId', 'key', 'items'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')

export const savePendingOrder = (pending: PendingOrder) =>
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending))

export const forgetPendingOrder = () => sessionStorage.removeItem(STORAGE_KEY)

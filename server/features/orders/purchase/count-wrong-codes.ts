import type { Db } from '../../../database/schema.ts'
import { countAttempt, refuseExhausted } from '../../../http/rate-limits.ts'
import { Refusal } from '../../../refusals/refusal.ts'

/**
 * Does what a code is needed for, and counts codes that don't hold by the visitor's address. After too many of them right ones are refused,
 * too, so that nobody finds codes by trying.
 *
 * @throws Refusal TOO_MANY, and what the work throws
 */
export async function countWrongCodes<Result>(
  database: Db,
  { coupon, address }: { coupon?: string | undefined; address?: string },
  work: () => Promise<Result>,
): Promise<Result> {
  if (coupon === undefined) return work()
  await refuseExhausted(database, 'wrongCodes', { address })
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'COUPON_INVALID')
      await countAttempt(database, 'wrongCodes', { address })
    throw error
  }
}

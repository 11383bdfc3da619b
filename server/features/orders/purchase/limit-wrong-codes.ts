import type { Db } from '../../../database/schema.ts'
import { countAttempt, refuseExhausted } from '../../../http/rate-limits.ts'
import { Refusal } from '../../../refusals/refusal.ts'

/**
 * Runs work that uses a coupon's code, and counts invalid codes by the caller's network address. After too many, valid codes are refused,
 * too, so that nobody finds codes by trying.
 *
 * @throws Refusal TOO_MANY; errors of the work
 */
export async function limitWrongCodes<Result>(
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

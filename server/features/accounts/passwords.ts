import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Refusal } from '../../refusals/refusal.ts'

/**
 * Passwords hashed at once. Each takes a core, and one of the four threads that also read image files: a burst of logins
 * waits here instead of keeping pages and images waiting.
 */
const limit = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)))
const MAX_WAITING = 50
/** Within these seconds a full queue has been worked off. */
const RETRY_AFTER_SECONDS = 3

/** @throws Refusal TOO_MANY when too many passwords are waiting */
async function inQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (limit.pendingCount >= MAX_WAITING) throw new Refusal('TOO_MANY', { retryAfter: RETRY_AFTER_SECONDS })
  return limit(work)
}

/**
 * Argon2id with the library's defaults, 19 MiB and two passes (docs/product.md#passwords).
 *
 * @throws Refusal TOO_MANY when too many passwords are waiting
 */
export const hashPassword = (password: string) => inQueue(() => hash(password))

const unknownUserHash = hash('not a password of any user')

/**
 * Whether the password is correct. For an unknown user (no hash) it is not, after the same time: the password is checked
 * against a fixed hash.
 *
 * @throws Refusal TOO_MANY when too many passwords are waiting
 */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isCorrect = await inQueue(async () => verify(passwordHash ?? (await unknownUserHash), password))
  return isCorrect && passwordHash !== undefined
}

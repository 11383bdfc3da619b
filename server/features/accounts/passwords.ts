import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Refusal } from '../../refusals/refusal.ts'

/**
 * Limits the passwords that are hashed at once. A hash occupies a core and one of Node's four worker threads, which also read images. A
 * burst of logins waits in this queue, so that images don't wait.
 */
const limit = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)))
const MAX_WAITING = 50
/** The seconds that a full queue takes to empty. */
const RETRY_AFTER_SECONDS = 3

/** @throws Refusal TOO_MANY when too many passwords are waiting */
async function inQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (limit.pendingCount >= MAX_WAITING) throw new Refusal('TOO_MANY', { retryAfter: RETRY_AFTER_SECONDS })
  return limit(work)
}

/**
 * Argon2id with the library's defaults, 19 MiB and two passes.
 *
 * @throws Refusal TOO_MANY when too many passwords are waiting
 */
export const hashPassword = (password: string) => inQueue(() => hash(password))

const unknownUserHash = hash('not a password of any user')

/**
 * Whether the password is correct. For an unknown user (no hash), it checks a fixed hash, so that the answer takes the same time.
 *
 * @throws Refusal TOO_MANY when too many passwords are waiting
 */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isCorrect = await inQueue(async () => verify(passwordHash ?? (await unknownUserHash), password))
  return isCorrect && passwordHash !== undefined
}

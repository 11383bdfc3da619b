import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { Db } from '../../database/schema.ts'
import { invalidField, Refusal } from '../../refusals/refusal.ts'

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

/** A password of 72 random bits, in 12 characters. */
export const randomPassword = () => randomBytes(9).toString('base64url')

export const wrongPassword = () => invalidField('password', 'La contraseña no es correcta.')

/**
 * Checks the password of a session's user, asked again. The hash takes long: call it outside of a transaction, and compare the returned
 * hash inside.
 *
 * @returns the hash that the password was checked against
 * @throws Refusal BAD_INPUT at the password; NO_SESSION when the account is gone
 */
export async function requirePassword(database: Db, userId: string, password: string): Promise<string> {
  const user = await database
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw new Refusal('NO_SESSION')
  if (!(await verifyPassword(password, user.password_hash))) throw wrongPassword()
  return user.password_hash
}

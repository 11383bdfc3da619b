import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the library's defaults, 19 MiB and two passes (docs/product.md#passwords). */
export const hashPassword = (password: string) => hash(password)

const unknownUserHash = hash('not a password of any user')

/**
 * Whether the password is correct. For an unknown user (no hash) it is not, after the same time: the password is checked
 * against a fixed hash.
 */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isCorrect = await verify(passwordHash ?? (await unknownUserHash), password)
  return isCorrect && passwordHash !== undefined
}

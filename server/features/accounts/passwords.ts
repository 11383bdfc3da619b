import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 19 MiB and two passes, the library's defaults (design §3). */
export const hashPassword = (password: string) => hash(password)

/** What an unknown e-mail is checked against, so that it takes as long as a known one. */
const nobody = hash('nobody has this password')

/** Whether the password fits. Without a hash it never does, in the same time. */
export async function checkPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobody), password)
  return fits && passwordHash !== undefined
}

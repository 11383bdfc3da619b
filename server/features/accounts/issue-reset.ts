import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** Only the hash of a recovery token is kept (design §2.23). */
export const hashResetToken = (token: string) => createHash('sha256').update(token).digest()

/** Makes a recovery token for a user, for one hour. The one it had before, if any, is dead. */
export async function issueReset(database: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into password_resets (token_hash, user_id, expires_at)
    values (${hashResetToken(token)}, ${userId}, now() + interval '1 hour')
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(
    database,
  )
  return token
}

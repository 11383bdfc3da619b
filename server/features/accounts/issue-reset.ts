import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** The database has only the hash of a recovery token. */
export const hashResetToken = (token: string) => createHash('sha256').update(token).digest()

/** Creates a token for a new password, of a recovery or an invitation. It replaces the user's earlier token. */
export async function issueReset(database: Db, userId: string, hours = 1): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into password_resets (token_hash, user_id, expires_at)
    values (${hashResetToken(token)}, ${userId}, now() + make_interval(hours => ${hours}::int))
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(
    database,
  )
  return token
}

import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** The database has only the hash of a link's token. */
export const hashLinkToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * Creates the token of a link that cancels an account's reminders, valid for a year. Earlier links stay valid, because people may use any
 * of the mails.
 */
export async function issueLink(database: Db, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into reminder_links (token_hash, user_id, expires_at)
    values (${hashLinkToken(token)}, ${userId}, now() + interval '1 year')`.execute(database)
  return token
}

import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, TokenPurpose, Tx } from '../database/schema.ts'

/** Tokens that a mail or a cookie carries. A token is valid for its own purpose only. */

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds that a token is valid, unless it is used up or revoked before. */
export const TOKEN_SECONDS: Record<TokenPurpose, number> = {
  'password-reset': HOUR,
  'login-ticket': 10 * MINUTE,
  'remembered-device': 30 * DAY,
  'known-device': 90 * DAY,
  // Earlier links stay valid, because people may use any of the mails.
  'stop-reminders': 365 * DAY,
  // The alert itself is deleted 30 days after its mail was queued.
  'stop-alerts': 30 * DAY,
}

/** Purposes whose new token replaces the subject's earlier token. The database's index `newest_token` lists the same purposes. */
const NEWEST_ONLY: readonly TokenPurpose[] = ['password-reset', 'stop-alerts']

export const makeToken = () => randomBytes(32).toString('base64url')

/** The database has only the hash of a token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

const isValid = (purpose: TokenPurpose, token: string) =>
  sql<boolean>`tokens.purpose = ${purpose} and tokens.token_hash = ${hashToken(token)} and tokens.expires_at > now()`

/**
 * Creates a token of a subject: the id of a stock alert for 'stop-alerts', else of a user.
 *
 * @param options.token an issued token, which several users of a browser share
 * @param options.seconds another lifetime than the purpose's own
 */
export async function issueToken(
  database: Db,
  purpose: TokenPurpose,
  subject: string,
  { token = makeToken(), seconds = TOKEN_SECONDS[purpose] } = {},
): Promise<string> {
  const column = sql.ref(purpose === 'stop-alerts' ? 'alert_id' : 'user_id')
  const same = NEWEST_ONLY.includes(purpose)
    ? sql`(purpose, subject) where purpose in ('password-reset', 'stop-alerts')`
    : sql`(token_hash, purpose, subject)`
  await sql`
    insert into tokens (purpose, token_hash, ${column}, expires_at)
    values (${purpose}, ${hashToken(token)}, ${subject}, now() + make_interval(secs => ${seconds}))
    on conflict ${same} do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(
    database,
  )
  return token
}

/** A query for the rows of a valid token, one for each of its subjects. */
export const findToken = (database: Db, purpose: TokenPurpose, token: string) =>
  database.selectFrom('tokens').where(isValid(purpose, token))

/** The id of the user or alert of a valid token. When a known device has several users, one of them. */
export async function findSubject(
  database: Db,
  purpose: TokenPurpose,
  token: string,
): Promise<string | undefined> {
  const row = await findToken(database, purpose, token).select('subject').limit(1).executeTakeFirst()
  return row?.subject
}

/** Deletes a valid token and returns its subject. Of several requests at once, one gets the subject, the others undefined. */
export async function spendToken(tx: Tx, purpose: TokenPurpose, token: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('tokens')
    .where(isValid(purpose, token))
    .returning('subject')
    .executeTakeFirst()
  return row?.subject
}

/** Deletes a user's tokens for some purposes. */
export async function revokeTokens(database: Db, userId: string, purposes: TokenPurpose[]) {
  await database.deleteFrom('tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

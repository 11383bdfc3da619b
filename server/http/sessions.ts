import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#contract/users.ts'
import type { Db } from '../database/schema.ts'

/** Who makes a call. The role is the database's of this moment, so that a change holds at once (design §3). */
export type Session = { userId: string; role: Role }

const DAY = 24 * 60 * 60
/** How long a session lasts, in seconds. */
const lifetime = (role: Role) => (role === 'Cliente' ? 30 * DAY : DAY / 2)

/** Tokens are 32 random bytes; only their hash is kept. */
const hash = (token: string) => createHash('sha256').update(token).digest()

const TOKEN = /^[\w-]{43}$/

/** The session that a token opens, or null when it is malformed, unknown, over, or of a disabled account. */
export async function findSession(database: Db, token: string): Promise<Session | null> {
  if (!TOKEN.test(token)) return null
  const row = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.role'])
    .where('sessions.token_hash', '=', hash(token))
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  return row ? { userId: row.id, role: row.role } : null
}

/** Opens a session and answers its token. */
export async function openSession(database: Db, { userId, role }: Session): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database
    .insertInto('sessions')
    .values({
      token_hash: hash(token),
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetime(role)})`,
    })
    .execute()
  return token
}

/** Ends a user's sessions, all but the one of `keep`. */
export async function closeSessions(database: Db, userId: string, keep?: string) {
  await database
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('token_hash', '<>', hash(keep ?? '')))
    .execute()
}

/** Lets a user's sessions last no longer than those of its new role. */
export async function shortenSessions(database: Db, { userId, role }: Session) {
  await sql`
    update sessions set expires_at = least(expires_at, now() + make_interval(secs => ${lifetime(role)}))
    where user_id = ${userId}`.execute(database)
}

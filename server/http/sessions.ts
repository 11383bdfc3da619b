import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '#domain/users.ts'
import { batched } from '../database/batched.ts'
import type { Db } from '../database/schema.ts'
import { sql } from '../database/sql.ts'
import { statement } from '../database/statement.ts'

/** The user of a call. The role is read from the database for each call, so that a change applies at once (docs/product.md#sessions). */
export type Session = { userId: string; role: Role }

const DAY = 24 * 60 * 60
/** Seconds that a session lasts. */
const lifetime = (role: Role) => (role === 'Cliente' ? 30 * DAY : DAY / 2)

/** Tokens are 32 random bytes; the database has only their hash. */
const hash = (token: string) => createHash('sha256').update(token).digest()

const TOKEN = /^[\w-]{43}$/

/** Each token is looked up in the indexes by itself: joined as tables, PostgreSQL would read all users where there are few. */
const FIND_SESSIONS = statement<{ place: number; userId: string; role: Role }>()`
  select sent.place, account.id as "userId", account.role
  from unnest(${'hashes'}::bytea[]) with ordinality as sent (hash, place)
  cross join lateral (
    select user_id from sessions where token_hash = sent.hash and expires_at > now() limit 1
  ) session
  cross join lateral (
    select id, role from users where id = session.user_id and disabled_at is null limit 1
  ) account`

/**
 * The session of a token, or null when the token is malformed, unknown or expired, or its account disabled. It is read for each
 * request, so that a revoked one ends at once; requests that arrived together share the statement.
 */
export const findSession = async (database: Db, token: string): Promise<Session | null> =>
  TOKEN.test(token) ? ((await findSessions(database, token)) ?? null) : null

const findSessions = batched(async (run, tokens: string[]): Promise<Map<string, Session>> => {
  const rows = await run(FIND_SESSIONS, { hashes: tokens.map(hash) })
  return new Map(rows.map(({ place, userId, role }) => [tokens[place - 1]!, { userId, role }]))
})

/** Those of the tokens that {@link findSession} would find with this role: one query for many. */
export async function tokensWithRole(
  database: Db,
  tokens: readonly string[],
  role: Role,
): Promise<Set<string>> {
  const rows = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.token_hash')
    .where('sessions.token_hash', '=', sql<Buffer>`any(${tokens.map(hash)}::bytea[])`)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.disabled_at', 'is', null)
    .where('users.role', '=', role)
    .execute()
  const found = new Set(rows.map(({ token_hash }) => token_hash.toString('hex')))
  return new Set(tokens.filter((token) => found.has(hash(token).toString('hex'))))
}

/** Creates a session and returns its token. */
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

/** Deletes the session of a token. */
export async function closeSession(database: Db, token: string) {
  await database.deleteFrom('sessions').where('token_hash', '=', hash(token)).execute()
}

/** Deletes a user's sessions, except the session of the token `keep`. */
export async function closeSessions(database: Db, userId: string, keep?: string) {
  await database
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('token_hash', '<>', hash(keep ?? '')))
    .execute()
}

/** Limits a user's sessions to the lifetime of the new role. */
export async function shortenSessions(database: Db, { userId, role }: Session) {
  await sql`
    update sessions set expires_at = least(expires_at, now() + make_interval(secs => ${lifetime(role)}))
    where user_id = ${userId}`.execute(database)
}

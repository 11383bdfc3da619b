import { sql } from 'kysely'
import type { Role } from '#domain/users.ts'
import type { Db } from '../database/schema.ts'
import { hashToken, makeToken, revokeTokens } from './tokens.ts'

/** The user of a call. The role is read from the database for each call, so that a change applies at once. */
export type Session = { userId: string; role: Role }

/** A session with the state of its user's second factor. */
export type FoundSession = Session & {
  /** Whether the second factor has to be set up before anything else. */
  mustSetUp: boolean
  /** Whether a guarded call needs a code first. */
  needsCode: boolean
}

/** How long a code opens the guarded calls. */
const CODE_MINUTES = 10

const DAY = 24 * 60 * 60
/** Seconds that a session lasts. */
const lifetime = (role: Role) => (role === 'Cliente' ? 30 * DAY : DAY / 2)

const TOKEN = /^[\w-]{43}$/

/**
 * The session of a token, or null when the token is malformed, unknown or expired, or its account disabled. The session is read for each
 * request, so that a revoked session ends at once.
 */
export async function findSession(database: Db, token: string): Promise<FoundSession | null> {
  if (!TOKEN.test(token)) return null
  const { rows } = await sql<FoundSession>`
    select users.id as "userId", users.role, factor.user_id is null and required.role is not null as "mustSetUp",
      factor.user_id is not null
        and coalesce(sessions.code_at < now() - make_interval(mins => ${CODE_MINUTES}::int), true) as "needsCode"
    from sessions join users on users.id = sessions.user_id
      left join second_factors factor
        on factor.user_id = users.id and factor.confirmed_at is not null and users.role <> 'Cliente'
      left join second_factor_roles required
        on required.role = users.role and required.since <= sessions.created_at
    where sessions.token_hash = ${hashToken(token)} and sessions.expires_at > now() and users.disabled_at is null`.execute(
    database,
  )
  return rows[0] ?? null
}

/** Creates a session and returns its token. `withCode`: its user gave a code of the second factor. */
export async function openSession(
  database: Db,
  { userId, role, withCode = false }: Session & { withCode?: boolean },
): Promise<string> {
  const token = makeToken()
  await sql`
    insert into sessions (token_hash, user_id, expires_at, code_at)
    values (${hashToken(token)}, ${userId}, now() + make_interval(secs => ${lifetime(role)}),
      case when ${withCode}::boolean then now() end)`.execute(database)
  return token
}

/** Notes that the session's user gave a code of the second factor. */
export async function noteCode(database: Db, token: string) {
  await sql`update sessions set code_at = now() where token_hash = ${hashToken(token)}`.execute(database)
}

/** Deletes the session of a token. */
export async function closeSession(database: Db, token: string) {
  await sql`delete from sessions where token_hash = ${hashToken(token)}`.execute(database)
}

/**
 * Deletes a user's sessions, except the session of the token `keep`. Logins that wait for a code end too, and every browser needs a code
 * again.
 */
export async function closeSessions(database: Db, userId: string, keep?: string) {
  const kept = keep === undefined ? null : hashToken(keep)
  await sql`delete from sessions where user_id = ${userId} and token_hash is distinct from ${kept}::bytea`.execute(
    database,
  )
  await revokeTokens(database, userId, ['login-ticket', 'remembered-device'])
}

/** Limits a user's sessions to the lifetime of the new role. */
export async function shortenSessions(database: Db, { userId, role }: Session) {
  await sql`
    update sessions set expires_at = least(expires_at, now() + make_interval(secs => ${lifetime(role)}))
    where user_id = ${userId}`.execute(database)
}

import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { isId } from '../refusals/refusal.ts'

const COOKIE = 'known-device'
const LIFETIME_SECONDS = 90 * 24 * 60 * 60

/** Tokens are 32 random bytes; the database has only their hash. */
const hash = (token: string) => createHash('sha256').update(token).digest()

/** The device token in a request's cookie, or undefined. */
export const readDevice = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1]

/** The device token of a request, when the user with this e-mail or id has logged in with it before. */
export async function findDevice(
  database: Db,
  request: FastifyRequest,
  account = '',
): Promise<string | undefined> {
  const device = readDevice(request)
  if (!device) return undefined
  const row = await database
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('users.id')
    .where(isId(account) ? 'users.id' : 'users.email', '=', account)
    .where('token_hash', '=', hash(device))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && device
}

/**
 * Remembers for 90 days that a user logged in with a device. An issued token is reused, so that several users of a browser stay known;
 * any other token is replaced.
 *
 * @returns the device's token, for {@link deviceCookie}
 */
export async function rememberDevice(
  database: Db,
  { userId, device }: { userId: string; device?: string },
): Promise<string> {
  const isIssued = device !== undefined && (await wasIssued(database, device))
  const token = isIssued ? device : randomBytes(32).toString('base64url')
  await sql`
    insert into known_devices (token_hash, user_id, expires_at)
    values (${hash(token)}, ${userId}, now() + make_interval(secs => ${LIFETIME_SECONDS}))
    on conflict (token_hash, user_id) do update set expires_at = excluded.expires_at`.execute(database)
  return token
}

async function wasIssued(database: Db, device: string) {
  const row = await database
    .selectFrom('known_devices')
    .select('user_id')
    .where('token_hash', '=', hash(device))
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The cookie that keeps a device's token. Only the logins read it; scripts can't. */
export function deviceCookie(token: string, { secure }: { secure: boolean }): string {
  const cookie = `${COOKIE}=${token}; Path=/api; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax`
  return secure ? `${cookie}; Secure` : cookie
}

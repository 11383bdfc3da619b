import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'

const LIFETIME_DAYS = 30

/** The name of an account's own cookie: the staff of a pharmacy share computers. */
const cookieName = (userId: string) => `remembered-device-${userId}`

/** Tokens are 32 random bytes; the database has only their hash. */
const hash = (token: string) => createHash('sha256').update(token).digest()

/** The token by which the request's browser remembers an account, or undefined. */
const readToken = ({ headers }: FastifyRequest, userId: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${cookieName(userId)}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1]

/** Whether the user chose, with a code, that this browser's logins need none for 30 days. */
export async function isRemembered(tx: Tx, request: FastifyRequest, userId: string): Promise<boolean> {
  const token = readToken(request, userId)
  if (!token) return false
  const row = await tx
    .selectFrom('remembered_devices')
    .select('user_id')
    .where('token_hash', '=', hash(token))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Remembers a browser for 30 days, and returns its token for {@link rememberedCookie}. */
export async function rememberBrowser(tx: Tx, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into remembered_devices (token_hash, user_id, expires_at)
    values (${hash(token)}, ${userId}, now() + make_interval(days => ${LIFETIME_DAYS}::int))`.execute(tx)
  return token
}

/** The cookie that keeps a browser's token. Only the logins read it; scripts can't. */
export function rememberedCookie(
  { userId, token }: { userId: string; token: string },
  { secure }: { secure: boolean },
): string {
  const seconds = LIFETIME_DAYS * 24 * 60 * 60
  const cookie = `${cookieName(userId)}=${token}; Path=/api; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  return secure ? `${cookie}; Secure` : cookie
}

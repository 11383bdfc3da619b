import type { FastifyRequest } from 'fastify'
import type { Tx } from '../database/schema.ts'
import { findToken, TOKEN_SECONDS } from './tokens.ts'

/** Each account has its own cookie, because the staff of a pharmacy share computers. */
const cookieName = (userId: string) => `remembered-device-${userId}`

/** The token by which the request's browser remembers an account, or undefined. */
const readToken = ({ headers }: FastifyRequest, userId: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${cookieName(userId)}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1]

/** Whether the user, with a valid code, chose to log in from this browser without a code for 30 days. */
export async function isRemembered(tx: Tx, request: FastifyRequest, userId: string): Promise<boolean> {
  const token = readToken(request, userId)
  if (!token) return false
  const row = await findToken(tx, 'remembered-device', token)
    .select('subject')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** The cookie that keeps a browser's token. Only the login calls read it; scripts can't. */
export function rememberedCookie(
  { userId, token }: { userId: string; token: string },
  { secure }: { secure: boolean },
): string {
  const cookie = `${cookieName(userId)}=${token}; Path=/api; Max-Age=${TOKEN_SECONDS['remembered-device']}; HttpOnly; SameSite=Lax`
  return secure ? `${cookie}; Secure` : cookie
}

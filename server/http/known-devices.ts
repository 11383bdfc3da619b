import type { FastifyRequest } from 'fastify'
import type { Db } from '../database/schema.ts'
import { isId } from '../refusals/refusal.ts'
import { findSubject, findToken, issueToken, TOKEN_SECONDS } from './tokens.ts'

const COOKIE = 'known-device'

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
  const row = await findToken(database, 'known-device', device)
    .innerJoin('users', 'users.id', 'user_id')
    .select('users.id')
    .where(isId(account) ? 'users.id' : 'users.email', '=', account)
    .executeTakeFirst()
  return row && device
}

/**
 * Remembers for 90 days that a user logged in with a device. A token that the shop issued is reused, so that several users of a browser
 * stay known; any other token is replaced.
 *
 * @returns the device's token, for {@link deviceCookie}
 */
export async function rememberDevice(
  database: Db,
  { userId, device }: { userId: string; device?: string },
): Promise<string> {
  const isIssued = device && (await findSubject(database, 'known-device', device))
  return issueToken(database, 'known-device', userId, isIssued ? { token: device } : {})
}

/** The cookie that keeps a device's token. Only the login calls read it; scripts can't. */
export function deviceCookie(token: string, { secure }: { secure: boolean }): string {
  const cookie = `${COOKIE}=${token}; Path=/api; Max-Age=${TOKEN_SECONDS['known-device']}; HttpOnly; SameSite=Lax`
  return secure ? `${cookie}; Secure` : cookie
}

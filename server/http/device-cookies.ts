import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../database/schema.ts'
import { isId } from '../refusals/refusal.ts'
import { findSubject, findToken, issueToken, TOKEN_SECONDS } from './tokens.ts'

/** Cookies with the tokens of a browser. Only the login calls read them; scripts can't. */

const KNOWN = 'known-device'
/** Each account has its own cookie, because the staff of a pharmacy share computers. */
const rememberedName = (userId: string) => `remembered-device-${userId}`

/** The token in a request's cookie, or undefined. */
const readToken = ({ headers }: FastifyRequest, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1]

const cookie = (name: string, token: string, { seconds, secure }: { seconds: number; secure: boolean }) =>
  `${name}=${token}; Path=/api; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** The token of a device, known or not, or undefined. */
export const readDevice = (request: FastifyRequest) => readToken(request, KNOWN)

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

/** The cookie that keeps a known device's token. */
export const deviceCookie = (token: string, { secure }: { secure: boolean }) =>
  cookie(KNOWN, token, { seconds: TOKEN_SECONDS[KNOWN], secure })

/** Whether the user, with a valid code, chose to log in from this browser without a code for 30 days. */
export async function isRemembered(tx: Tx, request: FastifyRequest, userId: string): Promise<boolean> {
  const token = readToken(request, rememberedName(userId))
  if (!token) return false
  const row = await findToken(tx, 'remembered-device', token)
    .select('subject')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** The cookie that keeps a remembered browser's token. */
export const rememberedCookie = (
  { userId, token }: { userId: string; token: string },
  { secure }: { secure: boolean },
) => cookie(rememberedName(userId), token, { seconds: TOKEN_SECONDS['remembered-device'], secure })

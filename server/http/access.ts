import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Access, Call } from '#contract/call.ts'
import type { Role } from '#domain/users.ts'
import type { Db } from '../database/schema.ts'
import { Refusal } from '../refusals/refusal.ts'
import { type FoundSession, findSession, type Session } from './sessions.ts'

const ALLOWED_ROLES: Record<Exclude<Access, 'everyone'>, readonly Role[]> = {
  owner: ['Administrador', 'Cliente', 'Marketing'],
  staff: ['Administrador', 'Marketing'],
  administrator: ['Administrador'],
}

/** The session of the token in the header `x-access-token`, or null. Tokens in other places are ignored. */
async function sessionOf(database: Db, request: FastifyRequest): Promise<FoundSession | null> {
  const token = request.headers['x-access-token']
  return typeof token === 'string' ? findSession(database, token) : null
}

/** The session of a call that everyone may make, or null. A session that opens only the set-up of the second factor counts as none. */
export async function readSession(database: Db, request: FastifyRequest): Promise<Session | null> {
  const session = await sessionOf(database, request)
  return session?.mustSetUp ? null : session
}

const SET_UP_FIRST = 'Configura tu segundo factor para continuar.'

/**
 * The session that a call requires (docs/people-and-access.md#people-and-access).
 *
 * @throws Refusal NO_SESSION (401) without a valid token; SECOND_FACTOR (409), with `setUp`, while the second factor has to be set up
 *   first; NO_ACCESS (403) when the role may not make the call; SECOND_FACTOR before a guarded call that needs a code
 */
export async function requireSession(
  database: Db,
  request: FastifyRequest,
  { access, guarded, duringSetUp }: Pick<Call, 'guarded' | 'duringSetUp'> & NamedAccess,
): Promise<FoundSession> {
  const session = await sessionOf(database, request)
  if (!session) throw new Refusal('NO_SESSION')
  if (session.mustSetUp && !duringSetUp)
    throw new Refusal('SECOND_FACTOR', { message: SET_UP_FIRST, data: { setUp: true } })
  if (!ALLOWED_ROLES[access].includes(session.role)) throw new Refusal('NO_ACCESS')
  const isOwn = (request.params as { id?: string }).id?.toLowerCase() === session.userId
  if (session.needsCode && (guarded === true || (guarded === 'others' && !isOwn)))
    throw new Refusal('SECOND_FACTOR')
  return session
}

type NamedAccess = { access: Exclude<Access, 'everyone'> }

/** Throws NOT_FOUND for another user's data, so that its existence isn't revealed. Administrators may access all data. */
export function requireOwner(session: Session, userId: string) {
  if (session.userId !== userId && session.role !== 'Administrador') throw new Refusal('NOT_FOUND')
}

/**
 * Refuses requests that another site made a browser send (docs/people-and-access.md#sessions): cross-site requests, and requests whose
 * header doesn't repeat the cookie. A client without cookies passes, because a browser sends no session for it.
 */
export function checkCsrf({ method, headers }: FastifyRequest) {
  if (method === 'GET') {
    // Some GET calls of the contract change data: a browser's prefetch must not trigger them.
    if (String(headers['sec-purpose'] ?? headers.purpose ?? '').includes('prefetch'))
      throw new Refusal('CSRF')
    return
  }
  if (headers['sec-fetch-site'] === 'cross-site') throw new Refusal('CSRF')
  const cookie = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(headers.cookie ?? '')?.[1]
  if (cookie !== undefined && headers['x-xsrf-token'] !== decode(cookie)) throw new Refusal('CSRF')
}

/** The CSRF check as a synchronous hook. */
export const checkCsrfAtOnce: onRequestHookHandler = (request, _reply, done) => {
  checkCsrf(request)
  done()
}

function decode(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/call.ts'
import type { Role } from '#domain/users.ts'
import type { Db } from '../database/schema.ts'
import { Refusal } from '../refusals/refusal.ts'
import { findSession, type Session } from './sessions.ts'

const ALLOWED_ROLES: Record<Exclude<Access, 'everyone'>, readonly Role[]> = {
  owner: ['Administrador', 'Cliente', 'Marketing'],
  staff: ['Administrador', 'Marketing'],
  administrator: ['Administrador'],
}

/** The session of the token in the header `x-access-token`, or null. Tokens in other places are ignored. */
export async function readSession(database: Db, request: FastifyRequest): Promise<Session | null> {
  const token = request.headers['x-access-token']
  return typeof token === 'string' ? findSession(database, token) : null
}

/**
 * The session that a call requires (docs/product.md#access).
 *
 * @throws Refusal NO_SESSION (401) without a valid token, NO_ACCESS (403) when the role may not make the call
 */
export async function requireSession(
  database: Db,
  request: FastifyRequest,
  access: Exclude<Access, 'everyone'>,
): Promise<Session> {
  const session = await readSession(database, request)
  if (!session) throw new Refusal('NO_SESSION')
  if (!ALLOWED_ROLES[access].includes(session.role)) throw new Refusal('NO_ACCESS')
  return session
}

/** Throws NOT_FOUND for another user's data, so that its existence isn't revealed. Administrators may access all data. */
export function requireOwner(session: Session, userId: string) {
  if (session.userId !== userId && session.role !== 'Administrador') throw new Refusal('NOT_FOUND')
}

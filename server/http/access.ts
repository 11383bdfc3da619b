import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/call.ts'
import type { Role } from '#domain/users.ts'
import type { Db } from '../database/schema.ts'
import { Refusal } from './refusal.ts'
import { findSession, type Session } from './sessions.ts'

const ADMITTED: Record<Exclude<Access, 'everyone'>, readonly Role[]> = {
  owner: ['Administrador', 'Cliente', 'Marketing'],
  staff: ['Administrador', 'Marketing'],
  administrator: ['Administrador'],
}

/** The session of the request's `x-access-token`, or null. A token anywhere else counts for nothing. */
export async function readSession(database: Db, request: FastifyRequest): Promise<Session | null> {
  const token = request.headers['x-access-token']
  return typeof token === 'string' ? findSession(database, token) : null
}

/** The session that a call needs: 401 without a good token, 403 when the role may never make this call (design §2.2). */
export async function requireSession(
  database: Db,
  request: FastifyRequest,
  access: Exclude<Access, 'everyone'>,
): Promise<Session> {
  const session = await readSession(database, request)
  if (!session) throw new Refusal('NO_SESSION')
  if (!ADMITTED[access].includes(session.role)) throw new Refusal('NO_ACCESS')
  return session
}

/** Refuses what belongs to somebody else as if it didn't exist; administrators see every account (design §2.17). */
export function requireOwner(session: Session, userId: string) {
  if (session.userId !== userId && session.role !== 'Administrador') throw new Refusal('NOT_FOUND')
}

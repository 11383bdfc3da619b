import { redirect } from 'react-router'
import type { Role } from '#contract/users.ts'
import { readSession, type Session } from './browser/session.ts'

/**
 * The guard of a private screen, for its `clientLoader`: lets in whoever has a session with one of these roles and sends
 * everybody else to the root (spec §2). It spares people a screen that isn't theirs; what protects the data is the server.
 */
export function requireRole(roles: readonly Role[]): Session {
  const session = readSession()
  if (!session || !roles.includes(session.role)) throw redirect('/')
  return session
}

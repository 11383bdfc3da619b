import { href, redirect } from 'react-router'
import type { Role } from '#domain/users.ts'
import { readSession, type Session } from '../session/session.ts'
import '../api/staff-calls.ts'

/**
 * For the `clientLoader` of a private screen: redirects to the root unless the session has one of the roles
 * (docs/product.md#routes). It only hides screens; the data are protected by the server.
 */
export function requireRole(roles: readonly Role[]): Session {
  const session = readSession()
  if (!session || !roles.includes(session.role)) throw redirect(href('/'))
  return session
}

import { href, replace } from 'react-router'
import type { Role } from '#domain/users.ts'
import { readSession, type Session } from '../session/session.ts'
import '../api/staff-calls.ts'
import './second-factor/ask-code.ts'

/**
 * Redirects the `clientLoader` of a private screen to the root unless the session has one of the roles (docs/product.md#routes).
 * The redirect only hides screens; the server protects the data.
 */
export function requireRole(roles: readonly Role[]): Session {
  const session = readSession()
  // Replaces the screen in the history: Back would come here and be redirected again.
  if (!session || !roles.includes(session.role)) throw replace(href('/'))
  return session
}

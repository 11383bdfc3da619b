import { calls } from 'virtual:staff-calls'
import { href, replace } from 'react-router'
import type { Role } from '#domain/users.ts'
import { addCalls } from '../api/client.ts'
import { readSession, type Session } from '../session/session.ts'
import './second-factor/ask-code.ts'

// Private screens may use the staff's calls, which the storefront's first load leaves out.
addCalls(calls)

/**
 * Redirects the loader of a private screen to the root unless the session has one of the roles.
 * The redirect only hides screens; the server protects the data.
 */
export function requireRole(roles: readonly Role[]): Session {
  const session = readSession()
  // Replaces the screen in the history: Back would come here and be redirected again.
  if (!session || !roles.includes(session.role)) throw replace(href('/'))
  return session
}

import { NO_SESSION_MESSAGE } from '#contract/messages.ts'
import type { Role } from '#contract/users.ts'
import { notice } from '../ui/notice.tsx'
import { createStored } from './browser-storage.ts'

/** Who is logged in, as browser storage knows it (spec §3): keys `token`, `role` and `cart`, which is the user's id. */
export type Session = { token: string; role: Role; userId: string }

const ROLES: readonly string[] = ['Administrador', 'Cliente', 'Marketing'] satisfies Role[]
let snapshot: { raw: string; session: Session | null } = { raw: '', session: null }

/** The session, or null. The server still decides what it is worth at every call. */
export function readSession(): Session | null {
  const [token, role, userId] = ['token', 'role', 'cart'].map((key) => localStorage.getItem(key) ?? '')
  const raw = [token, role, userId].join('\n')
  if (raw !== snapshot.raw) {
    const complete = token && userId && role && ROLES.includes(role)
    snapshot = { raw, session: complete ? { token, role: role as Role, userId } : null }
  }
  return snapshot.session
}

const stored = createStored(readSession, null)

/** The session; null for visitors, on the server and during hydration. */
export const useSession = stored.use

/** Keeps what a login answered. */
export function openSession({ token, data }: { token: string; data: { _id: string; role: Role } }) {
  localStorage.setItem('token', token)
  localStorage.setItem('role', data.role)
  localStorage.setItem('cart', data._id)
  stored.announce()
}

function forget(keys: string[]) {
  for (const key of keys) localStorage.removeItem(key)
  stored.announce()
}

/**
 * Logs out and loads `to` anew, or the page itself. What somebody buys in a pharmacy is nobody else's business on a shared
 * computer, so the cart and the chosen product go too (design §2.11).
 */
export function logout(to?: string) {
  forget(['token', 'role', 'cart', 'itemsCart', 'product'])
  sessionStorage.clear()
  if (to) location.assign(to)
  else location.reload()
}

/** Leaves a session that the server has ended at this person's own wish: nobody has to be told, the page stays. */
export const dropSession = () => forget(['token', 'role'])

let expiring: Promise<void> | undefined

/** What any 401 or 403 leads to (spec §8): token and role go, a warning, and the page loads anew. Once, however many calls fail. */
export function expireSession(): Promise<void> {
  expiring ??= (async () => {
    forget(['token', 'role'])
    await notice.show({ title: NO_SESSION_MESSAGE, icon: 'warning', timer: 2_500 })
    location.reload()
  })()
  return expiring
}

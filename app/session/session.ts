import { useEffect } from 'react'
import { NO_SESSION_MESSAGE } from '#contract/messages.ts'
import { ROLES, type Role } from '#domain/users.ts'
import { createStorageStore } from '../browser/browser-storage.ts'
import { notice } from '../ui/notice.tsx'

/** The session in browser storage: keys `token`, `role` and `cart`, the user's id. */
export type Session = { token: string; role: Role; userId: string }

const USER_KEY = 'cart'

const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

const store = createStorageStore(
  () => ['token', 'role', USER_KEY].map((key) => localStorage.getItem(key)).join('\n'),
  (text): Session | null => {
    const [token, role = '', userId] = text.split('\n')
    return token && userId && isRole(role) ? { token, role, userId } : null
  },
)

/** The stored session, or null. The session may have ended: the server checks the token on every call. */
export const readSession = store.read

/** The session; null for visitors, on the server and during hydration. */
export const useSession = store.use

/** Saves the session that a login answered. */
export function openSession({ token, data }: { token: string; data: { _id: string; role: Role } }) {
  localStorage.setItem('token', token)
  localStorage.setItem('role', data.role)
  localStorage.setItem(USER_KEY, data._id)
  store.notify()
}

function removeKeys(keys: string[]) {
  for (const key of keys) localStorage.removeItem(key)
  store.notify()
}

/**
 * Removes everything about the user, also the cart with its code and delivery, the chosen product and the drafts: nobody else on
 * a shared computer should see the purchase.
 */
export function forgetUser() {
  // The user's id is removed first: other tabs recognize a logout by its absence.
  removeKeys([USER_KEY, 'token', 'role', 'itemsCart', 'product', 'coupon', 'delivery'])
  sessionStorage.clear()
}

/**
 * Removes a user's data from this tab after a logout or another user's login in another tab, including drafts without an owner.
 * An expired session keeps the user's id, and with it the drafts.
 */
function leaveWithUser() {
  // The event lets open forms be left without a question.
  dispatchEvent(new Event(SESSION_EXPIRING))
  sessionStorage.clear()
  document.documentElement.hidden = true
  location.reload()
}

if (typeof window !== 'undefined') {
  const readUser = () => localStorage.getItem(USER_KEY)
  let userWhenLeft: string | null = null
  addEventListener('storage', ({ key, oldValue }) => {
    if (key === USER_KEY && oldValue !== null) leaveWithUser()
  })
  addEventListener('pagehide', () => {
    userWhenLeft = readUser()
  })
  // A page restored from the back/forward cache has missed the events of other tabs.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && userWhenLeft !== null && userWhenLeft !== readUser()) leaveWithUser()
  })
}

/** Loads a private screen again once its session has expired in another tab. The screen's own check then asks for a login. */
export function useLeaveWithSession() {
  useEffect(() => {
    const owner = readSession()?.userId
    // Browsers fire `storage` only for changes made by other tabs.
    const check = () => {
      if (!owner || readSession() || localStorage.getItem(USER_KEY) !== owner) return
      dispatchEvent(new Event(SESSION_EXPIRING))
      location.reload()
    }
    addEventListener('storage', check)
    return () => removeEventListener('storage', check)
  }, [])
}

/** Removes a session that the server has ended at the user's own request: without a warning or a reload. */
export const clearSession = () => removeKeys(['token', 'role'])

/** The event before an expired session is removed, at which forms save their drafts. */
export const SESSION_EXPIRING = 'session-expiring'
/** The session storage key of the draft that a form saves when its session expires. */
export const UNSAVED_DRAFT = 'sin-guardar'

let expiring: Promise<void> | undefined

/** Removes the session after a 401 or 403, warns and reloads the page; only once, however many calls fail. */
export function expireSession(): Promise<void> {
  expiring ??= (async () => {
    dispatchEvent(new Event(SESSION_EXPIRING))
    clearSession()
    await notice.toast({ title: NO_SESSION_MESSAGE, icon: 'warning', timer: 2_500 })
    location.reload()
  })()
  return expiring
}

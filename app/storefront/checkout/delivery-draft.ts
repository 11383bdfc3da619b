import type { User } from '#contract/users.ts'
import type { Details } from './submit-order.ts'

const KEY = 'checkout'

const BLANK: Details = {
  name: '',
  lastName: '',
  address: '',
  city: '',
  postalCode: '',
  phone: '',
  email: '',
}

/** What the profile knows of a delivery. */
export const fromProfile = (profile: User | null): Details =>
  profile === null
    ? BLANK
    : {
        ...BLANK,
        name: profile.name,
        lastName: profile.lastname,
        phone: profile.cellphone || profile.phone,
        email: profile.email,
      }

/** What this user typed and hasn't sent: it outlives a reload, never a change of user. */
export function readDraft(userId: string): Partial<Details> {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (draft?.userId !== userId) return {}
    return Object.fromEntries(
      Object.keys(BLANK).flatMap((name) =>
        typeof draft.values?.[name] === 'string' ? [[name, draft.values[name]]] : [],
      ),
    )
  } catch {
    return {}
  }
}

export const keepDraft = (userId: string, values: Details) =>
  sessionStorage.setItem(KEY, JSON.stringify({ userId, values }))

export const dropDraft = () => sessionStorage.removeItem(KEY)

import { useSyncExternalStore } from 'react'
import type { DEFAULT_PHOTO } from '#contract/users.ts'

// Written out: the contract's file brings zod, which the first page has no use for.
const DEFAULT: typeof DEFAULT_PHOTO = 'user-icon.png'

/** Where a user's photo is; of who has none, the default one (spec §7). `width` is one of those that the server keeps. */
export const photoAddress = (photo: string, width: 96 | 320 = 96) =>
  photo ? `/api/user/image/${encodeURIComponent(photo)}?width=${width}` : `/api/user/image/${DEFAULT}`

/** The photo of who is logged in: the navbar draws it, the profile changes it. Undefined until somebody knows. */
let photo: string | undefined
const listeners = new Set<() => void>()

export function sharePhoto(name: string) {
  photo = name
  for (const listener of listeners) listener()
}

export const useSharedPhoto = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => photo,
    () => undefined,
  )

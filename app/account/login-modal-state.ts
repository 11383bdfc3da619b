import { useSyncExternalStore } from 'react'

/** What the modal opens with: where a customer goes after login instead of the same page, and an e-mail already known. */
export type LoginRequest = { returnTo?: string; email?: string }

/** Whether the login modal is open. Apart from the modal itself, so that a page can open it without loading its form. */
let request: LoginRequest | null = null
const listeners = new Set<() => void>()

function change(next: LoginRequest | null) {
  request = next
  for (const listener of listeners) listener()
}

/** Opens the login modal. `returnTo` is a path of ours, never one that came from outside. */
export function openLogin({ returnTo, email }: LoginRequest = {}) {
  change({ returnTo, email })
}

export const closeLogin = () => change(null)

/** What the modal was opened with, or null while it is closed. */
export const useLoginRequest = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => request,
    () => null,
  )

import { useSyncExternalStore } from 'react'

/** Whether the login modal is open. Apart from the modal itself, so that a page can open it without loading its form. */
let open = false
const listeners = new Set<() => void>()

function change(next: boolean) {
  open = next
  for (const listener of listeners) listener()
}

export const openLogin = () => change(true)
export const closeLogin = () => change(false)

export const useLoginOpen = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
    () => false,
  )

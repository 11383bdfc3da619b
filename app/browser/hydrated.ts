import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the browser has taken the page over. What only the browser knows (storage, history) is drawn from then on, since
 * the server's page and the first drawing in the browser have to be the same.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

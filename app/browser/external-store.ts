import { useSyncExternalStore } from 'react'

/**
 * A value outside React that components follow.
 *
 * @param read the value; the same object as long as nothing changed
 * @param onServer the value on the server and during hydration
 */
export function createExternalStore<Value>(read: () => Value, onServer: Value) {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    use: () => useSyncExternalStore(subscribe, read, () => onServer),
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}

/** An external store in memory: it lasts until the page is loaded again. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const { use, notify } = createExternalStore(() => value, initial)
  return {
    use,
    get: () => value,
    set: (next: Value) => {
      value = next
      notify()
    },
  }
}

/**
 * False on the server and during hydration, then true. Code that reads browser state (storage, history) waits for true, because
 * the first render in the browser has to equal the server's page.
 */
export const useHydrated = createExternalStore(() => true, false).use

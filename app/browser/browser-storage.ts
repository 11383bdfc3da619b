import { createExternalStore } from './external-store.ts'

/**
 * An external store for a value in browser storage. Components follow the changes of every tab; call `notify` after a change in
 * this tab.
 *
 * @param read the value; the same object as long as storage holds the same text
 * @param onServer the value on the server and during hydration
 */
export function createStorageStore<Value>(read: () => Value, onServer: Value) {
  const store = createExternalStore(read, onServer)
  // Browsers fire `storage` only for changes made by other tabs.
  if (typeof window !== 'undefined') window.addEventListener('storage', store.notify)
  return store
}

/** The JSON of a storage key; null when there is none, or when it can't be read. */
export function parseStored<Value>(text: string | null): Value | null {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

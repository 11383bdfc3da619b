import { createExternalStore } from './external-store.ts'

/**
 * An external store for a value in browser storage. Components follow the changes of every tab; call `notify` after a change in
 * this tab.
 *
 * @param load what storage holds, as one text
 * @param parse the value of that text; of an empty text, the value on the server and during hydration
 */
export function createStorageStore<Value>(load: () => string, parse: (text: string) => Value) {
  const empty = parse('')
  let last = { text: '', value: empty }
  const read = () => {
    const text = load()
    if (text !== last.text) last = { text, value: parse(text) }
    return last.value
  }
  const { use, notify } = createExternalStore(read, empty)
  // Browsers fire `storage` only for changes made by other tabs.
  if (typeof window !== 'undefined') window.addEventListener('storage', notify)
  return { read, use, notify }
}

/** The JSON of a storage key; null when there is none, or when it can't be read. */
export function parseStored<Value>(text: string | null): Value | null {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

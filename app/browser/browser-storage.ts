import { useSyncExternalStore } from 'react'

/**
 * Something that browser storage holds and screens show: they follow its changes in this tab and in every other.
 *
 * @param read the value; the same object as long as storage holds the same
 */
export function createStored<Value>(read: () => Value, onServer: Value) {
  const changed = new EventTarget()
  const subscribe = (listener: () => void) => {
    changed.addEventListener('change', listener)
    window.addEventListener('storage', listener)
    return () => {
      changed.removeEventListener('change', listener)
      window.removeEventListener('storage', listener)
    }
  }
  return {
    /** The value; `onServer` on the server and during hydration. */
    use: () => useSyncExternalStore(subscribe, read, () => onServer),
    /** Tells this tab's screens; the others hear of it by themselves. */
    announce: () => changed.dispatchEvent(new Event('change')),
  }
}

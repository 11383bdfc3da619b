import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from './schema.ts'

/**
 * Lets those who ask in the same turn of the event loop share one statement. Nothing is remembered: the statement begins after
 * each of them has asked.
 *
 * @param work gets each key once; whoever asked for a key without a value gets undefined
 */
export function batched<Key, Value>(work: (database: Db, keys: Key[]) => Promise<Map<Key, Value>>) {
  const open = new WeakMap<Db, { keys: Set<Key>; values: Promise<Map<Key, Value>> }>()
  return async (database: Db, key: Key): Promise<Value | undefined> => {
    let batch = open.get(database)
    if (!batch) {
      const keys = new Set<Key>()
      // After those who are already waiting for their turn.
      const values = nextTurn().then(() => {
        open.delete(database)
        return work(database, [...keys])
      })
      batch = { keys, values }
      open.set(database, batch)
    }
    batch.keys.add(key)
    return (await batch.values).get(key)
  }
}

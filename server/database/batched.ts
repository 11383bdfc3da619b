import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from './schema.ts'
import { overConnection, type Run } from './statement.ts'

/**
 * Lets those who ask in the same turn of the event loop share one statement, and those who ask while it waits for a connection. Nothing
 * is remembered: the statement begins after each of them has asked.
 *
 * @param work gets each key once; whoever asked for a key without a value gets undefined
 */
export function batched<Key, Value>(work: (run: Run, keys: Key[]) => Promise<Map<Key, Value>>) {
  const open = new WeakMap<Db, { keys: Set<Key>; values: Promise<Map<Key, Value>> }>()
  const begin = (database: Db) => {
    const keys = new Set<Key>()
    const close = () => {
      if (open.get(database) === batch) open.delete(database)
    }
    // After those who are already waiting for their turn.
    const values = nextTurn()
      .then(() =>
        overConnection(database, (run) => {
          close()
          return work(run, [...keys])
        }),
      )
      .finally(close)
    const batch = { keys, values }
    open.set(database, batch)
    return batch
  }
  return async (database: Db, key: Key): Promise<Value | undefined> => {
    const batch = open.get(database) ?? begin(database)
    batch.keys.add(key)
    return (await batch.values).get(key)
  }
}

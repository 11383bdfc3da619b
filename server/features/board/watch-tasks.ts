import { sql } from 'kysely'
import type { OpenTasks } from '#contract/board.ts'
import { listen } from '../../database/listen.ts'
import type { Db } from '../../database/schema.ts'
import { readOpenTasks } from './open-tasks.ts'
import { throttle } from './throttle.ts'

const CHANNEL = 'open_tasks'
/** The shortest interval between two reads or two notifications. */
const MIN_INTERVAL_MS = 1_000
/** The interval between two reads without a notification: poolers pass none on, and a change by SQL sends none. */
const POLL_INTERVAL_MS = 10_000

type Listener = (tasks: OpenTasks) => void

/** Follows the counts of open tasks, with one connection and one query for all listeners of this server. */
export type TaskWatch = {
  /** Calls the listener with the counts at once, and after each change. Returns the unsubscribe function. */
  subscribe(listener: Listener): () => void
  /** Notifies all servers that counts may have changed. */
  announce(): void
  close(): void
}

/** Creates a watch, which follows the database only while it has listeners. */
export function createTaskWatch(database: Db, onError: (error: unknown) => void): TaskWatch {
  const listeners = new Set<Listener>()
  let last: OpenTasks | undefined
  let unfollow: (() => void) | undefined

  const reading = throttle(MIN_INTERVAL_MS, async () => {
    if (listeners.size === 0) return
    const tasks = await readOpenTasks(database).catch(onError)
    if (!tasks || JSON.stringify(tasks) === JSON.stringify(last)) return
    last = tasks
    for (const listener of listeners) listener(tasks)
  })
  // Notifies outside of the orders' transactions: PostgreSQL commits notifying transactions one after the other.
  const announcing = throttle(MIN_INTERVAL_MS, async () => {
    await sql`select pg_notify(${CHANNEL}, '')`.execute(database).catch(onError)
  })

  const follow = () => {
    const stopListening = listen(database, CHANNEL, reading.call)
    const pollTimer = setInterval(reading.call, POLL_INTERVAL_MS).unref()
    unfollow = () => {
      stopListening()
      clearInterval(pollTimer)
      unfollow = undefined
      last = undefined
    }
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      if (!unfollow) follow()
      if (last) listener(last)
      // The counts of the last read may be out of date.
      reading.call()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) unfollow?.()
      }
    },
    announce: announcing.call,
    close: () => {
      listeners.clear()
      unfollow?.()
      reading.stop()
      announcing.stop()
    },
  }
}

import { sql } from 'kysely'
import type { OpenTasks } from '#contract/board.ts'
import { listen } from '../../database/listen.ts'
import type { Db } from '../../database/schema.ts'
import { readOpenTasks } from './open-tasks.ts'
import { throttle } from './throttle.ts'

const CHANNEL = 'open_tasks'
/** Milliseconds between two reads, or two notifications, when much changes at once. */
const MIN_INTERVAL_MS = 1_000
/** Milliseconds between two reads without a notification: behind a pooler there is none, and a change by SQL sends none. */
const POLL_INTERVAL_MS = 10_000

type Listener = (tasks: OpenTasks) => void

/** Follows the counts of open tasks: one connection and one query for all who watch them on this server. */
export type TaskWatch = {
  /** Calls the listener with the counts at once, and after each change. Returns the end of it. */
  subscribe(listener: Listener): () => void
  /** Lets all servers know that counts may have changed. */
  announce(): void
  close(): void
}

/** The database is only followed while somebody watches. */
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
  // Not by the orders' own transactions: those that notify commit one after the other, on all servers.
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
      // The counts of the last read may be old.
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

import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { openTasksSchema } from '#contract/board.ts'
import type { Db } from '../../database/schema.ts'
import { findSession } from '../../http/sessions.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { readOpenTasks } from './open-tasks.ts'

/** The most streams of a server. */
const MAX_STREAMS = 200
/** The most streams of an account: over HTTP/1.1 a browser opens six connections, which other requests need too. */
const MAX_STREAMS_PER_ACCOUNT = 3
/** Milliseconds between two looks of a stream at the counts. */
const LOOK_INTERVAL_MS = 2_000
/** The looks between two heartbeats, which check the session and show proxies and browsers that the stream is alive. */
const LOOKS_PER_BEAT = 5
/** Milliseconds for which all streams share a read of the counts. */
const SHARED_MS = 1_000
/** Seconds after which a client that was refused may ask again. */
const RETRY_AFTER_SECONDS = 60

/**
 * Returns a function that opens a stream of server-sent events with the counts of open tasks, each time that one changes. A stream ends
 * with its session, and when the server drains.
 *
 * The function gets the token of a session that was just checked, and throws Refusal TOO_MANY when the account or the server has its
 * streams already.
 *
 * @param options.onError gets the first of several errors in a row
 */
export function createTaskStreams(
  database: Db,
  { draining, onError }: { draining: AbortSignal; onError: (error: unknown) => void },
): (token: string, userId: string) => Readable {
  /** The user of each open stream. */
  const users = new Map<Readable, string>()
  let shared = { until: 0, event: Promise.resolve('') }
  let hasFailed = false

  /** The counts as an event; empty when they can't be read. */
  const readEvent = async (): Promise<string> => {
    try {
      const event = `data: ${JSON.stringify(openTasksSchema.parse(await readOpenTasks(database)))}\n\n`
      hasFailed = false
      return event
    } catch (error) {
      if (!hasFailed && !draining.aborted) onError(error)
      hasFailed = true
      return ''
    }
  }
  const readShared = (): Promise<string> => {
    if (performance.now() >= shared.until)
      shared = { until: performance.now() + SHARED_MS, event: readEvent() }
    return shared.event
  }

  async function* follow(token: string) {
    let last = ''
    for (let looks = 1; !draining.aborted; looks += 1) {
      const event = await readShared()
      if (event && event !== last) yield event
      last = event || last
      if (looks % LOOKS_PER_BEAT === 0) {
        // Without the database, the session can't be checked, but there is nothing new to send either.
        const session = await findSession(database, token).catch(() => undefined)
        if (session !== undefined && session?.role !== 'Administrador') return
        yield ':\n\n'
      }
      await pause(LOOK_INTERVAL_MS, undefined, { signal: draining, ref: false }).catch(() => {})
    }
  }

  return (token, userId) => {
    const ofAccount = [...users.values()].filter((other) => other === userId).length
    if (users.size >= MAX_STREAMS || ofAccount >= MAX_STREAMS_PER_ACCOUNT)
      throw new Refusal('TOO_MANY', { retryAfter: RETRY_AFTER_SECONDS })
    const stream = Readable.from(follow(token), { objectMode: false })
    users.set(stream, userId)
    return stream.once('close', () => users.delete(stream))
  }
}

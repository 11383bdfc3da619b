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
/** Milliseconds between two reads of the counts. */
const READ_INTERVAL_MS = 2_000
/** Milliseconds between two heartbeats, which check the sessions and show proxies and browsers that the stream is alive. */
const HEARTBEAT_MS = 10_000
/** The most bytes to buffer for a client that doesn't read. */
const MAX_BUFFERED_BYTES = 16 * 1024
/** Seconds after which a client that was refused may ask again. */
const RETRY_AFTER_SECONDS = 60

type Stream = { token: string; userId: string; output: Readable; end: () => void }

/** The open streams of server-sent events with the counts of open tasks. A stream ends with its session. */
export type TaskStreams = {
  /**
   * @param token the token of a session that was just checked
   * @throws Refusal TOO_MANY when the account or the server has its streams already
   */
  open(token: string, userId: string): Readable
  endAll(): void
}

/** @param onError gets the first of several errors in a row */
export function createTaskStreams(database: Db, onError: (error: unknown) => void): TaskStreams {
  const streams = new Set<Stream>()
  let beatTimer: NodeJS.Timeout | undefined
  /** The last event that was sent; empty before the first. */
  let last = ''
  let isReading = false

  const write = (stream: Stream, text: string) => {
    if (stream.output.readableLength > MAX_BUFFERED_BYTES) stream.end()
    else stream.output.push(text)
  }

  /** Reads the counts while there are streams: one query for all of them. */
  const keepReading = async () => {
    if (isReading) return
    isReading = true
    let hasFailed = false
    while (streams.size > 0) {
      try {
        const event = `data: ${JSON.stringify(openTasksSchema.parse(await readOpenTasks(database)))}\n\n`
        if (event !== last) for (const stream of streams) write(stream, event)
        last = event
        hasFailed = false
      } catch (error) {
        if (!hasFailed) onError(error)
        hasFailed = true
      }
      await pause(READ_INTERVAL_MS, undefined, { ref: false })
    }
    isReading = false
    last = ''
  }

  const beat = async () => {
    const check = async (stream: Stream) => {
      // Without the database, sessions can't be checked, but there is nothing new to send either.
      const session = await findSession(database, stream.token).catch(() => undefined)
      if (!streams.has(stream)) return
      if (session === undefined || session?.role === 'Administrador') write(stream, ':\n\n')
      else stream.end()
    }
    await Promise.all(Array.from(streams, check))
  }

  return {
    open: (token, userId) => {
      const ofAccount = [...streams].filter((other) => other.userId === userId).length
      if (streams.size >= MAX_STREAMS || ofAccount >= MAX_STREAMS_PER_ACCOUNT)
        throw new Refusal('TOO_MANY', { retryAfter: RETRY_AFTER_SECONDS })
      const output = new Readable({ read: () => {} })
      const close = () => {
        streams.delete(stream)
        if (streams.size === 0) clearInterval(beatTimer)
      }
      const end = () => {
        close()
        output.push(null)
      }
      const stream: Stream = { token, userId, output, end }
      if (streams.size === 0) beatTimer = setInterval(beat, HEARTBEAT_MS).unref()
      streams.add(stream)
      // A client's disconnect ends the stream too.
      output.once('close', close)
      if (last) write(stream, last)
      void keepReading()
      return output
    },
    endAll: () => {
      for (const stream of streams) stream.end()
    },
  }
}

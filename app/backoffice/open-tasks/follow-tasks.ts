import { calls } from 'virtual:staff-calls'
import type { OpenTasks } from '#contract/board.ts'
import { browserHeaders } from '../../api/client.ts'
import { setOpenTasks } from './open-tasks.ts'

/** Milliseconds between two questions while there is no stream. */
const POLL_INTERVAL = 10_000
/** Questions before the next attempt to open a stream. */
const POLLS_PER_ATTEMPT = 6
/** Milliseconds in which a new stream must have sent the counts: some proxies keep events back. */
const FIRST_EVENT = 5_000
/** Milliseconds of silence after which a stream is dead. The server's beat is ten seconds. */
const SILENCE = 25_000
/** Milliseconds before a stream that has ended is opened again, so that a new server isn't asked by everybody at once. */
const RECONNECT = { min: 500, spread: 2_500 }

/**
 * Keeps the counts of open tasks up to date until the signal is aborted or the session has ended. EventSource can't send the
 * session's header, so that fetch reads the stream. A failure shows nothing, and never logs anybody out: the next thing that
 * the person does will.
 */
export async function followOpenTasks(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const outcome = await readStream(signal)
    if (outcome === 'session over') break
    if (outcome === 'ended') {
      await pause(RECONNECT.min + Math.random() * RECONNECT.spread, signal)
      continue
    }
    for (let polls = 0; polls < POLLS_PER_ATTEMPT && !signal.aborted; polls += 1) {
      if ((await poll(signal)) === 'session over') return setOpenTasks(null)
      await pause(POLL_INTERVAL, signal)
    }
  }
  setOpenTasks(null)
}

const ask = (call: 'readOpenTasks' | 'watchOpenTasks', signal: AbortSignal) =>
  fetch(`/api${calls[call]!.split(' ')[1]}`, { headers: browserHeaders('GET'), signal })

const isSessionOver = ({ status }: Response) => status === 401 || status === 403

async function poll(signal: AbortSignal): Promise<'session over' | 'asked'> {
  try {
    const answer = await ask('readOpenTasks', signal)
    if (isSessionOver(answer)) return 'session over'
    if (answer.ok) setOpenTasks((await answer.json()).data)
  } catch {
    // No network: the next one may get through.
  }
  return 'asked'
}

/** Reads a stream until it ends. `none`: there was no stream, or it sent nothing in time. */
async function readStream(signal: AbortSignal): Promise<'ended' | 'none' | 'session over'> {
  const abort = new AbortController()
  const stop = () => abort.abort()
  signal.addEventListener('abort', stop)
  let timer = setTimeout(stop, FIRST_EVENT)
  let hasSent = false
  try {
    const answer = await ask('watchOpenTasks', abort.signal)
    if (isSessionOver(answer)) return 'session over'
    if (!answer.ok || !answer.body) return 'none'
    let text = ''
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'ended'
      hasSent = true
      clearTimeout(timer)
      timer = setTimeout(stop, SILENCE)
      const events = (text + value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events)
        if (event.startsWith('data: ')) setOpenTasks(JSON.parse(event.slice(6)) as OpenTasks)
    }
  } catch {
    return hasSent ? 'ended' : 'none'
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** Resolves after some time, or at the abort. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal.addEventListener('abort', finish)
  })

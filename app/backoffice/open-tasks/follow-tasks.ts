import { calls } from 'virtual:staff-calls'
import { useEffect } from 'react'
import type { OpenTasks } from '#contract/board.ts'
import { browserHeaders } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'
import { openTaskCount, setOpenTasks, useOpenTasks } from './open-tasks.ts'

/**
 * Follows the open tasks while the back office is open, for roles that may see them: sets the title's number.
 *
 * @returns the number of open tasks
 */
export function useOpenTasksFollower(): number {
  const follows = useSession()?.role === 'Administrador'
  useEffect(() => {
    if (!follows) return
    const abort = new AbortController()
    void followOpenTasks(abort.signal)
    return () => abort.abort()
  }, [follows])

  const tasks = useOpenTasks()
  const count = tasks ? openTaskCount(tasks) : 0
  useEffect(() => badgeTitle(count), [count])
  return count
}

const BADGE = /^\(\d+\) /

/**
 * Writes a number in front of the document's title, "(3) Pedidos · Botica", also when a screen sets another title.
 *
 * @returns a function that removes the number
 */
function badgeTitle(count: number): () => void {
  const write = (badge: string) => {
    const title = badge + document.title.replace(BADGE, '')
    if (title !== document.title) document.title = title
  }
  const writeBadge = () => write(count > 0 ? `(${count}) ` : '')
  writeBadge()
  const observer = new MutationObserver(writeBadge)
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    write('')
  }
}

/** While there is no event stream, the counts are asked for before each attempt to open one. */
const POLL_INTERVAL_MS = 10_000
/** A new stream must send the counts within this time, because some proxies buffer events. */
const FIRST_EVENT_MS = 5_000
/** A stream that is silent for longer is dead: the server sends a heartbeat every ten seconds. */
const MAX_SILENCE_MS = 25_000
/** Random delay before an ended stream is reopened, so that browsers don't all reconnect to a new server at once. */
const RECONNECT_MS = { min: 500, spread: 2_500 }

/**
 * Keeps the counts of open tasks up to date until the abort or the session's end. Uses fetch, because EventSource can't send the
 * session's header. A failure is silent and never logs anybody out.
 */
async function followOpenTasks(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const outcome = await readStream(signal)
    if (outcome === 'session over') break
    if (outcome === 'ended') {
      await pause(RECONNECT_MS.min + Math.random() * RECONNECT_MS.spread, signal)
      continue
    }
    if ((await poll(signal)) === 'session over') break
    await pause(POLL_INTERVAL_MS, signal)
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
    // Without a network the next poll may succeed.
  }
  return 'asked'
}

/** Reads a stream until it ends. `none`: there was no stream, or no event in time. */
async function readStream(signal: AbortSignal): Promise<'ended' | 'none' | 'session over'> {
  const abort = new AbortController()
  const stop = () => abort.abort()
  let timer = setTimeout(stop, FIRST_EVENT_MS)
  let hasSent = false
  try {
    const answer = await ask('watchOpenTasks', AbortSignal.any([signal, abort.signal]))
    if (isSessionOver(answer)) return 'session over'
    if (!answer.ok || !answer.body) return 'none'
    let text = ''
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'ended'
      hasSent = true
      clearTimeout(timer)
      timer = setTimeout(stop, MAX_SILENCE_MS)
      const events = (text + value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events)
        if (event.startsWith('data: ')) setOpenTasks(JSON.parse(event.slice(6)) as OpenTasks)
    }
  } catch {
    return hasSent ? 'ended' : 'none'
  } finally {
    clearTimeout(timer)
    stop()
  }
}

/** Resolves after the delay, or at the abort. */
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

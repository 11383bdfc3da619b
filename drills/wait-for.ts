/** Waits for an observable state, within a time limit. */
import { setTimeout as pause } from 'node:timers/promises'

type Wait = {
  /** The awaited state, for the error message. */
  what: string
  seconds: number
  /** Milliseconds between two checks. */
  every?: number
}

/** Calls `look` until it returns a value, and returns that value. Rejects after the time limit; an error counts as "not yet". */
export async function waitFor<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  { what, seconds, every = 50 }: Wait,
): Promise<T> {
  const end = performance.now() + seconds * 1000
  let reason: unknown
  while (performance.now() < end) {
    try {
      const seen = await look()
      if (seen !== undefined && seen !== false) return seen
    } catch (error) {
      reason = error
    }
    await pause(every)
  }
  throw new Error(`Se esperó ${seconds} s en vano: ${what}`, { cause: reason })
}

/** Waiting for a state that can be observed, within a time. */
import { setTimeout as pause } from 'node:timers/promises'

type Wait = {
  /** What is waited for, for the message of the error. */
  what: string
  seconds: number
  /** Milliseconds between two looks. */
  every?: number
}

/** Looks until `look` answers something, and answers that. Rejects when the time is over; an error counts as "not yet". */
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

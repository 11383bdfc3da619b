import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Runs a step of a backup or of a restore. */
export type Pace = <Result>(step: () => Promise<Result>) => Promise<Result>

export const withoutRest: Pace = (step) => step()

/** The rest after a step, as a multiple of its time. */
const REST = 2

/** Rests after each step, so that customers' queries find a free processor while a backup is made or proved. */
export const withRests: Pace = async (step) => {
  const startedAt = performance.now()
  const result = await step()
  await pause(REST * (performance.now() - startedAt))
  return result
}

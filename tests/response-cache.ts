import { onTestFinished, vi } from 'vitest'
import type { ResponseCache } from '#server/http/response-cache.ts'

/** Counts the cache lookups of some work. */
export async function countLookups({ counts }: ResponseCache, work: () => Promise<unknown>) {
  const before = { ...counts }
  await work()
  return { hits: counts.hits - before.hits, misses: counts.misses - before.misses }
}

/** A clock that stands still until the test moves it. */
export function stopClock() {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  return (milliseconds: number) => {
    now += milliseconds
  }
}

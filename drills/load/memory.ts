/** The memory of a process over time. */
import { percentile } from '../percentile.ts'
import { memoryOf } from '../processes.ts'

const SAMPLE_MS = 1_000

export function watchMemory(pid: () => number) {
  const samples: number[] = []
  const timer = setInterval(() => {
    try {
      samples.push(memoryOf(pid()).now)
    } catch {
      // The server is just being restarted; `AppServer` counts its death.
    }
  }, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      // The first fifth is skipped, since caches fill up. Medians, because garbage collection is irregular.
      const fifth = Math.max(1, Math.floor(samples.length / 5))
      const from = percentile(samples.slice(fifth, 2 * fifth), 0.5)
      const to = percentile(samples.slice(-fifth), 0.5)
      return { from, to, highest: Math.max(0, ...samples) }
    },
  }
}
